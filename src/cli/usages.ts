/** From what the user names to a bill. */
import type { BillSet } from '#core/pricing/bill-types.ts';
import { bill } from '#core/pricing/bill.ts';
import type { Usage } from '#core/pricing/usage.ts';
import { parseUsageFile } from '#core/pricing/usage-file.ts';
import { checkStore } from '#core/scenario/check-stores.ts';
import type { Deps } from './deps.ts';
import { within } from './failures.ts';
import { readInput } from './input/read-input.ts';

export interface NamedUsages {
  name: string;
  usages: Usage[];
}

/** A CSV holds one usage a row; all usages of a file share their pools. */
export async function readUsages(source: string, deps: Deps): Promise<NamedUsages> {
  const items = await readInput(source, deps, { split: false });
  const usages = await Promise.all(items.map(({ name, value }) => within(name, () => parseUsageFile(value))));
  return { name: source === '-' ? 'standard input' : source, usages: usages.flat() };
}

/** Throws `Misunderstood` for an unknown store or region. */
export async function billOf({ name, usages }: NamedUsages, { catalog }: Deps): Promise<BillSet> {
  return within(name, () => {
    const { archive } = catalog;
    for (const [i, usage] of usages.entries()) checkStore(usage, archive, usages.length > 1 ? `[${i}].` : '');
    return bill(usages, archive);
  });
}
