/** An invoice beside our bill of the same use: by month, store and meter, with the likely reason of each difference. */
import { describeFinding } from '../findings/index.ts';
import { EVERYWHERE } from '../places.ts';
import type { Archive } from '../pricing/archive.ts';
import { bill } from '../pricing/bills/bill.ts';
import type { PriceSheet } from '../pricing/sheets/sheet.ts';
import { sheetOf } from '../pricing/sheets/sheet-of.ts';
import type { Usage } from '../pricing/bills/usage.ts';
import type { LedgerEntry } from './ledger.ts';
import { reasonOf } from './reasons.ts';
import type { Reason } from './reasons.ts';
import { rebuild } from './rebuild.ts';

export interface ReconciledLine {
  month: string;
  /** Empty where no store of ours bills it. */
  store: string;
  region: string;
  meter: string;
  quantity: number;
  unit: string;
  invoice: number | null;
  ours: number | null;
  /** The most that it costs at list, where a price changed on a day that nobody recorded. */
  high: number | null;
  /** Invoice less ours. */
  difference: number | null;
  currency: string;
  reason: Reason;
}

export interface Reconciliation {
  lines: ReconciledLine[];
  /** The rebuilt use of each store and month, as it was billed here. */
  usages: Usage[];
  totals: ReconciledTotal[];
}

/**
 * What is priced here beside what is invoiced for it, and what is not priced here. A sum is null where a line of it has no cost,
 * the difference also where the list price has two ends.
 */
export interface ReconciledTotal {
  currency: string;
  invoice: number | null;
  ours: number;
  high: number;
  difference: number | null;
  notPriced: { lines: number; invoice: number | null };
}

interface Group {
  month: string;
  store: string;
  region: string;
  entries: LedgerEntry[];
}

/** `asOf`: the price date of every month; default the first day of each. */
export function reconcile(entries: readonly LedgerEntry[], prices: Archive, asOf?: string): Reconciliation {
  const archive = withoutAsks(prices);
  // A provider's month is billed together, as an account's pools are.
  const accounts = new Map<string, Group[]>();
  for (const group of groupsOf(entries)) {
    const account = `${group.month} ${group.store.split('/')[0]}`;
    accounts.set(account, [...(accounts.get(account) ?? []), group]);
  }
  const lines: ReconciledLine[] = [];
  const usages: Usage[] = [];
  for (const groups of accounts.values()) {
    const priced = groups.flatMap((group) => {
      const { month } = group;
      const at = asOf ?? `${month}-01`;
      const sheet = sheetFor(group, archive, at);
      if (typeof sheet !== 'string')
        return [{ group, sheet, rebuilt: rebuild(group.entries, sheet, month, at) }];
      const reason: Reason = sheet === '' ? { code: 'no-meter' } : { code: 'no-price', why: sheet };
      lines.push(...group.entries.map((entry) => lineOf(entry, '', null, reason)));
      return [];
    });
    const set = bill(
      priced.map(({ rebuilt }) => rebuilt.usage),
      archive,
    );
    priced.forEach(({ group, sheet, rebuilt }, i) => {
      usages.push(rebuilt.usage);
      const one = set.bills[i];
      if (one) lines.push(...compare(group, sheet, one, rebuilt.left));
    });
  }
  return { lines, usages, totals: totalsOf(lines) };
}

function groupsOf(entries: readonly LedgerEntry[]): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const { month, store, region } = entry;
    const key = [month, store, region].join('\n');
    const group = groups.get(key) ?? { month, store, region, entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What a restore asks of an online class is on the invoice of that class. */
function withoutAsks(archive: Archive): Archive {
  return {
    ...archive,
    editions: (store) =>
      archive.editions(store).map((edition) => {
        const { online } = edition.rules;
        return online && online.asks.length > 0
          ? { ...edition, rules: { ...edition.rules, online: { ...online, asks: [] } } }
          : edition;
      }),
  };
}

/** The prices, or why there are none; empty for what no store bills. */
function sheetFor({ store, region }: Group, archive: Archive, asOf: string): PriceSheet | string {
  if (store === '') return '';
  const sheet = sheetOf(archive, { store, ...(region === '' ? {} : { region }), asOf }, {});
  if ('meters' in sheet) return sheet;
  // An add-on has one price for every region, and names none.
  const anywhere = sheetOf(archive, { store, asOf }, {});
  return 'meters' in anywhere && anywhere.region === EVERYWHERE
    ? anywhere
    : describeFinding(sheet.findings[0]);
}

type Billed = ReturnType<typeof bill>['bills'][number];

function compare(group: Group, sheet: PriceSheet, one: Billed, left: readonly string[]): ReconciledLine[] {
  const billed = one.lines;
  // Our own files say in a row what a change of price can add; so does our bill.
  const meters = [...new Set(group.entries.map(({ meter }) => meter))].filter((name) => name !== CHANGE);
  const found = meters.map((meter) => {
    const [first, ...rest] = group.entries.filter((entry) => entry.meter === meter);
    if (!first) throw new RangeError(`no entry of ${meter}`);
    const entry = rest.reduce(merged, first);
    const lines = billed.filter((line) => line.meter === meter);
    const unit = lines[0]?.unit ?? '';
    if (left.includes(meter)) return lineOf(entry, unit, null, { code: 'no-meter' });
    if (lines.some((line) => line.amount === null))
      return lineOf(entry, unit, null, { code: 'no-price', why: `${sheet.edition} has none` });
    const ours = lines.reduce((sum, line) => sum + (line.amount ?? 0), 0);
    if (entry.cost === null) return lineOf(entry, unit, ours, { code: 'no-cost' });
    const freeUnits = lines
      .filter((line) => line.unitPrice === 0)
      .reduce((sum, line) => sum + line.quantity, 0);
    const tiers = sheet.meters.find((one) => one.name === meter)?.schedule.prices ?? [];
    return lineOf(
      entry,
      unit,
      ours,
      reasonOf({ quantity: entry.quantity, invoice: entry.cost, ours, freeUnits, tiers }),
    );
  });
  const unbilled = billed.filter(({ meter, amount }) => !meters.includes(meter) && (amount ?? 0) > 0);
  const { currency } = group.entries[0] ?? sheet;
  const fees = unbilled.map((line): ReconciledLine => {
    const entry = { ...group, meter: line.meter, to: '', quantity: line.quantity, cost: 0, currency };
    return lineOf(entry, line.unit, line.amount, { code: 'not-invoiced' });
  });
  return [...found, ...fees, ...changeOf(group, one)];
}

const CHANGE = 'price-change';

/** What the month can cost more at list, as a bill says it in a line of its own. */
function changeOf(group: Group, { reasons, lines, high, total }: Billed): ReconciledLine[] {
  const change = reasons.find(({ code }) => code === 'price-changed-between');
  if (!change || high === null || lines.some(({ amount }) => amount === null)) return [];
  const { currency = '' } = group.entries[0] ?? {};
  const entry = { ...group, meter: CHANGE, to: '', quantity: 1, cost: 0, currency };
  const line = lineOf(entry, 'month', 0, { code: 'price-change', edition: change.edition });
  return [{ ...line, high: high - total }];
}

function merged(sum: LedgerEntry, entry: LedgerEntry): LedgerEntry {
  const cost = entry.cost === null ? sum.cost : (sum.cost ?? 0) + entry.cost;
  return { ...sum, quantity: sum.quantity + entry.quantity, cost };
}

function lineOf(entry: LedgerEntry, unit: string, ours: number | null, reason: Reason): ReconciledLine {
  const { month, store, region, meter, quantity, cost, currency } = entry;
  const difference = cost === null || ours === null ? null : cost - ours;
  const money = { invoice: cost, ours, high: ours, difference, currency };
  return { month, store, region, meter, quantity, unit, ...money, reason };
}

function totalsOf(lines: readonly ReconciledLine[]): ReconciledTotal[] {
  const invoiced = (of: readonly ReconciledLine[]) =>
    of.reduce<number | null>(
      (sum, { invoice }) => (sum === null || invoice === null ? null : sum + invoice),
      0,
    );
  return [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    const priced = own.filter((line) => line.ours !== null);
    const others = own.filter((line) => line.ours === null);
    const ours = priced.reduce((sum, line) => sum + (line.ours ?? 0), 0);
    const invoice = invoiced(priced);
    const high = priced.reduce((sum, line) => sum + (line.high ?? 0), 0);
    return {
      currency,
      invoice,
      ours,
      high,
      // What a low end differs by is no figure.
      difference: invoice === null || high > ours ? null : invoice - ours,
      notPriced: { lines: others.length, invoice: invoiced(others) },
    };
  });
}
