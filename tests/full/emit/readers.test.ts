/** Which readers go through which router: bytes that a reader beside the bucket gets for nothing leave its cloud through no Worker. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import type { Emission } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { askedBy } from '#tests/helpers/aPlan.ts';
import { ARCHIVE, R2, STANDARD, STANDARD_IA, emitted, textOf } from '#tests/helpers/emit/plans.ts';
import { ROOT, allDatasets } from '#tests/sources.ts';

const fileNames = ({ files }: Emission) => files.map((file) => file.path);

describe('StreamingCo, with readers in AWS and viewers on the internet', () => {
  let answer: Plan;
  beforeAll(() => {
    const text = parse(readFileSync(path.join(ROOT, 'examples/streamingco.yaml'), 'utf8')) as ScenarioText;
    answer = plan(ask(text, { archive: ARCHIVE, evidence: evidenceBase(allDatasets()) }));
  });

  const emissions = (scenario: Plan['scenario']) =>
    answer.candidates.map(({ id }) => {
      const own = { ...answer, scenario };
      return emit(askedBy(own, ARCHIVE), { plan: own, id, kinds: EMIT_KIND_NAMES, keyDate: null });
    });

  test('the Worker is for viewers, and who reads inside AWS is sent past it', () => {
    const written = emissions(answer.scenario);
    const routed = written.filter((one) => fileNames(one).includes('router/worker.ts'));
    expect(routed.length).toBeGreaterThan(0);
    expect(routed.length).toBeLessThan(written.length);
    for (const one of routed) {
      expect(fileNames(one)).toContain('router/main.go');
      expect(textOf(one, 'README.md')).toContain(
        'Readers in aws/us-east-1 ask these buckets directly, or through the router in Go, which runs in their place',
      );
    }
  });

  test('where all readers are in AWS no Worker is written', () => {
    const { workload } = answer.scenario;
    const written = emissions({
      ...answer.scenario,
      workload: { ...workload, readers: [{ at: 'aws/us-east-1', share: 1 }] },
    });
    for (const one of written)
      expect(fileNames(one).filter((name) => /worker|wrangler/.test(name))).toEqual([]);
    expect(written.filter((one) => fileNames(one).includes('router/main.go')).length).toBeGreaterThan(0);
  });
});

test('one bucket for life has no router, and neither has one whose provider moves objects inside it', () => {
  for (const shape of [
    [[0, STANDARD]],
    [
      [0, STANDARD],
      [40, STANDARD_IA],
    ],
  ] as const)
    expect(fileNames(emitted(shape)).filter((name) => /router\/.*\.(ts|go|mod)$/.test(name))).toEqual([]);
});

test('what routers ask in vain where no key tells an age is counted and priced', () => {
  const shape = [
    [0, STANDARD],
    [7, R2],
  ] as const;
  // Half of 33 million reads a day, at $0.40 a million.
  expect(emitted(shape).notes.join()).toContain(
    'ask aws/s3-standard@us-east-1 first, where most reads find theirs. About 495M reads a month are of objects of other ages (50% of all). Each of them asks two stores: the first requests cost $198.00 a month at list price',
  );
  const dated = emitted(shape, { keyDate: '{yyyy}/{mm}' });
  expect(dated.notes.join()).not.toContain('asks two stores');
  expect(textOf(dated, 'README.md')).toContain('Readers that follow the ages above need no router');
});
