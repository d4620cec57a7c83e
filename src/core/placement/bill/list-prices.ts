/** What parts of a usage cost at list: every unit at the dearest known price of its meter, whatever else is used. */
import { itemAt, numberAt } from '../../at.ts';
import { memoWith } from '../../memo.ts';
import { exchange } from '../../pricing/currency.ts';
import { knownSheet, readerOf } from '../../pricing/sheets/sheet-of.ts';
import type { PlanContext } from '../context/types.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { heldStores } from './parts.ts';

/** `store`: a place among the holders. */
export type ListPrice = (store: number, part: UsagePart) => number;

/** Remembered with the context. */
export const listPrices = memoWith((context: PlanContext): ListPrice => {
  const { archive, billing, workload } = context;
  const { asOf, knownOn, fx } = context.scenario;
  const period = workload.months[0]?.month.period ?? 'edition-month';
  const sheets = heldStores(context).map(({ store, region }) =>
    knownSheet(archive, { store, region, asOf, knownOn }, billing),
  );
  const { rates } = exchange(
    sheets.map(({ currency }) => currency),
    fx,
    billing.into,
  );
  const prices = sheets.map(({ meters, currency }) =>
    meters.map(
      ({ schedule }) => (rates.get(currency) ?? 1) * Math.max(0, ...schedule.prices.map((one) => one ?? 0)),
    ),
  );
  return (s, part) => {
    const sheet = itemAt(sheets, s);
    const { store, region } = sheet;
    const quantities = readerOf(sheet)({ ...part, store, region, asOf, period });
    return (prices[s] ?? []).reduce((sum, price, meter) => sum + price * numberAt(quantities, meter), 0);
  };
});
