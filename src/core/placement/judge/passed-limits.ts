/** What a plan says of the limits of a store that it passes. */
import type { LatencyFinding } from '../../findings/latency-findings.ts';

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
