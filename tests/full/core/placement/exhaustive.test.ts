/**
 * What is recommended in small scenarios by chance, against every placement that can be written down there.
 * `STOWAGE_PLACED=5000 vitest run --project full tests/full/core/placement/exhaustive.test.ts` takes more scenarios than the suite does.
 */
import { env } from 'node:process';
import { describe, expect, it } from 'vitest';
import { lazily } from '#core/memo.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { deskOf } from '#core/placement/desk.ts';
import { ask } from '#core/question.ts';
import { smallScenario, triedEvery } from '#tests/helpers/placement/everyPlacement.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const SCENARIOS = Number(env['STOWAGE_PLACED'] ?? 500);
/** Tests of some scenarios each, so that none takes long where the machine is busy. */
const EACH = 50;
/** About so many placements are tried of each scenario. */
const MOST = 400;
/** Bills are told to the cent. */
const CENT = 0.01;
const SLACK = 1e-6;

const sources = lazily(() => ({ archive: wholeArchive(), evidence: evidenceBase(allDatasets()) }));
const batches = Array.from({ length: SCENARIOS / EACH }, (_, i) => [i * EACH, (i + 1) * EACH - 1] as const);

describe(`the recommended placement of ${SCENARIOS} small scenarios`, () => {
  let [compared, exact, unfinished] = [0, 0, 0];
  const seen = new Set<string>();

  it.each(batches)(
    'is never more than one percent above the best of all, and says no smaller gap than there is: %i to %i',
    (first, last) => {
      for (let seed = first; seed <= last; seed += 1) {
        const desk = deskOf(ask(smallScenario(seed), sources()));
        const found = desk.best();
        const { best, placement } = triedEvery(desk, seed, MOST);
        if (!placement) continue;
        compared += 1;
        const value = found?.judged.value ?? Infinity;
        const said = `seed ${seed}: ${found && desk.id(found.placement)} at ${value}, ${desk.id(placement)} at ${best}`;
        expect(value, said).toBeLessThanOrEqual(best * 1.01 + CENT);
        expect(value - best, said).toBeLessThanOrEqual((found?.gap ?? 1) * value + CENT);
        if (value <= best * (1 + SLACK)) exact += 1;
        if (!found) continue;
        if (found.gap === null) unfinished += 1;
        if (found.judged.effort > 0) seen.add('effort');
        if (found.placement.cdn !== undefined) seen.add(found.placement.cdn);
        if (found.judged.doubt > 0) seen.add('doubt');
        const { context } = desk;
        if (context.workload.months.length > 1) seen.add('months that differ');
        if (context.copies.length > 0) seen.add('copies');
        for (const { stream, slice } of context.populations) seen.add(slice === null ? stream : 'popular');
        for (const stage of found.placement.timelines.flat()) {
          seen.add(`${stage.holders.length} holders`);
          for (const { how } of stage.entered) seen.add(how);
        }
      }
    },
  );

  it('is the best itself in 95 of 100, and every kind was met', () => {
    expect(compared).toBeGreaterThan(SCENARIOS / 2);
    expect(exact / compared).toBeGreaterThanOrEqual(0.95);
    expect(unfinished / compared).toBeLessThan(0.02);
    // Many scenarios meet more: four holders, with the copies that are demanded.
    expect([...seen]).toEqual(
      expect.arrayContaining([
        '1 holders',
        '2 holders',
        '3 holders',
        'bunny/cdn',
        'copies',
        'copy',
        'doubt',
        'effort',
        'months that differ',
        'new',
        'old',
        'popular',
        'rule',
        'write',
      ]),
    );
  });
});
