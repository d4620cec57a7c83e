/** Who answers whom in a placement that is made by hand. */
import { describe, expect, it } from 'vitest';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { Lateness } from '#core/placement/judge/lateness.ts';
import { cheapestServe, serveInTime } from '#core/placement/serve.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const context = planContext(
  ScenarioFile.parse(
    aScenario({
      stores: ['aws/s3-standard-ia@us-east-1', 'aws/s3-standard@us-east-1', 'tigris/archive@global'],
      // Nobody reads what has become old, so archives are candidates.
      workload: aWorkload({ reads: { rate: '1M/day', byAge: { '30 days': 1 } } }),
    }),
  ),
  wholeArchive(),
);
const archiveOf = (requirements: Record<string, unknown>) =>
  planContext(
    ScenarioFile.parse(
      aScenario({
        stores: [
          'aws/s3-glacier-flexible-retrieval@us-east-1',
          'aws/s3-glacier-deep-archive@us-east-1',
          'ovh/cold-archive@gra',
        ],
        workload: aWorkload({ reads: { rate: '1M/day', byAge: { '30 days': 1 } } }),
        fx: { EUR: 1.16 },
        requirements,
      }),
    ),
    wholeArchive(),
  );
const [RARE, STANDARD, ARCHIVE] = [0, 1, 2];
const READER = 0;

/** One read in a hundred may be late; each store's share of late reads, null where nobody measured it. */
function late(shares: readonly (number | null)[]): Lateness {
  const never = () => {
    throw new Error('not asked here');
  };
  return {
    requirements: [
      {
        name: 'readP99',
        of: 'read',
        metric: 'total',
        statistic: 'p99',
        limitMs: 100,
        counts: 'late',
        tail: 0.01,
        weights: [1],
      },
    ],
    isAsked: true,
    hedgesToOther: false,
    read: (_r, _level, store) => shares[store] ?? null,
    mostOfReads: () => 0.01,
    write: never,
    action: never,
  };
}

describe('a reader', () => {
  it('asks the holder that is cheapest at list price: Standard, which retrieves for nothing', () => {
    expect(cheapestServe(context)(0, [RARE, STANDARD], READER)).toBe(STANDARD);
    expect(cheapestServe(context)(0, [RARE], READER)).toBe(RARE);
  });

  it('asks a dearer holder where the cheapest is too late', () => {
    expect(serveInTime(context, late([0.005, 0.02]), 0.5)(0, [RARE, STANDARD], READER)).toBe(RARE);
    expect(serveInTime(context, late([0.005, 0.009]), 0.5)(0, [RARE, STANDARD], READER)).toBe(STANDARD);
  });

  it('asks the least late where all are, and one that was measured before one that was not', () => {
    expect(serveInTime(context, late([0.02, 0.03]), 0.5)(0, [RARE, STANDARD], READER)).toBe(RARE);
    expect(serveInTime(context, late([0.9, null]), 0.5)(0, [RARE, STANDARD], READER)).toBe(RARE);
  });

  it('asks nobody who has to restore objects first', () => {
    expect(context.stores[ARCHIVE]?.edition.restoreHours).toBeDefined();
    expect(cheapestServe(context)(0, [ARCHIVE], READER)).toBe(-1);
    expect(cheapestServe(context)(0, [STANDARD, ARCHIVE], READER)).toBe(STANDARD);
  });

  it('asks an archive that restores within what is asked, and none that does not', () => {
    const within = (time: string) => archiveOf({ restoreWithin: time });
    expect(within('12 hours').stores.map(({ restore }) => restore)).toEqual([
      { name: 'bulk', hours: 12, operation: 'RestoreObjectBulk', limits: [] },
      { name: 'standard', hours: 12, operation: 'RestoreObject', limits: [] },
      'never',
    ]);
    expect(within('5 hours').stores.map(({ restore }) => restore)).toEqual([
      { name: 'standard', hours: 5, operation: 'RestoreObject', limits: [] },
      'never',
      'never',
    ]);
    expect(within('48 hours').stores.map(({ restore }) => restore)).toEqual([
      { name: 'bulk', hours: 12, operation: 'RestoreObjectBulk', limits: [] },
      { name: 'bulk', hours: 48, operation: 'RestoreObjectBulk', limits: [] },
      { hours: 48, operation: 'GetObject', inPlaceOf: 'GetObject' },
    ]);
    expect(cheapestServe(within('12 hours'))(0, [1], READER)).toBe(1);
    expect(cheapestServe(within('5 hours'))(0, [1], READER)).toBe(-1);
    expect(archiveOf({}).stores.map(({ restore }) => restore)).toEqual(['never', 'never', 'never']);
  });
});
