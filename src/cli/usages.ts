/** From what the user names to a bill. */
import type { BillSet } from '#core/pricing/bill-types.ts';
import { bill } from '#core/pricing/bill.ts';
import { parseBillRequest } from '#core/pricing/usage-file.ts';
import type { BillRequest } from '#core/pricing/usage-file.ts';
import { checkStore } from '#core/scenario/check-stores.ts';
import type { Deps } from './deps.ts';
import { within } from './failures.ts';
import { readInput } from './input/read-input.ts';

export interface NamedUsages extends BillRequest {
  name: string;
}

/** The usages of a file, which share their pools; a CSV holds one a row. */
export async function readUsages(source: string, deps: Deps): Promise<NamedUsages> {
  const items = await readInput(source, deps, { split: false });
  const requests = await Promise.all(
    items.map(({ name, value }) => within(name, () => ({ name, ...parseBillRequest(value) }))),
  );
  const [only, second] = requests;
  if (only && !second) return only;
  return { name: source, usages: requests.flatMap(({ usages }) => usages), options: {}, isList: true };
}

/** Throws `Misunderstood` for an unknown store or region. */
export async function billOf(
  { name, usages, options, isList }: NamedUsages,
  { catalog }: Deps,
): Promise<BillSet> {
  return within(name, () => {
    const { archive } = catalog;
    for (const [i, usage] of usages.entries()) checkStore(usage, archive, isList ? `[${i}].` : '');
    return bill(usages, archive, options);
  });
}
