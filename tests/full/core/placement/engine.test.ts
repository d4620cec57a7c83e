/** The search on the advice workloads: its bills are those of the plan, it finds what may be recommended, and certifies it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { allDatasets, wholeArchive } from '#tests/sources.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { billOf } from '#core/placement/bill/bill-of.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { deskOf } from '#core/placement/desk.ts';
import { singlePlacement } from '#core/placement/ids.ts';
import { judgeOf } from '#core/placement/judge/facts.ts';
import { latenessOf } from '#core/placement/judge/lateness.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { placementOf } from '#core/placement/problem/placement-of.ts';
import { problemOf } from '#core/placement/problem/problem-of.ts';
import type { ProblemOptions } from '#core/placement/problem/problem-of.ts';
import { search } from '#core/placement/search/search.ts';
import type { Placed } from '#core/placement/search/problem.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';

const NO_EFFORT = { rule: 0, account: 0, router: 0 };

function asked(
  workload: string,
  change: (text: ScenarioText) => void = () => undefined,
  options: Partial<ProblemOptions> = {},
) {
  const file = path.resolve(import.meta.dirname, `../../../advice/workloads/${workload}.yaml`);
  const text = parse(readFileSync(file, 'utf8')) as ScenarioText;
  change(text);
  const question = ask(text, { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) });
  const context = planContext(question.scenario, question.archive, question.evidence);
  const lateness = latenessOf(context, latencyGrid(context, question.evidence));
  const problem = problemOf(context, lateness, { level: 0.5, strict: true, effort: NO_EFFORT, ...options });
  return { question, context, problem };
}

function withoutRequirements(text: ScenarioText): void {
  text.requirements = {};
}

/** Workloads whose months are alike: one is billed. */
const STEADY = [
  'actions-cache',
  'ci-cache',
  'database-backups',
  'genomics',
  'iceberg',
  'llm-checkpoints',
  'log-archive',
  'log-search',
  'loki',
  'task-artifacts',
  'warpstream',
];

it.each(STEADY)(
  '%s in a store alone costs what the plan bills, to the cent, where it may be there',
  (workload) => {
    const { context, problem } = asked(workload, withoutRequirements);
    const [bill, judge] = [billOf(context), judgeOf(context)];
    for (const [s, one] of search(problem, { stores: 1 }).singles.entries()) {
      const alone = singlePlacement(context, s);
      const { violations, conditions } = judge(alone);
      const { high } = bill(alone);
      const ref = context.stores[s]?.ref;
      expect(one !== null, ref).toBe(high !== null && violations.length + conditions.length === 0);
      if (one) expect(one.bill, ref).toBeCloseTo(high ?? NaN, 2);
    }
  },
);

it.each(['ci-cache', 'database-backups', 'genomics', 'log-search', 'loki', 'llm-checkpoints', 'warpstream'])(
  'several stores of %s cost what the plan bills, to the cent',
  (workload) => {
    const { context, problem } = asked(workload, withoutRequirements);
    const seen: Placed[] = [];
    const found = (placed: Placed) => seen.push(placed);
    const { kept } = search(problem, { tolerance: 0, found, scans: 2000, shown: true });
    /** Objects go to a cheaper tier sooner where another store answers: the search takes the dearer bill. */
    const isTiered = (s: number) => (context.stores[s]?.edition.rules.storage.accessTiers.length ?? 0) > 0;
    const readers = context.workload.readers.length;
    const answersAll = ({ stages }: Placed) =>
      stages
        .flat()
        .every(({ holders, servers }) =>
          holders.every((s) => !isTiered(s) || servers.slice(0, readers).every((one) => one === s)),
        );
    const pairs = [...seen, ...kept].filter((one) => one.stores.length > 1 && answersAll(one));
    expect(pairs.length).toBeGreaterThan(0);
    for (const one of pairs)
      expect(one.bill).toBeCloseTo(billOf(context)(placementOf(context, one)).high ?? NaN, 2);
  },
);

it.each([
  'backup',
  'cdn-origin',
  'genomics',
  'log-archive',
  'loki',
  'satellite-scenes',
  'thumbnails',
  'web-crawl',
])('certifies its plan of %s within one hundredth of the best of up to three stores', (workload) => {
  const { best, gap, scans } = search(asked(workload).problem);
  expect(best).not.toBeNull();
  expect(gap).toBeLessThanOrEqual(0.01 + 1e-9);
  expect(scans).toBeLessThan(10_000);
});

it('finds that two thirds of image-hub lie unread in a cheaper tier of Intelligent-Tiering', () => {
  const { problem } = asked('image-hub');
  const tiers = problem.populations.flatMap((one) => [...(one.tiers?.values() ?? [])].flat());
  expect(tiers.map((tier) => tier.hours(0, 0))).toEqual(tiers.map(() => 0));
  const { best, bound } = search(problem);
  // Everything in R2 costs $2,327.
  expect(best?.bill).toBeLessThan(1400);
  expect(bound).toBeLessThan(1400);
});

it.each(['mastodon-media', 'package-cache', 'photo-vault'])(
  'prints a gap of one hundredth at the most for %s, whose months are billed one by one',
  (workload) => {
    const { question, context, problem } = asked(workload);
    const { best } = search(problem, { stores: 1 });
    const exact = best && billOf(context)(placementOf(context, best)).high;
    // Twelve months round up and start tiers twelve times.
    expect(exact).toBeGreaterThan((best?.bill ?? NaN) * 1.0001);
    const found = deskOf(question).best();
    expect(found?.gap).toBeGreaterThan(0);
    expect(found?.gap).toBeLessThanOrEqual(0.01);
  },
);
