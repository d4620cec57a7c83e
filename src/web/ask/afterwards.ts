/** What is asked of a plan once it stands, and takes many searches: fetched when it is first asked. */
import type { Finding } from '#core/findings/index.ts';
import { hedgingPays } from '#core/placement/beside/hedged.ts';
import { secondZones } from '#core/placement/beside/replicas.ts';
import { nearbyCopies } from '#core/placement/beside/copies.ts';
import { providerReplication } from '#core/placement/beside/replication.ts';
import { outcomeSteps, restsOnDatasets } from '#core/placement/beside/without-dataset.ts';
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
