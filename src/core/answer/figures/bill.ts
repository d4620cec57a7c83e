/** A bill line by line, exact to the cent: of a usage, a placement or a move. */
import type { Bill, BillLine, BillSet } from '../../pricing/bills/bill-types.ts';
import type { MigrationAnswer } from '../../report/time-types.ts';
import { exactMoney } from '../../text/money.ts';
import { meterWords } from '../words/meters.ts';
import type { Names } from '../words/names.ts';
import { figureOf, type Column } from './figure.ts';

/** A line with the store it is from, and its currency where that is not the total's. */
type StoreLine = BillLine & { store: string; currency?: string };

export interface Receipt {
  lines: readonly StoreLine[];
  total: number;
  currency: string;
  atLeast: boolean;
  /** Null: nothing bounds it. */
  range: [low: number, high: number | null];
}

export function receiptOf({ bills, total, high, currency, atLeast }: BillSet): Receipt {
  const lines = bills.flatMap((bill) =>
    withChange(bill).map((line) => ({ ...line, store: bill.store, currency: bill.currency })),
  );
  return { lines, total, currency, atLeast, range: [total, high] };
}

/** The lines, and what they can cost more than they say where prices changed on a day that is not recorded. */
export function withChange<L extends BillLine>({ lines, high, reasons }: BilledLines<L>): L[] {
  const change = reasons.find(({ code }) => code === 'price-changed-between');
  const [first] = lines;
  if (!change || !first || high === null) return [...lines];
  const more = high - lines.reduce((sum, line) => sum + (highOf(line) ?? 0), 0);
  const month = { quantity: 1, unit: 'month', unitPrice: null, amount: null } as const;
  const note = `with the other price list (before or from ${change.edition})`;
  const { printed: _, ...one } = first;
  return [...lines, { ...one, meter: 'price-change', ...month, range: [0, more], note } as L];
}

type BilledLines<L> = Pick<Bill, 'high'> & {
  lines: readonly L[];
  reasons: readonly { code: string; edition?: string }[];
};

/** Null: nothing bounds it. */
const highOf = ({ amount, range }: BillLine) => amount ?? range?.[1] ?? null;

type CurrencyOf = (line: StoreLine) => string;

/** `hasHigh`: what is not known has two ends, the low one in place of the amount. */
const columnsOf = (names: Names, currencyOf: CurrencyOf, hasHigh = false): Column<StoreLine>[] => [
  {
    title: 'store',
    wrap: true,
    of: ({ store }) => store.split('@')[0] ?? '',
    words: ({ store, region }) => names.store(store.includes('@') ? store : `${store}@${region}`),
  },
  { title: '', key: 'region', of: ({ region }) => region },
  { title: 'meter', wrap: true, of: ({ meter }) => meter, words: ({ meter }) => meterWords(meter) },
  { title: 'quantity', kind: 'quantity', of: ({ quantity }) => quantity },
  { title: 'unit', of: ({ unit }) => unit },
  {
    title: 'unit price',
    key: 'unit_price',
    kind: 'price',
    none: 'unknown',
    of: ({ unitPrice }) => unitPrice,
  },
  {
    title: 'amount',
    kind: 'cents',
    of: ({ amount, range }) => amount ?? range?.[0],
    words: (line) => {
      const low = line.amount ?? (hasHigh ? line.range?.[0] : undefined);
      return low === undefined ? 'unknown' : exactMoney(low, currencyOf(line));
    },
  },
  ...(hasHigh
    ? [{ title: 'high', key: null, kind: 'cents', of: (line: StoreLine) => highOf(line) ?? 0 } as const]
    : []),
  { title: '', key: 'currency', of: currencyOf },
  { title: '', key: 'edition', of: ({ edition }) => edition },
  { title: '', key: 'source', of: ({ source }) => source },
  { title: 'note', beneath: '', of: ({ note }) => note ?? '' },
  { title: '', key: 'high', of: highOf },
];

/**
 * With a column for the high end where that differs. In the CSV, of a price that is not known, `amount` is the least that it can cost
 * and `high` the most, empty where nothing bounds it.
 */
export function billFigure({ lines, total, currency, atLeast, range: [, high] }: Receipt, names: Names) {
  const currencyOf = (line: StoreLine) => line.currency ?? currency;
  const hasHigh = atLeast && high !== null;
  return figureOf(lines, columnsOf(names, currencyOf, hasHigh), {
    currency: currencyOf,
    total: {
      store: 'total',
      amount: exactMoney(total, currency, atLeast && !hasHigh),
      ...(hasHigh && { high: exactMoney(high, currency) }),
    },
  });
}

/** What a move adds to the bills. */
export function oneOffFigure({ oneOff }: MigrationAnswer, currency: string, names: Names) {
  const steps = new Map(oneOff.lines.map((line) => [line as StoreLine, line.step.replace('-', ' ')]));
  return figureOf(
    [...steps.keys()],
    [{ title: 'step', of: (line) => steps.get(line) ?? '' }, ...columnsOf(names, () => currency)],
    { currency, total: { step: 'total', amount: exactMoney(oneOff.total, currency, oneOff.atLeast) } },
  );
}
