/** What is billed is what is written: emitted files at work on one object ask of each store what the bill counts for it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planContext } from '#core/placement/context/plan-context.ts';
import { movesOf } from '#core/placement/answer/moves.ts';
import { runsOf } from '#core/placement/answer/runs.ts';
import { partsOf } from '#core/placement/answer/segments.ts';
import { usagesOf } from '#core/placement/bill/usages.ts';
import { placementOfId } from '#core/placement/named.ts';
import type { Entry } from '#core/placement/placement.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { emit } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { aCandidate, askedBy } from '#tests/helpers/aPlan.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { held } from '#tests/helpers/emit/inPlace.ts';
import { ARCHIVE, STORES, planWith } from '#tests/helpers/emit/plans.ts';

const KIB = 1024;
const SIZES = [256 * KIB, 8 * KIB ** 2];
const DAYS = 120;
const PER_DAY = 1e6;

/** `A+B>B@30d`: sets of one or two stores; what was left is not entered again. */
const stages = (stores: readonly string[]) =>
  fc
    .tuple(
      fc.array(fc.subarray([...stores], { minLength: 1, maxLength: Math.min(2, stores.length) }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 2, maxLength: 2 }),
    )
    .map(([sets, ages]) => {
      const left = new Set<string>();
      const kept: string[][] = [];
      for (const set of sets) {
        const before = kept.at(-1) ?? [];
        const holders = set.filter((ref) => !left.has(ref));
        if (holders.length === 0 || holders.join() === before.join()) continue;
        for (const ref of before) if (!holders.includes(ref)) left.add(ref);
        kept.push(holders);
      }
      const rising = ages.toSorted((a, b) => a - b).slice(0, kept.length - 1);
      return `${kept.map((holders) => holders.join('+')).join('>')}${rising.map((age) => `@${age}d`).join('')}`;
    });

const cases = fc
  .record({ stores: fc.subarray(STORES, { minLength: 1, maxLength: 3 }), sizes: fc.constantFrom(1, 2) })
  .chain(({ stores, sizes }) =>
    fc.record({
      stores: fc.constant(stores),
      parts: fc.array(stages(stores), { minLength: sizes, maxLength: sizes }),
    }),
  );

const isRace = (entered: readonly Entry[]) =>
  entered.some(
    ({ how, from, store }) =>
      how === 'rule' && entered.some((one) => one.from === from && one.store !== store),
  );

/** That list one bucket. */
const MOST_JOBS = 4;

const COUNTED = ['PutObject', 'GetObject', 'HeadObject', 'DeleteObject'];

test('each copy, move, rule and deletion is billed as the files do it', () => {
  let compared = 0;
  fc.assert(
    fc.property(cases, ({ stores, parts }) => {
      const sizes = parts.length;
      const text = aScenario({
        workload: {
          objects: {
            size: SIZES.slice(0, sizes).map((size) => ({ share: 1 / sizes, size: `${size} B` })),
            arrivals: `${PER_DAY}/day`,
            retention: `${DAYS} days`,
          },
          reads: { rate: '0.000001/day' },
          readers: [{ at: 'aws/us-east-1', share: 1 }],
          writer: 'aws/us-east-1',
        },
        stores,
      });
      const scenario = parseScenario(text);
      const context = planContext(scenario, ARCHIVE);
      const names = sizes === 1 ? ['new'] : ['new.256KiB', 'new.8MiB'];
      const id = `mix:${parts.map((one, i) => `${names[i]}=${one}`).join(';')}`;
      const placement = placementOfId(context, id);
      if (!placement) throw new Error(`no placement ${id}`);
      // What a rule moves cannot be moved or copied elsewhere at the same age.
      fc.pre(placement.timelines.every((stages) => stages.every(({ entered }) => !isRace(entered))));
      const own = partsOf(context, placement);
      const candidate = aCandidate({
        id,
        kind: 'mixed',
        stores,
        parts: own,
        segments: own[0]?.segments ?? [],
        runs: runsOf(context, placement),
        moves: movesOf(context, placement).moves,
      });
      const plan = planWith(candidate, { scenario: text });
      const emission = emit(askedBy(plan, ARCHIVE), {
        id,
        kinds: EMIT_KIND_NAMES,
        keyDate: null,
        prefix: '',
        plan,
      });
      // A rule in whole days may be later than planned, and says so.
      fc.pre(!/whole days|cannot select objects by size/.test(emission.notes.join()));
      compared += 1;
      const [usages = []] = usagesOf(context, placement);
      const arrivals = PER_DAY * (context.workload.months[0]?.month.days ?? 0);
      const counts = new Map<string, number>();
      const bump = (ref: string, asked: string, count: number) =>
        counts.set(`${ref} ${asked}`, (counts.get(`${ref} ${asked}`) ?? 0) + count / sizes);
      for (const sizeBytes of SIZES.slice(0, sizes)) {
        const thing = { sizeBytes, stands: false, isPopular: false };
        for (const [hour, refs] of [...held(emission, thing, (DAYS + 2) * 24, bump)].entries())
          // What a rule deletes a day late, as B2's, is billed to its end.
          for (const ref of hour < DAYS * 24 ? refs : []) bump(ref, 'hours', 1);
      }
      for (const { store, region, requests, held: objects, transitionsIn } of usages) {
        const ref = `${store}@${region}`;
        if (!stores.includes(ref)) continue;
        const done = (asked: string) => counts.get(`${ref} ${asked}`) ?? 0;
        const billed = (operation: string) =>
          requests.reduce((sum, one) => sum + (one.operation === operation ? one.count : 0), 0) / arrivals;
        const hours = objects.reduce((sum, one) => sum + one.objectHours, 0) / arrivals;
        const shown = (count: number) => Number(count.toFixed(6));
        expect([
          id,
          ref,
          shown(hours),
          shown(transitionsIn / arrivals),
          ...COUNTED.map((one) => shown(billed(one))),
        ]).toEqual([
          id,
          ref,
          shown(done('hours')),
          shown(done('transition')),
          ...COUNTED.map((one) => shown(done(one))),
        ]);
        // Whether the last run still finds it is a matter of minutes: one page of keys for each job.
        const lists = done('ListObjectsV2') - billed('ListObjectsV2');
        expect([id, ref, shown(Math.max(0, Math.abs(lists) - MOST_JOBS / 1000))]).toEqual([id, ref, 0]);
      }
    }),
    { numRuns: 200 },
  );
  expect(compared).toBeGreaterThan(100);
});
