/**
 * What is said beside a plan against the plan itself, its moves at the ages that are best for them: on either side of every switch
 * point `plan` recommends the stores that the sentence names, and there both cost the same to the cent, but where the better ages
 * of one of them lie too far from what the grid shows of it.
 * `STOWAGE_SWITCHED=1000 vitest run tests/core/placement/switches/refined-switches.test.ts` takes more scenarios than the suite.
 */
import { describe, expect, it } from 'vitest';
import { loadArchive } from '#catalog/from-files.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { ALL_PARTS } from '#core/placement/all-parts.ts';
import { exactly } from '#core/placement/plan-exactly.ts';
import { knobNamed } from '#core/placement/switches/knobs.ts';
import type { Knob, KnobName } from '#core/placement/switches/knobs.ts';
import { solve } from '#core/placement/switches/solve.ts';
import { planSwitchPoints } from '#core/placement/switches/switch-points.ts';
import { worldOf } from '#core/placement/switches/world.ts';
import { workedPlanWith } from '#core/placement/worked-plan.ts';
import type { SwitchPoint, SwitchSide } from '#core/report/switch-types.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from '../../../simulator/chance.ts';
import { boundScenario } from '../bound-scenario.ts';

const SCENARIOS = Number(process.env['STOWAGE_SWITCHED'] ?? 20);
const FIRST = Number(process.env['STOWAGE_SWITCHED_FROM'] ?? 0);
const EACH = 10;
/** On either side of a switch point, of its value. */
const HAIR = 1e-5;
const CENT = 0.01;
/** Of a bill: ages are looked for downhill, from the best of the grid. */
const MISSED = 0.001;
const archive = loadArchive('.');
const none = evidenceBase([]);
type Sources = { archive: typeof archive; evidence: typeof none };

/** Its kind and stores, without ages, sizes and shares. */
const kindAndStores = (id: string | null | undefined) =>
  (id ?? 'nothing').replace(/^(size|popular|cache)(:.*?>.*?@[a-z0-9-]+)@.*$/, '$1$2').replaceAll(AGE, '');
const AGE = /@\d+(\.\d+)?[dh](?=[:@>]|$)/g;

/** What `plan` recommends with an input at another value, and for how much. */
function planned(text: ScenarioText, knob: Knob, x: number, sources: Sources) {
  const { plan } = exactly(workedPlanWith(ALL_PARTS, { text, scenario: knob.at(x) }, sources));
  const best = plan.candidates.find(({ id }) => id === plan.recommendation?.id);
  return { id: best?.id, total: best?.monthly.total ?? null };
}

function isDecidedByUnits({ unproven, below, above }: SwitchPoint): boolean {
  const [fallen, other] = unproven === 'below' ? [below, above] : [above, below];
  return (fallen.total ?? 0) >= (other.total ?? Infinity);
}

const seen = { points: 0, ties: 0, equal: 0, widest: 0, misses: [] as string[], jumps: [] as string[] };

/** Whether another is best there without rounding: points are of bills without it. */
function unitsDecide(knob: Knob, x: number, sources: Sources): boolean {
  const [exact, rounded] = [true, false].map((unrounded) =>
    worldOf(knob.at(x), sources, { unrounded }).winner(),
  );
  return exact?.arrangement !== rounded?.arrangement;
}

/** Notes every point that another plan is recommended beside, or at which the two do not cost the same. */
function check(name: string, text: ScenarioText, input: KnobName, sources: Sources) {
  const knob = knobNamed(ScenarioFile.parse(text), input);
  if (!knob) return;
  const points: SwitchPoint[] = [
    ...planSwitchPoints(text, sources, { inputs: [input], ages: false }),
  ].flatMap((scan) => scan?.switchPoints ?? []);
  const winner = (x: number) => worldOf(knob.at(x), sources, { unrounded: true }).winner();
  for (const [i, point] of points.entries()) {
    const said = `${name}: ${point.words}`;
    const [low, high] = point.turns ?? [point.value, point.value];
    const [under, over] = [low * (1 - HAIR), high * (1 + HAIR)];
    const [before, after] = [points[i - 1], points[i + 1]];
    // Of two that whole billed units part, one may win although it costs more without them.
    if (point.unproven !== null && isDecidedByUnits(point)) continue;
    const beside = (x: number, side: SwitchSide) => {
      const { id, total } = planned(text, knob, x, sources);
      seen.points += 1;
      if (kindAndStores(id) === kindAndStores(side.id)) return;
      // Whole hours and days, as whole billed units, let two that cost the same take turns.
      if (total !== null && side.total !== null && Math.abs(total / side.total - 1) < MISSED) seen.ties += 1;
      else if (!unitsDecide(knob, x, sources)) seen.misses.push(`${said} At ${x} it is ${id}, ${total}.`);
    };
    if ((before?.turns?.[1] ?? before?.value ?? 0) < under && under > knob.low) beside(under, point.below);
    if ((after?.turns?.[0] ?? after?.value ?? Infinity) > over && over < knob.high) beside(over, point.above);
    if (point.unproven !== null || !point.below.id || !point.above.id) continue;
    const [a, b] = [winner(point.value * (1 - 1e-7)), winner(point.value * (1 + 1e-7))];
    if (!a || !b) continue;
    seen.equal += 1;
    const apart = Math.abs(a.total - b.total);
    if (apart > CENT + MISSED * Math.max(a.total, b.total))
      seen.misses.push(`${said} They are ${apart} apart.`);
  }
}

describe(`switch points of ${SCENARIOS} small scenarios, ages between those of the grid`, () => {
  it.each(Array.from({ length: SCENARIOS / EACH }, (_, i) => [FIRST + i * EACH, FIRST + (i + 1) * EACH - 1]))(
    'name what plan recommends on either side, at the same cost (seeds %i to %i)',
    (first, last) => {
      for (let seed = first; seed <= last; seed += 1) {
        const text = boundScenario(seed, archive);
        const chance = new Chance(seed + 31);
        const inputs: KnobName[] = ['reads', 'size', 'retention', 'hot-share', 'read-p99'];
        for (const input of chance.some(inputs, 2))
          check(`seed ${seed} ${input}`, text, input, { archive, evidence: none });
      }
    },
    1_200_000,
  );

  it('name another hardly ever, and part at a cost where the grid left a better one out, seldom and by little', () => {
    const { points, equal, ties, misses, jumps, widest } = seen;
    expect(points).toBeGreaterThan(SCENARIOS / 2);
    expect(equal).toBeGreaterThan(SCENARIOS / 8);
    expect(ties).toBeLessThanOrEqual(Math.ceil(0.05 * points));
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(Math.ceil(0.02 * points));
    expect(jumps.length, `${equal} points\n${jumps.join('\n')}`).toBeLessThanOrEqual(Math.ceil(0.1 * equal));
    expect(widest).toBeLessThan(0.05);
  });
});

describe('the largest that fits a budget', () => {
  it.each([3, 10, 14, 27])(
    'fits it with the plan at its best ages, and a hair more does not (seed %i)',
    (seed) => {
      const free = boundScenario(seed, archive);
      const sources = { archive, evidence: none };
      const knob = knobNamed(ScenarioFile.parse(free), 'reads');
      if (knob?.now == null) throw new Error('there are no reads');
      const { total } = planned(free, knob, knob.now, sources);
      const budget = 1.3 * (total ?? NaN);
      const text = { ...free, requirements: { ...free.requirements, budget } };
      const bounded = knobNamed(ScenarioFile.parse(text), 'reads');
      const { largest, stretches } = solve(text, sources, { input: 'reads' });
      if (!bounded || largest === null) throw new Error('nothing fits');
      const at = planned(text, bounded, largest, sources);
      expect(at.total).toBeLessThanOrEqual(budget);
      expect(at.id).toBe(stretches.at(-1)?.atTo.id);
      if (stretches.at(-1)?.toOpen) return;
      expect(planned(text, bounded, largest * (1 + HAIR), sources).id).toBeUndefined();
    },
    300_000,
  );
});
