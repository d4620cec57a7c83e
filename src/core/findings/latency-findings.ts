/** Remarks on evidence and predicted latency. */
import { formatCount } from '../units.ts';

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

export function describeLatencyFinding(finding: LatencyFinding): string {
  switch (finding.code) {
    case 'evidence-missing':
      return `No dataset measured ${finding.operation} on ${finding.store}, so its latency is unknown, not zero; measure it with stowage probe, or state your own quantiles under assume.`;
    case 'rate-limit':
      return rateLimit(finding);
    case 'dataset-claimed':
      return `${finding.dataset} holds claims without raw measurements; it is used because it was named.`;
  }
}

function rateLimit({
  store,
  scope,
  demandPerSecond,
  limitPerSecond,
  units,
  quantity = 'operations',
}: Extract<LatencyFinding, { code: 'rate-limit' }>): string {
  const unit = quantity === 'bytes' ? 'B/s' : 'operations/s';
  const saw = `${store}: the peak of ${formatCount(demandPerSecond)} ${unit} is above the ${formatCount(limitPerSecond)} ${unit} of one ${scope}`;
  if (units === null)
    return `${saw}, which does not scale out; ask the provider for a higher limit, or lower the peak.`;
  return `${saw}; ${units} ${plural(scope, units)} are needed.`;
}

function plural(scope: string, units: number): string {
  return units === 1 ? scope : scope === 'prefix' ? 'prefixes' : `${scope}s`;
}
