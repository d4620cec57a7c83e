/** Remarks on evidence and predicted latency. */
import type { Names } from '../answer/words/names.ts';
import { formatBytes, formatCount } from '../units.ts';
import type { FindingIn, WordsByCode } from './table.ts';

/** By code: what puts its arguments into words. */
export const LATENCY_WORDS = {
  'evidence-missing': (finding: { store: string; operation: string }, names) =>
    `No latency data for ${finding.operation} on ${names.store(finding.store)}. Measure it with stowage probe, or state your own quantiles under assume.`,
  'rate-limit': rateLimit,
  'rate-unknown': rateUnknown,
  'dataset-claimed': (finding: { dataset: string }) =>
    `${finding.dataset} holds claims without raw measurements. It is used because it was named.`,
} satisfies WordsByCode;

export type LatencyFinding = FindingIn<typeof LATENCY_WORDS>;

interface RateLimit {
  store: string;
  scope: string;
  demandPerSecond: number;
  limitPerSecond: number;
  units: number | null;
  /** What is limited; operations where it is not said. */
  quantity?: 'operations' | 'bytes';
}

function rateLimit(
  { store, scope, demandPerSecond, limitPerSecond, units, quantity = 'operations' }: RateLimit,
  names: Names,
): string {
  const rate = (value: number) =>
    quantity === 'bytes' ? `${formatBytes(value)}/s` : `${formatCount(value)} operations/s`;
  const saw = `${names.store(store)}: the peak of ${rate(demandPerSecond)} exceeds the ${rate(limitPerSecond)} of one ${scope}`;
  if (units === null)
    return `${saw}, which does not scale out. Ask the provider for a higher limit, or lower the peak.`;
  return `${saw}. ${units} ${plural(scope, units)} are needed.`;
}

/** Said on the cards too, which do not load the words of all findings. */
export function rateUnknown(
  { store, demandPerSecond }: { store: string; demandPerSecond: number },
  names: Pick<Names, 'store'>,
): string {
  return `No source says how many requests a second ${names.store(store)} takes. The plan needs up to ${formatCount(demandPerSecond)}: ask first.`;
}

function plural(scope: string, units: number): string {
  return units === 1 ? scope : scope === 'prefix' ? 'prefixes' : `${scope}s`;
}
