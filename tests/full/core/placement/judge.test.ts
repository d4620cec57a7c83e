/** Limits and facts of placements, with figures by hand; and that the strict search finds nothing that the judge refuses. */
import { describe, expect, it } from 'vitest';
import { itemAt } from '#core/at.ts';
import { agePlacement, singlePlacement } from '#core/placement/ids.ts';
import { judgeOf } from '#core/placement/judge/facts.ts';
import { search } from '#core/placement/search/search.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aProblemOf } from '#tests/helpers/placement/aProblemOf.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';

type Asked = Parameters<typeof aProblemOf>[0];

/** 10,000 objects of 1 MB a day, kept for 100 days, read over the internet. */
const OBJECTS = { size: '1 MB', arrivals: '10k/day', retention: '100 days' };
const WORKLOAD = {
  objects: OBJECTS,
  reads: { rate: '100k/day' },
  readers: [{ at: 'internet/US', share: 1 }],
  writer: 'internet/US',
};

/** Everything in the first store: what is said of it, and whether the search finds it, strictly and not. */
function alone(asked: Partial<Asked> & Pick<Asked, 'stores'>) {
  const text = { workload: WORKLOAD, ...asked };
  const { context, problem } = aProblemOf(text);
  const lax = aProblemOf(text, { strict: false });
  const found = ({ singles }: ReturnType<typeof search>) => itemAt(singles, 0) !== null;
  return {
    ...judgeOf(context)(singlePlacement(context, 0)),
    isStrict: found(search(problem, { stores: 1 })),
    isLax: found(search(lax.problem, { stores: 1 })),
  };
}

describe('limits', () => {
  const reading = (rate: string) => ({ workload: { ...WORKLOAD, reads: { rate } } });
  const b2 = { stores: ['backblaze/b2@us-east'] };

  it('are kept with headroom', () => {
    // 34.99M reads and 10,000 writes a day are 405 a second; with 20 % headroom 486 of 500.
    expect(alone({ ...b2, ...reading('34.99M/day') })).toMatchObject({
      violations: [],
      conditions: [],
      isStrict: true,
    });
    // 36M: 416.8, with headroom 500.1.
    expect(alone({ ...b2, ...reading('36M/day') }).isStrict).toBe(false);
    expect(alone({ ...b2, ...reading('36M/day'), headroom: 0 })).toMatchObject({
      conditions: [],
      isStrict: true,
    });
  });

  it('that a provider raises on request are a condition, and kept out where the search is strict', () => {
    const { violations, conditions, isStrict, isLax } = alone({ ...b2, ...reading('50M/day') });
    expect([violations, isStrict, isLax]).toEqual([[], false, true]);
    expect(conditions).toEqual([
      {
        code: 'limit-raised',
        store: 'backblaze/b2@us-east',
        words:
          'if Backblaze B2 raises its limit of 500 operations/s: the plan needs 579 operations/s in the busiest month plus 20% headroom',
      },
    ]);
  });

  it('are counted in the busiest month', () => {
    // Ten times as many in December: 463 reads a second, and with headroom 556.
    const season = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10];
    const workload = {
      ...WORKLOAD,
      objects: { ...OBJECTS, retention: 'forever' as const },
      reads: { rate: '4M/day' },
    };
    const asked = { ...b2, horizon: '2 months' };
    expect(alone({ ...asked, workload: { ...workload, season } })).toMatchObject({
      isStrict: false,
      isLax: true,
    });
    expect(alone({ ...asked, workload })).toMatchObject({ conditions: [], isStrict: true });
  });

  it('of fair use are broken for good', () => {
    // 1 TB is stored; 30 days of 40,000 or 26,000 reads are 1.2 TB or 0.78 TB, with headroom 0.936.
    const wasabi = { stores: ['wasabi/pay-as-you-go@us-east-1'] };
    expect(alone({ ...wasabi, ...reading('26k/day') })).toMatchObject({ violations: [], isStrict: true });
    const { violations, isLax } = alone({ ...wasabi, ...reading('40k/day') });
    expect(violations).toEqual([
      {
        requirement: 'fair use',
        required: '≤ 1 × stored in Wasabi',
        found: 'egress is 1.2 × stored plus 20% headroom',
      },
    ]);
    expect(isLax).toBe(false);
  });
});

describe('facts', () => {
  const express = { stores: ['aws/s3-express-one-zone@us-east-1'] };
  const r2 = { stores: ['cloudflare/r2-standard@enam'] };

  it('a store of one zone is no only holder of what cannot be made again', () => {
    const { violations, isLax } = alone(express);
    expect(violations.map(({ requirement, found }) => [requirement, found])).toEqual([
      ['zones', '1 (S3 Express One Zone)'],
    ]);
    expect(isLax).toBe(false);
    expect(alone({ ...express, requirements: { zones: 1 } })).toMatchObject({
      violations: [],
      isStrict: true,
    });
    const objects = { ...OBJECTS, reproducible: true };
    expect(alone({ ...express, workload: { ...WORKLOAD, objects } })).toMatchObject({
      violations: [],
      isStrict: true,
    });
  });

  it('beside a holder of more zones it is one', () => {
    const { context } = aProblemOf({
      workload: WORKLOAD,
      stores: [...express.stores, 'aws/s3-standard@us-east-1'],
    });
    const judged = (entry: 'tier' | 'dual') =>
      judgeOf(context)(agePlacement(context, { hot: 0, cold: 1, thresholdDays: 1, entry }));
    expect(judged('dual')).toMatchObject({ violations: [], conditions: [], keeps: { zones: 3 } });
    expect(judged('tier')).toMatchObject({ violations: [{ requirement: 'zones' }], keeps: { zones: 1 } });
  });

  it('Google keeps an object in two zones at least', () => {
    for (const store of [
      'standard@europe-west3',
      'archive@europe-west3',
      'standard-hns@europe-west3',
      'standard@eu',
    ])
      expect(
        alone({ stores: [`google/${store}`], requirements: { zones: 2, restoreWithin: '1 day' } }),
      ).toMatchObject({
        violations: [],
        conditions: [],
        keeps: { zones: 2 },
      });
    expect(
      alone({ stores: ['google/standard@europe-west3'], requirements: { zones: 3 } }).violations,
    ).toMatchObject([{ requirement: 'zones', found: '2 (Google Cloud Standard)' }]);
  });

  it('two stores of several zones in one region may be in the same ones', () => {
    const both = (copy: string) =>
      alone({ stores: ['google/standard@europe-west3'], copies: [copy] }).keeps.zones;
    expect(both('google/nearline@europe-west3')).toBe(2);
    expect(both('google/standard@europe-west4')).toBe(4);
    // Nor do two of one zone each hold an object apart: both may be in the same building.
    const oneZone = (copy: string) => alone({ stores: ['azure/blob-hot@eastus'], copies: [copy] });
    expect(oneZone('azure/blob-cool@eastus')).toMatchObject({
      keeps: { zones: 1 },
      violations: [{ requirement: 'zones' }],
    });
    expect(oneZone('azure/blob-cool@westus').keeps.zones).toBe(2);
  });

  it('zones that nobody knows are a condition where they are asked for', () => {
    expect(alone(r2)).toMatchObject({
      violations: [],
      conditions: [],
      isStrict: true,
      keeps: { zones: null },
    });
    const { violations, conditions, isStrict, isLax } = alone({ ...r2, requirements: { zones: 3 } });
    expect([violations, isStrict, isLax]).toEqual([[], false, true]);
    expect(conditions.map(({ code, words }) => [code, words])).toEqual([
      ['fact-unknown', 'if R2 Standard keeps each object in 3 zones'],
    ]);
  });

  it('nines are those that the provider publishes, of its prices or of the store', () => {
    const asked = { requirements: { durability: '11 nines' } };
    for (const store of ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam'])
      expect(alone({ ...asked, stores: [store] })).toMatchObject({
        violations: [],
        conditions: [],
        isStrict: true,
      });
    const { conditions, isStrict, isLax } = alone({ ...asked, stores: ['tigris/standard@global'] });
    expect(conditions.map(({ words }) => words)).toEqual([
      'if the durability of Tigris Standard is ≥ 99.999999999%',
    ]);
    expect([isStrict, isLax]).toEqual([false, true]);
  });

  it('nines of several holders multiply', () => {
    const asked = { requirements: { zones: 1, availability: '99.95 %' } };
    const oneZone = 'scaleway/one-zone@fr-par';
    // 99 %: one time in a hundred each, one in ten thousand both.
    expect(alone({ ...asked, stores: [oneZone] }).violations).toEqual([
      { requirement: 'availability', required: '≥ 99.95%', found: '99%: Scaleway One Zone' },
    ]);
    const both = alone({ ...asked, stores: [oneZone], copies: ['scaleway/one-zone@nl-ams'] });
    expect(both.violations).toEqual([]);
    expect(both.keeps.availability).toBeCloseTo(0.9999, 12);
  });

  it('what is restored first answers no reads', () => {
    const { context } = aProblemOf({
      workload: { ...WORKLOAD, reads: { rate: '100k/day', byAge: { '90 days': 1 } } },
      stores: ['tigris/standard@global', 'tigris/archive@global'],
    });
    const judge = judgeOf(context);
    expect(judge(singlePlacement(context, 1)).violations.map(({ requirement }) => requirement)).toEqual([
      'restore',
    ]);
    const moved = (thresholdDays: number) =>
      agePlacement(context, { hot: 0, cold: 1, thresholdDays, entry: 'tier' });
    expect(judge(moved(60)).violations).toHaveLength(1);
    expect(judge(moved(90)).violations).toEqual([]);
  });
});

it('the strict search finds nothing that is refused or open, the other one nothing that is refused', () => {
  let count = 0;
  for (let seed = 1; seed <= 30; seed += 1) {
    const chance = new Chance(seed + 9000);
    const text = randomScenario(seed);
    const requirements: ScenarioText['requirements'] = {
      ...(chance.happens(0.3) ? { zones: chance.whole(1, 3) } : {}),
      ...(chance.happens(0.2) ? { durability: '99.99 %' } : {}),
      ...(chance.happens(0.2) ? { jurisdiction: 'US' } : {}),
      ...(chance.happens(0.3) ? { readP99: `${chance.pick([100, 300, 1000])} ms` } : {}),
    };
    const workload = { ...text.workload, peak: chance.pick([1, 20, 200]) };
    for (const strict of [true, false]) {
      const { problem, told } = aProblemOf({ ...text, workload, requirements }, { strict });
      const { singles, kept } = search(problem, { stores: 2, scans: 200, shown: true });
      for (const placed of [...singles, ...kept]) {
        if (!placed) continue;
        const { id, judgement, bill } = told(placed);
        expect(judgement.violations, `${seed} ${id}`).toEqual([]);
        if (!strict) continue;
        expect(judgement.conditions, `${seed} ${id}`).toEqual([]);
        expect(bill.high, `${seed} ${id}`).not.toBeNull();
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(60);
});
