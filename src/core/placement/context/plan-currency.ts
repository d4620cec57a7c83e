/** A plan counts in one currency: prices in another need the scenario's rate, and a store without one is no candidate. */
import type { Finding } from '../../findings/index.ts';
import type { Archive } from '../../pricing/archive.ts';
import { COMMON_CURRENCY, rateInto } from '../../pricing/currency.ts';
import { resolvePrices, resolveTransfer } from '../../pricing/sheets/resolve.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { splitRef } from '../../store-ref.ts';
import type { CandidateStore } from './candidate-store.ts';
import { siteOfPlace } from '../costs/usage-parts.ts';

/** The stores that can be counted together, and those left out for want of a rate. */
export function inOneCurrency(
  stores: readonly CandidateStore[],
  scenario: Scenario,
  archive: Archive,
): { usable: CandidateStore[]; excluded: { store: string; reason: Finding }[] } {
  const into = planCurrency(stores, scenario, archive);
  const usable: CandidateStore[] = [];
  const excluded: { store: string; reason: Finding }[] = [];
  for (const store of stores) {
    const { currency } = store.edition;
    if (rateInto(currency, into, scenario.fx) !== null) usable.push(store);
    else
      excluded.push({ store: store.ref, reason: { code: 'rate-missing', store: store.ref, currency, into } });
  }
  return { usable, excluded };
}

/** The scenario's currency; else the only one of all that a plan may be billed, or dollars where there are several. */
export function planCurrency(
  stores: readonly CandidateStore[],
  scenario: Scenario,
  archive: Archive,
): string {
  const own = stores.map(({ edition }) => edition.currency);
  const [only = COMMON_CURRENCY, second] = new Set([...own, ...besides(scenario, archive)]);
  return scenario.currency ?? (second === undefined ? only : COMMON_CURRENCY);
}

/** Dollars for one unit of a plan's currency; one where prices are in that currency alone and no rate is given. */
export const dollarsFor = (currency: string, { fx }: Scenario): number =>
  rateInto(currency, COMMON_CURRENCY, fx) ?? 1;

/** What a month may cost, in a plan's currency: a scenario says it in dollars. */
export function budgetIn(currency: string, scenario: Scenario): number | undefined {
  const { budget } = scenario.requirements;
  return budget === undefined ? undefined : budget / dollarsFor(currency, scenario);
}

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
