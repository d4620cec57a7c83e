/** Remarks on evidence and predicted latency. */
import { AS_WRITTEN } from '../answer/words/names.ts';
import type { Names } from '../answer/words/names.ts';
import { formatBytes, formatCount } from '../units.ts';

export type LatencyFinding =
  | { code: 'evidence-missing'; store: string; operation: string }
  | {
      code: 'rate-limit';
      store: string;
      scope: string;
      demandPerSecond: number;
      limitPerSecond: number;
      units: number | null;
      /** What is limited; operations where it is not said. */
      quantity?: 'operations' | 'bytes';
    }
  | { code: 'dataset-claimed'; dataset: string };

export function describeLatencyFinding(finding: LatencyFinding, names: Names = AS_WRITTEN): string {
  switch (finding.code) {
    case 'evidence-missing':
      return `No latency data for ${finding.operation} on ${names.store(finding.store)}. Measure it with stowage probe, or state your own quantiles under assume.`;
    case 'rate-limit':
      return rateLimit(finding, names);
    case 'dataset-claimed':
      return `${finding.dataset} holds claims without raw measurements. It is used because it was named.`;
  }
}

function rateLimit(
  {
    store,
    scope,
    demandPerSecond,
    limitPerSecond,
    units,
    quantity = 'operations',
  }: Extract<LatencyFinding, { code: 'rate-limit' }>,
  names: Names,
): string {
  const rate = (value: number) =>
    quantity === 'bytes' ? `${formatBytes(value)}/s` : `${formatCount(value)} operations/s`;
  const saw = `${names.store(store)}: the peak of ${rate(demandPerSecond)} exceeds the ${rate(limitPerSecond)} of one ${scope}`;
  if (units === null)
    return `${saw}, which does not scale out. Ask the provider for a higher limit, or lower the peak.`;
  return `${saw}. ${units} ${plural(scope, units)} are needed.`;
}

function plural(scope: string, units: number): string {
  return units === 1 ? scope : scope === 'prefix' ? 'prefixes' : `${scope}s`;
}
