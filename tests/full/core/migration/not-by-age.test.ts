/** Moves to what does not go by age, against moves of its objects as scenarios of their own. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { withMigration } from '#tests/helpers/core/asked.ts';
import { ask } from '#core/question.ts';
import type { MigrationAnswer } from '#core/report/time-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase([]) };
const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
const STANDARD = 'aws/s3-standard@us-east-1';
const GLACIER = 'aws/s3-glacier-instant-retrieval@us-east-1';

type Reads = NonNullable<ScenarioText['workload']['reads']>;
type Objects = ScenarioText['workload']['objects'];

function scenario(objects: Objects, reads: Reads, stores: string[]): ScenarioText {
  return aScenario({
    asOf: '2026-11-20',
    month: '730 h',
    workload: {
      objects,
      reads,
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    stores,
    current: STANDARD,
    effort: 'none',
    requirements: { zones: 1 },
    migration: { doubleRunning: '3 days' },
    horizon: '6 months',
  });
}

function moved(text: ScenarioText, form: RegExp): MigrationAnswer {
  const found = withMigration(ask(text, sources)).candidates.find(({ id }) => form.test(id));
  if (!found?.migration) throw new Error(`a move to ${form}`);
  return found.migration;
}

/** In us-east-1, dollars for 1,000 LIST requests: S3 Express One Zone since 2025-04-10, S3 Standard. */
const LIST_EXPRESS = 0.00113;
const LIST_STANDARD = 0.005;
/** A million GET requests of S3 Express One Zone. */
const GET_EXPRESS = 0.03;
const MONTH_DAYS = 365 / 12;

/** Months after the copy and the double running until its costs are saved. */
function earnedAfter({ paybackMonths, copy }: MigrationAnswer): number {
  return (paybackMonths ?? NaN) - (3 + (copy.days ?? NaN)) / MONTH_DAYS;
}

describe('a move', () => {
  it('to a split by popularity is that of its popular objects alone', () => {
    const reads = { rate: '50M/day', skew: { objects: 0.1, reads: 0.9 } };
    const whole = scenario({ size: '64 KiB', standing: '10 TiB' }, reads, [STANDARD, EXPRESS]);
    const part = scenario({ size: '64 KiB', standing: '1 TiB' }, { rate: '45M/day' }, [STANDARD, EXPRESS]);
    const [own, alone] = [moved(whole, /^popular:/), moved(part, /^single:.*express/)];
    expect(own.oneOff.total).toBeGreaterThan(1);
    expect(own.oneOff.total).toBeCloseTo(alone.oneOff.total, 4);
    expect(own.copy.objects).toBeCloseTo(alone.copy.objects, 3);
    expect(own.copy.days).toBeCloseTo(alone.copy.days ?? NaN, 6);
    expect(own.exitCost).toBeCloseTo(alone.exitCost, 4);
    // 1 TiB of popular objects are listed every night, to put right what lies in the wrong store: 2^24 keys, 30.4 nights.
    const lists = ((2 ** 24 / 1000) * MONTH_DAYS * LIST_EXPRESS) / 1000;
    // 5M reads a day of the other objects ask S3 Express One Zone first, in vain.
    const vain = 5 * MONTH_DAYS * GET_EXPRESS;
    expect(own.monthlySaving).toBeCloseTo((alone.monthlySaving ?? NaN) - lists - vain, 4);
    for (const one of [own, alone])
      expect(earnedAfter(one)).toBeCloseTo(one.oneOff.total / (one.monthlySaving ?? NaN), 6);
  });

  it('to a split by size is that of its small objects alone, those that arrive as well', () => {
    const sizes = [
      { share: 0.5, size: '64 KiB' },
      { share: 0.5, size: '4 MiB' },
    ];
    const forever = { retention: '90 days' };
    const objects = { size: sizes, arrivals: '20k/day', ...forever };
    // Readers know the store by the size: none asks in vain.
    const whole = { ...scenario(objects, { rate: '20M/day' }, [STANDARD, EXPRESS]), router: 'own' as const };
    const part = scenario({ size: '64 KiB', arrivals: '10k/day', ...forever }, { rate: '10M/day' }, [
      STANDARD,
      EXPRESS,
    ]);
    const [own, alone] = [moved(whole, /^size:/), moved(part, /^single:.*express/)];
    expect(own.oneOff.total).toBeGreaterThan(0.1);
    expect(own.oneOff.total).toBeCloseTo(alone.oneOff.total, 4);
    expect(own.copy).toMatchObject({ objects: expect.closeTo(alone.copy.objects, 3) });
    // Both buckets, of 900,000 keys each, are listed every night.
    const lists = (900 * (LIST_EXPRESS + LIST_STANDARD)) / 1000;
    expect(own.monthlySaving).toBeCloseTo((alone.monthlySaving ?? NaN) - lists * MONTH_DAYS, 4);
    // Of those that stay where they are, half on average over their 90 days are not.
    expect(own.ageOut?.extra).toBeCloseTo((alone.ageOut?.extra ?? NaN) - lists * 45, 3);
    for (const one of [own, alone])
      expect(earnedAfter(one)).toBeCloseTo(one.oneOff.total / (one.monthlySaving ?? NaN), 6);
  });

  it('to a cache is that to its cold store, and says that copies come with reads', () => {
    const rereads = { gaps: { '6 hours': 0.5, '3 days': 0.9 } };
    const text = scenario({ size: '2 MB', standing: '20 TB' }, { rate: '60k/day', rereads }, [
      STANDARD,
      GLACIER,
    ]);
    const answer = withMigration(ask(text, sources));
    expect(answer.recommendation?.id).toMatch(/^cache:/);
    const [own, cold] = [moved(text, /^cache:.*standard@.*>.*glacier/), moved(text, /^single:.*glacier/)];
    expect(own.oneOff.total).toBeGreaterThan(100);
    expect(own.oneOff.total).toBeCloseTo(cold.oneOff.total, 4);
    expect(own.words.join(' ')).toContain('In the first 3 days fewer reads find one than counted');
    const saved = answer.candidates.find(({ id }) => id === answer.recommendation?.id)?.monthly.total ?? NaN;
    expect(own.monthlySaving).toBeCloseTo((answer.today?.total ?? NaN) - saved, 4);
    expect(own.paybackMonths).toBeGreaterThan(own.oneOff.total / (own.monthlySaving ?? NaN) - 1e-6);
    expect([answer.recommendation?.id, null]).toContain(answer.today?.to);
  });

  it('of a range has an interval of when it pays', () => {
    const reads = { rate: '40M/day to 60M/day', skew: { objects: 0.1, reads: 0.9 } };
    const text = scenario({ size: '64 KiB', standing: '10 TiB' }, reads, [STANDARD, EXPRESS]);
    const own = moved(text, /^popular:/);
    expect(own.paybackInterval?.[0]).toBeLessThan(own.paybackMonths ?? 0);
    expect(own.paybackInterval?.[1]).toBeGreaterThan(own.paybackMonths ?? Infinity);
  });
});
