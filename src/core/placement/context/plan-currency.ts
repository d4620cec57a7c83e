/** A plan counts in one currency: prices in another need the scenario's rate, and a store without one is no candidate. */
import type { Finding } from '../../findings/index.ts';
import type { Archive } from '../../pricing/archive.ts';
import { COMMON_CURRENCY } from '../../pricing/currency.ts';
import { resolvePrices, resolveTransfer } from '../../pricing/sheets/resolve.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { splitRef } from '../../store-ref.ts';
import type { CandidateStore } from './candidate-store.ts';
import type { PlanContext } from './types.ts';
import { siteOfPlace } from '../costs/usage-parts.ts';

/**
 * The stores that can be counted together, and those left out for want of a rate. Where everything a plan may bill is in
 * one currency, that is the plan's, and no rate is asked for; else it counts in dollars.
 */
export function inOneCurrency(
  stores: readonly CandidateStore[],
  scenario: Scenario,
  archive: Archive,
): { usable: CandidateStore[]; excluded: { store: string; reason: Finding }[] } {
  const mixed = mixesCurrencies(stores, scenario, archive);
  const usable: CandidateStore[] = [];
  const excluded: { store: string; reason: Finding }[] = [];
  for (const store of stores) {
    const { currency } = store.edition;
    if (!mixed || currency === COMMON_CURRENCY || typeof scenario.fx?.[currency] === 'number')
      usable.push(store);
    else
      excluded.push({
        store: store.ref,
        reason: { code: 'rate-missing', store: store.ref, currency, into: COMMON_CURRENCY },
      });
  }
  return { usable, excluded };
}

/** Whether a plan counts in dollars because what it may bill is in several currencies. */
export function mixesCurrencies(
  stores: readonly CandidateStore[],
  scenario: Scenario,
  archive: Archive,
): boolean {
  const own = stores.map(({ edition }) => edition.currency);
  return new Set([...own, ...besides(scenario, archive)]).size > 1;
}

/** The currency of every total in a context. */
export const totalsCurrency = ({ stores, billing }: Pick<PlanContext, 'stores' | 'billing'>): string =>
  billing.inDollars ? COMMON_CURRENCY : (stores[0]?.edition.currency ?? COMMON_CURRENCY);

/** Currencies of what every plan may be billed besides its stores: the writer's transfer, CDNs and copies. */
function besides({ workload, copies, asOf, knownOn }: Scenario, archive: Archive): string[] {
  const writer = siteOfPlace(workload.writer);
  const table = resolveTransfer(archive, writer.provider, writer.region, asOf, knownOn);
  const named = [...workload.readers.flatMap(({ via }) => via ?? []), ...copies].flatMap((ref) => {
    const { store, region } = splitRef(ref);
    const resolved = resolvePrices(archive, { store, region, asOf, knownOn });
    return 'edition' in resolved ? [resolved.edition.currency] : [];
  });
  return table ? [table.currency, ...named] : named;
}
