/** How sure a placement is: the highest level of the evidence at which every latency requirement is met. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '#core/latency/distributions/normal.ts';
import { LEVEL_STEPS, latenessOf } from '#core/placement/judge/lateness.ts';
import { servedOf } from '#core/placement/judge/served.ts';
import { isMet, surenessOf } from '#core/placement/judge/sureness.ts';
import type { LatencyGrid } from '#core/placement/latency-grid.ts';
import type { Placement } from '#core/placement/placement.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aContext, aGrid, aPrediction, aTimeline, everywhere } from '#tests/helpers/placement/aGrid.ts';
import type { Prediction } from '#core/latency/types.ts';

type Workload = ScenarioText['workload'];

const workload = (changes: Partial<Workload> = {}): Workload => ({
  objects: { size: '1 MB', arrivals: '1000/day', retention: '100 days' },
  reads: { rate: '1000/day' },
  readers: [{ at: 'internet/US', share: 1 }],
  writer: 'internet/US',
  ...changes,
});

/** `slow` for which a store of this median and σ keeps its p99 at or below the limit up to the level, above ½. */
function slowFor(level: number, limitMs: number, medianMs: number, sigma: number, p = 0.99): number {
  return (limitMs / (medianMs * Math.exp(sigma * normalQuantile(p)))) ** (1 / (2 * level - 1));
}

const sure = (context: PlanContext, grid: LatencyGrid, placement: Placement) =>
  surenessOf(context, latenessOf(context, grid))(placement);

describe('the sureness of one store', () => {
  const context = aContext('a', { workload: workload(), requirements: { readP99: '400 ms' } });
  const placement = everywhere(context, aTimeline([0, 0]));
  const of = (prediction: Prediction | null) => sure(context, aGrid({ read: () => prediction }), placement);

  it('is the level at which its p99 reaches the limit', () => {
    const slow = slowFor(0.75, 400, 100, 0.5);
    // p99 = 100 e^(0.5 × 2.326) = 320 ms; at 0.75 half the band's slow side is added: √slow = 400 / 320.
    expect(slow).toBeCloseTo((400 / 319.98) ** 2, 3);
    expect(of(aPrediction(100, 0.5, { fast: 0.5, slow })).level).toBe(0.75);
  });

  it('counts the fast side of the band where the best estimate fails', () => {
    // p99 = 480 ms at best; 320 ms at the fast end: ln 1.2 of ln 1.5 has to be given up.
    const found = of(aPrediction(150, 0.5, { fast: 1 / 1.5, slow: 2 })).level ?? NaN;
    const exact = 0.5 - (0.5 * Math.log(479.97 / 400)) / Math.log(1.5);
    expect(found).toBe(Math.floor(exact * LEVEL_STEPS) / LEVEL_STEPS);
  });

  it('is 1 where the slow end holds, and 0 where the fast end does not', () => {
    expect(of(aPrediction(100, 0.5, { fast: 0.5, slow: 1.2 })).level).toBe(1);
    expect(of(aPrediction(100, 0.5)).level).toBe(1);
    expect(of(aPrediction(300, 0.5, { fast: 0.9, slow: 1.2 })).level).toBe(0);
  });

  it('is 0 where nobody measured it, and the store is named', () => {
    expect(of(null)).toEqual({
      level: 0,
      notMeasured: ['acme/a@north'],
      byRequirement: [{ requirement: 'readP99', level: 0 }],
    });
  });

  it('is not told where no latency is asked', () => {
    const asked = aContext('a', { workload: workload() });
    const nothing = { level: null, notMeasured: [], byRequirement: [] };
    expect(sure(asked, aGrid({ read: () => null }), everywhere(asked, aTimeline([0, 0])))).toEqual(nothing);
    const unread = aContext('a', {
      workload: workload({ reads: { rate: '0/day' } }),
      requirements: { readP99: '400 ms' },
    });
    expect(sure(unread, aGrid({ read: () => null }), everywhere(unread, aTimeline([0, 0])))).toEqual(nothing);
  });
});

describe('the sureness of several stores', () => {
  const hot = aPrediction(20, 0.3);
  const context = (changes: Partial<Workload>, requirements: ScenarioText['requirements']) =>
    aContext('ab', { workload: workload(changes), requirements });
  const byStore = (...of: (Prediction | null)[]) => aGrid({ read: (s) => of[s] ?? null });
  const byAge = { rate: '1000/day', byAge: { '10 days': 0.9 } };

  it('counts reads by their share: a tenth of them may be late by a tenth', () => {
    const asked = context({ reads: byAge }, { readP99: '400 ms' });
    const cold = aPrediction(200, 0.5, { slow: slowFor(0.75, 400, 200, 0.5, 0.9) });
    const placement = everywhere(asked, aTimeline([0, 0], [10, 1]));
    expect(sure(asked, byStore(hot, cold), placement).level).toBe(0.75);
  });

  it('needs no evidence of a store that answers nobody', () => {
    const asked = context({ reads: { rate: '1000/day', byAge: { '10 days': 1 } } }, { readP99: '400 ms' });
    const read = everywhere(asked, aTimeline([0, 0], [10, 1]));
    expect(sure(asked, byStore(hot, null), read)).toMatchObject({ level: 1, notMeasured: [] });
    const held = everywhere(asked, aTimeline([0, 0, 1]));
    expect(sure(asked, byStore(hot, null), held)).toMatchObject({ level: 1, notMeasured: [] });
  });

  it('is the least of all requirements, and names each', () => {
    const asked = context(
      {},
      { readP99: '400 ms', latency: [{ p50: '120 ms' }, { of: 'write', p99: '1 s' }] },
    );
    const slow = 1.2 ** 4;
    const found = sure(
      asked,
      aGrid({ read: () => aPrediction(100, 0.3, { slow }), write: (s) => (s === 0 ? hot : null) }),
      everywhere(asked, aTimeline([0, 0])),
    );
    // p50 = 100 ms: 120 ms is a quarter of the slow side's logarithm, so level ½ + ⅛.
    expect(found.level).toBe(0.625);
    expect(found.byRequirement.map(({ requirement }) => requirement)).toEqual([
      'readP99',
      'read p50',
      'write p99',
    ]);
    expect(found.byRequirement[1]).toEqual({ requirement: 'read p50', level: 0.625 });
    expect(found.byRequirement[2]).toEqual({ requirement: 'write p99', level: 1 });
  });

  it('waits for the slower of two writes', () => {
    const asked = context({}, { latency: [{ of: 'write', p99: '400 ms' }] });
    const both = everywhere(asked, aTimeline([0, 0, 1]));
    const slow = aPrediction(100, 0.5, { slow: 4 });
    // 1 − F² = 1 % where F = √0.99.
    const level =
      (2 * Math.log(400 / 100) - 2 * 0.5 * normalQuantile(Math.sqrt(0.99))) / (4 * Math.log(4)) + 0.5;
    expect(sure(asked, byStore(slow, slow), both).level).toBe(Math.floor(level * LEVEL_STEPS) / LEVEL_STEPS);
    expect(sure(asked, byStore(slow, null), both)).toMatchObject({ level: 0, notMeasured: ['acme/b@north'] });
    const copied = everywhere(asked, aTimeline([0, 0], [10, 1]));
    expect(sure(asked, byStore(hot, null), copied).level).toBe(1);
  });

  it('is of the misses of a CDN: hits take the time of the edge', () => {
    const reader = { at: 'internet/US', share: 1, via: 'aws/cloudfront', hitRatio: 0.9 } as const;
    const asked = context({ readers: [reader] }, { readP99: '400 ms' });
    const slow = slowFor(0.75, 400, 200, 0.5, 0.9);
    const placement = everywhere(asked, aTimeline([0, 0]));
    expect(sure(asked, byStore(aPrediction(200, 0.5, { slow })), placement).level).toBe(0.75);
    const within = context({ readers: [reader] }, { readP99: '50 ms' });
    expect(sure(within, byStore(aPrediction(1, 0.1)), placement).level).toBe(0);
    const all = context({ readers: [{ ...reader, hitRatio: 1 }] }, { readP99: '400 ms' });
    expect(sure(all, byStore(null), placement)).toMatchObject({ level: 1, notMeasured: [] });
  });

  it('is of actions that wait for several reads', () => {
    const asked = context({ reads: { rate: '1000/day', fanOut: 10 } }, { readP99: '400 ms' });
    const slow = slowFor(0.75, 400, 50, 0.5, 0.99 ** 0.1);
    const placement = everywhere(asked, aTimeline([0, 0]));
    expect(sure(asked, byStore(aPrediction(50, 0.5, { slow })), placement).level).toBe(0.75);
    const lateness = latenessOf(asked, byStore(aPrediction(50, 0.5, { slow })));
    expect(lateness.mostOfReads(0)).toBeCloseTo(1 - 0.99 ** 0.1, 12);
    expect(lateness.read(0, 0.75, 0, 0, 0)).toBeCloseTo(1 - 0.99 ** 0.1, 9);
  });

  it('knows the mean of the slowest of several: of two log-normals, e^(μ + σ²/2) × 2Φ(σ/√2)', () => {
    const asked = context({ reads: { rate: '1000/day', fanOut: 2 } }, { latency: [{ mean: '100 ms' }] });
    const lateness = latenessOf(asked, byStore(aPrediction(50, 0.5)));
    const mean = 50 * Math.exp(0.125) * 2 * normalCdf(0.5 / Math.SQRT2);
    expect(lateness.read(0, 1, 0, 0, 0)).toBeCloseTo(mean / 100, 3);
  });

  it('asks the sooner of two holders where reads are hedged to the other', () => {
    const asked = context({}, { readP99: '400 ms' });
    const slow = aPrediction(300, 0.5);
    const grid = aGrid({
      read: () => slow,
      either: (first, second) => (first === 0 && second === 1 ? hot : slow),
    });
    expect(sure(asked, grid, everywhere(asked, aTimeline([0, 0, 1]))).level).toBe(1);
    expect(sure(asked, grid, everywhere(asked, aTimeline([0, 0]))).level).toBe(0);
  });
});

describe('levels', () => {
  const prediction = fc
    .record({
      median: fc.double({ min: 5, max: 500, noNaN: true }),
      sigma: fc.double({ min: 0.05, max: 1.5, noNaN: true }),
      fast: fc.double({ min: 0.2, max: 1, noNaN: true }),
      slow: fc.double({ min: 1, max: 8, noNaN: true }),
    })
    .map(({ median, sigma, fast, slow }) => aPrediction(median, sigma, { fast, slow }));
  const limits = fc.constantFrom<ScenarioText['requirements']>(
    { readP99: '300 ms' },
    {
      readP99: '300 ms',
      latency: [
        { of: 'write', p95: '200 ms' },
        { mean: '90 ms', at: 'internet/EU' },
      ],
    },
    { latency: [{ p50: '60 ms' }, { metric: 'firstByte', p999: '2 s' }] },
  );
  const asked = fc.record({
    requirements: limits,
    fanOut: fc.constantFrom(1, 1, 3),
    hitRatio: fc.constantFrom(0, 0.5),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    predictions: fc.array(fc.option(prediction, { freq: 20 }), { minLength: 6, maxLength: 6 }),
  });

  it('hold below the one that is told, fail above it, and never again', () => {
    fc.assert(
      fc.property(asked, ({ requirements, fanOut, hitRatio, share, predictions }) => {
        const context = aContext('ab', {
          workload: workload({
            objects: {
              size: [
                { size: '10 kB', share: 0.7 },
                { size: '1 MB', share: 0.3 },
              ],
              arrivals: '1000/day',
              retention: '100 days',
              standing: '1 GB',
            },
            reads: { rate: '1000/day', fanOut, byAge: { '10 days': share } },
            readers: [
              { at: 'internet/US', share: 0.6 },
              { at: 'internet/EU', share: 0.4, via: 'aws/cloudfront', hitRatio },
            ],
          }),
          requirements,
        });
        const grid = aGrid({ read: (s, q, k) => predictions[(3 * s + 2 * q + k) % 6] ?? null });
        const lateness = latenessOf(context, grid);
        const placement = everywhere(context, aTimeline([0, 0], [10, 1]));
        const served = servedOf(context, false);
        const all = { reads: served.reads(placement), writes: served.writes(placement) };
        const holds = Array.from({ length: LEVEL_STEPS + 1 }, (_, i) =>
          lateness.requirements.every((_one, r) => isMet(lateness, r, i / LEVEL_STEPS, all)),
        );
        const { level, notMeasured } = surenessOf(context, lateness)(placement);
        const last = holds.lastIndexOf(true);
        expect(level).toBe(Math.max(0, last) / LEVEL_STEPS);
        expect(holds.slice(0, last + 1)).not.toContain(false);
        if (notMeasured.length > 0) expect(level).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
