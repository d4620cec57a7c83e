/** What is asked of a plan once it stands, and takes many searches: fetched when it is first asked. */
import type { Finding } from '#core/findings/index.ts';
import { hedgingPays } from '#core/placement/beside/hedged.ts';
import { secondZones } from '#core/placement/beside/replicas.ts';
import { nearbyCopies } from '#core/placement/beside/copies.ts';
import { providerReplication } from '#core/placement/beside/replication.ts';
import { outcomeSteps, restsOnDatasets } from '#core/placement/beside/without-dataset.ts';
import type { Question } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { Steps } from '#core/steps.ts';

/** `answer`: the plan on screen, exact where that has been worked out. */
export function* afterwards(answer: Plan, question: Question): Steps<Finding[]> {
  const findings = restsOnDatasets(answer, yield* outcomeSteps(question, answer));
  findings.push(...hedgingPays(question, answer));
  for (const more of [secondZones, nearbyCopies, providerReplication]) {
    yield;
    findings.push(...more(question, answer));
  }
  return findings;
}
