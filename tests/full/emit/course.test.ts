import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { courseOf } from '#emit/course.ts';
import type { Course } from '#emit/course-types.ts';
import {
  ARCHIVE,
  B2,
  EXPRESS,
  R2,
  R2_IA,
  STANDARD,
  STANDARD_IA,
  aPlacement,
  planWith,
} from '#tests/helpers/emit/plans.ts';
import type { Asked, Stretch } from '#tests/helpers/emit/plans.ts';

function course(stretches: readonly Stretch[], asked: Asked = {}): Course {
  const { retention = 90 } = asked;
  const candidate = aPlacement(stretches, retention ?? 365, asked.placement);
  const scenario = parseScenario(planWith(candidate, asked).scenario);
  return courseOf(candidate, { scenario, archive: ARCHIVE, names: {} });
}

const jobs = ({ jobs: all }: Course) =>
  all.map(({ kind, from, to, afterDays }) => [kind, from, to, afterDays]);
const rules = ({ buckets }: Course) =>
  buckets.map(({ id, stores, transitions, expiries }) => ({
    id,
    stores,
    moves: transitions.map(({ afterDays, toClass }) => [afterDays, toClass]),
    expireDays: expiries[0]?.afterDays ?? null,
  }));
const segments = ({ parts }: Course) => parts[0]?.segments ?? [];

test('one store: a bucket whose rule deletes at the end of the retention', () => {
  const one = course([[0, STANDARD]]);
  expect(rules(one)).toEqual([{ id: 'store1', stores: [STANDARD], moves: [], expireDays: 90 }]);
  expect(jobs(one)).toEqual([]);
  expect(segments(one)).toEqual([
    {
      fromDays: 0,
      toDays: 90,
      readShare: 1,
      holders: ['store1'],
      servers: { 'aws/us-east-1': 'store1', 'internet/europe': 'store1' },
    },
  ]);
});

test('kept for ever: no rule deletes, and the last stretch has no end', () => {
  const one = course([[0, STANDARD]], { retention: null });
  expect(rules(one)[0]?.expireDays).toBeNull();
  expect(segments(one)[0]?.toDays).toBeNull();
});

test('a move to another provider is a job, and the rest of the retention counts from the copy', () => {
  const one = course([
    [0, EXPRESS],
    [7, R2],
  ]);
  expect(jobs(one)).toEqual([['move', 'store1', 'store2', 7]]);
  expect(rules(one).map(({ expireDays }) => expireDays)).toEqual([null, 83]);
  expect(one.writeTo).toEqual(['store1']);
});

test('dual write: the hot copy goes once the other store is seen to have it, and by no rule', () => {
  const one = course([
    [0, EXPRESS, R2],
    [7, R2],
  ]);
  expect(one.writeTo).toEqual(['store1', 'store2']);
  expect(jobs(one)).toEqual([['move', 'store1', 'store2', 7]]);
  expect(rules(one).map(({ expireDays }) => expireDays)).toEqual([null, 90]);
});

test('inside one provider its own lifecycle moves objects, in one bucket, and their age goes on', () => {
  const s3 = course([
    [0, STANDARD],
    [30, STANDARD_IA],
  ]);
  expect(rules(s3)).toEqual([
    { id: 'store1', stores: [STANDARD, STANDARD_IA], moves: [[30, 'STANDARD_IA']], expireDays: 90 },
  ]);
  expect(jobs(s3)).toEqual([]);
  expect(segments(s3).map(({ holders }) => holders)).toEqual([['store1'], ['store1']]);
  const r2 = course([
    [0, R2],
    [0.5, R2_IA],
  ]);
  expect(rules(r2)).toEqual([
    { id: 'store1', stores: [R2, R2_IA], moves: [[0.5, 'InfrequentAccess']], expireDays: 90 },
  ]);
});

test('a move that the lifecycle may not make yet is a job, and says why', () => {
  const one = course([
    [0, STANDARD],
    [7, STANDARD_IA],
  ]);
  expect(jobs(one)).toEqual([['move', 'store1', 'store2', 7]]);
  expect(one.notes.join()).toContain('no earlier than 30 days');
});

test('Express neither gives nor takes by lifecycle', () => {
  for (const [from, to] of [
    [EXPRESS, STANDARD],
    [STANDARD, EXPRESS],
  ] as const) {
    const one = course([
      [0, from],
      [40, to],
    ]);
    expect(jobs(one)).toEqual([['move', 'store1', 'store2', 40]]);
    expect(rules(one).flatMap(({ moves }) => moves)).toEqual([]);
  }
});

test('three stores in time order, the last two in one bucket', () => {
  const one = course([
    [0, EXPRESS],
    [2, R2],
    [32, R2_IA],
  ]);
  expect(jobs(one)).toEqual([['move', 'store1', 'store2', 2]]);
  expect(rules(one)[1]).toEqual({
    id: 'store2',
    stores: [R2, R2_IA],
    moves: [[30, 'InfrequentAccess']],
    expireDays: 88,
  });
});

test('a copy that keeps its source is no move; one store that leaves feeds two with a copy and a move', () => {
  const kept = course([
    [0, STANDARD],
    [7, STANDARD, R2],
  ]);
  expect(jobs(kept)).toEqual([['copy', 'store1', 'store2', 7]]);
  const fed = course([
    [0, EXPRESS],
    [7, R2, B2],
  ]);
  expect(jobs(fed).slice(0, 2)).toEqual([
    ['copy', 'store1', 'store2', 7],
    ['move', 'store1', 'store3', 7],
  ]);
});

test('the source of a copy is the one the plan names', () => {
  const one = course(
    [
      [0, EXPRESS, R2],
      [7, STANDARD],
    ],
    {
      placement: {
        moves: [{ atDays: 7, kind: 'copy', from: R2, to: STANDARD, bytesPerMonth: 1, amount: 1 }],
      },
    },
  );
  expect(jobs(one)).toEqual([
    ['move', 'store2', 'store3', 7],
    ['move', 'store1', 'store3', 7],
  ]);
  expect(rules(one)[0]?.expireDays).toBeNull();
});

test('what no rule can say is a job: parts of a day, and stores without rules of ours', () => {
  const hours = course([[0, EXPRESS]], { retention: 0.5 });
  expect(jobs(hours)).toEqual([['delete', 'store1', null, 0.5]]);
  expect(hours.notes.join()).toContain('whole days');
  expect(jobs(course([[0, 'linode/object-storage@nl-ams']]))).toEqual([['delete', 'store1', null, 90]]);
});

test('a rule a little late does: no more than a twentieth longer than planned, and said', () => {
  const late = course([[0, STANDARD]], { retention: 30.25 });
  expect(rules(late)[0]?.expireDays).toBe(31);
  expect(late.notes.join()).toContain('after 31 days, not 30.25 days');
  expect(jobs(course([[0, STANDARD]], { retention: 2.5 }))).toEqual([['delete', 'store1', null, 2.5]]);
  // R2 counts seconds.
  const r2 = course([[0, R2]], { retention: 2.5 });
  expect(rules(r2)[0]?.expireDays).toBeCloseTo(2.5, 5);
  expect(r2.notes).toEqual([]);
});

test('whatever the chain: each holder has a home, each leaves it exactly once, and Express has no transition', () => {
  const stores = [EXPRESS, STANDARD, STANDARD_IA, R2, R2_IA, B2];
  const chain = fc
    .tuple(
      fc.shuffledSubarray(stores, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 2000 })),
    )
    .map(([order, gaps]): Stretch[] => {
      let at = 0;
      return order.map((ref, i): Stretch => {
        const here: Stretch = [
          at,
          ref,
          ...(i + 1 < order.length && gaps[i]! % 3 === 0 ? [order[i + 1]!] : []),
        ];
        at += (gaps[i] ?? 36) / 24;
        return here;
      });
    });
  fc.assert(
    fc.property(chain, fc.boolean(), (stretches, forEver) => {
      const end = Math.max(...stretches.map(([at]) => at)) + 10;
      const one = course(stretches, { retention: forEver ? null : end });
      const ids = one.buckets.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [i, [, ...holders]] of stretches.entries())
        for (const ref of holders)
          expect(segments(one)[i]?.holders).toContain(
            one.buckets.find(({ stores: held }) => held.includes(ref))?.id,
          );
      for (const bucket of one.buckets) {
        const exits =
          one.jobs.filter(({ kind, from }) => from === bucket.id && kind !== 'copy').length +
          bucket.expiries.length;
        const isLast = segments(one).at(-1)?.holders.includes(bucket.id) === true;
        expect(exits).toBe(isLast && forEver ? 0 : 1);
        if (bucket.kind === 'express') expect(bucket.transitions).toEqual([]);
        for (const { afterDays, toClass } of bucket.transitions) {
          if (toClass === 'STANDARD_IA') expect(afterDays + bucket.fromDays).toBeGreaterThanOrEqual(30);
          if (bucket.kind === 's3') expect(Number.isInteger(afterDays)).toBe(true);
          for (const { afterDays: days } of bucket.expiries) expect(days).toBeGreaterThan(0);
        }
      }
    }),
  );
});
