/** Where a cache or a split by size or popularity is recommended, it is what all that is asked beside the plan compares with. */
import { describe, expect, it, test } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { anyId, arrangementOf } from '#core/placement/not-by-age/placement.ts';
import { itemisedOfAny } from '#core/placement/not-by-age/itemised.ts';
import { notByAge, notByAgeGround } from '#core/placement/not-by-age/kinds.ts';
import { overTime } from '#core/placement/beside/over-time.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { exactly } from '#core/placement/plan-exactly.ts';
import { planExactly } from '#tests/helpers/core/plan-exactly.ts';
import { workedPlan } from '#core/placement/plan.ts';
import { provenBest } from '#core/placement/winners/proven-best.ts';
import { planRivals } from '#core/placement/switches/rivals.ts';
import { solve } from '#core/placement/switches/solve.ts';
import { planSwitchPoints } from '#core/placement/switches/switch-points.ts';
import { planWinnerMap } from '#core/placement/switches/winner-map.ts';
import { pricedScenario } from '#core/placement/switches/priced-scenario.ts';
import { ask } from '#core/question.ts';
import type { SwitchScan } from '#core/report/switch-types.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { disputedPrices } from '#core/uncertainty/disputed-prices.ts';
import { drawOf } from '#core/uncertainty/at-draw.ts';
import { rangedInputs } from '#core/uncertainty/inputs.ts';
import { planUncertainty } from '#core/uncertainty/plan-uncertainty.ts';
import { sobolPoints } from '#core/uncertainty/sobol.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';
import { wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase([]) };
const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
const STANDARD = 'aws/s3-standard@us-east-1';
const ARCHIVE = 'aws/s3-glacier-instant-retrieval@us-east-1';
const GIB = 2 ** 30;

type Reads = NonNullable<ScenarioText['workload']['reads']>;

function standing(size: unknown, stock: string, reads: Reads, stores: string[]): ScenarioText {
  return aScenario({
    asOf: '2026-11-20',
    month: '730 h',
    workload: {
      objects: { size: size as string, standing: stock },
      reads,
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    stores,
    horizon: '1 month',
  });
}

const byPopularity = standing('64 KiB', '10 TiB', { rate: '50M/day', skew: { objects: 0.1, reads: 0.9 } }, [
  STANDARD,
  EXPRESS,
]);
const SIZES = [
  { share: 0.5, size: '64 KiB' },
  { share: 0.5, size: '4 MiB' },
];
const bySize = standing(SIZES, '20 TiB', { rate: '50M/day' }, [STANDARD, EXPRESS]);
const byRereads = standing(
  '2 MB',
  '1 PB',
  { rate: '3M/day', rereads: { gaps: { '6 hours': 0.5, '3 days': 0.9 } } },
  [STANDARD, ARCHIVE],
);

const CASES: [string, ScenarioText, RegExp][] = [
  ['popularity', byPopularity, /^popular:/],
  ['size', bySize, /^size:/],
  ['re-reads', byRereads, /^cache:/],
];

const readsAt = (text: ScenarioText, rate: string | number): ScenarioText => ({
  ...text,
  workload: {
    ...text.workload,
    reads: { ...text.workload.reads, rate: typeof rate === 'string' ? rate : `${rate}/day` },
  },
});

/** The recommendation without its TTL or bound. */
function bestAt(text: ScenarioText): string | null {
  const worked = workedPlan(ask(text, sources));
  const { plan, placements } = exactly(worked);
  const at = plan.candidates.findIndex(({ id }) => id === plan.recommendation?.id);
  const placement = placements[at];
  return placement ? arrangementOf(placement, worked.context) : null;
}

function scanOf(text: ScenarioText, input: 'reads' | 'size' | 'price', ages = false): SwitchScan[] {
  return [...planSwitchPoints(ask(text, sources), { inputs: [input], ages })].filter(
    (one) => one !== undefined,
  );
}

describe.each(CASES)('a placement by %s that is recommended', (_, text, form) => {
  it('is the winner wherever placements are compared', () => {
    const { recommendation, candidates } = planExactly(ask(text, sources));
    const best = recommendation?.id ?? '';
    expect(best).toMatch(form);
    const scenario = ScenarioFile.parse(text);
    const total = candidates.find(({ id }) => id === best)?.monthly.total ?? NaN;
    const priced = pricedScenario(scenario, sources);
    expect(priced.winner()).toMatchObject({ id: best, total: expect.closeTo(total, 4) });
    expect(provenBest(scenario, sources.archive, sources.evidence)).toMatchObject({ recommendation: best });

    const { stores, billing } = planContext(scenario, sources.archive, sources.evidence);
    const draw = drawOf(scenario, { ...sources, stores, billing });
    const cheapest = draw.cheapest(() => 0.5);
    expect(cheapest && anyId(cheapest, draw.context)).toBe(best);
    const judged = cheapest && draw.judge(() => 0.5)(cheapest);
    expect(judged).toMatchObject({ feasible: 'yes', cost: expect.closeTo(total, 4) });
  });

  it('changes at the reads where bisecting over whole plans finds the change', () => {
    const [scan] = scanOf(text, 'reads');
    const now = scan?.now ?? 0;
    const above = scan?.switchPoints.find(({ value }) => value > now);
    const point = above ?? scan?.switchPoints.findLast(({ value }) => value < now);
    if (!point) throw new Error('a switch point');
    const here = bestAt(text);
    expect(above ? point.below.id : point.above.id).toMatch(form);
    let [same, other] = [now, above ? point.value * 1.5 : point.value / 1.5];
    expect(bestAt(readsAt(text, other))).not.toBe(here);
    while (Math.abs(other - same) > 1e-6 * other) {
      const middle = (same + other) / 2;
      if (bestAt(readsAt(text, middle)) === here) same = middle;
      else other = middle;
    }
    expect(point.value / other).toBeCloseTo(1, 5);
    expect(point.words).toMatch(/^(Above|Below) .* reads a day/);
  });

  it('is in the answer of solve: just inside a plan fits, just outside none does', () => {
    const total = planExactly(ask(text, sources)).candidates[0]?.monthly.total ?? NaN;
    const budget = total * 1.05;
    const found = solve(ask(text, sources), { input: 'reads', budget });
    const largest = found.largest ?? NaN;
    const at = (rate: number) =>
      planExactly(ask({ ...readsAt(text, rate), requirements: { ...text.requirements, budget } }, sources))
        .recommendation?.id ?? null;
    expect(at(largest)).toBe(found.stretches.at(-1)?.atTo.id);
    expect(at(largest)).toMatch(form);
    expect(at(largest * (1 + 1e-6))).toBeNull();
    expect(found.words.at(-1)).toContain('there it is');
  });

  it('wins as many draws as plans made of each draw one by one say', () => {
    const now = ScenarioFile.parse(text).workload.reads.rate.value;
    const ranged = readsAt(text, `${now / 8}/day to ${now * 8}/day`);
    const draws = 32;
    const sure = planUncertainty(ask(ranged, sources), { draws });
    const scenario = ScenarioFile.parse(ranged);
    const [range] = rangedInputs(scenario);
    const { context } = workedPlan(ask(ranged, sources));
    const dimensions = 1 + disputedPrices(sources.archive, context.stores).inputs.length + 4;
    const points = sobolPoints(draws, dimensions, 20_261_122);
    const won = new Map<string, number>();
    for (let d = 0; d < draws; d += 1) {
      const rate = range?.at(points[d * dimensions] ?? NaN) ?? NaN;
      const best = bestAt(readsAt(text, rate)) ?? 'none';
      won.set(best, (won.get(best) ?? 0) + 1 / draws);
    }
    const odds = new Map<string, number>();
    const plain = (id: string) => id.replace(/@[^@>]*$/, '').replace(/^single:.*/, id);
    for (const { id, wins } of sure?.candidates ?? [])
      if (wins > 0) odds.set(plain(id), (odds.get(plain(id)) ?? 0) + wins);
    expect(Object.fromEntries(odds)).toEqual(Object.fromEntries(won));
    expect(won.size).toBeGreaterThan(1);
    expect([...won.keys()].join()).toMatch(form.source.slice(1));
    expect(sure?.tornado?.id).toMatch(form);
  });

  it('costs in each month what the bills of that month say', () => {
    const growing = {
      ...text,
      horizon: '4 months',
      workload: { ...text.workload, objects: { ...text.workload.objects, growth: '5 %/month' } },
    };
    const time = overTime(ask(growing, sources));
    const { candidates, recommendation } = planExactly(ask(growing, sources));
    const best = candidates.find(({ id }) => id === recommendation?.id);
    expect(best?.id).toMatch(form);
    const row = time?.placements.find(({ id }) => id === best?.id);
    expect(row?.totals).toHaveLength(4);
    for (const [m, { total }] of best?.months.entries() ?? []) expect(row?.totals[m]).toBeCloseTo(total, 4);
  });
});

type Turned = 'reads' | 'standing' | 'read-p99';

function turned(text: ScenarioText, input: string, value: number): ScenarioText {
  if (input === 'reads') return readsAt(text, value);
  if (input === 'read-p99')
    return { ...text, requirements: { ...text.requirements, readP99: `${value} ms` } };
  const { workload } = text;
  return { ...text, workload: { ...workload, objects: { ...workload.objects, standing: `${value} B` } } };
}

describe('with every TTL and bound, and latencies', () => {
  const assume = {
    [EXPRESS]: { GET: { p50: '7 ms', p99: '12 ms' } },
    [STANDARD]: { GET: { p50: '30 ms', p99: '120 ms' } },
    [ARCHIVE]: { GET: { p50: '60 ms', p99: '300 ms' } },
  };
  const inputs: Turned[] = ['reads', 'standing', 'read-p99'];
  it.each(CASES.flatMap(([name, text, form]) => inputs.map((input) => ({ name, text, form, input }))))(
    'plans on either side of each switch point are those it names: $name, $input',
    ({ text: plain, form, input }) => {
      const text = { ...plain, assume, requirements: { readP99: '250 ms' } };
      const [scan] = [...planSwitchPoints(ask(text, sources), { inputs: [input] })].filter((one) => !!one);
      let checked = 0;
      for (const [i, point] of scan?.switchPoints.entries() ?? []) {
        for (const [x, side, beside] of [
          [point.value * (1 - 1e-5), point.below, scan?.switchPoints[i - 1]],
          [point.value * (1 + 1e-5), point.above, scan?.switchPoints[i + 1]],
        ] as const) {
          if (beside && Math.abs(beside.value / point.value - 1) < 3e-5) continue;
          const id = planExactly(ask(turned(text, input, x), sources)).recommendation?.id ?? null;
          expect(`${input} ${x}: ${id}`).toBe(`${input} ${x}: ${side.id}`);
          checked += form.test(`${side.id}`) ? 1 : 0;
        }
      }
      expect(checked).toBeGreaterThan(0);
    },
  );

  it.each(CASES)('a map of winners has a placement by %s where plans do', (_, text, form) => {
    const work = planWinnerMap(ask(text, sources), {
      x: { input: 'reads' },
      y: { input: 'standing' },
      lattice: 5,
    });
    let step = work.next();
    while (!step.done) step = work.next();
    const map = step.value;
    if (!map) throw new Error('a map');
    expect(map.regions.map(({ arrangement }) => arrangement).join()).toMatch(form.source.slice(1));
    for (const { arrangement, stores, label } of map.regions) {
      const [rate, stock] = label;
      expect(bestAt(turned(readsAt(text, rate), 'standing', stock))).toBe(arrangement);
      for (const store of stores) expect(arrangement).toContain(store);
    }
  });

  it.each(CASES)(
    'a rival of a placement by %s comes in at the rate that is said, and not above it',
    (name, text) => {
      const wide = { ...text, stores: [STANDARD, EXPRESS, ARCHIVE, 'aws/s3-standard-ia@us-east-1'] };
      const base = ScenarioFile.parse(wide);
      let checked = 0;
      for (const rival of planRivals(ask(wide, sources)))
        for (const { meter, value, now } of rival?.prices ?? []) {
          const store = rival?.store.split('@')[0] ?? '';
          const names = meter === 'storage' ? ['storage', 'minimum-size', 'early-delete'] : [meter];
          const has = (rate: number) => {
            const discounts = Object.fromEntries(names.map((name) => [`${store}:${name}`, 1 - rate / now]));
            return (
              pricedScenario({ ...base, discounts }, sources)
                .winner()
                ?.id.includes(store) ?? false
            );
          };
          expect([has(value * (1 - 1e-5)), has(value * (1 + 1e-5))]).toEqual([true, false]);
          checked += 1;
        }
      // Large objects are read too often for what bills retrieval: no one rate brings it in.
      expect(checked > 0).toBe(name !== 'size');
    },
  );
});

describe('hot days', () => {
  test('of a cache are the days that a copy waits: those fit whose itemised bill does', () => {
    const { plan: answer, context, workings, placements } = workedPlan(ask(byRereads, sources));
    const cache = placements[0];
    if (!cache || !('kind' in cache) || cache.kind !== 'cache') throw new Error('a cache is best');
    const others = notByAge(notByAgeGround(workings), context, workings.judged);
    const budget = (answer.candidates[0]?.monthly.total ?? NaN) * 1.02;
    const found = solve(ask(byRereads, sources), { input: 'hot-days', budget });
    expect(found.largest).toBe(3);
    const tried = [1, 2, 4, 10, 20, 40, 55, 60, 64, 68, 70, 71].map((hours) => {
      const { monthly } = itemisedOfAny(context, others, { ...cache, ttlHours: hours });
      const within = found.stretches.some(({ from, to }) => hours / 24 >= from && hours / 24 <= to);
      expect(`${hours}: ${within}`).toBe(`${hours}: ${monthly.total <= budget}`);
      return within;
    });
    expect(new Set(tried).size).toBe(2);
    expect(found.words.at(-1)).toMatch(/^From copies kept 2\.9\d* days in aws\/s3-standard@us-east-1 on,/);
  });

  test('of a split by size or popularity there are none, and that is said', () => {
    for (const text of [bySize, byPopularity])
      expect(() => solve(ask(text, sources), { input: 'hot-days', budget: 1e9 })).toThrow(
        'goes by the size or popularity of objects, and moves none by age; name a pair',
      );
  });
});

describe('by hand', () => {
  // List prices: rent 0.11 against 0.023 a GiB-month; a million reads 0.40 against 0.03, and 0.0006 a GiB read.
  const rent = ((0.11 - 0.023) * 64 * 1024) / GIB;
  const saved = 0.4e-6 - (0.03e-6 + (0.0006 * 64 * 1024) / GIB);
  const MONTH_DAYS = 730 / 24;

  test('a tenth of objects with nine tenths of reads pays in Express from 1.77 reads per object-month to 143', () => {
    const objects = (10 * 1024 * GIB) / (64 * 1024);
    const [scan] = scanOf(byPopularity, 'reads');
    const each = scan?.switchPoints.map(({ value }) => (value * MONTH_DAYS) / objects) ?? [];
    expect(scan?.switchPoints.map(({ above }) => above.id)).toEqual([
      `popular:${EXPRESS}>${STANDARD}@10%`,
      `single:${EXPRESS}`,
    ]);
    expect(each[0]).toBeCloseTo(rent / saved / 9, 5);
    expect(each[1]).toBeCloseTo((9 * rent) / saved, 3);
    expect(scan?.switchPoints[0]?.words).toContain(
      `everything in ${STANDARD} is best instead of the 10 % of objects read most in ${EXPRESS}, all others in ${STANDARD}`,
    );
  });

  test('small objects pay in Express from 15.9 reads per object-month, and large ones never', () => {
    const mean = (64 * 1024 + 4 * 1024 ** 2) / 2;
    const objects = (20 * 1024 * GIB) / mean;
    const [scan] = scanOf(bySize, 'reads');
    expect(scan?.switchPoints.map(({ above }) => above.id)).toEqual([`size:${EXPRESS}>${STANDARD}@65536B`]);
    expect(((scan?.switchPoints[0]?.value ?? NaN) * MONTH_DAYS) / objects).toBeCloseTo(rent / saved, 4);
  });
});
