/** What scripts read of a plan: its keys and their types, and which candidates are there. */
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Plan } from '#core/report/plan-types.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { yaml } from '#tests/helpers/cli/helpers.ts';

const amount = z.number().nonnegative();
const ref = z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+@[a-z0-9-]+$/);
const share = z.number().min(0).max(1);

const Candidate = z.object({
  id: z.string().min(1),
  stores: z.array(ref).min(1),
  cdn: z.array(z.string()),
  kind: z.enum(['single', 'age', 'copies', 'popularity', 'size', 'mixed', 'cache']),
  card: z.enum(['recommended', 'cheaper', 'surer', 'faster']).nullable(),
  policy: z.object({ thresholdDays: z.number(), entry: z.enum(['tier', 'dual']) }).nullable(),
  feasible: z.enum(['yes', 'no', 'unproven']),
  monthly: z.object({
    total: amount,
    currency: z.literal('USD'),
    atLeast: z.boolean(),
    range: z.tuple([amount, amount.nullable()]),
    lines: z.array(z.object({ store: z.string(), meter: z.string(), amount: amount.nullable() })).min(1),
  }),
  sureness: share.nullable(),
  notMeasured: z.array(ref),
  effort: z.object({
    total: amount,
    lines: z.array(
      z.object({
        code: z.enum(['rule', 'account', 'router', 'cdn']),
        count: z.number().int().min(1),
        amount,
      }),
    ),
  }),
  runs: z.array(
    z.object({
      code: z.enum([
        'lifecycle-rule',
        'second-store',
        'copy-job',
        'drop-job',
        'dual-write',
        'router',
        'cache',
        'cdn',
      ]),
      from: z.string().nullable(),
      to: z.string().nullable(),
      atDays: z.number().nonnegative().nullable(),
    }),
  ),
  conditions: z.array(
    z.object({
      code: z.enum(['limit-raised', 'several-buckets', 'fact-unknown', 'not-measured', 'price-unknown']),
      store: z.string(),
      words: z.string().min(1),
    }),
  ),
});

/** Of a placement that is neither on a card nor today's, without `--all`. */
const Short = z.strictObject({
  ...Candidate.pick({ id: true, kind: true, stores: true, feasible: true, sureness: true, notMeasured: true })
    .shape,
  card: z.null(),
  violations: z.array(z.looseObject({ requirement: z.string() })),
  effort: z.strictObject({ total: amount }),
  monthly: Candidate.shape.monthly.omit({ lines: true }).strict(),
  read: z.looseObject({ p99Ms: amount.nullable() }),
  write: z.looseObject({ p99Ms: amount.nullable() }),
});

const PlanJson = z.object({
  schema: z.literal(1),
  recommendation: z.object({ id: z.string() }).nullable(),
  candidates: z.array(z.union([Short, Candidate])).min(1),
  cards: z.array(z.string()).max(3),
  frontier: z.array(z.string()),
  gap: share.nullable(),
});

const SCENARIO = yaml({
  stowage: 1,
  name: 'Keys',
  asOf: '2026-11-20',
  workload: {
    objects: { size: '8 MB', arrivals: '100k/day', retention: '365 days' },
    reads: { rate: '500k/day', byAge: { '7 days': 0.8, '60 days': 0.97 } },
    readers: [
      { at: 'aws/us-east-1', share: 0.7 },
      { at: 'internet/europe', share: 0.3, via: 'aws/cloudfront', hitRatio: 0.6 },
    ],
    writer: 'aws/us-east-1',
  },
  requirements: { readP99: '2 s' },
  stores: [
    'aws/s3-standard@us-east-1',
    'aws/s3-standard-ia@us-east-1',
    'aws/s3-glacier-instant-retrieval@us-east-1',
    'cloudflare/r2-standard@enam',
    'tigris/standard@global',
    'backblaze/b2@us-east',
    'azure/blob-hot@eastus',
  ],
});

const planned = async (...more: string[]): Promise<Plan> =>
  JSON.parse((await runCli(['plan', '-', '--json', ...more], { stdin: SCENARIO })).stdout) as Plan;

let [usual, all]: [Plan | null, Plan | null] = [null, null];
beforeAll(async () => {
  [usual, all] = await Promise.all([planned(), planned('--all')]);
});

test('the keys that scripts read are there, and what they hold is of one type', () => {
  for (const plan of [usual, all]) expect(PlanJson.safeParse(plan).error?.issues ?? []).toEqual([]);
});

describe('of each candidate', () => {
  const each = () => [
    ...(usual?.candidates.filter(({ card }) => card !== null) ?? []),
    ...(all?.candidates ?? []),
  ];

  test('the lines add up to the total, which is the low end of its range', () => {
    for (const { id, monthly } of each()) {
      const [low, high] = monthly.range;
      expect(monthly.total, id).toBe(low);
      expect(high === null || high >= low, id).toBe(true);
      expect(monthly.atLeast, id).toBe(high !== low);
      if (monthly.atLeast) continue;
      const sum = monthly.lines.reduce((total, line) => total + (line.amount ?? NaN), 0);
      expect(sum, id).toBeCloseTo(monthly.total, 6);
    }
  });

  test('the effort is that of its lines, and there is some wherever something has to be run', () => {
    for (const { id, effort, runs } of each()) {
      const sum = effort.lines.reduce((total, line) => total + line.amount, 0);
      expect(sum, id).toBeCloseTo(effort.total, 9);
      expect(effort.lines.length > 0, id).toBe(runs.length > 0);
    }
  });

  test('stores are holders, and the CDN stands by itself', () => {
    for (const { id, stores, cdn } of each()) {
      expect(cdn, id).toEqual(['aws/cloudfront']);
      expect(
        stores.some((store) => store.startsWith('aws/cloudfront')),
        id,
      ).toBe(false);
    }
  });
});

describe('the candidates', () => {
  const idsOf = (plan: Plan | null) => (plan?.candidates ?? []).map(({ id }) => id);

  test('are the cards, every single store, what the frontier names, and the best of each other kind', () => {
    const ids = idsOf(usual);
    expect(new Set(ids).size).toBe(ids.length);
    expect(usual?.cards[0]).toBe(usual?.recommendation?.id);
    expect(ids).toEqual(expect.arrayContaining([...(usual?.cards ?? []), ...(usual?.frontier ?? [])]));
    const singles = usual?.candidates.filter(({ kind }) => kind === 'single') ?? [];
    expect(singles.length).toBe(7);
    const named = new Set([
      ...(usual?.cards ?? []),
      ...(usual?.frontier ?? []),
      ...singles.map(({ id }) => id),
    ]);
    const others = (all?.candidates ?? []).filter(({ id }) => ids.includes(id) && !named.has(id));
    const isDual = ({ parts }: Plan['candidates'][number]) =>
      parts.some(({ segments: [first] }) => (first?.holders.length ?? 0) > 1);
    const kinds = others.map((one) => (one.kind === 'cache' ? 'cache' : isDual(one) ? 'dual' : 'tier'));
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  test('are all that was billed where all is asked for', () => {
    expect(idsOf(all)).toEqual(expect.arrayContaining(idsOf(usual)));
    expect(idsOf(all).length).toBeGreaterThan(idsOf(usual).length);
    expect(all?.cards).toEqual(usual?.cards);
    expect(all?.recommendation?.id).toBe(usual?.recommendation?.id);
  });
});

describe('an answer of the size that a person can open', () => {
  test.each(['photos', 'migrate'])('%s, at stores in reach, is below 100 kB', async (kind) => {
    const { stdout: scenario } = await runCli(['init', kind]);
    const { stdout } = await runCli(['plan', '-', '--json'], { stdin: scenario });
    expect(Buffer.byteLength(stdout)).toBeLessThan(100_000);
    const whole = (await runCli(['plan', '-', '--json', '--all'], { stdin: scenario })).stdout;
    const [short, full] = [stdout, whole].map((text) => JSON.parse(text) as Plan);
    expect(short?.recommendation).toEqual(full?.recommendation);
    expect(short?.candidates.find(({ id }) => id === short.recommendation?.id)?.monthly).toEqual(
      full?.candidates.find(({ id }) => id === full.recommendation?.id)?.monthly,
    );
  });
});
