// needs: emit-validator
/** What Terraform, Prometheus and Go make of what is emitted. Needs Go and its module proxy. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import type { Emission } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { Folder } from '#tests/helpers/folder.ts';
import {
  ARCHIVE,
  B2,
  EXPRESS,
  R2,
  R2_IA,
  STANDARD,
  STANDARD_IA,
  emitted,
  jsonOf,
  textOf,
} from '#tests/helpers/emit/plans.ts';
import type { Asked, Stretch } from '#tests/helpers/emit/plans.ts';
import { emittedOf } from '#tests/helpers/emit/parts.ts';
import { validator } from '#tests/helpers/emit/tools.ts';
import { askedBy } from '#tests/helpers/aPlan.ts';
import { allDatasets } from '#tests/sources.ts';

let read: Awaited<ReturnType<typeof validator>>;
beforeAll(async () => {
  read = await validator();
});

async function parsed(form: 'hcl' | 'rules', text: string): Promise<unknown> {
  using folder = new Folder({ file: text });
  return await read(form, path.join(folder.path, 'file'));
}

const SHAPES: readonly (readonly Stretch[])[] = [
  [[0, STANDARD]],
  [
    [0, STANDARD],
    [30, STANDARD_IA],
  ],
  [
    [0, EXPRESS, R2],
    [7, R2],
    [37, R2_IA],
  ],
];

describe('Terraform', () => {
  interface Body {
    attributes: Record<string, unknown>;
    blocks: { type: string; labels: string[] | null; body: Body }[];
  }
  const resources = async (emission: Emission) => {
    const file = (await parsed('hcl', textOf(emission, 'terraform/lifecycle.tf'))) as {
      formatted: boolean;
      body: Body;
    };
    expect(file.formatted).toBe(true);
    return file.body.blocks;
  };
  const rulesOf = ({ blocks }: Body) =>
    blocks.filter(({ type }) => type === 'rule').map(({ body }) => s3RuleOf(body));
  const ofLifecycle = (blocks: Body['blocks']) =>
    blocks.filter(({ labels }) => labels?.[0]?.includes('_lifecycle'));

  test('sets the encryption, versions and lock that the scenario asks for, and lets programs use the key', async () => {
    const workload = {
      objects: { size: '4 MB', arrivals: '11M/day', retention: '90 days', encryption: { kms: '1 %' } },
      reads: { rate: '33M/day' },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    } as ScenarioText['workload'];
    const blocks = await resources(
      emitted(
        [
          [0, STANDARD],
          [7, STANDARD_IA],
        ],
        { scenario: { workload, requirements: { features: ['object-lock'] } } },
      ),
    );
    const types = blocks.flatMap(({ type, labels }) => (type === 'resource' ? (labels?.[0] ?? []) : []));
    for (const type of ['versioning', 'object_lock_configuration', 'server_side_encryption_configuration'])
      expect(types.filter((one) => one === `aws_s3_bucket_${type}`)).toHaveLength(2);
    const text = JSON.stringify(blocks);
    expect(text).toContain('bucket_key_enabled');
    expect(text).toContain('kms:GenerateDataKey');
    expect(text).not.toContain('== null ? 0 : 1');
  });

  test.each(
    SHAPES.map((shape) => [shape.map(([at, ...held]) => `${at}: ${held.join()}`).join('; '), shape] as const),
  )(
    'its parser reads the same rules as the JSON holds, formatted as terraform fmt does: %s',
    async (_, shape) => {
      const emission = emitted(shape);
      const found = ofLifecycle(await resources(emission));
      expect(found.length).toBeGreaterThan(0);
      for (const { labels, body } of found) {
        const [type = '', id = ''] = labels ?? [];
        const json = jsonOf(emission, `lifecycle/${id}.json`);
        if (type === 'aws_s3_bucket_lifecycle_configuration') expect({ Rules: rulesOf(body) }).toEqual(json);
        else {
          expect(type).toBe('cloudflare_r2_bucket_lifecycle');
          expect(camelled({ rules: body.attributes.rules })).toEqual(json);
        }
      }
    },
  );

  const FILTERS: Readonly<Record<string, string>> = {
    prefix: 'Prefix',
    object_size_greater_than: 'ObjectSizeGreaterThan',
    object_size_less_than: 'ObjectSizeLessThan',
  };

  test('filters by prefix and size are those of the JSON', async () => {
    const emission = emittedOf({
      retention: 90,
      sizes: 3,
      stands: true,
      parts: {
        'new.256KiB': [[0, STANDARD]],
        'new.8MiB': [
          [0, STANDARD],
          [30, STANDARD_IA],
        ],
        'new.64MiB': [[0, STANDARD]],
        old: [[0, STANDARD]],
      },
    });
    const [bucket] = ofLifecycle(await resources(emission));
    const json = jsonOf(emission, 'lifecycle/store1.json');
    expect({ Rules: bucket && rulesOf(bucket.body) }).toEqual(json);
    expect(json).toMatchObject({
      Rules: [
        {
          Filter: {
            And: { Prefix: 'new/', ObjectSizeGreaterThan: 256 * 1024, ObjectSizeLessThan: 8 * 1024 ** 2 + 1 },
          },
        },
        {},
        {},
      ],
    });
  });

  test('no bucket of a plan is ever destroyed, and versions are kept only where somebody asks for them', async () => {
    const found = await resources(emitted([...SHAPES[2]!, [60, STANDARD]]));
    const buckets = found.filter(({ labels }) =>
      /^(aws_s3|cloudflare_r2)(_directory)?_bucket$/.test(labels?.[0] ?? ''),
    );
    expect(buckets.map(({ labels }) => labels?.[0])).toEqual([
      'aws_s3_directory_bucket',
      'aws_s3_bucket',
      'cloudflare_r2_bucket',
    ]);
    for (const { body } of buckets)
      expect(body.blocks.find(({ type }) => type === 'lifecycle')?.body.attributes).toEqual({
        prevent_destroy: true,
      });
    const asked = found.find(({ labels }) => labels?.[0] === 'noncurrent_days');
    expect(asked?.body.attributes).toMatchObject({ default: null });
  });

  test.each<[string, readonly Stretch[], string[][]]>([
    [
      'is moved out of is read and deleted',
      [
        [0, STANDARD],
        [7, R2],
      ],
      [['s3:ListBucket'], ['s3:GetObject', 's3:DeleteObject']],
    ],
    [
      'is moved into is written, and deleted in by its rule',
      [
        [0, R2],
        [7, STANDARD],
      ],
      [['s3:ListBucket'], ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload']],
    ],
    [
      'is copied out of is read',
      [
        [0, STANDARD],
        [7, STANDARD, R2],
      ],
      [['s3:ListBucket'], ['s3:GetObject']],
    ],
    [
      'moves its objects by rules is not touched',
      [
        [0, STANDARD],
        [30, STANDARD_IA],
      ],
      [],
    ],
  ])('the schedule may do what its jobs do: what %s', async (_, shape, actions) => {
    const found = await resources(emitted(shape));
    const policy = found.find(({ labels }) => labels?.[1] === 'stowage_schedule');
    expect(policy?.body.blocks.map(({ body }) => body.attributes.actions) ?? []).toEqual(actions);
  });

  test('the writer of a dual write may write and delete in each of its buckets', async () => {
    const found = await resources(emitted([[0, STANDARD, R2]]));
    const writer = found.find(({ labels }) => labels?.[1] === 'stowage_writer');
    expect(writer?.body.blocks.map(({ body }) => body.attributes.actions)).toEqual([
      ['s3:ListBucket'],
      ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:DeleteObject'],
    ]);
    const alone = await resources(emitted([[0, STANDARD]]));
    expect(alone.some(({ labels }) => labels?.[1] === 'stowage_writer')).toBe(false);
  });

  function s3RuleOf({ attributes, blocks }: Body): object {
    const block = (type: string) => blocks.find((one) => one.type === type)?.body.attributes;
    const within = blocks.find((one) => one.type === 'filter')?.body;
    const and = within?.blocks.find((one) => one.type === 'and')?.body;
    const filter = (of: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(of).map(([name, value]) => [FILTERS[name] ?? name, value]));
    const [transition, expiration, abort] = [
      'transition',
      'expiration',
      'abort_incomplete_multipart_upload',
    ].map(block);
    return {
      ID: attributes.id,
      Status: attributes.status,
      Filter: and ? { And: filter(and.attributes) } : filter(within?.attributes ?? {}),
      ...(transition
        ? { Transitions: [{ Days: transition.days, StorageClass: transition.storage_class }] }
        : {}),
      ...(expiration ? { Expiration: { Days: expiration.days } } : {}),
      ...(abort
        ? { AbortIncompleteMultipartUpload: { DaysAfterInitiation: abort.days_after_initiation } }
        : {}),
    };
  }

  const camelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(camelled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        camelled(one),
      ]),
    );
  };
});

describe('Prometheus', () => {
  const Groups = z
    .array(
      z.object({
        Rules: z.array(
          z.object({
            Alert: z.string().regex(/^Stowage[A-Za-z]+$/),
            Expr: z.string(),
            Labels: z.record(z.string(), z.string()),
            Annotations: z.record(z.string(), z.string()),
          }),
        ),
      }),
    )
    .length(1);
  const rulesOf = async (shape: readonly Stretch[], asked?: Asked) =>
    Groups.parse(await parsed('rules', textOf(emitted(shape, asked), 'prometheus/alerts.yaml')))[0]?.Rules ??
    [];

  test('promtool reads an alert for each requirement, place and bucket, and for reads both ways', async () => {
    const rules = await rulesOf(SHAPES[2]!, {
      scenario: { requirements: { readP99: '800 ms', firstByteP99: '200 ms' } },
    });
    const count = (name: string) => rules.filter(({ Alert }) => Alert === name).length;
    expect(count('StowageReadsTooSlow')).toBe(1);
    expect(count('StowageFirstBytesTooSlow')).toBe(1);
    expect(count('StowageSlowerThanEvidence')).toBe(2);
    expect(count('StowageReadRateDrifted')).toBe(2);
    expect(count('StowageStoredMoreThanPlanned')).toBe(2);
    expect(count('StowageEgressShareDrifted')).toBe(2);
  });

  test('other quantiles, means and places have the share or the mean that they allow', async () => {
    const latency = [
      { p95: '200 ms', mean: '90 ms', at: 'internet/europe' },
      { metric: 'firstByte' as const, p50: '40 ms' },
      { of: 'write' as const, p99: '1 s' },
    ];
    const rules = await rulesOf(SHAPES[0]!, { scenario: { requirements: { latency } } });
    expect(rules.filter(({ Alert }) => Alert.endsWith('TooSlow')).map(({ Expr }) => Expr)).toEqual([
      'sum(rate(stowage_read_seconds_sum{place="internet/europe"}[1h])) / sum(rate(stowage_read_seconds_count{place="internet/europe"}[1h])) > 0.09',
      '1 - sum(rate(stowage_read_seconds_bucket{place="internet/europe",le="0.2"}[1h])) / sum(rate(stowage_read_seconds_count{place="internet/europe"}[1h])) > 0.05',
      '1 - sum(rate(stowage_first_byte_seconds_bucket{le="0.04"}[1h])) / sum(rate(stowage_first_byte_seconds_count[1h])) > 0.5',
    ]);
  });

  test('past the nearest switch point on either side the other plan is named', async () => {
    const side = (id: string | null) => ({ id, total: 1, atLeast: false });
    const point = (value: number, below: string | null, above: string | null): SwitchPoint => ({
      input: 'reads',
      path: 'workload.reads.rate',
      value,
      unit: '/day',
      now: 33e6,
      below: side(below),
      above: side(above),
      unproven: null,
      words: '',
    });
    const switchPoints = [point(1e6, 'far', 'low'), point(2e6, 'low', 'this'), point(50e6, 'this', null)];
    const rules = await rulesOf(SHAPES[0]!, { switchPoints });
    const past = rules.filter(({ Alert }) => Alert === 'StowageReadsPastSwitchPoint');
    expect(past.map(({ Expr, Labels }) => [Expr.slice(Expr.indexOf('*') + 8), Labels.then])).toEqual([
      ['> 50000000', undefined],
      ['< 2000000', 'low'],
    ]);
    expect(rules.some(({ Alert }) => Alert === 'StowageReadRateDrifted')).toBe(false);
  });

  test('bounds are those of the plan: bytes held from entry to exit, reads a day', async () => {
    const rules = await rulesOf(SHAPES[2]!);
    const stored = rules.filter(({ Alert }) => Alert === 'StowageStoredMoreThanPlanned');
    // 11 million objects of 4 MB a day, for 7 and for 90 days, and half as much again.
    expect(stored.map(({ Expr }) => Number(/> (\d+)$/.exec(Expr)?.[1]))).toEqual(
      [7, 90].map((days) => 11e6 * 4e6 * days * 1.5),
    );
    const reads = rules.filter(({ Alert }) => Alert === 'StowageReadRateDrifted');
    expect(reads.map(({ Expr }) => Expr.slice(-10))).toEqual(['> 49500000', '< 16500000']);
  });

  test('a job of the schedule that failed, never ran or fell behind is told, as are writes that wait, and without them nothing', async () => {
    const jobs = async (shape: readonly Stretch[]) =>
      (await rulesOf(shape)).filter(({ Labels }) => Labels.assumption === 'schedule');
    const success = 'stowage_job_last_success_timestamp_seconds';
    const nightly = await jobs([
      [0, STANDARD],
      [7, R2],
    ]);
    expect(nightly.map(({ Alert, Expr, Labels }) => [Alert, Expr, Labels.severity])).toEqual([
      ['StowageJobFailed', 'stowage_job_last_exit_code != 0', 'critical'],
      [
        'StowageJobDidNotRun',
        `absent(${success}) or count(${success}) < 1 or time() - ${success} > 172800`,
        'critical',
      ],
    ]);
    const hourly = await jobs([
      [0, STANDARD],
      [0.5, R2],
    ]);
    expect(hourly[1]?.Expr).toBe(
      `absent(${success}) or count(${success}) < 1 or time() - ${success} > 10800`,
    );
    const both = await jobs([
      [0, STANDARD],
      [0.5, R2],
      [30, B2],
    ]);
    expect(both[1]?.Expr).toContain(`or time() - max(${success}) > 10800 or time() - ${success} > 172800`);
    expect(await jobs(SHAPES[0]!)).toEqual([]);
    const waiting = async (shape: readonly Stretch[]) =>
      (await rulesOf(shape)).filter(({ Alert }) => Alert === 'StowageWritesWait').length;
    expect([await waiting(SHAPES[0]!), await waiting(SHAPES[2]!)]).toEqual([0, 1]);
  });

  test('text with braces of a template is escaped, not run', async () => {
    const rules = await rulesOf(SHAPES[0]!, {
      placement: {
        read: {
          ...emptyRead,
          byPlace: [{ place: 'internet/{{ $value }}', share: 1, servedBy: [], ...band }],
        },
      },
    });
    expect(rules.length).toBeGreaterThan(0);
  });
  const band = {
    meanMs: 1,
    p50Ms: 1,
    p95Ms: 1,
    p99Ms: 1,
    p99BandMs: [1, 2] as [number, number],
    grade: 'measured' as const,
    evidence: [],
    adjustments: [],
  };
  const emptyRead = {
    ...band,
    firstByteP99Ms: null,
    firstByteP99BandMs: null,
    firstByteGrade: 'missing' as const,
  };
});

test('every placement of an example becomes files that their tools read', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const text = parse(readFileSync(path.join(root, 'examples/streamingco.yaml'), 'utf8')) as ScenarioText;
  const answer = plan(ask(text, { archive: ARCHIVE, evidence: evidenceBase(allDatasets()) }));
  expect(answer.candidates.length).toBeGreaterThan(10);
  for (const { id } of answer.candidates) {
    const { files } = emit(askedBy(answer, ARCHIVE), {
      plan: answer,
      id,
      kinds: EMIT_KIND_NAMES,
      keyDate: null,
    });
    for (const { path: name, text: content } of files) {
      if (name.endsWith('.tf')) await parsed('hcl', content);
      if (name.endsWith('alerts.yaml')) await parsed('rules', content);
      if (name.endsWith('.json')) JSON.parse(content);
      if (!/\.(ts|go)$/.test(name)) expect(content, name).not.toMatch(/undefined|NaN|Infinity/);
    }
  }
});

test('what is no HCL and what is no rule is refused', async () => {
  await expect(parsed('hcl', 'resource "x" {')).rejects.toThrow();
  await expect(
    parsed('rules', 'groups: [{ name: a, rules: [{ alert: b, expr: "sum(" }] }]'),
  ).rejects.toThrow();
});
