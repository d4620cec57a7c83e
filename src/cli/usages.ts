/** From what the user names to a bill. */
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import { withAssumptions } from '#core/pricing/bills/assumptions.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import { parseBillRequest, type BillRequest } from '#core/pricing/bills/usage-file.ts';
import { withSelfHosted } from '#core/pricing/self-hosted/archive.ts';
import type { SelfHosted } from '#core/pricing/self-hosted/file.ts';
import { accountIssues, discountIssues, operationIssues } from '#core/scenario/check-names.ts';
import { splitRef } from '#core/store-ref.ts';
import { checkStore } from '#core/scenario/check-stores.ts';
import { refuse } from '#core/scenario/scenario-error.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import type { Args } from './args.ts';
import type { Deps } from './deps.ts';
import { Misunderstood, within } from './failures.ts';
import { isScenario, readInput } from './input/read-input.ts';
import { pricingConfigs, withConfigs, type Setting } from './input/settings.ts';

interface NamedUsages extends BillRequest {
  name: string;
  /** What config files say that the usage does not. */
  settings: readonly Setting[];
}

/** The usages of a file, which share their pools; a CSV holds one a row. Without `args` the repository's config file alone is read. */
export async function readUsages(source: string, deps: Deps, args?: Args): Promise<NamedUsages> {
  if (looksLikePermalink(source))
    throw new Misunderstood('a link holds a scenario, not a usage; see what it costs with "stowage plan"');
  const items = await readInput(source, deps, { split: false });
  const configs = pricingConfigs(deps, args);
  const requests = await Promise.all(
    items.map(({ name, value }) =>
      within(name, () => {
        if (isScenario(value))
          throw new Misunderstood('is a scenario, not a usage; see what it costs with "stowage plan"');
        const own = Array.isArray(value) ? { usages: value as unknown[] } : value;
        const { value: whole, settings } = withConfigs(own, configs);
        return { name, settings, ...parseBillRequest(whole) };
      }),
    ),
  );
  const [only, second] = requests;
  if (only && !second) return only;
  const [{ options, settings } = { options: {}, settings: [] }] = requests;
  const usages = requests.flatMap((one) => one.usages);
  const selfHosted = Object.assign({}, ...requests.map((one) => one.selfHosted)) as SelfHosted;
  return {
    name: source,
    usages,
    options: settings.length > 0 ? options : {},
    selfHosted,
    settings,
    isList: true,
  };
}

/** Throws `Misunderstood` for an unknown store or region. */
export async function billOf(
  { name, usages, options, selfHosted, isList }: NamedUsages,
  { catalog }: Deps,
): Promise<BillSet> {
  return within(name, () => {
    const archive = withSelfHosted(catalog.archive, selfHosted);
    for (const [i, usage] of usages.entries()) checkStore(usage, archive, isList ? `[${i}].` : '');
    for (const [i, { beside = [] }] of usages.entries())
      for (const { ref } of beside) checkStore(splitRef(ref), archive, `${isList ? `[${i}].` : ''}beside.`);
    const providers = usages.map(({ store }) => store.split('/')[0] ?? '');
    refuse([
      ...usages.flatMap(({ requests }, i) =>
        operationIssues(
          requests.map(({ operation }) => operation),
          `${isList ? `[${i}].` : ''}requests`,
          archive,
        ),
      ),
      ...accountIssues(options.account ?? {}, archive, providers),
      ...discountIssues(options.discounts ?? {}, archive),
    ]);
    return withAssumptions(bill(usages, archive, options), usages, archive, options);
  });
}
