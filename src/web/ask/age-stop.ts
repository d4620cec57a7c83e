/** A split or a chain at one of the ages its move could come. */
import type { Candidate } from '#core/report/plan-types.ts';

export type AgeStop = { days: number } & ReturnType<typeof ageStop>;

export function ageStop({ monthly: { total, atLeast }, read: { p99Ms, p99BandMs }, feasible }: Candidate) {
  return { total, atLeast, p99Ms, p99BandMs, feasible };
}
