import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveTitle, moveWords, paybackText } from '#core/answer/figures/moves.ts';
import { ageOut } from '#core/migration/age-out.ts';
import { withMigration } from '#tests/helpers/core/asked.ts';
import { moveBetween } from '#core/migration/one-off.ts';
import { partOf } from '#core/migration/part.ts';
import { overTime } from '#tests/helpers/core/asked.ts';
import { plan } from '#core/placement/plan.ts';
import { answered } from '#core/placement/answer/certified.ts';
import { deskOf } from '#core/placement/desk.ts';
import { ask } from '#core/question.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { MigrationStep } from '#core/report/time-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: { datasets: allDatasets(), named: [] } };
const r2 = 'cloudflare/r2-standard@enam';
const standard = 'aws/s3-standard@us-east-1';
const ia = 'aws/s3-standard-ia@us-east-1';
const GIB = 2 ** 30;

/** A million objects of 4 MB a day, kept for 90 days: 90 million are there, 360 TB. Written from outside, read by nobody. */
const archive = (changes: Partial<ScenarioText> = {}): ScenarioText => ({
  stowage: 1,
  asOf: '2026-11-20',
  workload: {
    objects: { size: '4 MB', arrivals: '1M/day', retention: '90 days' },
    readers: [{ at: 'internet/DE', share: 1 }],
    writer: 'internet/DE',
  },
  stores: [r2, standard, ia],
  ...changes,
});
const moveTo = (answer: Plan, id: string) => {
  const migration = answer.candidates.find((one) => one.id === id)?.migration;
  if (!migration) throw new RangeError(`no move to ${id}`);
  const sum = (meter: string, step?: MigrationStep) =>
    migration.oneOff.lines
      .filter((line) => line.meter.startsWith(meter) && (step === undefined || line.step === step))
      .reduce((all, { amount }) => all + (amount ?? 0), 0);
  return { ...migration, sum };
};

describe('moving out of S3 Standard to R2', () => {
  const move = moveTo(withMigration(ask(archive({ current: standard }), sources)), `single:${r2}`);

  it('pays egress through the tiers of AWS, whose first 100 GB are free', () => {
    const gib = 360e12 / GIB;
    const byHand =
      (10 * 1024 - 100) * 0.09 + 40 * 1024 * 0.085 + 100 * 1024 * 0.07 + (gib - 150 * 1024) * 0.05;
    expect(move.sum('egress.internet')).toBeCloseTo(byHand, 4);
  });

  it('pays a GET for each object, and a PUT in whole millions: the free one is used by what arrives', () => {
    expect(move.sum('requests.get')).toBeCloseTo(90e6 * 0.0000004, 6);
    // 90.09 million with 90,000 LISTs, beside 30 million PUTs of what arrives.
    expect(move.sum('requests.a')).toBeCloseTo(91 * 4.5, 6);
  });

  it('pays what the copy job asks: lists of both sides, and what arrived of each object', () => {
    // The source is listed to copy and to compare, a thousand keys a request, at $5 a million.
    expect(move.sum('requests.put')).toBeCloseTo(((90e6 * 2) / 1000) * 0.000005, 6);
    // 90 million HEADs, ten of them free.
    expect(move.sum('requests.b')).toBeCloseTo(80 * 0.36, 6);
  });

  it('costs nothing else, and pays back from the difference of the bills', () => {
    const rest = move.oneOff.total - move.sum('egress') - move.sum('requests');
    expect(rest).toBeCloseTo(0, 6);
    const { candidates } = plan(ask(archive(), sources));
    const total = (id: string) => candidates.find((one) => one.id === id)?.monthly.total ?? NaN;
    expect(move.monthlySaving).toBeCloseTo(total(`single:${standard}`) - total(`single:${r2}`), 6);
    expect(move.paybackMonths).toBeGreaterThan(0);
  });

  it('spreads the bulk over months of the calendar, each with its free 100 GB, where it is asked to', () => {
    const spread = moveTo(
      withMigration(ask(archive({ current: standard, migration: { over: '61 days' } }), sources)),
      `single:${r2}`,
    );
    const of = (bytes: number) => {
      const gib = bytes / GIB;
      return (10 * 1024 - 100) * 0.09 + 40 * 1024 * 0.085 + 100 * 1024 * 0.07 + (gib - 150 * 1024) * 0.05;
    };
    // November has 30 of the 61 days and December 31.
    expect(spread.sum('egress.internet', 'copy')).toBeCloseTo(
      of((360e12 * 30) / 61) + of((360e12 * 31) / 61),
      3,
    );
    expect(spread.copy).toMatchObject({ days: 61, boundBy: 'migration.over' });
  });

  it('pays no egress that the scenario says is waived', () => {
    const waived = moveTo(
      withMigration(ask(archive({ current: standard, migration: { egressWaived: ['aws'] } }), sources)),
      `single:${r2}`,
    );
    expect(waived.sum('egress')).toBe(0);
    expect(waived.oneOff.total).toBeCloseTo(move.oneOff.total - move.sum('egress'), 4);
  });

  it('holds and writes both for as long as it is told: 30 days of 360 TB in R2, and of a million PUTs', () => {
    const both = moveTo(
      withMigration(ask(archive({ current: standard, migration: { doubleRunning: '30 days' } }), sources)),
      `single:${r2}`,
    );
    // R2 counts months of 720 h: November is one of them; 10 GB are free and whole GB-months are billed.
    expect(both.sum('storage', 'double-running')).toBeCloseTo((360e3 - 10) * 0.015, 6);
    expect(both.sum('requests.a', 'double-running')).toBeCloseTo(30 * 4.5, 6);
  });

  it('takes as long as the bytes do at the stated rate', () => {
    const rated = moveTo(
      withMigration(ask(archive({ current: standard, migration: { rate: '1 GB/s' } }), sources)),
      `single:${r2}`,
    );
    expect(rated.copy.days).toBeCloseTo(360e12 / 1e9 / 86_400, 9);
    expect(rated.words.join(' ')).toContain('days, at the rate the scenario states');
  });
});

describe('moving out of an archive', () => {
  const from = (current: string) =>
    moveTo(withMigration(ask(archive({ current, migration: { rate: '1 GB/s' } }), sources)), `single:${r2}`);

  it('takes the hours of the restore that costs least, before the bytes', () => {
    const deep = from('aws/s3-glacier-deep-archive@us-east-1');
    expect(deep.copy.restoreHours).toBe(48);
    expect(deep.copy.days).toBeCloseTo(2 + 360e12 / 1e9 / 86_400, 9);
    expect(deep.words).toContain('Archived objects are restored before the copy, which takes up to 48 h.');
    expect(deep.words.join(' ')).toContain('days with the restore, at the rate the scenario states');
    expect(from('aws/s3-glacier-flexible-retrieval@us-east-1').copy.restoreHours).toBe(12);
    expect(from('azure/blob-archive@westeurope').copy.restoreHours).toBe(15);
  });

  it('takes none where the store answers at once, and is unknown where nobody says', () => {
    expect(from(standard).copy.restoreHours).toBe(0);
    expect(from(standard).words.join(' ')).not.toContain('restore');
    const cold = from('vultr/archival@ewr');
    expect(cold.copy.restoreHours).toBeNull();
    expect(cold.words).toContain('How long the restore before the copy takes is not known.');
  });
});

describe('moving out of a class with a minimum duration', () => {
  it('pays for the days that are wanting: from 30 to 0 over the first 30 days of age', () => {
    const move = moveTo(withMigration(ask(archive({ current: ia }), sources)), `single:${r2}`);
    const byteDays = (1e6 * 4e6 * 30 ** 2) / 2;
    expect(move.sum('early-delete')).toBeCloseTo((byteDays / GIB / 30) * 0.0125, 3);
    expect(move.sum('retrieval')).toBeCloseTo((360e12 / GIB) * 0.01, 4);
  });

  it('pays inside one provider by its lifecycle rule, per object, and for objects that come too late to stay', () => {
    const move = moveTo(withMigration(ask(archive({ current: standard }), sources)), `single:${ia}`);
    const bySwitch = move.oneOff.lines.find(({ meter }) => meter === 'transition');
    // From 30 days of age on the rule reaches; younger ones are copied.
    expect(bySwitch?.quantity).toBeCloseTo(60e6, 0);
    expect(bySwitch?.amount).toBeCloseTo(60e6 * 0.00001, 6);
    // Those older than 60 days leave after fewer than 30 days in it.
    expect(move.sum('early-delete')).toBeCloseTo(((1e6 * 4e6 * 450) / GIB / 30) * 0.0125, 3);
  });
});

describe('the bytes that a move takes', () => {
  const both = { size: '4 MB', standing: '40 TB', arrivals: '1M/day', retention: '90 days' };
  const moved = (to: string, current: string) => {
    const scenario = archive({ current });
    return moveTo(
      withMigration(ask({ ...scenario, workload: { ...scenario.workload, objects: both } }, sources)),
      `single:${to}`,
    );
  };

  it('are those standing and those that have arrived, each told', () => {
    const { moved: bytes, words } = moved(r2, standard);
    expect(bytes).toEqual({ objects: 100e6, standing: 40e12, arrived: 360e12, byRule: 0 });
    expect(words[0]).toMatch(
      /^Moving 400 TB \(100M objects: 40 TB standing, 360 TB of new objects kept 90 days\) costs /,
    );
  });

  it('count what a lifecycle rule moves, which no job copies', () => {
    const { moved: bytes, copy, words } = moved(ia, standard);
    // From 30 days of age on the rule reaches; younger ones are copied.
    expect(copy.bytes).toBeCloseTo(120e12, 0);
    expect(bytes.byRule).toBeCloseTo(280e12, 0);
    expect(words[0]).toMatch(/^Moving 400 TB /);
    expect(words[1]).toBe('A lifecycle rule moves 280 TB of it, which is not copied.');
  });
});

describe("today's placement", () => {
  it('names the price that nobody knows where that alone leaves it open', () => {
    // Of Milan no source says what a key request cost that day.
    const milan = [standard, ia].map((ref) => `${ref.split('@')[0]}@eu-south-1`);
    const scenario = archive({ current: milan[0], stores: milan });
    const { objects } = scenario.workload;
    const keyed = { ...scenario.workload, objects: { ...objects, encryption: 'kms' as const } };
    const { today } = withMigration(ask({ ...scenario, workload: keyed }, sources));
    expect(today?.feasible).toBe('unproven');
    expect(today?.words[0]).toMatch(
      /month\. A price of it is not known: key requests\. Stay: no other placement with every price known is sure enough/,
    );
  });

  it('is a candidate even where it is not among the stores, and even where it may not be used', () => {
    const answer = withMigration(
      ask(archive({ stores: [r2], current: standard, requirements: { exclude: ['aws'] } }), sources),
    );
    const own = answer.candidates.find(({ id }) => id === `single:${standard}`);
    expect(own?.feasible).toBe('no');
    expect(own?.violations).toEqual([
      { requirement: 'exclude', required: 'without aws', found: "today's placement uses it" },
    ]);
    expect(answer.today).toMatchObject({ feasible: 'no', verdict: 'move', to: `single:${r2}` });
  });

  it('stays where no move pays within the horizon, and goes where one does', () => {
    const within = (horizon: string) =>
      withMigration(ask(archive({ stores: [r2, standard], current: standard, horizon }), sources));
    const { paybackMonths } = moveTo(within('12 months'), `single:${r2}`);
    expect(paybackMonths).toBeGreaterThan(1);
    expect(paybackMonths).toBeLessThan(24);
    expect(within('24 months').today).toMatchObject({ verdict: 'move', to: `single:${r2}` });
    const { today } = within('1 month');
    expect(today).toMatchObject({ verdict: 'stay', to: null });
    expect(today?.words.join()).toContain('past the horizon of 1');
    const late = within('1 month').candidates.find(({ id }) => id === `single:${r2}`);
    const goesOn = /, if the last month's saving goes on/;
    expect(late?.migration?.words[1]).toMatch(goesOn);
    expect(late && moveWords(late)).toMatch(goesOn);
    expect(late?.migration && paybackText(late.migration)).toMatch(goesOn);
    expect(late?.migration && moveTitle(late.migration, 'USD')).toMatch(goesOn);
    const soon = within('24 months').candidates.find(({ id }) => id === `single:${r2}`);
    expect(soon?.migration?.words[1]).not.toMatch(goesOn);
    expect(soon && moveWords(soon)).not.toMatch(goesOn);
    expect(soon?.migration && paybackText(soon.migration)).not.toMatch(goesOn);
    const there = withMigration(ask(archive({ stores: [r2, standard], current: r2 }), sources)).today;
    expect(there).toMatchObject({ verdict: 'stay', to: null });
    expect(there?.words.join()).toContain('no placement that is sure enough is cheaper');
  });

  it('may be a split or shares, whose bills are weighed', () => {
    const split = { hot: standard, cold: ia, after: '30 days' };
    const answer = withMigration(
      ask(
        archive({
          current: [
            { share: 0.25, store: standard },
            { share: 0.75, ...split },
          ],
        }),
        sources,
      ),
    );
    expect(answer.today?.id).toBe(`single:${standard} + age:${standard}>${ia}@30d:tier`);
    const alone = plan(ask(archive(), sources), {
      also: [{ hot: standard, cold: ia, thresholdDays: 30, entry: 'tier' }],
    });
    const total = (id: string) => alone.candidates.find((one) => one.id === id)?.monthly.total ?? NaN;
    // Storage tiers of S3 are shared, so the sum is not exactly the mean.
    const mean = 0.25 * total(`single:${standard}`) + 0.75 * total(`age:${standard}>${ia}@30d:tier`);
    expect((answer.today?.total ?? NaN) / mean).toBeGreaterThan(0.97);
    expect((answer.today?.total ?? NaN) / mean).toBeLessThan(1.03);
    const move = moveTo(answer, `single:${r2}`);
    expect(move.copy.objects).toBeCloseTo(90e6, 0);
  });

  it('leaves a plan without it alone', () => {
    expect(withMigration(ask(archive(), sources))).toEqual(plan(ask(archive(), sources)));
  });

  it('has an interval of payback where inputs are ranges', () => {
    const text = archive({ current: standard });
    text.workload.objects.retention = '60 to 120 days';
    const { paybackInterval, paybackMonths } = moveTo(withMigration(ask(text, sources)), `single:${r2}`);
    expect(paybackInterval?.[0]).toBeLessThanOrEqual(paybackMonths ?? 0);
    expect(paybackInterval?.[1]).toBeGreaterThanOrEqual(paybackMonths ?? Infinity);
  });
});

describe('moves in general', () => {
  const text = archive({
    stores: [r2, standard, ia, 'tigris/standard@global', 'wasabi/pay-as-you-go@us-east-1'],
  });
  text.workload.reads = { rate: '3M/day', byAge: { '7 days': 0.8 } };
  const desk = deskOf(ask(text, sources));
  const { context } = desk;
  const { plan: answer, placements } = answered(desk);
  const parts = placements.map((placement) => partOf(context, placement!, 1));
  const totals = overTime(ask({ ...text, horizon: '12 months' }, sources));
  const any = fc.integer({ min: 0, max: parts.length - 1 });

  it('cost nothing from a placement to itself, and ageing out of it changes no month', () => {
    fc.assert(
      fc.property(any, (i) => {
        const { oneOff, copy } = moveBetween(context, [parts[i]!], [parts[i]!]);
        expect(oneOff.lines).toEqual([]);
        expect(copy.objects).toBe(0);
        const alone = totals?.placements.find(({ id }) => id === answer.candidates[i]?.id)?.totals ?? [];
        const { months, extra } = ageOut(context, [parts[i]!], parts[i]!, alone, 1);
        expect(months.map(({ total }, m) => Math.abs(total / (alone[m] ?? NaN) - 1) < 1e-6)).toEqual(
          months.map(() => true),
        );
        expect(Math.abs(extra)).toBeLessThan(1);
      }),
      { numRuns: 12 },
    );
  });

  it('have a total that is the sum of their lines, each line its quantity at its price', () => {
    fc.assert(
      fc.property(any, any, (i, j) => {
        const { oneOff } = moveBetween(context, [parts[i]!], [parts[j]!]);
        const sum = oneOff.lines.reduce((all, { amount }) => all + (amount ?? 0), 0);
        expect(sum).toBeCloseTo(oneOff.total, 6);
        for (const { quantity, unitPrice, amount } of oneOff.lines)
          if (unitPrice !== null && amount !== null) expect(amount).toBeCloseTo(quantity * unitPrice, 4);
      }),
      { numRuns: 25 },
    );
  });

  it('copy every object that the new placement holds elsewhere, once', () => {
    fc.assert(
      fc.property(any, any, (i, j) => {
        const { copy } = moveBetween(context, [parts[i]!], [parts[j]!]);
        const age = (candidate: Candidate | undefined, days: number) =>
          candidate?.segments.find(({ toDays }) => days < toDays)?.holders ?? [];
        let expected = 0;
        for (let day = 0; day < 90; day += 0.01) {
          const before = age(answer.candidates[i], day + 0.005);
          expected +=
            1e4 * age(answer.candidates[j], day + 0.005).filter((ref) => !before.includes(ref)).length;
        }
        // Where a rule of the provider moves them, nothing is copied.
        expect(copy.objects).toBeLessThanOrEqual(expected * 1.0001 + 1e5);
        const inside = (refs: readonly string[]) => refs.every((ref) => ref.startsWith('aws/'));
        const both = [answer.candidates[i], answer.candidates[j]];
        if (!both.every((one) => inside(one?.stores ?? [])))
          expect(Math.abs(copy.objects - expected)).toBeLessThan(expected * 0.001 + 60e6 * 1.001);
      }),
      { numRuns: 25 },
    );
  });
});
