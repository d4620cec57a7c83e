/** The cards beside the recommended one, and what is said of them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { planNames } from '#cli/render/plan.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { namedPlacement } from '#core/placement/named.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { deskOf } from '#core/placement/desk.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, ROOT, wholeArchive } from '#tests/sources.ts';
import { planBlocks } from '#tests/helpers/cli/plan-blocks.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };
const example = (name: string): ScenarioText =>
  parse(readFileSync(path.join(ROOT, 'examples', `${name}.yaml`), 'utf8')) as ScenarioText;
const [EXPRESS, STANDARD, TIGRIS] = [
  'aws/s3-express-one-zone@us-east-1',
  'aws/s3-standard@us-east-1',
  'tigris/standard@global',
];

function cardOf(answer: Plan, role: Candidate['card']): Candidate {
  const found = answer.candidates.find(({ card }) => card === role);
  if (!found) throw new Error(`no card is ${role}`);
  return found;
}
const saidOf = (answer: Plan) =>
  JSON.stringify(planBlocks(answer, { names: planNames(answer, sources.archive), notes: true }));

it('what is faster is searched for, not met by chance: new objects in Express beside the first', () => {
  // Tigris stated as slow: by what is measured it leaves Express nothing to gain.
  const slow = { [TIGRIS]: { GET: { p50: '100 ms', p99: '790 ms' } } };
  const asked = { ...example('streamingco'), stores: [EXPRESS, TIGRIS], assume: slow };
  const answer = plan(ask(asked, sources));
  const [first, faster] = [cardOf(answer, 'recommended'), cardOf(answer, 'faster')];
  expect(first.id).toBe(`single:${TIGRIS}`);
  expect(faster.stores).toEqual([EXPRESS, TIGRIS]);
  expect(faster.read.p99Ms ?? Infinity).toBeLessThan(0.9 * (first.read.p99Ms ?? 0));
  expect(faster.monthly.total).toBeLessThan(2 * first.monthly.total);
  expect(faster.sureness ?? 0).toBeGreaterThanOrEqual(first.sureness ?? 1);
  // Each further point of the frontier is faster by more than what nobody would notice.
  const p99s = answer.frontier.map(
    (id) => answer.candidates.find((one) => one.id === id)?.read.p99Ms ?? Infinity,
  );
  p99s.slice(1).forEach((p99, i) => expect(p99).toBeLessThanOrEqual(0.98 * (p99s[i] ?? 0)));
});

// At 500 ms R2 is 92% sure, and no card is surer.
const unsure = { ...example('prisma-accelerated-fs'), requirements: { readP99: '400 ms' } };

it('says no saving where a bill has two ends, whose low ends differ by no figure', () => {
  const answer = plan(ask(unsure, sources));
  expect(cardOf(answer, 'recommended').monthly.range[1]).toBeNull();
  expect(answer.recommendation?.against).not.toBeNull();
  expect(answer.recommendation?.saving).toBeNull();
  expect(saidOf(answer)).not.toMatch(/against Tigris Standard/);
});

it('against a bill that is open upwards there is no difference', () => {
  const answer = plan(ask(unsure, sources));
  expect(cardOf(answer, 'recommended').monthly.total).toBeLessThan(0.005);
  const said = saidOf(answer);
  expect(said).toContain('By how much it is cheaper or dearer than the recommended is not known.');
  expect(said).toContain('The price of what the writer sends is not known: the bill is $0/month or more.');
});

it('an id names one placement: whoever answers, and through which CDN', () => {
  const desk = deskOf(ask(example('thumbnails'), sources));
  const { plan: answer, placements } = answered(desk);
  const told = answer.candidates.filter(({ id }) => id.includes('~by='));
  expect(told.length).toBeGreaterThan(0);
  for (const [i, { id }] of answer.candidates.entries()) {
    const again = namedPlacement(desk, id);
    const own = placements[i];
    if (!again || !own) throw new Error(`${id} is no id`);
    expect(desk.id(again)).toBe(id);
    expect(desk.roomOf(again).bill(again).low, id).toBeCloseTo(desk.roomOf(own).bill(own).low, 9);
  }
});

// List prices: S3 sends to CloudFront for nothing, and its first TB a month is free.
it('a CDN that may be chosen is recommended where it earns what it takes', () => {
  const readers = (via?: string | string[]) => [
    { at: 'internet/north-america', share: 1, ...(via === undefined ? {} : { via, hitRatio: 0.9 }) },
  ];
  const text = (via?: string | string[]): ScenarioText => ({
    stowage: 1,
    asOf: '2026-11-20',
    workload: {
      objects: { size: '1 MB', standing: '5 TB' },
      reads: { rate: '2M/day' },
      readers: readers(via),
      writer: 'aws/us-east-1',
    },
    stores: [STANDARD],
  });
  const total = (via?: string) => cardOf(plan(ask(text(via), sources)), 'recommended').monthly.total;
  const chosen = (via: string | string[]) => cardOf(plan(ask(text(via), sources)), 'recommended');
  const own = chosen(['aws/cloudfront']);
  expect(own.id).toBe(`single:${STANDARD}~via=aws/cloudfront`);
  expect([own.stores, own.cdn]).toEqual([[STANDARD], ['aws/cloudfront']]);
  expect(own.monthly.total).toBeCloseTo(total('aws/cloudfront'), 6);
  expect(own.monthly.total + own.effort.total).toBeLessThan(total());
  // 60 TB cost $300 on Bunny's volume network, and the 6 TB that miss what S3 asks for the internet.
  const any = chosen('any');
  expect(any.cdn).toEqual(['bunny/cdn-volume']);
  expect(any.monthly.total).toBeLessThan(own.monthly.total);
});
