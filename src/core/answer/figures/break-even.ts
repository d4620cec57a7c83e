/** From how many reads on a copy in a hot store pays, size by size; and the best time to keep it where re-reads are given. */
import type { Finding } from '../../findings/index.ts';
import type { BreakEven } from '../../rereads/break-even.ts';
import type { PricedStore } from '../../rereads/cache-prices.ts';
import type { WritePolicy } from '../../rereads/ttl-cost.ts';
import { overviewMoney } from '../../text/money.ts';
import { formatUnitPrice } from '../../text/unit-price.ts';
import { HOURS_PER_DAY, formatBytes, formatCount, formatDays } from '../../units.ts';
import { figureOf, type Cell, type Column } from './figure.ts';

export interface BreakEvenAnswer {
  asOf: string;
  hot: PricedStore;
  /** The shortest time that the hot store bills. */
  minimumHours: number;
  /** Null: readers are in the region of the hot store. */
  at: string | null;
  /** The law or the file; null: nothing says how objects are re-read. */
  gaps: string | null;
  writes: WritePolicy;
  currency: string;
  cold: (PricedStore & { bypassFromBytes: number | null; rows: BreakEven[] })[];
  findings: Finding[];
}

/** What a size is worth before one cold store, by their ids. */
interface Row extends BreakEven {
  hot: string;
  cold: string;
  currency: string;
}

export const refOf = ({ store, region }: PricedStore) => `${store}@${region}`;

export const rowsOf = (
  { hot, currency }: Pick<BreakEvenAnswer, 'hot' | 'currency'>,
  cold: Pick<BreakEvenAnswer['cold'][number], 'store' | 'region' | 'edition' | 'rows'>,
): Row[] => cold.rows.map((row) => ({ ...row, hot: refOf(hot), cold: refOf(cold), currency }));

const SIZE: Column<Row> = {
  title: 'size',
  key: 'size_bytes',
  kind: 'bytes',
  of: ({ sizeBytes }) => sizeBytes,
};

const GAPS: readonly Column<Row>[] = [
  { title: '', key: 'hot', of: ({ hot }) => hot },
  { title: '', key: 'cold', of: ({ cold }) => cold },
  SIZE,
  {
    title: 'break-even gap',
    key: 'even_hours',
    kind: 'days',
    of: ({ evenHours }) => evenHours,
    words: ({ prices, bypass, evenHours }) =>
      prices === null ? 'unknown' : bypass ? '-' : duration(evenHours),
  },
  ...(
    [
      ['copy', 'readsBeside'],
      ['move', 'readsInstead'],
    ] as const
  ).map(([way, reads]): Column<Row> => ({
    title: `${way}, reads/month`,
    key: `${way}_pays_from_reads_per_month`,
    kind: 'roughly',
    of: (row) => row[reads],
    words: (row) => readsWords(row, row[reads]),
  })),
  {
    title: 'a hit saves',
    key: 'bypass',
    of: ({ bypass }) => bypass,
    words: ({ bypass }) => (bypass === null ? 'unknown' : bypass ? 'no' : 'yes'),
  },
];

type Best = NonNullable<BreakEven['best']>;

const ofBest =
  (key: keyof Best) =>
  ({ best }: BreakEven): Cell =>
    best && best[key];

/** A cost of a million reads, to the last of three figures, however small. */
const cost = (title: string, key: string, of: Column<Row>['of']): Column<Row> => ({
  title,
  key,
  kind: 'money',
  of,
  words: (row) => {
    const amount = of(row);
    if (typeof amount !== 'number') return '';
    return amount < 1
      ? formatUnitPrice(Number(amount.toPrecision(3)), row.currency)
      : overviewMoney(amount, row.currency);
  },
});

const ACTIONS = { bypass: 'never fill', keep: 'keep for ever', ttl: null };

const BEST: readonly Column<Row>[] = [
  {
    title: 'best TTL',
    key: 'best',
    kind: 'days',
    of: ofBest('action'),
    words: ({ best }) => (best ? (ACTIONS[best.action] ?? duration(best.ttlHours)) : 'unknown'),
  },
  { title: '', key: 'ttl_hours', of: ofBest('ttlHours') },
  { title: 'hits', key: 'hit_share', kind: 'share', of: ofBest('hitShare') },
  cost('cost', 'cost_per_million_reads', ofBest('costPerMillionReads')),
  cost('all cold', 'all_cold_per_million_reads', ofBest('bypassPerMillionReads')),
  { title: '', key: 'bound_per_million_reads', of: ofBest('boundPerMillionReads') },
  cost('regret', 'regret_per_million_reads', ofBest('regretPerMillionReads')),
  {
    title: '× optimal',
    key: 'ratio',
    kind: 'number',
    of: ofBest('ratio'),
    words: ({ best }) => (best ? (best.ratio?.toFixed(2) ?? '-') : ''),
  },
  {
    title: 'held',
    key: 'copies_held',
    kind: 'bytes',
    of: ofBest('copiesHeld'),
    words: ({ best, sizeBytes }) =>
      best?.copiesHeld == null ? '' : formatBytes(best.copiesHeld * sizeBytes),
  },
  { title: 'LRU hits', key: 'lru_hit_share', kind: 'share', of: ({ lru }) => lru && lru.hitShare },
  cost('LRU cost', 'lru_cost_per_million_reads', ({ lru }) => lru && lru.costPerMillionReads),
];

const PRICES = (
  [
    ['rent_per_hour', 'rentPerHour'],
    ['cold_rent_per_hour', 'coldRentPerHour'],
    ['hit', 'hit'],
    ['pass', 'pass'],
    ['fill', 'fill'],
    ['write_fill', 'writeFill'],
  ] as const
).map(([key, price]): Column<Row> => ({ title: '', key, of: ({ prices }) => prices && prices[price] }));

const CURRENCY: Column<Row> = { title: '', key: 'currency', of: ({ currency }) => currency };

export const gapFigure = (rows: readonly Row[]) => figureOf(rows, GAPS);
export const bestFigure = (rows: readonly Row[]) => figureOf(rows, [SIZE, ...BEST]);
/** All of them, with the prices they rest on: of one object. */
export const breakEvenFigure = (rows: readonly Row[]) =>
  figureOf(rows, [...GAPS, ...BEST, ...PRICES, CURRENCY]);

export function duration(hours: number | null): string {
  if (hours === null) return 'unknown';
  return hours === Infinity ? 'for ever' : formatDays(hours / HOURS_PER_DAY);
}

/** Reads per object and month from which it pays. */
export function readsWords({ prices }: BreakEven, reads: number | null): string {
  if (prices === null) return 'unknown';
  return reads === null ? 'never' : formatCount(reads);
}
