/** What is asked of a plan once it stands, and takes many searches: fetched when it is first asked. */
import type { Finding } from '#core/findings/index.ts';
import { hedgingPays } from '#core/placement/variations/hedged.ts';
import { secondZones } from '#core/placement/variations/replicas.ts';
import { nearbyCopies } from '#core/placement/variations/copies.ts';
import { providerReplication } from '#core/placement/variations/replication.ts';
import { outcomeSteps, restsOnDatasets } from '#core/placement/variations/without-dataset.ts';
import type { FullDesk } from '#core/placement/desk.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { Steps } from '#core/steps.ts';

/** `answer`: the plan on screen. */
export function* afterwards(answer: Plan, desk: FullDesk): Steps<Finding[]> {
  const findings = restsOnDatasets(answer, yield* outcomeSteps(desk, answer));
  findings.push(...hedgingPays(desk, answer));
  for (const more of [secondZones, nearbyCopies, providerReplication]) {
    yield;
    findings.push(...more(desk, answer));
  }
  return findings;
}
