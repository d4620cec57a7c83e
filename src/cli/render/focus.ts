/** Bills as FOCUS rows, in CSV. */
import { withChange } from '#core/answer/figures/bill.ts';
import type { NamedPlan } from '#core/answer/figures/placements.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import type { Discounts } from '#core/pricing/sheets/discounts.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { FOCUS_COLUMNS, billedDays, focusRow, monthFrom, type FocusLine } from '#core/report/focus.ts';
import { DiscountsFile } from '#core/pricing/bills/discounts-file.ts';
import { recommendedOf } from './notes.ts';
import { csvText } from './table.ts';

/** `usages` in the order of the bills. */
export function focusOfBill(set: BillSet, usages: readonly Usage[], discounts?: Discounts): string {
  const lines = set.bills.flatMap((one, i): FocusLine[] => {
    const usage = usages[i];
    const { store, currency } = one;
    return usage ? withChange(one).map((line) => ({ line, store, currency, period: billedDays(usage) })) : [];
  });
  return fileOf(lines.map((line) => focusRow(line, discounts)));
}

/** The monthly bill of each plan that is recommended. */
export function focusOfPlans(plans: readonly NamedPlan[]): string {
  return fileOf(
    plans.flatMap(({ name, plan }) => {
      const chosen = recommendedOf(plan);
      const { asOf, discounts } = plan.scenario;
      const terms = discounts && DiscountsFile.parse(discounts);
      if (!chosen) return [];
      const { monthly } = chosen;
      return withChange({ ...monthly, high: monthly.range[1] }).map((line) =>
        focusRow(
          {
            line,
            store: line.store,
            currency: monthly.currency,
            period: monthFrom(asOf),
            scenario: name,
          },
          terms,
        ),
      );
    }),
  );
}

const fileOf = (rows: readonly ReturnType<typeof focusRow>[]) => csvText({ columns: FOCUS_COLUMNS, rows });
