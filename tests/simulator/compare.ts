/** Every quantity of two sets of usages, side by side. */
import { destinationKey } from '#core/pricing/bills/usage.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';

export interface Difference {
  quantity: string;
  product: number;
  simulated: number;
  /** Of the larger one. */
  relative: number;
}

/** Hours an object must stay in a store before its exit costs nothing; exits later than that are no usage. */
export type MinimumHours = (usage: Usage) => number;

/** Quantities by name, zero where one side has none. Months are summed, so that a quantity is the horizon's. */
export function quantitiesOf(
  months: readonly (readonly Usage[])[],
  minimumHours: MinimumHours,
): Map<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, value: number) => {
    if (value !== 0) found.set(name, (found.get(name) ?? 0) + value);
  };
  for (const usage of months.flat()) {
    const at = `${usage.store}@${usage.region ?? ''}`;
    add(`${at} byte-hours`, usage.byteHours);
    add(`${at} transitions in`, usage.transitionsIn);
    for (const one of usage.held) add(`${at} object-hours of ${one.sizeBytes} B`, one.objectHours);
    for (const one of usage.requests) add(`${at} ${one.operation} of ${one.bytesEach ?? '?'} B`, one.count);
    for (const one of usage.egress) add(`${at} egress to ${destinationKey(one.to)}`, one.bytes);
    for (const { bytes, ageHours = 0 } of usage.softDeleted ?? [])
      add(`${at} deleted at ${ageHours.toPrecision(9)} h and kept`, bytes);
    for (const one of usage.deletedEarly) {
      if (one.ageHours < minimumHours(usage))
        add(`${at} left after ${one.ageHours.toPrecision(9)} h, ${one.sizeBytes ?? '?'} B each`, one.bytes);
    }
  }
  return found;
}

export function differences(
  product: ReadonlyMap<string, number>,
  simulated: ReadonlyMap<string, number>,
): Difference[] {
  return [...new Set([...product.keys(), ...simulated.keys()])].map((quantity) => {
    const [ours, theirs] = [product.get(quantity) ?? 0, simulated.get(quantity) ?? 0];
    return {
      quantity,
      product: ours,
      simulated: theirs,
      relative: Math.abs(ours - theirs) / Math.max(Math.abs(ours), Math.abs(theirs)),
    };
  });
}
