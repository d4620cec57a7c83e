/** How long a batch job takes: by latency, by limits of the stores it reads, by the network of its client. */
import { describe, expect, it } from 'vitest';
import type { Prediction } from '#core/latency/types.ts';
import { jobOutcomes } from '#core/placement/judge/jobs.ts';
import type { Placement } from '#core/placement/placement.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aContext, aGrid, aPrediction, aTimeline, everywhere } from '#tests/helpers/placement/aGrid.ts';

const restore = {
  name: 'restore',
  at: 'internet/US',
  read: 1000,
  size: '100 MB',
  concurrency: 8,
  perMonth: 2,
};
type Job = NonNullable<ScenarioText['jobs']>[number];

const context = (job: Partial<Job> = {}, edition: Record<string, unknown> = {}) =>
  aContext(
    'ab',
    {
      workload: {
        objects: { size: '1 MB', arrivals: '1000/day', retention: '100 days' },
        readers: [{ at: 'internet/US', share: 1 }],
        writer: 'internet/US',
      },
      jobs: [{ ...restore, ...job }],
    },
    edition,
  );
const [fast, slow] = [aPrediction(1000, 0.2), { ...aPrediction(3000, 0.2), grade: 'extrapolated' as const }];
const byStore = (...of: (Prediction | null)[]) => aGrid({ read: (s) => of[s] ?? null });
const outcome = (
  of = context(),
  placement: Placement = everywhere(of, aTimeline([0, 0])),
  grid = byStore(fast, slow),
) => jobOutcomes(of, grid, placement)[0];

describe('a batch job', () => {
  it('takes as long as its reads do, as many at once as it has in flight', () => {
    expect(outcome()).toEqual({
      name: 'restore',
      seconds: (1000 * fast.best.meanMs) / 1000 / 8,
      boundBy: 'latency',
      network: null,
      grade: 'measured',
    });
  });

  it('reads what is held, by how long: a quarter in one store, the rest in the other', () => {
    const of = context();
    const found = outcome(of, everywhere(of, aTimeline([0, 0], [25, 1])));
    expect(found?.seconds).toBeCloseTo(
      (1000 * (0.25 * fast.best.meanMs + 0.75 * slow.best.meanMs)) / 1000 / 8,
      6,
    );
    expect(found?.grade).toBe('extrapolated');
  });

  it('is bound by the network of its client, where that is stated', () => {
    expect(outcome(context({ network: '400 MB/s' }))).toMatchObject({
      seconds: 100e9 / 400e6,
      boundBy: 'network',
      network: 400e6,
    });
    expect(outcome(context({ network: '100 GB/s' }))?.boundBy).toBe('latency');
  });

  it('is bound by what a store answers a second, each range a request, by its share of them', () => {
    const limits = [{ scope: 'account', quantity: 'operations', applies: 'read', value: 5 }];
    const of = context({ ranges: 10, concurrency: 1000 }, { limits });
    expect(outcome(of)).toMatchObject({ seconds: 2000, boundBy: 'operations' });
    const aged = everywhere(of, aTimeline([0, 0], [25, 1]));
    expect(outcome(of, aged)?.seconds).toBeCloseTo(1500, 6);
  });

  it('waits for the slowest of the ranges that it reads side by side', () => {
    const of = context({ ranges: 2 });
    // E[max] of two log-normals: the mean times 2Φ(σ/√2), here 1.1125.
    const found = outcome(of, everywhere(of, aTimeline([0, 0])));
    expect((found?.seconds ?? NaN) / ((fast.best.meanMs * 1000) / 8000)).toBeCloseTo(1.1125, 4);
  });

  it('is of unknown length where nobody measured a store that it reads', () => {
    const of = context();
    const aged = everywhere(of, aTimeline([0, 0], [25, 1]));
    expect(outcome(of, aged, byStore(fast, null))).toEqual({
      name: 'restore',
      seconds: null,
      boundBy: null,
      network: null,
      grade: 'missing',
    });
  });
});
