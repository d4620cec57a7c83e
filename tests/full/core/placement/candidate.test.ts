/** A placement worked out in full: parts, segments, moves, what has to be run. */
import { describe, expect, it } from 'vitest';
import { candidateOf } from '#core/placement/answer/candidate.ts';
import type { CandidateSources } from '#core/placement/answer/candidate.ts';
import { mechanismsOf } from '#core/placement/answer/effort.ts';
import { runsOf } from '#core/placement/answer/runs.ts';
import { billOf } from '#core/placement/bill/bill-of.ts';
import { placed } from '#core/placement/build.ts';
import type { Held } from '#core/placement/build.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { agePlacement, placementId, singlePlacement } from '#core/placement/ids.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { aCandidate } from '#tests/helpers/aPlan.ts';
import { wholeArchive } from '#tests/sources.ts';

const R2 = 'cloudflare/r2-standard@enam';
const S3 = 'aws/s3-standard@us-east-1';
const GIR = 'aws/s3-glacier-instant-retrieval@us-east-1';

function contextOf(
  objects: Partial<ScenarioText['workload']['objects']> = {},
  more: Partial<ScenarioText> = {},
) {
  const text = aScenario({
    month: '720 h',
    stores: [R2, S3, GIR],
    workload: aWorkload({
      objects: { size: '1 GB', arrivals: '1000/day', retention: '30 days', ...objects },
      reads: { rate: '1000/day', byAge: { '10 days': 0.8 } },
    }),
    ...more,
  });
  return planContext(ScenarioFile.parse(text), wholeArchive());
}

const stages = (...of: [number, ...number[]][]): Held[] =>
  of.map(([fromDays, ...holders]) => ({ fromDays, holders }));

/** What judges say is none of the test's business. */
function sourcesOf(context: PlanContext): CandidateSources {
  const { read, write } = aCandidate();
  return {
    id: (placement) => placementId(context, placement),
    context,
    judge: () => ({ feasible: 'yes', sureness: null, notMeasured: [], violations: [], conditions: [] }),
    keeps: () => ({ zones: 3, durability: null, availability: null }),
    read: () => read,
    write: () => write,
    jobs: () => [],
    missing: () => [],
    effort: () => ({ total: 0, lines: [] }),
  };
}

describe('a split by age', () => {
  const context = contextOf();
  const placement = agePlacement(context, { hot: 1, cold: 0, thresholdDays: 10, entry: 'tier' });
  const candidate = candidateOf(sourcesOf(context), placement);

  it('names its stores, its step and its policy, the first store first', () => {
    expect(candidate).toMatchObject({
      id: `age:${S3}>${R2}@10d:tier`,
      kind: 'age',
      stores: [S3, R2],
      policy: { thresholdDays: 10, entry: 'tier' },
      steps: [{ from: S3, to: R2, leftDays: 10, entry: 'tier' }],
    });
  });

  it('has one part, whose segments share the reads as their ages do', () => {
    expect(candidate.parts.map(({ name, bytes, reads }) => [name, bytes, reads])).toEqual([['all', 1, 1]]);
    expect(candidate.segments).toMatchObject([
      { fromDays: 0, toDays: 10, holders: [S3], readShare: 0.8 },
      { fromDays: 10, toDays: 30, holders: [R2] },
    ]);
    expect(candidate.segments[1]?.readShare).toBeCloseTo(0.2, 12);
  });

  it('moves what arrives at the age, and says what each event adds to the bill', () => {
    expect(candidate.moves.map(({ kind, atDays, from, to }) => [kind, atDays, from, to])).toEqual([
      ['arrive', 0, null, S3],
      ['copy', 10, S3, R2],
      ['expire', 30, R2, null],
    ]);
    const [arrive, copy] = candidate.moves;
    expect(arrive?.bytesPerMonth).toBe(3e13);
    // 30,000 PUTs at 0.005 a thousand.
    expect(arrive?.amount).toBeCloseTo(0.15, 9);
    // Egress of 27,940 GiB, of which the account has 100 free.
    expect(copy?.amount).toBeGreaterThan((3e13 / 2 ** 30 - 100) * 0.07);
    expect(candidate.findings).toContainEqual(
      expect.objectContaining({ code: 'tiering-egress', from: S3, to: R2, bytes: 3e13 }),
    );
  });

  it('costs what its lines add up to', () => {
    const sum = candidate.monthly.lines.reduce((total, { amount }) => total + (amount ?? 0), 0);
    expect(candidate.monthly.total).toBeCloseTo(sum, 6);
    expect(candidate.monthly.total).toBe(billOf(context)(placement).low);
  });

  it('written to both lists the store that is left first', () => {
    const dual = agePlacement(context, { hot: 1, cold: 0, thresholdDays: 10, entry: 'dual' });
    const { segments, moves, runs } = candidateOf(sourcesOf(context), dual);
    expect(segments[0]?.holders).toEqual([S3, R2]);
    expect(moves.map(({ kind, to, from }) => [kind, from, to])).toEqual([
      ['arrive', null, S3],
      ['arrive', null, R2],
      ['drop', S3, null],
      ['expire', R2, null],
    ]);
    expect(runs).toEqual([
      { code: 'drop-job', from: S3, to: null, atDays: 10 },
      { code: 'dual-write', from: S3, to: R2, atDays: 0 },
    ]);
  });
});

describe('parts of a plan’s objects', () => {
  it('are told apart where they are placed apart, the most bytes first', () => {
    const context = contextOf({ standing: '1 PB' });
    const placement = placed(context, ({ stream }) =>
      stream === 'old' ? stages([0, 2]) : stages([0, 1], [10, 0]),
    );
    const { id, kind, parts, segments, policy } = candidateOf(sourcesOf(context), placement);
    expect({ id, kind, policy }).toEqual({
      id: `mix:new=${S3}>${R2}@10d;old=${GIR}`,
      kind: 'mixed',
      policy: null,
    });
    expect(parts.map(({ name }) => name)).toEqual(['old', 'new']);
    // 1 PB stands, 30 TB have arrived.
    expect(parts[0]?.bytes).toBeCloseTo(1000 / 1030, 9);
    expect(segments).toEqual(parts[0]?.segments);
    const shares = parts.flatMap((part) => part.segments.map(({ readShare }) => readShare));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it('of a split by size are one segment each', () => {
    const size = [
      { share: 0.5, size: '20 kB' },
      { share: 0.5, size: '20 MB' },
    ];
    const context = contextOf({ size });
    const placement = placed(context, ({ name }) => stages([0, name === 'new.20kB' ? 1 : 0]));
    const { split, segments, runs } = candidateOf(sourcesOf(context), placement);
    expect(split).toMatchObject({
      by: 'size',
      upToBytes: 20_000,
      parts: [{ store: S3, objects: 0.5 }, { store: R2 }],
    });
    expect(segments.map(({ holders }) => holders)).toEqual([[S3], [R2]]);
    expect(runs.map(({ code, to }) => [code, to])).toEqual([
      ['router', null],
      ['second-store', R2],
    ]);
  });
});

describe('what has to be run', () => {
  const context = contextOf({ standing: '1 PB' });
  /** Where readers read from two buckets. */
  const ROUTER = ['router', null, null, null];
  const codes = (own: (name: string) => Held[]) =>
    runsOf(
      context,
      placed(context, ({ name }) => own(name)),
    ).map(({ code, from, to, atDays }) => [code, from, to, atDays]);

  it('is nothing for one store, whatever copies are demanded', () => {
    expect(runsOf(context, singlePlacement(context, 1))).toEqual([]);
    const copied = contextOf({}, { copies: [R2] });
    expect(runsOf(copied, singlePlacement(copied, 1))).toEqual([]);
  });

  it('is a rule inside one account, a copy job between two', () => {
    expect(codes((name) => (name === 'old' ? stages([0, 2]) : stages([0, 1], [10, 2])))).toEqual([
      ['lifecycle-rule', S3, GIR, 10],
    ]);
    expect(codes((name) => (name === 'old' ? stages([0, 0]) : stages([0, 1], [10, 0])))).toEqual([
      ['copy-job', S3, R2, 10],
      ROUTER,
    ]);
  });

  it('is a second store where only standing objects are there', () => {
    expect(codes((name) => stages([0, name === 'old' ? 2 : 1]))).toEqual([
      ROUTER,
      ['second-store', S3, GIR, null],
    ]);
  });

  it('is a job where a copy is dropped, and none where a job took it away', () => {
    const old = stages([0, 1]);
    expect(codes((name) => (name === 'old' ? old : stages([0, 0, 1], [10, 1])))).toEqual([
      ['drop-job', R2, null, 10],
      ['dual-write', R2, S3, 0],
      ROUTER,
    ]);
    expect(codes((name) => (name === 'old' ? old : stages([0, 0], [10, 1])))).toEqual([
      ['copy-job', R2, S3, 10],
      ROUTER,
    ]);
  });
});

describe('what the mechanisms of a plan are', () => {
  const context = contextOf({ standing: '1 PB' });
  const counted = (...own: Parameters<typeof stages>) => {
    const { account, rule } = mechanismsOf(
      context,
      placed(context, ({ stream }) => (stream === 'old' ? stages([0, 1]) : stages(...own))),
    );
    return { account, rule };
  };

  it('one for a second account, with a rule where its copy is dropped', () => {
    expect(counted([0, 0], [10, 1])).toEqual({ account: 1, rule: 0 });
    expect(counted([0, 0, 1])).toEqual({ account: 1, rule: 0 });
    expect(counted([0, 0, 1], [10, 1])).toEqual({ account: 1, rule: 1 });
  });

  it('a rule for a second write inside one account, and a job inside it where its copy is dropped', () => {
    expect(counted([0, 1, 2])).toEqual({ account: 0, rule: 1 });
    expect(counted([0, 1, 2], [10, 2])).toEqual({ account: 1, rule: 1 });
  });

  it('two for a second write and a copy job, though there are two accounts', () => {
    expect(counted([0, 0, 1], [10, 0, 2])).toEqual({ account: 1, rule: 1 });
    expect(counted([0, 0, 1], [10, 0, 1, 2])).toEqual({ account: 2, rule: 1 });
  });
});
