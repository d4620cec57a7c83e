/** Where a chain of three stores is recommended, it is what all that is asked beside the plan compares with. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { anyId } from '#core/placement/not-by-age/placement.ts';
import { overTime } from '#core/placement/beside/over-time.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { planExactly } from '#tests/helpers/core/plan-exactly.ts';
import { provenBest } from '#core/placement/winners/proven-best.ts';
import { planRivals } from '#core/placement/switches/rivals.ts';
import { planSwitchPoints } from '#core/placement/switches/switch-points.ts';
import { pricedScenario } from '#core/placement/switches/priced-scenario.ts';
import { ask } from '#core/question.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { drawOf } from '#core/uncertainty/at-draw.ts';
import { planUncertainty } from '#core/uncertainty/plan-uncertainty.ts';
import { smallScenario } from '#tests/helpers/core/placement/brute-force.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const evidence = evidenceBase(allDatasets());
const sources = { archive, evidence };

const bestOf = (text: ScenarioText) => planExactly(ask(text, sources)).recommendation?.id ?? '';
const isOfThree = (id: string) => id.split('>').length === 3;
const ageless = (id: string | null) => id?.replaceAll(/@\d+(\.\d+)?[hd](?=[@:]|$)/g, '');

/** Small scenarios whose best plan has three stores. */
function cases(): [string, ScenarioText][] {
  const found: [string, ScenarioText][] = [];
  for (let seed = 0; seed < 80 && found.length < 4; seed += 1) {
    const { text } = smallScenario(seed);
    if (isOfThree(bestOf(text))) found.push([`seed ${seed}`, text]);
  }
  const deliveries = parse(readFileSync('examples/streamingco-deliveries.yaml', 'utf8')) as ScenarioText;
  const faster = { ...deliveries, requirements: { readP99: '600 ms' } };
  return [...found, ['streamingco-deliveries within 600 ms', faster]];
}

describe('a recommended chain of three stores', () => {
  it.each(cases())('is the winner of %s wherever plans are compared', (_, text) => {
    const best = bestOf(text);
    expect(isOfThree(best)).toBe(true);
    const scenario = ScenarioFile.parse(text);
    const priced = pricedScenario(scenario, sources);
    // The plan's ages may lie between those of the search.
    expect(ageless(priced.winner()?.id ?? null)).toBe(ageless(best));
    expect(provenBest(scenario, archive, evidence).recommendation).toBe(best);

    const { stores, billing } = planContext(scenario, archive, evidence);
    const draw = drawOf(scenario, { archive, evidence, stores, billing });
    // In a draw every latency is known: what a band leaves open may win there.
    if (!text.requirements) {
      const cheapest = draw.cheapest(() => 0.5);
      expect(cheapest && anyId(cheapest, draw.context)).toBe(best);
    }
    const winner = priced.winner();
    if (!winner) throw new Error('a winner');
    const judged = draw.judge(() => 0.5)(winner.placement);
    expect([judged.feasible, judged.cost]).toEqual(['yes', expect.closeTo(winner.total, 6)]);

    const time = overTime(ask(text, sources));
    if (time) expect(time.placements.map(({ id }) => id)).toContain(best);
    for (const scan of planSwitchPoints(ask(text, sources), { inputs: ['reads'], ages: false })) {
      const above = scan?.switchPoints.find(({ value, now }) => now !== null && value >= now);
      const below = scan?.switchPoints.findLast(({ value, now }) => now !== null && value <= now);
      if (above) expect(ageless(above.below.id)).toBe(ageless(best));
      if (below) expect(ageless(below.above.id)).toBe(ageless(best));
    }
  });

  it('is beaten by no rival, and is what most draws about it choose', () => {
    const [[, text] = ['', null]] = cases();
    if (!text) throw new Error('a case');
    const best = bestOf(text);
    for (const rival of planRivals(ask(text, sources)))
      if (rival?.more != null) expect(rival.more).toBeGreaterThanOrEqual(0);
    const size = String(text.workload.objects.size);
    const bytes = Number.parseFloat(size);
    const ranged = {
      ...text,
      workload: {
        ...text.workload,
        objects: { ...text.workload.objects, size: `${bytes * 0.999} B to ${bytes * 1.001} B` },
      },
    };
    const sure = planUncertainty(ask(ranged, sources), { draws: 16 });
    const most = sure?.candidates.toSorted((a, b) => b.wins - a.wins)[0];
    expect(ageless(most?.id ?? null)).toBe(ageless(best));
  });
});
