/** From what the user names to a bill. */
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import { withAssumptions } from '#core/pricing/bills/assumptions.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import type { BillRequest } from '#core/pricing/bills/usage-file.ts';
import { checkAccount } from '#core/scenario/check-account.ts';
import { checkOperations } from '#core/scenario/check-operations.ts';
import { checkDiscounts } from '#core/scenario/check-discounts.ts';
import { checkStore } from '#core/scenario/check-stores.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import type { Deps } from './deps.ts';
import { Misunderstood, within } from './failures.ts';
import { isScenario, readInput } from './input/read-input.ts';

interface NamedUsages extends BillRequest {
  name: string;
}

/** The usages of a file, which share their pools; a CSV holds one a row. */
export async function readUsages(source: string, deps: Deps): Promise<NamedUsages> {
  if (looksLikePermalink(source))
    throw new Misunderstood('a link holds a scenario, not a usage; see what it costs with "stowage plan"');
  const items = await readInput(source, deps, { split: false });
  const requests = await Promise.all(
    items.map(({ name, value }) =>
      within(name, () => {
        if (isScenario(value))
          throw new Misunderstood('is a scenario, not a usage; see what it costs with "stowage plan"');
        return { name, ...parseBillRequest(value) };
      }),
    ),
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
    for (const [i, { requests }] of usages.entries())
      checkOperations(
        requests.map(({ operation }) => operation),
        `${isList ? `[${i}].` : ''}requests`,
        archive,
      );
    const providers = usages.map(({ store }) => store.split('/')[0] ?? '');
    checkAccount(options.account ?? {}, archive, providers);
    checkDiscounts(options.discounts ?? {}, archive);
    return withAssumptions(bill(usages, archive, options), usages, archive, options);
  });
}
