/** Which readers go through which router: bytes that a reader beside the bucket gets for nothing leave its cloud through no Worker. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import type { Emission } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { aScenarioText, askedBy } from '#tests/helpers/aPlan.ts';
import { ARCHIVE, R2, STANDARD, STANDARD_IA, emitted, textOf } from '#tests/helpers/emit/plans.ts';
import { ROOT, allDatasets } from '#tests/sources.ts';

const fileNames = ({ files }: Emission) => files.map((file) => file.path);

describe('a plan in two buckets, with readers in AWS and on the internet', () => {
  const shape = [
    [0, STANDARD],
    [7, R2],
  ] as const;

  test('the Worker is for those on the internet, and who reads inside AWS is sent past it', () => {
    const written = emitted(shape);
    expect(fileNames(written)).toEqual(expect.arrayContaining(['router/worker.ts', 'router/main.go']));
    expect(textOf(written, 'README.md')).toContain(
      'Readers in aws/us-east-1 ask these buckets directly, or through the router in Go, which runs in their place',
    );
  });

  test.each([
    ['where all readers are in AWS', [{ at: 'aws/us-east-1', share: 1 }], {}],
    [
      'where CloudFront asks for those on the internet',
      [
        { at: 'aws/us-east-1', share: 0.3 },
        { at: 'internet/europe', share: 0.7, via: 'aws/cloudfront', hitRatio: 0.5 },
      ],
      {},
    ],
    ['where own code knows the bucket', aScenarioText().workload.readers, { router: 'own' as const }],
  ])('%s no Worker is written', (_, readers, changes) => {
    const base = emitted(shape);
    expect(fileNames(base)).toContain('router/worker.ts');
    const { workload } = aScenarioText();
    const written = emitted(shape, { scenario: { workload: { ...workload, readers }, ...changes } });
    expect(fileNames(written).filter((name) => /worker|wrangler/.test(name))).toEqual([]);
    expect(fileNames(written)).toContain('router/main.go');
  });
});

test('StreamingCo: viewers who always find a key in one bucket ask no router', () => {
  const text = parse(readFileSync(path.join(ROOT, 'examples/streamingco.yaml'), 'utf8')) as ScenarioText;
  const answer = plan(ask(text, { archive: ARCHIVE, evidence: evidenceBase(allDatasets()) }));
  const dual = answer.candidates.find(({ policy }) => policy?.entry === 'dual');
  if (!dual) throw new Error('a plan with a second write is shown');
  const written = emit(askedBy(answer, ARCHIVE), {
    plan: answer,
    id: dual.id,
    kinds: EMIT_KIND_NAMES,
    keyDate: null,
  });
  expect(fileNames(written)).not.toContain('router/worker.ts');
  expect(fileNames(written)).toContain('router/main.go');
  expect(textOf(written, 'README.md')).toContain('No Worker is written for the other readers.');
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

test('readers whose keys tell the age need no router', () => {
  const shape = [
    [0, STANDARD],
    [7, R2],
  ] as const;
  const dated = emitted(shape, { keyDate: '{yyyy}/{mm}' });
  expect(textOf(dated, 'README.md')).toContain('Readers that follow the ages above need no router');
});
