/** An inventory alone, as the beginning of a scenario: what is stored is known, what is read is asked for. */
import { formatBytes, formatCount } from '../units.ts';
import { inventoryNotes, listedTotals } from '../workload/inventory.ts';
import type { Inventory } from '../workload/inventory.ts';
import { sizeClassesOf } from '../workload/size-classes.ts';
import type { Found } from './found.ts';

const RECENT_DAYS = 30;

/** `name`: of the file, for the scenario's. */
export function foundIn(inventory: Inventory, name: string): Found {
  const { objects, bytes, stored } = listedTotals(inventory);
  const recent = inventory.ages
    .filter(({ upToDays }) => upToDays !== null && upToDays <= RECENT_DAYS)
    .reduce((sum, one) => sum + one.objects, 0);
  const arrivals = `${Number((recent / RECENT_DAYS).toPrecision(3))}/day`;
  return {
    words: `An inventory (${inventory.format}) of ${inventory.at.slice(0, 10)}: ${formatCount(objects)} objects, ${formatBytes(bytes)}.`,
    asks: ['reads', 'from'],
    scenarioWith({ reads = '', from = '' }) {
      return {
        scenario: {
          stowage: 1,
          name: `From ${name}`.slice(0, 200),
          workload: {
            objects: {
              size: sizeClassesOf(inventory.sizes.map((one) => ({ count: one.objects, bytes: one.bytes }))),
              standing: formatBytes(stored, 6),
              ...(recent > 0 ? { arrivals } : {}),
            },
            reads: { rate: reads.includes('/') ? reads : `${reads}/month` },
            readers: [{ at: from, share: 1 }],
            writer: from,
          },
        },
        notes: [
          ...inventoryNotes(inventory),
          recent > 0
            ? `New objects: ${arrivals}, those of the last ${RECENT_DAYS} days that are still stored.`
            : `New objects: none were written in the last ${RECENT_DAYS} days.`,
          'Which objects are read, and at what age: no inventory says it. Give a log with it.',
        ],
      };
    },
  };
}
