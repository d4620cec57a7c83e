/** Bills as FOCUS rows, in CSV. */
import type { NamedPlan } from '#core/answer/figures/placements.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import type { Discounts } from '#core/pricing/sheets/discounts.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { FOCUS_COLUMNS, billedDays, focusRow, monthFrom } from '#core/report/focus.ts';
import type { FocusLine } from '#core/report/focus.ts';
import { parseShare } from '#core/units.ts';
import type { Deps } from '../deps.ts';
import { recommendedOf } from './notes.ts';
import { csvText } from './table.ts';

interface FocusFile {
  csv: string;
  /** Lines whose price is not known, and for which there is no row. */
  leftOut: number;
}

/** `usages` in the order of the bills. */
export function focusOfBill(set: BillSet, usages: readonly Usage[], discounts?: Discounts): FocusFile {
  const lines = set.bills.flatMap(({ lines: billed, store, currency }, i): FocusLine[] => {
    const usage = usages[i];
    return usage ? billed.map((line) => ({ line, store, currency, period: billedDays(usage) })) : [];
  });
  return fileOf(lines.map((line) => focusRow(line, discounts)));
}

/** The monthly bill of each plan that is recommended. */
export function focusOfPlans(plans: readonly NamedPlan[]): FocusFile {
  return fileOf(
    plans.flatMap(({ name, plan }) => {
      const chosen = recommendedOf(plan);
      const { asOf, discounts } = plan.scenario;
      const shares = discounts && asShares(discounts);
      return (chosen?.monthly.lines ?? []).map((line) =>
        focusRow(
          {
            line,
            store: line.store,
            currency: chosen?.monthly.currency ?? '',
            period: monthFrom(asOf),
            scenario: name,
          },
          shares,
        ),
      );
    }),
  );
}

function asShares(discounts: Readonly<Record<string, string | number>>): Discounts {
  return Object.fromEntries(
    Object.entries(discounts).map(([name, off]) => [name, typeof off === 'number' ? off : parseShare(off)]),
  );
}

function fileOf(rows: readonly ReturnType<typeof focusRow>[]): FocusFile {
  const known = rows.filter((row) => row !== null);
  return {
    csv: csvText({ columns: FOCUS_COLUMNS, rows: known }),
    leftOut: rows.length - known.length,
  };
}

export function printFocus({ csv, leftOut }: FocusFile, { print, say }: Pick<Deps, 'print' | 'say'>): void {
  print(csv);
  if (leftOut === 0) return;
  const lines = leftOut === 1 ? 'line has' : 'lines have';
  say(`${leftOut} ${lines} no known price and no FOCUS row, so the rows sum to at least the total`);
}
