/** What splits of two stores are sought by, held against the splits themselves: over every store, its replicas and its accounts. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { costBound } from '#core/placement/costs/cost-bound.ts';
import { exactCost } from '#core/placement/costs/exact-cost.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import type { Policy } from '#core/placement/policy.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { wholeArchive } from '#tests/sources.ts';
import { isDeep } from '#tests/helpers/deep.ts';

const SCENARIOS = Number(process.env.STOWAGE_PAIR_BOUNDS ?? (isDeep ? 300 : 60));
const SPLITS = 80;

const archive = wholeArchive();
const evidence = evidenceBase([]);

function everywhere(seed: number) {
  const text = randomScenario(seed);
  return {
    ...text,
    stores: 'all' as const,
    workload: {
      ...text.workload,
      readers: [
        { at: 'aws/us-east-1', share: 0.6 },
        { at: 'internet/europe', share: 0.4 },
      ],
    },
  };
}

describe(`splits by chance over every store of ${SCENARIOS} scenarios`, () => {
  const seen = { splits: 0, close: 0 };
  it(
    'cost no less than their bound',
    () => {
      for (let seed = 0; seed < SCENARIOS; seed += 1) {
        const context = planContext(ScenarioFile.parse(everywhere(seed)), archive, evidence);
        const tariffs = planTariffs(context);
        const [exact, bound] = [exactCost(context, tariffs), costBound(context, tariffs)];
        const { edges, readers } = context.workload;
        if (edges.length === 0) continue;
        const chance = new Chance(seed);
        const [row, more] = [new Float64Array(edges.length), new Float64Array(edges.length)];
        for (let i = 0; i < SPLITS; i += 1) {
          const [hot = 0, cold = 1] = chance.some([...context.stores.keys()], 2);
          const entry = chance.pick(['tier', 'dual'] as const);
          const coldServes = readers.map(() => entry === 'dual' && chance.happens(0.5));
          const e = chance.pick([...edges.keys()]);
          const policy: Policy = { hot, cold, entry, thresholdDays: edges[e] ?? 0, coldServes };
          bound[entry](hot, cold, row);
          let low = row[e] ?? NaN;
          for (const [q, isCold] of coldServes.entries()) {
            if (!isCold) continue;
            bound.hotRatherThanCold(hot, cold, q, more);
            low -= more[e] ?? NaN;
          }
          const { total } = exact.of(policy);
          expect(low, `seed ${seed}: ${JSON.stringify(policy)}`).toBeLessThanOrEqual(
            total + 1e-9 * Math.max(1, total),
          );
          seen.splits += 1;
          if (total > 0 && low > 0.9 * total) seen.close += 1;
        }
      }
    },
    20_000 + 4_000 * SCENARIOS,
  );

  it('and are close to it often', () => {
    expect(seen.splits).toBeGreaterThan((SCENARIOS * SPLITS) / 2);
    expect(seen.close).toBeGreaterThan(seen.splits / 4);
  });
});
