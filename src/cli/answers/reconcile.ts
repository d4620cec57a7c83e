import { stringify } from 'yaml';
import { figureOf, type Column } from '#core/answer/figures/figure.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import type { Names } from '#core/answer/words/names.ts';
import { DIALECT_TITLES } from '#core/reconcile/invoice.ts';
import type { LedgerEntry, Aside } from '#core/reconcile/ledger.ts';
import { describeReason } from '#core/reconcile/reasons.ts';
import { reconcile as reconcileEntries } from '#core/reconcile/reconcile.ts';
import type { ReconciledLine, ReconciledTotal, Reconciliation } from '#core/reconcile/reconcile.ts';
import { scenarioOf, sendsToInternet } from '#core/reconcile/scenario.ts';
import { splitRef } from '#core/store-ref.ts';
import { exactMoney } from '#core/text/money.ts';
import { formatNumber } from '#core/text/numbers.ts';
import { parseBytes } from '#core/units.ts';
import type { Args } from '../args.ts';
import { ifNear } from '../choices.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { give } from '../formats.ts';
import { readInvoice } from '../input/invoice.ts';
import { placeGiven } from '../input/named.ts';
import { listOf, strong, tableOf, type Block } from '../render/table.ts';

/** Nothing leaves the machine. Exit 1 when no row is a use of object storage that was asked for. */
export const reconcile: Run = async (args, deps) => {
  const [file = ''] = args.operands;
  const wanted = wantedOf(args, deps);
  const { id, title, ledger } = await readInvoice(file, deps);
  const entries = ledger.entries.filter(wanted);
  if (entries.length === 0)
    throw new Unanswerable(`${file}: ${nothingFound(ledger.entries, title, ledger.rows)}`);
  const result = reconcileEntries(entries, deps.catalog.archive, args.day('as-of'));
  if (args.has('scenario')) return deps.print(scenarioText(result, args, file));
  const { asides } = ledger;
  const names = namesInRegions(deps.catalog.archive);
  give(args, deps, {
    json: {
      format: id,
      totals: result.totals,
      lines: result.lines.map((line) => ({ ...line, words: describeReason(line.reason) })),
      asides,
    },
    csv: reconciliationFigure(result, names),
    blocks: () => reconciliationBlocks(title, result, asides, names),
  });
};

/** Which entries are asked for: of the stores named (and what no store bills), in the month named. */
function wantedOf(args: Args, deps: Deps): (entry: LedgerEntry) => boolean {
  const stores = args.list('store').map((store) => {
    const { store: name, region } = splitRef(store);
    const { stores: all } = deps.catalog.archive;
    const known = [...all, ...new Set(all.map(transferOf))];
    if (!known.includes(name)) {
      throw new Misunderstood(`--store "${store}" is not a store here${ifNear(name, known)}`);
    }
    return { name, region };
  });
  const month = args.text('month');
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new Misunderstood(`--month "${month}" is not a month; write it like 2026-03`);
  return (entry) =>
    (month === undefined || entry.month === month) &&
    (stores.length === 0 ||
      stores.some(
        ({ name, region }) =>
          [name, transferOf(name)].includes(entry.store) && (region === undefined || entry.region === region),
      ));
}

/** Bytes that leave are billed for all classes of a provider at once. */
const transferOf = (store: string) => `${store.split('/')[0]}/transfer`;

function nothingFound(entries: readonly LedgerEntry[], title: string, rows: number): string {
  if (entries.length > 0) {
    const there = [
      ...new Set(entries.map(({ month, store, region }) => `${store || 'other'}@${region} in ${month}`)),
    ];
    return `has nothing of that; it has ${there.slice(0, 6).join(', ')}`;
  }
  return `was read as ${title} (of ${DIALECT_TITLES.join(', ')}), and none of its ${rows} rows is a use of object storage`;
}

function scenarioText({ usages }: Reconciliation, args: Args, file: string): string {
  const held = usages.filter(({ store }) => !store.endsWith('/transfer'));
  const [store, second] = held;
  if (!store) throw new Unanswerable(`${file}: has no storage to plan for`);
  if (second)
    throw new Misunderstood(
      `a scenario is of one store and month, and the file has ${held.map((one) => `${one.store}@${one.region} in ${one.asOf.slice(0, 7)}`).join(', ')}; name one with --store and --month`,
    );
  const size = args.needed(
    'size',
    'no invoice says how large objects are; say so with --size, such as --size 1MB',
  );
  const sizeBytes = args.read('size', parseBytes) ?? 0;
  if (!(sizeBytes > 0)) throw new Misunderstood(`--size "${size}": objects have at least one byte`);
  const transfer = usages.find((one) => one.store.endsWith('/transfer') && one.region === store.region);
  const readers = placeGiven(args, 'readers');
  const sending = [store, ...(transfer ? [transfer] : [])];
  if (readers === undefined && sendsToInternet(sending))
    throw new Misunderstood(
      'bytes left over the internet, and no invoice says to whom; say so with --readers, such as --readers internet/europe',
    );
  return stringify(scenarioOf(store, transfer, { sizeBytes, internetReaders: readers }), { lineWidth: 0 });
}

export function reconciliationFigure({ lines, totals }: Reconciliation, names: Names) {
  const sum = totals.length === 1 ? totals[0] : undefined;
  const money = (amount: number | null) =>
    amount === null ? 'unknown' : exactMoney(amount, sum?.currency ?? '');
  const columns: Column<ReconciledLine>[] = [
    { title: 'month', of: ({ month }) => month },
    {
      title: 'store',
      wrap: true,
      of: ({ store }) => store,
      words: ({ store, region }) =>
        store === '' ? region : names.store(region === '' ? store : `${store}@${region}`),
    },
    { title: '', key: 'region', of: ({ region }) => region },
    { title: 'meter', wrap: true, of: ({ meter }) => meter, words: ({ meter }) => meterWords(meter) },
    { title: 'quantity', kind: 'quantity', of: ({ quantity }) => quantity },
    { title: 'unit', of: ({ unit }) => unit },
    { title: 'invoice', kind: 'cents', none: 'unknown', of: ({ invoice }) => invoice },
    { title: 'at list', key: 'at_list', kind: 'cents', none: 'unknown', of: ({ ours }) => ours },
    { title: 'difference', kind: 'cents', none: 'unknown', of: ({ difference }) => difference },
    { title: '', key: 'currency', of: ({ currency }) => currency },
    { title: '', key: 'reason', of: ({ reason }) => reason.code },
    {
      title: 'likely reason',
      key: 'words',
      beneath: '',
      of: ({ reason }) => describeReason(reason),
    },
    { title: '', key: 'at_list_high', of: ({ high }) => high },
  ];
  const total = sum && {
    month: 'total',
    invoice: money(sum.invoice),
    'at list': atList(sum),
    difference: sum.high > sum.ours ? '' : money(sum.difference),
  };
  return figureOf(lines, columns, { currency: ({ currency }) => currency, ...(total && { total }) });
}

export function reconciliationBlocks(
  title: string,
  found: Reconciliation,
  asides: readonly Aside[],
  names: Names,
): Block[] {
  return [
    strong(headline(title, found.totals)),
    ...tableOf(reconciliationFigure(found, names)),
    ...listOf('Not compared', asides.slice(0, MOST_ASIDES).map(asideWords)),
  ];
}

const MOST_ASIDES = 12;

function asideWords({ what, rows, cost }: Aside): string {
  const sum = cost === null ? '' : `, ${exactMoney(cost)}`;
  return `${what}: ${formatNumber(rows, 0)} ${rows === 1 ? 'row' : 'rows'}${sum}`;
}

/** `$579.91`, or both ends: `$479.92 to $579.91`. */
function atList({ ours, high, currency }: ReconciledTotal): string {
  const [low, most] = [exactMoney(ours, currency), exactMoney(high, currency)];
  return low === most ? low : `${low} to ${most}`;
}

function headline(title: string, totals: Reconciliation['totals']): string {
  const words = totals.map((total) => {
    const { currency, invoice, difference, notPriced } = total;
    const money = (amount: number) => exactMoney(amount, currency);
    const list = `${atList(total)} at list`;
    const apart = difference === null ? '' : `, ${money(difference)} apart`;
    const compared =
      invoice === null
        ? `${list}; the file lacks costs to compare it with`
        : `${money(invoice)} invoiced, ${list}${apart}`;
    const { lines } = notPriced;
    if (lines === 0) return compared;
    const cost = notPriced.invoice === null ? 'unknown cost' : exactMoney(notPriced.invoice, currency);
    return `${compared}; not priced here: ${cost} in ${lines} ${lines === 1 ? 'line' : 'lines'}`;
  });
  return `${title}: ${words.join('; ')}`;
}
