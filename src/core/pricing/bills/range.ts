/**
 * What the same use costs at least and at most, for bills and for plans. A price that nobody knows lies between the cheapest and the
 * dearest that its provider asks for the meter elsewhere; where a price changed on a day that nobody recorded, the whole is billed with
 * either edition, and the smaller and the larger total count.
 */
import { addAt, itemAt, numberAt } from '../../at.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import { vectorRoom } from '../../vector-room.ts';
import type { Archive } from '../archive.ts';
import { exchange } from '../currency.ts';
import { archiveEnds, withChanged } from '../ends.ts';
import { providerOf } from '../sheets/resolve.ts';
import type { NoPrices } from '../sheets/resolve.ts';
import { widthOf } from '../sheets/sheet-layout.ts';
import type { PriceSheet } from '../sheets/sheet.ts';
import { readerOf, sheetOf } from '../sheets/sheet-of.ts';
import type { BillOptions } from './bill-types.ts';
import { fees } from './fees.ts';
import { periodHours } from './period.ts';
import { settle } from './settle.ts';
import type { Part } from './settle.ts';
import type { Usage } from './usage.ts';

/** The usages billed at one state of the archive. */
export interface Settled {
  sheets: readonly (PriceSheet | NoPrices)[];
  /** What can be priced, and of each usage its part, if it has one. */
  parts: readonly Part[];
  partOf: readonly (number | undefined)[];
  /** Of each part, in its own currency. */
  totals: Float64Array;
  /** 1 where a part may cost more than its total. */
  isOpen: Uint8Array;
  /** Sum of the totals, in `currency`. */
  total: number;
  currency: string;
  rates: ReadonlyMap<string, number>;
}

export interface Range {
  /** As the archive knows it, with the editions that make the smaller total. */
  known: Settled;
  low: Settled;
  high: Settled;
}

/** Of parts that are billed together; `rates`: from each currency into that of the total. */
export function totalOf(
  parts: readonly Part[],
  rates: ReadonlyMap<string, number>,
): Pick<Settled, 'total' | 'totals' | 'isOpen'> {
  const charges = settle(parts);
  const totals = new Float64Array(parts.length);
  const isOpen = Uint8Array.from(parts, ({ sheet, quantities }) =>
    numberAt(quantities, sheet.slots.sizeUnstated) > 0 ? 1 : 0,
  );
  for (const { part, amount } of [...charges, ...fees(parts, charges)]) {
    if (amount === null) isOpen[part] = 1;
    else addAt(totals, part, amount);
  }
  const total = parts.reduce(
    (sum, { sheet }, p) => sum + numberAt(totals, p) * (rates.get(sheet.currency) ?? 1),
    0,
  );
  return { total, totals, isOpen };
}

/** Throws `CurrencyError` when currencies mix and `fx` lacks a rate. */
export function rangeOf(usages: readonly Usage[], archive: Archive, options: BillOptions): Range {
  const first = settled(usages, archive, options);
  const tables = new Set(first.parts.flatMap(({ sheet }) => sheet.changes.map(({ table }) => table)));
  if (tables.size === 0) {
    if (!first.isOpen.includes(1)) return { known: first, low: first, high: first };
    const ends = archiveEnds(archive);
    const [low, high] = [settled(usages, ends.low, options), settled(usages, ends.high, options)];
    return { known: first, low, high };
  }
  const { least, most } = endsOfChanges(usages, archive, options, [...tables]);
  return {
    known: settled(usages, withChanged(archive, least), options),
    low: settled(usages, archiveEnds(withChanged(archive, least)).low, options),
    high: settled(usages, archiveEnds(withChanged(archive, most)).high, options),
  };
}

/** Of parts and of usages without a price at all. */
export function highOf({ total, isOpen, parts }: Settled, usages: readonly Usage[]): number | null {
  return isOpen.includes(1) || parts.length < usages.length ? null : total;
}

/** Bills of so many changed tables of one provider are made in every combination; of more, each is taken for itself. */
const MOST_TOGETHER = 5;

/** The tables whose later edition makes the smallest, and the largest, total. Providers share no pools, so each is asked alone. */
function endsOfChanges(
  usages: readonly Usage[],
  archive: Archive,
  options: BillOptions,
  tables: readonly string[],
): { least: Set<string>; most: Set<string> } {
  const least = new Set<string>();
  const most = new Set<string>();
  for (const provider of new Set(tables.map(providerOf))) {
    const own = usages.filter(({ store }) => providerOf(store) === provider);
    const changed = tables.filter((table) => providerOf(table) === provider);
    const steps = changed.length > MOST_TOGETHER ? changed.map((one) => [one]) : [changed];
    for (const together of steps) {
      const choices = subsets(together);
      const totals = choices.map((choice) => {
        const { low, high } = archiveEnds(withChanged(archive, new Set(choice)));
        const dearest = settled(own, high, options);
        return {
          choice,
          low: settled(own, low, options).total,
          high: dearest.isOpen.includes(1) ? Infinity : dearest.total,
        };
      });
      const first = itemAt(totals, 0);
      for (const table of totals.reduce((a, b) => (b.low < a.low ? b : a), first).choice) least.add(table);
      for (const table of totals.reduce((a, b) => (b.high > a.high ? b : a), first).choice) most.add(table);
    }
  }
  return { least, most };
}

function subsets(items: readonly string[]): string[][] {
  return items.reduce<string[][]>((all, item) => [...all, ...all.map((one) => [...one, item])], [[]]);
}

/** Of the bills of a plan, whose vectors are small and many. */
const room = vectorRoom();

function settled(usages: readonly Usage[], archive: Archive, options: BillOptions): Settled {
  const sheets = usages.map((usage) =>
    sheetOf(
      archive,
      usage,
      usage.beside ? { ...options, beside: usage.beside.map(({ ref }) => ref).toSorted() } : options,
    ),
  );
  const parts: Part[] = [];
  const partOf: number[] = [];
  for (const [u, usage] of usages.entries()) {
    const sheet = sheets[u];
    if (!sheet || !('meters' in sheet)) continue;
    partOf[u] = parts.length;
    parts.push({
      sheet,
      quantities: readerOf(sheet)(usage, room(widthOf(sheet))),
      days: periodHours(sheet.month, usage.period, usage.asOf) / HOURS_PER_DAY,
    });
  }
  const { currency, rates } = exchange(
    parts.map(({ sheet }) => sheet.currency),
    options.fx,
    options.into,
  );
  return { sheets, parts, partOf, currency, rates, ...totalOf(parts, rates) };
}
