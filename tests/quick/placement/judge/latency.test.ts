/** How a placement answers: mixtures over readers, ages, sizes and the stores that answer them. */
import { describe, expect, it } from 'vitest';
import { normalCdf } from '#core/latency/distributions/normal.ts';
import type { Prediction } from '#core/latency/types.ts';
import { candidateLatency } from '#core/placement/judge/latency.ts';
import type { LatencyRequirement } from '#core/placement/judge/latency-requirements.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aContext, aGrid, aPrediction, aTimeline, everywhere } from '#tests/helpers/placement/aGrid.ts';

type Workload = ScenarioText['workload'];

const context = (changes: Partial<Workload> = {}) =>
  aContext('ab', {
    workload: {
      objects: { size: '1 MB', arrivals: '1000/day', retention: '100 days' },
      reads: { rate: '1000/day', byAge: { '10 days': 0.9 } },
      readers: [{ at: 'internet/US', share: 1 }],
      writer: 'internet/US',
      ...changes,
    },
  });
const [hot, cold] = [aPrediction(20, 0.3, { slow: 2 }), aPrediction(200, 0.5, { fast: 0.5 })];
const byStore = (...of: (Prediction | null)[]) => aGrid({ read: (s) => of[s] ?? null });
/** P(T ≤ ms) of a log-normal. */
const below = (ms: number, medianMs: number, sigma: number) => normalCdf(Math.log(ms / medianMs) / sigma);

describe('the read latency of a placement', () => {
  const inOne = aTimeline([0, 0]);
  const aged = aTimeline([0, 0], [10, 1]);

  it('of one store is that store’s, with its band, grade and evidence', () => {
    const of = context();
    const { byPlace, firstByteP99Ms, firstByteP99BandMs, firstByteGrade, ...whole } = candidateLatency(
      of,
      byStore(hot),
    ).read(everywhere(of, inOne));
    const p99 = hot.best.quantile(0.99);
    expect(whole).toEqual({
      meanMs: hot.best.meanMs,
      p50Ms: hot.best.quantile(0.5),
      p95Ms: hot.best.quantile(0.95),
      p99Ms: p99,
      p99BandMs: [p99, 2 * p99],
      grade: 'measured',
      evidence: hot.evidence,
      adjustments: [],
    });
    expect(firstByteP99Ms).toBe(p99);
    expect(firstByteP99BandMs).toEqual([p99, 2 * p99]);
    expect(firstByteGrade).toBe('measured');
    expect(byPlace).toEqual([
      { place: 'internet/US', share: 1, servedBy: [{ store: 'acme/a@north', share: 1 }], ...whole },
    ]);
  });

  it('mixes stages by their shares of the reads', () => {
    const of = context();
    const latency = candidateLatency(of, byStore(hot, cold));
    const placement = everywhere(of, aged);
    const p99 = latency.readP99(placement) ?? NaN;
    expect(0.9 * below(p99, 20, 0.3) + 0.1 * below(p99, 200, 0.5)).toBeCloseTo(0.99, 9);
    const read = latency.read(placement);
    expect(read.p99Ms).toBe(p99);
    expect(read.byPlace[0]?.servedBy).toEqual([
      { store: 'acme/a@north', share: expect.closeTo(0.9, 12) },
      { store: 'acme/b@north', share: expect.closeTo(0.1, 12) },
    ]);
    expect(read.evidence).toHaveLength(2);
  });

  it('mixes parts that are placed apart: a tenth of all objects stands, in the other store', () => {
    // 1,000 a day for 90 days, and 10,000 that stand: by number, a tenth of the reads.
    const of = context({
      objects: { size: '1 MB', arrivals: '1000/day', retention: '90 days', standing: '10 GB' },
    });
    const placement = { timelines: [inOne, aTimeline([0, 1])] };
    const p99 = candidateLatency(of, byStore(hot, cold)).readP99(placement) ?? NaN;
    expect(0.9 * below(p99, 20, 0.3) + 0.1 * below(p99, 200, 0.5)).toBeCloseTo(0.99, 9);
  });

  it('is not known where a store that answers has no evidence, and is where it answers nobody', () => {
    const of = context();
    const latency = candidateLatency(of, byStore(hot, null));
    expect(latency.read(everywhere(of, aged))).toMatchObject({
      p99Ms: null,
      p99BandMs: null,
      grade: 'missing',
    });
    expect(latency.readP99(everywhere(of, aTimeline([0, 0, 1])))).toBe(hot.best.quantile(0.99));
  });

  it('takes hits of a CDN at the time of its edge, by assumption', () => {
    const of = context({
      readers: [{ at: 'internet/US', share: 1, via: 'aws/cloudfront', hitRatio: 0.9, edge: '50 ms' }],
    });
    const read = candidateLatency(of, byStore(cold)).read(everywhere(of, inOne));
    expect(read.p50Ms).toBe(50);
    // A miss in ten: its 90th percentile.
    expect(read.p99Ms).toBeCloseTo(cold.best.quantile(0.9), 6);
    expect(read.grade).toBe('assumed');
    expect(read.adjustments.map(({ words }) => words)).toEqual([
      'hits of aws/cloudfront, 90% of reads, take 50 ms by assumption; the rest are its misses',
    ]);
  });

  it('is of actions that wait for several reads', () => {
    const of = context({ reads: { rate: '1000/day', fanOut: 4 } });
    expect(candidateLatency(of, byStore(hot)).readP99(everywhere(of, inOne))).toBeCloseTo(
      hot.best.quantile(0.99 ** 0.25),
      6,
    );
  });

  it('at the fast end of the evidence is told in the figure that is limited', () => {
    const of = context({
      readers: [
        { at: 'internet/US', share: 0.9 },
        { at: 'aws/us-east-1', share: 0.1 },
      ],
    });
    const latency = candidateLatency(of, byStore(hot, cold));
    const asked = (requirement: Partial<LatencyRequirement>): LatencyRequirement => ({
      name: 'read p50',
      of: 'read',
      metric: 'total',
      statistic: 'p50',
      limitMs: 10,
      counts: 'late',
      tail: 0.5,
      weights: [0.9, 0.1],
      ...requirement,
    });
    const there = everywhere(of, aTimeline([0, 1]));
    expect(latency.fastEndMs(there, asked({}))).toBeCloseTo(100, 6);
    expect(latency.fastEndMs(there, asked({ weights: [0, 1] }))).toBeCloseTo(100, 6);
    expect(latency.fastEndMs(there, asked({ counts: 'mean', tail: 1 }))).toBe(cold.low.meanMs);
    expect(latency.fastEndMs(there, asked({ of: 'write', tail: 0.01 }))).toBe(cold.low.quantile(0.99));
    const ms = latency.fastEndMs(everywhere(of, aged), asked({ tail: 0.01 })) ?? NaN;
    expect(0.9 * below(ms, 20, 0.3) + 0.1 * below(ms, 100, 0.5)).toBeCloseTo(0.99, 9);
    expect(candidateLatency(of, byStore(hot, null)).fastEndMs(there, asked({}))).toBeNull();
  });

  it('sums up once what placements share, and draws curves only where they are asked for', () => {
    const of = context();
    const latency = candidateLatency(of, byStore(hot, cold), { curves: true });
    const [one, other] = [
      latency.read(everywhere(of, aged)),
      latency.read(everywhere(of, aTimeline([0, 0], [10, 1, 0]))),
    ];
    expect(one.evidence).toBe(other.evidence);
    expect(one.curve?.length).toBe(40);
  });
});

describe('the write latency of a placement', () => {
  const sizes = [
    { size: '10 kB', share: 0.75 },
    { size: '1 MB', share: 0.25 },
  ];

  it('is of the slower of two stores, by size', () => {
    const of = context({ objects: { size: sizes, arrivals: '1000/day', retention: '100 days' } });
    const placement = { timelines: [aTimeline([0, 0, 1]), aTimeline([0, 1])] };
    const p99 = candidateLatency(of, byStore(hot, cold)).write(placement).p99Ms ?? NaN;
    const both = below(p99, 20, 0.3) * below(p99, 200, 0.5);
    expect(0.75 * both + 0.25 * below(p99, 200, 0.5)).toBeCloseTo(0.99, 9);
  });

  it('does not wait for copies that are made later', () => {
    const of = context();
    const write = candidateLatency(of, byStore(hot, null)).write(
      everywhere(of, aTimeline([0, 0], [10, 0, 1])),
    );
    expect(write.p99Ms).toBe(hot.best.quantile(0.99));
  });
});
