/** Latency requirements that fail wherever in its evidence the truth lies, with what the fast end of the evidence says. */
import type { Violation } from '../../report/verdict.ts';
import { formatMs } from '../../units.ts';
import type { Placement } from '../placement.ts';
import type { CandidateLatency } from './latency.ts';
import type { Lateness } from './lateness.ts';

/** `levels`: the sureness of each requirement. */
export function slowIn(
  { requirements }: Pick<Lateness, 'requirements'>,
  { fastEndMs }: Pick<CandidateLatency, 'fastEndMs'>,
  placement: Placement,
  levels: readonly { requirement: string; level: number }[],
): Violation[] {
  return levels.flatMap(({ requirement, level }) => {
    const asked = requirements.find(({ name }) => name === requirement);
    if (level > 0 || !asked) return [];
    const ms = fastEndMs(placement, asked);
    return [
      {
        requirement,
        required: `≤ ${formatMs(asked.limitMs)}`,
        found:
          ms === null ? 'no store may answer' : `at least ${formatMs(ms)}, at the fast end of the evidence`,
      },
    ];
  });
}
