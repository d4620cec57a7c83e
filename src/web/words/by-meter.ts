/** Lines of a bill by meter. */
import type { BillLine } from '#core/pricing/bills/bill-types.ts';
import { amountOf } from './meters.ts';

interface MeterTotal<Line> {
  store: string;
  meter: string;
  amount: number;
  /** Tiers, as billed. */
  lines: Line[];
}

/** Lines of one store, region and meter together: its tiers. */
export function byMeter<Line extends BillLine & { store: string }>(
  lines: readonly Line[],
): MeterTotal<Line>[] {
  const groups = Map.groupBy(lines, ({ store, region, meter }) => `${store} ${region} ${meter}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const amount = amountOf(own);
    return [{ store: first.store, meter: first.meter, amount, lines: own }];
  });
}
