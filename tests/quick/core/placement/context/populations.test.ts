/** Parts of a plan's objects: named, alone, and together what the whole workload says. */
import { describe, expect, it } from 'vitest';
import { populationsOf } from '#core/placement/context/populations.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import { workloadOf } from '#core/workload/workload.ts';
import type { Workload } from '#core/workload/workload.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { Chance } from '#tests/simulator/chance.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';

function madeOf(objects: Parameters<typeof aWorkload>[0]) {
  const scenario = ScenarioFile.parse(aScenario({ workload: aWorkload(objects) }));
  const workload = workloadOf(scenario);
  return { workload, populations: populationsOf(workload, scenario) };
}

const reads = { rate: '1M/day' };
const TWO_SIZES = [
  { share: 0.75, size: '64 KiB' },
  { share: 0.25, size: '1 MiB' },
];

describe('the parts of a plan’s objects', () => {
  it('are one where all objects are alike', () => {
    const { workload, populations } = madeOf({});
    expect(populations.map(({ name }) => name)).toEqual(['new']);
    expect(populations[0]).toMatchObject({ objects: 1, bytes: 1, reads: 1, sizeClass: 0, slice: null });
    expect(populations[0]?.workload.months[0]?.population.arrivals).toBe(
      workload.months[0]?.population.arrivals,
    );
  });

  it('are named by what they are, how large, and how popular up to where', () => {
    const { populations } = madeOf({
      objects: { size: TWO_SIZES, arrivals: '1M/day', standing: '10 TB', retention: '30 days' },
      reads: { ...reads, skew: [{ objects: 0.1, reads: 0.8 }] },
    });
    expect(populations.map(({ name }) => name)).toEqual([
      'new.64KiB',
      'new.1MiB',
      'old.64KiB.10%',
      'old.64KiB.100%',
      'old.1MiB.10%',
      'old.1MiB.100%',
    ]);
  });

  it('have no standing objects where none stand, and no new ones where none arrive', () => {
    const none = madeOf({ objects: { size: '1 MB', standing: '1 TB', retention: 'forever' }, reads });
    expect(none.populations.map(({ name }) => name)).toEqual(['old']);
    expect(madeOf({ reads: { ...reads, skew: { objects: 0.1, reads: 0.8 } } }).populations).toHaveLength(1);
  });

  it('of one size are one part, though the scenario lists it twice', () => {
    const { populations } = madeOf({
      objects: { size: [...TWO_SIZES.slice(0, 1), { share: 0.25, size: '65536 B' }], arrivals: '1/day' },
    });
    expect(populations.map(({ name }) => name)).toEqual(['new']);
  });

  it('hold a popular slice of the standing reads: 80 % on 10 % of 10 TB', () => {
    const { workload, populations } = madeOf({
      objects: { size: '1 MB', standing: '10 TB', retention: 'forever' },
      reads: { ...reads, skew: { objects: 0.1, reads: 0.8 } },
    });
    const [popular, rest] = populations;
    const month = workload.months[0]?.population;
    expect(popular?.objects).toBeCloseTo(0.1, 12);
    expect(rest?.bytes).toBeCloseTo(0.9, 12);
    expect(popular?.workload.months[0]?.population.reads).toBeCloseTo(0.8 * (month?.reads ?? 0), 3);
    expect(popular?.workload.months[0]?.population.standing).toEqual({ objects: 1e6, readShare: 1 });
  });

  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'add up to the whole in every month: random scenario %i',
    (seed) => {
      const text = randomScenario(seed);
      const skewed =
        seed % 3 === 0
          ? [
              { objects: 0.05, reads: 0.6 },
              { objects: 0.3, reads: 0.9 },
            ]
          : undefined;
      const scenario = ScenarioFile.parse({
        ...text,
        workload: { ...text.workload, reads: { ...text.workload.reads, ...(skewed && { skew: skewed }) } },
      });
      const workload = workloadOf(scenario);
      const populations = populationsOf(workload, scenario);
      const chance = new Chance(seed);
      const ages = [
        0,
        ...workload.edges,
        ...Array.from({ length: 8 }, () => workload.lifeDays * chance.between(0, 1.2)),
      ];
      for (const which of ['months', 'timeline', 'horizon'] as const)
        for (const [m, { population: whole, month }] of workload[which].entries()) {
          const parts = populations.map((one) => one.workload[which][m]!);
          expect(parts.every((one) => one.month === month)).toBe(true);
          const sum = (of: (part: typeof whole) => number) =>
            parts.reduce((total, { population }) => total + of(population), 0);
          const same = (what: string, ours: number, theirs: number) =>
            expect(Math.abs(ours - theirs), what).toBeLessThanOrEqual(1e-9 * Math.abs(theirs) + 1e-9);
          same(
            'arrivals',
            sum(({ arrivals }) => arrivals),
            whole.arrivals,
          );
          same(
            'reads',
            sum((one) => one.reads),
            whole.reads,
          );
          same(
            'standing',
            sum(({ standing }) => standing.objects),
            whole.standing.objects,
          );
          if (whole.standing.objects > 0)
            same(
              'standing reads',
              sum((one) => one.reads * one.standing.readShare),
              whole.reads * whole.standing.readShare,
            );
          for (const age of ages) {
            same(
              'object-days',
              sum((one) => one.objectDaysBelow(age)),
              whole.objectDaysBelow(age),
            );
            same(
              'reaching',
              sum((one) => one.reaching(age)),
              whole.reaching(age),
            );
            same(
              'reads below',
              sum((one) => one.reads * one.readShareBelow(age)),
              whole.reads * whole.readShareBelow(age),
            );
          }
        }
      const shares = (of: 'objects' | 'bytes' | 'reads') =>
        populations.reduce((total, one) => total + one[of], 0);
      expect(shares('objects')).toBeCloseTo(1, 9);
      expect(shares('bytes')).toBeCloseTo(1, 9);
      expect(shares('reads')).toBeCloseTo(hasReads(workload) ? 1 : 0, 9);
    },
  );
});

function hasReads({ months }: Workload): boolean {
  return months.some(({ population }) => population.reads > 0);
}
