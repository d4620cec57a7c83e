import {
  breakEvenFigure,
  rowsOf,
  bestFigure,
  duration,
  gapFigure,
  refOf,
} from '#core/answer/figures/break-even.ts';
import type { BreakEvenAnswer } from '#core/answer/figures/break-even.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import { describeFinding } from '#core/findings/index.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { CurrencyError } from '#core/pricing/currency.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import { breakEvens, bypassFromBytes } from '#core/rereads/break-even.ts';
import { cachePriceList, UnpricedError } from '#core/rereads/cache-prices.ts';
import type { CachePriceList, CacheQuestion } from '#core/rereads/cache-prices.ts';
import { present } from '#core/present.ts';
import type { StoreChoice } from '#core/store-ref.ts';
import { formatBytes } from '#core/units.ts';
import type { Args } from '../args.ts';
import type { Run } from '../command.ts';
import { Misunderstood, Unanswerable, withinNow } from '../failures.ts';
import { give } from '../formats.ts';
import { placeGiven, storeNamed } from '../input/named.ts';
import { rereadsGiven } from '../input/rereads.ts';
import { pricingConfigs, settingWords, withConfigs, type Setting } from '../input/settings.ts';
import { findingWords } from '../render/notes.ts';
import { heading, listOf, tableOf, textOf, type Block } from '../render/table.ts';

/** Exit 1 where no price is known that would answer. */
export const breakeven: Run = async (args, deps) => {
  const { archive } = deps.catalog;
  const asOf = args.day('as-of') ?? deps.today();
  const [hot, ...colds] = storesGiven(args, archive, asOf);
  const at = placeGiven(args, 'at');
  const { sizes, ...rereads } = await rereadsGiven(args, deps);
  const given = present({
    fx: Object.fromEntries(args.list('fx').map(rateGiven)),
    currency: args.text('currency'),
  });
  const { value, settings } = withConfigs(given, pricingConfigs(deps, args));
  const { fx, currency } = value as typeof given;
  const cold = colds.map((one) => {
    const list = pricesOf(archive, { hot, cold: one, asOf, fx, currency, at });
    return { list, ...breakEvens(list, sizes, rereads) };
  });
  const [first] = cold;
  if (!first) throw new Misunderstood('say which store holds every object: --cold cloudflare/r2-standard');
  // Rates alone bear on prices of a store.
  const rates = settings.filter(({ path }) => /^(fx|currency)\b/.test(path));
  const answer: BreakEvenAnswer & { settings?: readonly Setting[] } = {
    asOf,
    hot: first.list.hot,
    minimumHours: first.list.minimumHours,
    at: at ?? null,
    gaps: args.text('gaps') ?? args.text('profile') ?? null,
    writes: rereads.writes,
    currency: first.list.currency,
    cold: cold.map(({ list, rows }) => ({ ...list.cold, bypassFromBytes: bypassFromBytes(list), rows })),
    findings: distinct(cold.flatMap(({ list, missing }) => [...list.findings, ...missing])),
    ...(rates.length > 0 ? { settings: rates } : {}),
  };
  give(args, deps, {
    json: answer,
    csv: breakEvenFigure(answer.cold.flatMap((one) => rowsOf(answer, one))),
    blocks: () => [
      ...textOf(rates.length > 0 ? `With ${settingWords(rates)}.` : null),
      ...breakEvenBlocks(answer, namesInRegions(archive)),
    ],
  });
  return { exit: cold.some(({ rows }) => rows.some((row) => row.prices !== null)) ? 0 : 1 };
};

function storesGiven(args: Args, archive: Archive, asOf: string): [StoreChoice, ...StoreChoice[]] {
  const hot = args.needed('hot', 'say which store the copy is in: --hot aws/s3-express-one-zone@us-east-1');
  const colds = args.list('cold');
  if (colds.includes(hot)) throw new Misunderstood(`--cold ${hot} is the hot store itself; name another`);
  const read = (flag: string, text: string) =>
    withinNow(`--${flag}`, () => storeNamed(text, archive, { holdsObjects: true }));
  const given: [StoreChoice, ...StoreChoice[]] = [
    read('hot', hot),
    ...colds.map((cold) => read('cold', cold)),
  ];
  for (const one of given) refuseRestores(one, archive, asOf);
  return given;
}

/** A store that must be asked to restore first answers no miss. */
function refuseRestores({ store, region }: StoreChoice, archive: Archive, asOf: string): void {
  const found = resolvePrices(archive, { store, region, asOf });
  if (!('edition' in found) || found.edition.restoreHours === undefined) return;
  throw new Unanswerable(
    describeFinding(
      { code: 'restore-first', store, hours: found.edition.restoreHours },
      namesInRegions(archive),
    ),
  );
}

/** `EUR=1.16` */
function rateGiven(text: string): [string, number] {
  const [, currency, rate] = /^([A-Z]{3})=(\d+(?:\.\d+)?)$/.exec(text.trim()) ?? [];
  if (currency === undefined || !(Number(rate) > 0))
    throw new Misunderstood(`--fx "${text}" is not understood; write it like EUR=1.16`);
  return [currency, Number(rate)];
}

function pricesOf(archive: Archive, question: CacheQuestion): CachePriceList {
  try {
    return cachePriceList(archive, question);
  } catch (error) {
    if (error instanceof UnpricedError)
      throw new Unanswerable(findingWords(error.findings, namesInRegions(archive)).join(' '));
    if (error instanceof CurrencyError)
      throw new Misunderstood(
        `the currencies of ${question.hot.store}, ${question.cold.store} and the answer differ; give the rate for dollars, such as --fx EUR=1.16`,
      );
    throw error;
  }
}

function distinct<T>(findings: readonly T[]): T[] {
  return [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
}

export function breakEvenBlocks(answer: BreakEvenAnswer, names: Names): Block[] {
  const { asOf, at, gaps, writes } = answer;
  const hot = names.store(refOf(answer.hot));
  const readers = at === null ? 'readers in its region' : `readers in ${names.place(at)}`;
  const tables = answer.cold.flatMap((cold): Block[] => {
    const rows = rowsOf(answer, cold);
    return [
      heading(`A copy in ${hot} of objects in ${names.store(refOf(cold))}, ${readers} (prices of ${asOf})`),
      { kind: 'table', table: gapFigure(rows) },
      ...textOf(gaps && `Re-reads: ${gaps}; write-${writes}. Money per million reads:`),
      ...tableOf(bestFigure(gaps === null ? [] : rows)),
    ];
  });
  return [...tables, ...listOf('Notes', notes(answer, names))];
}

function notes({ cold, hot, minimumHours, findings, gaps, writes }: BreakEvenAnswer, names: Names): string[] {
  const crossings = cold.flatMap(({ bypassFromBytes: from, ...store }) =>
    from === null
      ? []
      : `From ${formatBytes(from)} on, a hit in ${names.store(refOf(hot))} saves nothing against a read of ${names.store(refOf(store))}.`,
  );
  return [
    'Break-even gap: the longest wait for the next read at which a copy still pays.',
    'Copy: the cold store keeps every object. Move: the hot store holds it instead.',
    'Each pays from that many reads per object and month on.',
    'Reads take whole objects. Prices are those of the first tier that costs something.',
    'Allowances, rounding and fixed fees are not included.',
    ...(gaps === null
      ? []
      : [
          `The TTL restarts with each read${writes === 'through' ? ' and write' : ''}.`,
          "Its cost is that of holding, hits, misses and fills, without the cold store's own rent.",
        ]),
    ...(minimumHours > 0
      ? [
          `${names.store(refOf(hot))} bills each copy for at least ${duration(minimumHours)}, so no TTL is shorter.`,
        ]
      : []),
    ...crossings,
    ...findingWords(findings, names),
  ];
}
