/** Cost against p99, swept: nothing that is planned for a p99 alone is cheaper than what is on the frontier there. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { planFrontier } from '#core/placement/variations/frontier.ts';
import { deskOf } from '#core/placement/desk.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string) => parse(readFileSync(`examples/${name}.yaml`, 'utf8')) as ScenarioText;

const onFrontier = ({ frontier, candidates }: Pick<Plan, 'frontier' | 'candidates'>) =>
  frontier.map((id) => candidates.find((one) => one.id === id)!);
const cost = ({ monthly }: Candidate) => monthly.total;
const p99 = ({ read }: Candidate) => read.p99Ms!;

describe.each([
  // Everything in R2, or everything in Tigris: no mixture of them is faster by a step of 18 %.
  ['geo-readers', 2],
  // As well: a split of both pays a Worker for each read, which costs more than Tigris alone.
  ['thumbnails', 2],
  // R2, its newest objects in Tigris for 3 or for 180 days, Tigris: 1,298, 1,134, 973 and 87 ms, each a step of 14 %.
  ['leave-s3', 4],
])('the frontier of cost against p99 (%s)', (name, points) => {
  const text = example(name);
  const desk = deskOf(ask(text, sources));
  let before: Plan;
  let swept: ReturnType<typeof planFrontier>;
  let known: number;
  beforeAll(() => {
    before = answered(desk).plan;
    known = desk.known.size;
    swept = planFrontier(desk, before);
  });

  it('rises in cost as it falls in p99, by more than a step each', () => {
    const on = onFrontier(swept);
    expect(on.length).toBe(points);
    for (const [i, one] of on.slice(1).entries()) {
      expect(cost(one)).toBeGreaterThanOrEqual(cost(on[i]!));
      expect(p99(one) * (1 + (swept.frontierStep ?? 0))).toBeLessThanOrEqual(p99(on[i]!) * (1 + 1e-9));
    }
  });

  it('is nowhere above what the answer has shown', () => {
    const most = 1 + (swept.frontierStep ?? 0);
    for (const one of before.candidates.filter(
      ({ violations, read }) => violations.length === 0 && read.p99Ms !== null,
    ))
      expect(
        onFrontier(swept).some((other) => cost(other) <= cost(one) && p99(other) <= p99(one) * most),
      ).toBe(true);
  });

  it('is as cheap as a plan for its p99 alone, within what the search promises', () => {
    for (const one of onFrontier(swept)) {
      const requirements = { ...text.requirements, readP99: `${p99(one) * 1.0001} ms`, sureness: '50 %' };
      const { candidates, recommendation } = plan(ask({ ...text, requirements, effort: 'none' }, sources));
      const best = candidates.find(({ id }) => id === recommendation?.id);
      expect(cost(one)).toBeLessThanOrEqual(1.0101 * (best ? cost(best) : NaN));
    }
  });

  it('adds to what is shown, and changes nothing of the answer', () => {
    const ids = swept.candidates.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([...swept.frontier, ...before.candidates.map(({ id }) => id)]),
    );
    expect(desk.known.size).toBe(known);
    expect(answered(desk).plan).toBe(before);
  });

  it('is left as it is where no p99 is known', () => {
    const stores = ['wasabi/pay-as-you-go@us-east-1', 'backblaze/b2@us-east'];
    const { requirements: _, ...free } = text;
    const own = deskOf(ask({ ...free, stores }, sources));
    const answer = answered(own).plan;
    expect(planFrontier(own, answer)).toMatchObject({ frontier: answer.frontier, frontierStep: null });
  });
});
