/** How many sessions of a directory bucket a probe asks for: each thread has its own, and renews it. */
import { roundsOf, type ProbePlan } from '../plan/plan-file.ts';
import { MOST_BY_ITSELF, isSharable } from '../workers/sharing.ts';

const RENEWED_EVERY_MS = 180_000;
/** What a request of a closed loop is taken to last. */
const REQUEST_MS = 20;

/** At most, for so many requests of all rounds together. */
export function mostSessions({ cells, workers, repeat }: ProbePlan, requests: number): number {
  const rounds = repeat ? roundsOf(repeat) : 1;
  const helping = workers === 'auto' ? MOST_BY_ITSELF : workers;
  const threads = 1 + (helping > 1 && cells.some(isSharable) ? helping : 0);
  const openMs = cells.reduce(
    (sum, { perSecond, ...cell }) =>
      sum + (perSecond === null ? 0 : ((cell.requests + cell.warmup) / perSecond) * 1000),
    0,
  );
  const renewedInOpen = threads * rounds * Math.ceil(openMs / RENEWED_EVERY_MS);
  return threads * rounds + Math.ceil((requests * REQUEST_MS) / RENEWED_EVERY_MS) + renewedInOpen;
}
