/** What takes many more searches once a plan stands: on which datasets it rests, and what hedging and further copies would do. */
import type { Plan } from '../../report/plan-types.ts';
import type { Steps } from '../../steps.ts';
import type { FullDesk } from '../desk.ts';
import { nearbyCopies, secondZones } from './copies.ts';
import { hedgingPays } from './hedged.ts';
import { restsOnDatasets, withoutDatasets } from './outcomes.ts';
import { providerReplication } from './replication.ts';

/** `answer`: the plan as it stands; `findings`: those that it lacks. */
export function* furtherSteps(
  desk: FullDesk,
  answer: Plan,
): Steps<Pick<Plan, 'withoutDatasets' | 'findings'>> {
  const without = yield* withoutDatasets(desk, answer);
  const findings = restsOnDatasets(answer, without);
  for (const more of [hedgingPays, secondZones, nearbyCopies, providerReplication]) {
    yield;
    findings.push(...more(desk, answer));
  }
  return { withoutDatasets: without, findings };
}
