/**
 * What is said beside a plan against the plan itself, its moves at the ages that are best for them: on either side of every switch
 * point `plan` recommends the stores that the sentence names, and there both cost the same to the cent.
 * `STOWAGE_SWITCHED=1000 vitest run tests/core/placement/switches/refined-switches.test.ts` takes more scenarios than the suite.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
import type { SwitchPoint } from '#core/report/switch-types.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets } from '../../../helpers/datasets.ts';
import { Chance } from '../../../simulator/chance.ts';
import { boundScenario } from '../bound-scenario.ts';

const SCENARIOS = Number(process.env['STOWAGE_SWITCHED'] ?? 40);
const FIRST = Number(process.env['STOWAGE_SWITCHED_FROM'] ?? 0);
const EACH = 10;
/** On either side of a switch point, of its value. */
const HAIR = 1e-5;
const CENT = 0.01;
/** Of a bill: ages are looked for downhill, from the best of the grid. */
const MISSED = 0.0005;
const archive = loadArchive('.');
const none = evidenceBase([]);
const measured = evidenceBase(allDatasets());
type Sources = { archive: typeof archive; evidence: typeof measured };

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

const seen = { points: 0, equal: 0, worst: 0 };

/** Points that were looked at on both sides. */
function checked(name: string, text: ScenarioText, input: KnobName, sources: Sources) {
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
    if ((before?.turns?.[1] ?? before?.value ?? 0) < under && under > knob.low) {
      const { id, total } = planned(text, knob, under, sources);
      expect(kindAndStores(id), said).toBe(kindAndStores(point.below.id));
      if (total !== null && id === point.below.id && point.turns === null && point.below.total !== null)
        expect(Math.abs(total / point.below.total - 1), said).toBeLessThan(1e-3);
      seen.points += 1;
    }
    if ((after?.turns?.[0] ?? after?.value ?? Infinity) > over && over < knob.high) {
      const { id } = planned(text, knob, over, sources);
      expect(kindAndStores(id), said).toBe(kindAndStores(point.above.id));
      seen.points += 1;
    }
    if (point.unproven !== null || !point.below.id || !point.above.id) continue;
    const [a, b] = [winner(point.value * (1 - 1e-7)), winner(point.value * (1 + 1e-7))];
    if (!a || !b) continue;
    const most = CENT + MISSED * Math.max(a.total, b.total);
    seen.worst = Math.max(seen.worst, Math.abs(a.total - b.total) / most);
    expect(Math.abs(a.total - b.total), said).toBeLessThan(most);
    seen.equal += 1;
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
          checked(`seed ${seed} ${input}`, text, input, { archive, evidence: none });
      }
    },
    1_200_000,
  );

  it('are looked at often enough', () => {
    console.log(seen);
    expect(seen.points).toBeGreaterThan(SCENARIOS / 2);
    expect(seen.equal).toBeGreaterThan(SCENARIOS / 8);
  });
});
