/** What would have to be measured for a placement to be as sure as is asked. */
import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '#core/latency/distributions/normal.ts';
import type { Prediction } from '#core/latency/types.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { latenessOf } from '#core/placement/judge/lateness.ts';
import { missingOf } from '#core/placement/judge/missing.ts';
import type { LatencyGrid } from '#core/placement/latency-grid.ts';
import type { Placement } from '#core/placement/placement.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aContext, aGrid, aPrediction, aTimeline, everywhere } from '#tests/helpers/placement/aGrid.ts';

const context = (
  requirements: ScenarioText['requirements'],
  changes: Partial<ScenarioText['workload']> = {},
) =>
  aContext('ab', {
    workload: {
      objects: { size: '1 MB', arrivals: '1000/day', retention: '100 days' },
      reads: { rate: '1000/day', byAge: { '10 days': 0.9 } },
      readers: [{ at: 'internet/US', share: 1 }],
      writer: 'internet/US',
      ...changes,
    },
    requirements,
  });
const byStore = (...of: (Prediction | null)[]) => aGrid({ read: (s) => of[s] ?? null });
const missing = (of: PlanContext, grid: LatencyGrid, placement: Placement) =>
  missingOf(of, grid, latenessOf(of, grid))(placement);

describe('what is to be measured', () => {
  it('is nothing where the plan is as sure as is asked', () => {
    const of = context({ readP99: '400 ms', sureness: '80 %' });
    // p99 320 ms, and at 0.8 of the band 320 × 1.4^0.6 = 391.6 ms.
    const grid = byStore(aPrediction(100, 0.5, { slow: 1.4 }));
    expect(missing(of, grid, everywhere(of, aTimeline([0, 0])))).toEqual([]);
  });

  it('is the one store, at the limit itself, with the command and its price', () => {
    const of = context({ readP99: '400 ms', sureness: '90 %' });
    const grid = byStore(aPrediction(100, 0.5, { fast: 0.5, slow: 1.4 }));
    const p99 = 100 * Math.exp(0.5 * normalQuantile(0.99));
    const [found, ...others] = missing(of, grid, everywhere(of, aTimeline([0, 0])));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      requirement: 'readP99',
      metric: 'total',
      statistic: 'p99',
      store: 'acme/a@north',
      operation: 'GET',
      place: 'internet/US',
      sizeBytes: 1e6,
      probe: 'stowage probe run --store acme/a@north --op GET --size 1MB --from internet/US --requests 2000',
    });
    expect(found?.neededMs).toBeCloseTo(400, 4);
    expect(found?.neededP99Ms).toBeCloseTo(400, 4);
    expect(found?.estimateMs).toEqual([expect.closeTo(0.5 * p99, 6), expect.closeTo(1.4 * p99, 6)]);
    // 100 PUTs, 2,000 GETs, 2 GB out, and 0.1 GB for an hour of 720.
    expect(found?.probeCost).toBeCloseTo(0.0005 + 0.0008 + 0.18 + (0.1 / 720) * 0.02, 6);
  });

  it('leaves the others at the level that is asked', () => {
    const of = context({ readP99: '400 ms', sureness: '75 %' });
    const grid = byStore(aPrediction(100, 0.5, { slow: 1.44 }), aPrediction(200, 0.4, { slow: 4 }));
    const cold = missing(of, grid, everywhere(of, aTimeline([0, 0], [10, 1]))).find(
      ({ store }) => store === 'acme/b@north',
    );
    // The first is 1.2 times slower at ¾: what it leaves of the 1 % is a tenth of the reads.
    const late = (0.01 - 0.9 * (1 - normalCdf(Math.log(400 / 120) / 0.5))) / 0.1;
    const median = 400 / Math.exp(0.4 * normalQuantile(1 - late));
    expect(cold?.neededMs).toBeCloseTo(median * Math.exp(0.4 * normalQuantile(0.99)), 3);
  });

  it('is the limit itself where a store has no evidence, and no figure where two have none', () => {
    const of = context({ readP99: '400 ms' });
    const inOne = everywhere(of, aTimeline([0, 0]));
    expect(missing(of, byStore(null), inOne)).toMatchObject([
      { store: 'acme/a@north', neededMs: 400, neededP99Ms: 400, estimateMs: null },
    ]);
    const both = missing(of, byStore(null, null), everywhere(of, aTimeline([0, 0], [10, 1])));
    expect(both.map(({ store, neededMs }) => [store, neededMs])).toEqual([
      ['acme/a@north', null],
      ['acme/b@north', null],
    ]);
  });

  it('is asked from the reader that weighs most, of the largest size that the store serves', () => {
    const of = context(
      { firstByteP99: '400 ms' },
      {
        objects: {
          size: [
            { size: '10 kB', share: 0.6 },
            { size: '1 MB', share: 0.3 },
            { size: '10 MB', share: 0.1 },
          ],
          arrivals: '1000/day',
          retention: '100 days',
        },
        readers: [
          { at: 'internet/US', share: 0.3 },
          { at: 'internet/DE', share: 0.7 },
        ],
      },
    );
    const grid = byStore(aPrediction(10), null);
    const found = missing(of, grid, {
      timelines: [aTimeline([0, 1]), aTimeline([0, 1]), aTimeline([0, 0])],
    });
    expect(found).toMatchObject([
      { store: 'acme/b@north', metric: 'firstByte', place: 'internet/DE', sizeBytes: 1e6 },
    ]);
    expect(found[0]?.probe).toMatch(/--metric first_byte$/);
  });

  it('of a write is a PUT from the writer, and of a mean its mean', () => {
    const of = context({ latency: [{ of: 'write', mean: '200 ms' }] });
    const grid = byStore(aPrediction(100, 0.5, { slow: 3 }));
    const [found] = missing(of, grid, everywhere(of, aTimeline([0, 0])));
    expect(found).toMatchObject({ operation: 'PUT', statistic: 'mean', place: 'internet/US' });
    expect(found?.neededMs).toBeCloseTo(200, 5);
    expect(found?.neededP99Ms).toBeCloseTo(200 * Math.exp(0.5 * normalQuantile(0.99) - 0.125), 4);
  });
});
