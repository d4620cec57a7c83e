/** What a plan says of the limits of a store that it passes. */
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import type { Violation } from '../../report/verdict.ts';
import { formatCount } from '../../units.ts';
import type { PlacedStore } from '../context/types.ts';

export type RateLimit = Extract<LatencyFinding, { code: 'rate-limit' }>;

/** Of each limit the month that passes it furthest. */
export function busiest(findings: readonly LatencyFinding[]): RateLimit[] {
  const kept = new Map<string, RateLimit>();
  for (const one of findings) {
    if (one.code !== 'rate-limit') continue;
    const key = `${one.store} ${one.scope} ${one.quantity} ${one.limitPerSecond}`;
    const known = kept.get(key);
    if (!known || one.demandPerSecond > known.demandPerSecond) kept.set(key, one);
  }
  return [...kept.values()];
}

/** `timesStored`: egress, where it is past fair use; `loads`: the rates that were passed. */
export function useViolations(
  { ref, edition }: PlacedStore,
  timesStored: number | null,
  loads: readonly RateLimit[],
): Violation[] {
  return [
    ...(timesStored === null
      ? []
      : [
          {
            requirement: 'fair use',
            required: `egress ≤ ${edition.rules.egress?.fairUseTimesStored} × stored (${ref})`,
            found: `${Number(timesStored.toPrecision(3))} × stored`,
          },
        ]),
    ...loads
      .filter(({ units }) => units === null)
      .map((one) => ({
        requirement: 'rate limit',
        required: `≤ ${formatCount(one.limitPerSecond)} ${one.quantity === 'bytes' ? 'B/s' : 'operations/s'} (${one.scope} of ${ref})`,
        found: `${formatCount(one.demandPerSecond)}/s at the peak`,
      })),
  ];
}
