/** The break-even page's figures: what a copy in the hot store costs before each cold one, size by size. */
import { figureOf } from '#core/answer/figures/figure.ts';
import { breakEvenFigure, readsWords } from '#core/answer/figures/break-even.ts';
import { shortName, type Archive } from '#core/pricing/archive.ts';
import { breakEvens, bypassFromBytes, type BreakEven } from '#core/rereads/break-even.ts';
import { cachePriceList } from '#core/rereads/cache-prices.ts';
import { formatBytes } from '#core/units.ts';
import { hoursWords } from './ttl-curve.ts';

export type BreakEvenPage = ReturnType<typeof breakEvenPage>;
type ColdTable = BreakEvenPage['cold'][number];

const HOT = { store: 'aws/s3-express-one-zone', region: 'us-east-1' };
/** The same region, another region, another cloud over the internet, and a store without egress. */
const COLD = [
  { store: 'aws/s3-standard', region: 'us-east-1' },
  { store: 'cloudflare/r2-standard' },
  { store: 'aws/s3-standard', region: 'us-west-2' },
  { store: 'google/standard', region: 'us-east4' },
];
const KIB = 1024;
const SIZES_BYTES = [4, 16, 64, 128, 256, 512, 1024, 4096, 16_384].map((kib) => kib * KIB);

/** At the prices of one day, with readers beside the hot store. */
export function breakEvenPage(archive: Archive, asOf: string) {
  const lists = COLD.map((cold) => cachePriceList(archive, { hot: HOT, cold, asOf }));
  const [first] = lists;
  if (!first) throw new Error('no store to compare with');
  return {
    asOf,
    hot: {
      ref: `${first.hot.store}@${first.hot.region}`,
      name: shortName(archive, first.hot.store),
      minimumHours: first.minimumHours,
    },
    cold: lists.map((list) => ({
      ref: `${list.cold.store}@${list.cold.region}`,
      name: `${shortName(archive, list.cold.store)}${list.cold.region === 'everywhere' ? '' : `, ${list.cold.region}`}`,
      currency: list.currency,
      // From here on a read of the copy saves nothing; null: at no size.
      bypassFromBytes: bypassFromBytes(list),
      rows: breakEvens(list, SIZES_BYTES, { writes: 'around', of: () => null }).rows,
    })),
  };
}

/** Both ways of using the hot store, of every cold store, as one table to take along. */
export const pageFigure = ({ hot, cold }: Pick<BreakEvenPage, 'hot' | 'cold'>) =>
  breakEvenFigure(
    cold.flatMap((one) =>
      one.rows.map((row) => ({ ...row, hot: hot.ref, cold: one.ref, currency: one.currency })),
    ),
  );

/** From how many reads a month it pays, by size; `asked`: the size in question. */
export const coldFigure = ({ rows }: ColdTable, asked: number | null) =>
  figureOf<BreakEven>(rows, [
    {
      title: 'Object size',
      of: ({ sizeBytes }) => `${formatBytes(sizeBytes)}${sizeBytes === asked ? ', asked' : ''}`,
    },
    { title: 'Copy', kind: 'roughly', of: (row) => readsWords(row, row.readsBeside) },
    { title: 'Move', kind: 'roughly', of: (row) => readsWords(row, row.readsInstead) },
    {
      title: 'Wait',
      kind: 'days',
      of: ({ evenHours: hours }) => (hours === null ? 'unknown' : hours === 0 ? 'never' : hoursWords(hours)),
    },
  ]);

/** `From 662 kB on a read of the copy saves nothing.` */
export function bypassWords({ bypassFromBytes: from }: ColdTable): string {
  return from === null
    ? 'A read of the copy saves something at every size.'
    : `From ${formatBytes(from)} on a read of the copy saves nothing.`;
}
