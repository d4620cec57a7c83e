/** Names of placements, and placements by their names. */
import { describe, expect, it } from 'vitest';
import { agePlacement, arrangementOf, placementId, singlePlacement } from '#core/placement/ids.ts';
import { placed } from '#core/placement/build.ts';
import type { Held } from '#core/placement/build.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { placementOfId } from '#core/placement/named.ts';
import type { Placement } from '#core/placement/placement.ts';
import { shapeOf } from '#core/placement/shape.ts';
import { withinLife } from '#core/placement/within-life.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';
import { randomPlacement } from '#tests/simulator/placements.ts';
import { randomScenario } from '#tests/simulator/random-scenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const A = 'aws/s3-standard@us-east-1';
const B = 'aws/s3-glacier-instant-retrieval@us-east-1';
const C = 'cloudflare/r2-standard@enam';

const SIZES = [
  { share: 0.5, size: '20 kB' },
  { share: 0.5, size: '20 MB' },
];

function contextOf(
  objects: Partial<ScenarioText['workload']['objects']>,
  more: Partial<ScenarioText> = {},
): PlanContext {
  return planContext(
    ScenarioFile.parse(
      aScenario({
        stores: [A, B, C],
        workload: aWorkload({
          objects: { size: '4 MB', arrivals: '1M/day', retention: '90 days', ...objects },
          reads: { rate: '1M/day' },
        }),
        ...more,
      }),
    ),
    wholeArchive(),
  );
}

const stages = (...of: [number, ...number[]][]): Held[] =>
  of.map(([fromDays, ...holders]) => ({ fromDays, holders }));

describe('a placement’s id', () => {
  it.each<[string, Partial<ScenarioText['workload']['objects']>, (name: string) => Held[], string]>([
    ['one store', {}, () => stages([0, 2]), `single:${C}`],
    ['two for life', {}, () => stages([0, 0, 2]), `copies:${A}+${C}`],
    ['by age', {}, () => stages([0, 0], [7, 2]), `age:${A}>${C}@7d:tier`],
    ['by age, written to both', {}, () => stages([0, 0, 2], [0.5, 2]), `age:${A}>${C}@12h:dual`],
    [
      'three, the second by a rule',
      {},
      () => stages([0, 0], [7, 1], [30, 2]),
      `age:${A}>${B}>${C}@7d@30d:life,tier`,
    ],
    ['a copy for a time', {}, () => stages([0, 0], [7, 0, 2], [30, 0]), `mix:new=${A}>${A}+${C}>${A}@7d@30d`],
    [
      'standing in the last',
      { standing: '1 PB' },
      (name) => (name === 'old' ? stages([0, 2]) : stages([0, 0], [7, 2])),
      `age:${A}>${C}@7d:tier`,
    ],
    [
      'standing elsewhere',
      { standing: '1 PB' },
      (name) => (name === 'old' ? stages([0, 1]) : stages([0, 0], [7, 2])),
      `mix:new=${A}>${C}@7d;old=${B}`,
    ],
    [
      'by size',
      { size: SIZES, standing: '1 PB' },
      (name) => stages([0, name.includes('20kB') ? 0 : 2]),
      `size:${A}>${C}@20kB`,
    ],
    [
      'the small ones stay behind their rule',
      { size: SIZES },
      (name) => (name.includes('20kB') ? stages([0, 0]) : stages([0, 0], [7, 1])),
      `age:${A}>${B}@7d:tier`,
    ],
    [
      'the small ones move, the large ones stay',
      { size: SIZES },
      (name) => (name.includes('20MB') ? stages([0, 0]) : stages([0, 0], [7, 2])),
      `mix:new.20kB=${A}>${C}@7d;new.20MB=${A}`,
    ],
    [
      'new by size, standing together',
      { size: SIZES, standing: '1 PB' },
      (name) => stages([0, name === 'new.20kB' ? 0 : 2]),
      `mix:new.20kB=${A};new.20MB,old=${C}`,
    ],
  ])('%s', (_, objects, stagesOf, id) => {
    const context = contextOf(objects);
    const placement = placed(context, ({ name }) => stagesOf(name));
    expect(placementId(context, placement)).toBe(id);
    expect(placementOfId(context, id)).toEqual(placement);
  });

  it('of popular objects apart names their share of the standing ones', () => {
    const context = contextOf(
      { standing: '1 PB' },
      {
        workload: aWorkload({
          objects: { size: '4 MB', arrivals: '1M/day', standing: '1 PB', retention: '90 days' },
          reads: {
            rate: '1M/day',
            skew: [
              { objects: 0.1, reads: 0.6 },
              { objects: 0.5, reads: 0.95 },
            ],
          },
        }),
      },
    );
    const upTo = (share: number) =>
      placed(context, (one) => stages([0, one.slice !== null && one.upTo <= share ? 0 : 2]));
    expect(placementId(context, upTo(0.1))).toBe(`popular:${A}>${C}@10%`);
    expect(placementId(context, upTo(0.5))).toBe(`popular:${A}>${C}@50%`);
    expect(placementId(context, upTo(1))).toBe(`mix:new=${C};old=${A}`);
    for (const share of [0.1, 0.5, 1])
      expect(placementOfId(context, placementId(context, upTo(share)))).toEqual(upTo(share));
  });

  it('leaves out the copies that the scenario demands', () => {
    const context = contextOf({}, { copies: [B] });
    const placement = singlePlacement(context, 2);
    expect(placement.timelines[0]?.[0]?.holders).toEqual([2, 3]);
    expect(placementId(context, placement)).toBe(`single:${C}`);
  });

  it('is none where a store, a size or objects are not in the plan', () => {
    const context = contextOf({});
    for (const id of [
      'single:aws/s3-standard@eu-west-1',
      `size:${A}>${C}@20kB`,
      `popular:${A}>${C}@10%`,
      `mix:old=${A}`,
      `mix:new=${A}>${C}`,
      'cache:whatever',
    ])
      expect(placementOfId(context, id), id).toBeNull();
  });

  it('keeps its arrangement when only an age moves', () => {
    const context = contextOf({ size: SIZES, standing: '1 PB' });
    const mix = (small: number, large: number) =>
      placed(context, ({ name, stream }) =>
        stream === 'old' ? stages([0, 1]) : stages([0, 0], [name.includes('20kB') ? small : large, 2]),
      );
    expect(arrangementOf(context, mix(7, 30))).toBe(`mix:new=${A}>${C};old=${B}`);
    expect(arrangementOf(context, mix(14, 14))).toBe(arrangementOf(context, mix(7, 30)));
    expect(
      arrangementOf(context, agePlacement(context, { hot: 0, cold: 2, thresholdDays: 7, entry: 'dual' })),
    ).toBe(`age:${A}>${C}:dual`);
  });

  it.each([0, 1, 2, 3])('of random placements names them again: seeds from %i00', (hundred) => {
    const kinds = new Set<string>();
    for (let seed = hundred * 100; seed < hundred * 100 + 100; seed += 1) {
      const text = randomScenario(seed);
      const scenario = ScenarioFile.parse(text);
      const context = planContext(scenario, wholeArchive());
      const placement = atHours(context, randomPlacement(context, seed));
      const id = placementId(context, placement);
      const again = placementOfId(context, id);
      if (!again) throw new Error(`${id} is no id`);
      expect(placementId(context, again)).toBe(id);
      const told = ({ timelines }: Placement) =>
        timelines.map((timeline) =>
          timeline.map(({ fromDays, holders, servers }) => [fromDays, holders, servers]),
        );
      expect(told(again)).toEqual(told(placement));
      kinds.add(shapeOf(context, placement).kind);
    }
    expect(kinds.size).toBeGreaterThan(2);
  });
});

/** Ages in whole hours, as an id has them, that objects live to. */
function atHours({ populations }: PlanContext, { timelines }: Placement): Placement {
  return {
    timelines: timelines.map((timeline, p) =>
      timeline
        .map((stage, k) => ({ ...stage, fromDays: k === 0 ? 0 : (Math.ceil(stage.fromDays * 24) + k) / 24 }))
        .filter(({ fromDays }) => fromDays < (populations[p]?.workload.lifeDays ?? 0)),
    ),
  };
}

describe('a placement carried to another variation of the scenario', () => {
  const made = contextOf({ standing: '1 PB' });
  const placement = agePlacement(made, { hot: 0, cold: 2, thresholdDays: 30, entry: 'tier' });

  it('does not move at ages that no object reaches any more', () => {
    const shorter = contextOf({ standing: '1 PB', retention: '20 days' });
    const carried = withinLife(shorter, placement, made);
    expect(placementId(shorter, carried)).toBe(`mix:new=${A};old=${C}`);
  });

  it('is as it was where it lives on, and its standing objects go with them', () => {
    const none = contextOf({});
    expect(placementId(none, withinLife(none, placement, made))).toBe(`age:${A}>${C}@30d:tier`);
  });

  it('has standing objects where the older ones are, if some stand now', () => {
    const none = contextOf({});
    const before = agePlacement(none, { hot: 0, cold: 2, thresholdDays: 30, entry: 'tier' });
    expect(withinLife(made, before, none)).toEqual(placement);
  });

  it('leaves objects that have become too small for a rule', () => {
    const byRule = agePlacement(made, { hot: 0, cold: 1, thresholdDays: 30, entry: 'tier' });
    const small = contextOf({ standing: '1 PB', size: '20 kB' });
    expect(placementId(small, withinLife(small, byRule, made))).toBe(`mix:new=${A};old=${B}`);
  });
});
