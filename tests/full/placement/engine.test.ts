/** The search over pools on the advice workloads: its bills are the product's, and it certifies what it finds. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { allDatasets, wholeArchive } from '#tests/sources.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { problemOf } from '#tests/helpers/placement/engine/problem-of.ts';
import { search } from '#core/placement/search/search.ts';
import type { Placed, Problem } from '#core/placement/search/problem.ts';
import { exactCost } from '#core/placement/costs/exact-cost.ts';
import { planTariffs } from '#core/placement/costs/tariffs.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { singleStore } from '#core/placement/policy.ts';
import type { Chain, Stay } from '#core/placement/chain.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { gridAtLevels } from '#core/latency/levels.ts';

const NO_EFFORT = { rule: 0, account: 0, router: 0 };

function asked(
  workload: string,
  { level = 0.5, requirements = true, retention = '' } = {},
): { context: PlanContext; problem: Problem } {
  const file = path.resolve(import.meta.dirname, `../../advice/workloads/${workload}.yaml`);
  const text = parse(readFileSync(file, 'utf8')) as ScenarioText;
  // Which holder answers jobs and lists is a question of its own.
  if (retention !== '') {
    Object.assign(text.workload.objects, { retention });
    delete text.workload.operations;
    delete text.jobs;
  }
  const question = ask(requirements ? text : { ...text, requirements: {} }, {
    archive: wholeArchive(),
    evidence: evidenceBase(allDatasets()),
  });
  const context = planContext(question.scenario, question.archive, question.evidence);
  const grid = gridAtLevels(latencyGrid(context, question.evidence), () => level);
  const problem = problemOf(context, grid, {
    headroom: requirements ? 0.2 : -1,
    effort: NO_EFFORT,
    zones: 1,
    reproducible: true,
  });
  return { context, problem };
}

/** Workloads whose months are alike: one is billed. */
const STEADY = [
  'log-archive',
  'loki',
  'llm-checkpoints',
  'log-search',
  'warpstream',
  'genomics',
  'iceberg',
  'medical',
  'task-artifacts',
  'database-backups',
];

it.each(STEADY)('%s in any store alone costs what the planner bills, to the cent', (workload) => {
  const { context, problem } = asked(workload, { requirements: false });
  const exact = exactCost(context, planTariffs(context));
  const { singles } = search(problem, { stores: 1 });
  expect(singles.length).toBe(context.stores.length);
  for (const [s, one] of singles.entries())
    expect(one?.bill, context.stores[s]?.ref).toBeCloseTo(
      exact.of(singleStore(s, context.workload.readers.length)).total,
      2,
    );
});

/** A plan of one population as the planner writes it. */
function chainOf({ workload }: PlanContext, { stages }: Placed): Chain {
  const own = stages[0] ?? [];
  const age = (i: number) => workload.ages[own[i]?.from ?? -1] ?? null;
  const stores = [...new Set(own.flatMap(({ holders }) => holders))];
  const stays = stores.map((store): Stay => {
    const held = own.flatMap(({ holders }, i) => (holders.includes(store) ? [i] : []));
    return { store, fromDays: age(held[0] ?? 0) ?? 0, toDays: age((held.at(-1) ?? 0) + 1) };
  });
  return {
    stays,
    stretches: own.map(({ holders, servers }, i) => ({
      fromDays: age(i) ?? 0,
      toDays: age(i + 1),
      holders: stays.flatMap(({ store }, stay) => (holders.includes(store) ? [stay] : [])),
      servers:
        holders.length > 1 ? servers.slice(0, workload.readers.length).map((s) => stores.indexOf(s)) : null,
    })),
  };
}

it.each([
  ['log-search', '1 year'],
  ['loki', '365 days'],
  ['loki', '3 years'],
  ['llm-checkpoints', '200 days'],
  ['warpstream', '120 days'],
])(
  'the cheapest pairs of %s cost what the planner bills, to the cent (retention %s)',
  (workload, retention) => {
    const { context, problem } = asked(workload, { requirements: false, retention });
    const exact = exactCost(context, planTariffs(context));
    const seen: Placed[] = [];
    search(problem, { stores: 2, tolerance: 0, found: (placed) => seen.push(placed) });
    // The planner copies nothing that a rule moves.
    const { accounts } = problem;
    const pairs = seen.filter(
      ({ stages, copyJobs }) =>
        (stages[0]?.length ?? 0) > 1 && copyJobs.every(({ from, to }) => accounts[from] !== accounts[to]),
    );
    expect(pairs.length).toBeGreaterThan(0);
    for (const one of pairs) expect(one.bill).toBeCloseTo(exact.of(chainOf(context, one)).total, 2);
  },
);

it.each([
  'backup',
  'cdn-origin',
  'genomics',
  'log-archive',
  'loki',
  'medical',
  'satellite-scenes',
  'thumbnails',
  'web-crawl',
])('certifies its plan of %s within one hundredth of the best of up to three stores', (workload) => {
  const { best, gap, scans } = search(asked(workload).problem);
  expect(best).not.toBeNull();
  expect(gap).toBeLessThanOrEqual(0.01 + 1e-9);
  expect(scans).toBeLessThan(10_000);
});
