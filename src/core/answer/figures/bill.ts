/** A bill line by line, exact to the cent: of a usage, a placement or a move. */
import type { BillLine, BillSet } from '../../pricing/bills/bill-types.ts';
import type { MigrationAnswer } from '../../report/time-types.ts';
import { exactMoney } from '../../text/money.ts';
import { meterWords } from '../words/meters.ts';
import type { Names } from '../words/names.ts';
import { figureOf } from './figure.ts';
import type { Column } from './figure.ts';

/** A line with the store it is from, and its currency where that is not the total's. */
type StoreLine = BillLine & { store: string; currency?: string };

export interface Receipt {
  lines: readonly StoreLine[];
  total: number;
  currency: string;
  atLeast: boolean;
}

export function receiptOf({ bills, total, currency, atLeast }: BillSet): Receipt {
  const lines = bills.flatMap((bill) =>
    bill.lines.map((line) => ({ ...line, store: bill.store, currency: bill.currency })),
  );
  return { lines, total, currency, atLeast };
}

const columnsOf = (names: Names, currencyOf: (line: StoreLine) => string): Column<StoreLine>[] => [
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
  { title: 'amount', kind: 'cents', none: 'unknown', of: ({ amount }) => amount },
  { title: '', key: 'currency', of: currencyOf },
  { title: '', key: 'edition', of: ({ edition }) => edition },
  { title: '', key: 'source', of: ({ source }) => source },
  { title: 'note', beneath: '', of: ({ note }) => note ?? '' },
];

export function billFigure({ lines, total, currency, atLeast }: Receipt, names: Names) {
  const currencyOf = (line: StoreLine) => line.currency ?? currency;
  return figureOf(lines, columnsOf(names, currencyOf), {
    currency: currencyOf,
    total: { store: 'total', amount: exactMoney(total, currency, atLeast) },
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
