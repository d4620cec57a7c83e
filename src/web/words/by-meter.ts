/** Lines of a bill by meter. */
import type { BillLine } from '#core/pricing/bills/bill-types.ts';
import { amountOf } from './meters.ts';

/** Lines of one store, region and meter together: its tiers, as billed. */
export function byMeter<Line extends BillLine & { store: string }>(lines: readonly Line[]) {
  const groups = Map.groupBy(lines, ({ store, region, meter }) => `${store} ${region} ${meter}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const amount = amountOf(own);
    return [{ store: first.store, meter: first.meter, amount, lines: own }];
  });
}
