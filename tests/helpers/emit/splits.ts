/** Plans that divide objects by their size or popularity, worked out over the archive's prices. */
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { candidateFor } from '#core/placement/answer/certified.ts';
import { deskOf } from '#core/placement/desk.ts';
import { placementOfId } from '#core/placement/named.ts';
import { ask } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import type { Emission, EmitWanted } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { ARCHIVE, EXPRESS, GLACIER, R2, STANDARD } from './plans.ts';
import { aPlan, askedBy } from '#tests/helpers/aPlan.ts';

type Workload = Partial<ScenarioText['workload']>;

/** One placement of a plan, by the beginning of its id and what follows its stores. */
function planOf(
  workload: Workload & Pick<ScenarioText['workload'], 'objects' | 'reads'>,
  stores: readonly string[],
  [kind, code]: readonly [kind: string, code: string],
): Plan {
  const scenario = aScenario({
    workload: {
      readers: [
        { at: 'aws/us-east-1', share: 0.6 },
        { at: 'internet/europe', share: 0.4 },
      ],
      writer: 'aws/us-east-1',
      ...workload,
    },
    horizon: '1 month',
    stores: [...stores],
  });
  const desk = deskOf(ask(scenario, { archive: ARCHIVE, evidence: evidenceBase([]) }));
  const id = `${kind}:${stores.join('>')}@${code}`;
  const placement = placementOfId(desk.context, id);
  if (!placement) throw new Error(`no placement ${id}`);
  return aPlan({ scenario, candidates: [candidateFor(desk, placement)] });
}

/** Nine in ten objects have 16 KiB, the others 64 MiB. */
export const bySize = (stores = [R2, STANDARD], objects: Partial<ScenarioText['workload']['objects']> = {}) =>
  planOf(
    {
      objects: {
        size: [
          { share: 0.9, size: '16 KiB' },
          { share: 0.1, size: '64 MiB' },
        ],
        arrivals: '1M/day',
        retention: '40 days',
        ...objects,
      },
      reads: { rate: '5M/day' },
    },
    stores,
    ['size', '16KiB'],
  );

/** Of 100 million standing objects one tenth has 95 % of reads. */
export const byPopularity = (
  stores = [STANDARD, GLACIER],
  objects: Partial<ScenarioText['workload']['objects']> = {},
) =>
  planOf(
    {
      objects: { size: '1 MB', standing: '100 TB', ...objects },
      reads: {
        rate: '5M/day',
        skew: [
          { objects: 0.01, reads: 0.7 },
          { objects: 0.1, reads: 0.95 },
        ],
      },
    },
    stores,
    ['popular', '10%'],
  );

export function splitOf(answer: Plan, changes: Partial<EmitWanted> = {}): Emission {
  return emit(askedBy(answer, ARCHIVE), {
    plan: answer,
    id: answer.candidates[0]?.id ?? null,
    kinds: EMIT_KIND_NAMES,
    keyDate: null,
    prefix: '',
    ...changes,
  });
}

export { EXPRESS, GLACIER, R2, STANDARD };
