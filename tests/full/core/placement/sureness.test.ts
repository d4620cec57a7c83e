/** On real evidence, the sureness that is told is where the p99 of the mixture itself reaches the limit. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { gridAtLevels } from '#core/uncertainty/at-draw.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { candidateLatency } from '#core/placement/judge/latency.ts';
import { LEVEL_STEPS, latenessOf } from '#core/placement/judge/lateness.ts';
import { surenessOf } from '#core/placement/judge/sureness.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import type { ReadMetric } from '#core/placement/context/read-options.ts';
import type { Placement } from '#core/placement/placement.ts';
import { ask } from '#core/question.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aTimeline, everywhere } from '#tests/helpers/placement/aGrid.ts';
import { ROOT, allDatasets, wholeArchive } from '#tests/sources.ts';

const sources = { archive: wholeArchive(), evidence: evidenceBase(allDatasets()) };

test.each(['log-search', 'container-registry', 'thumbnails', 'email-attachments'])('of %s', (name) => {
  const file = path.join(ROOT, 'tests/advice/workloads', `${name}.yaml`);
  const { scenario, archive, evidence } = ask(parse(readFileSync(file, 'utf8')) as ScenarioText, sources);
  const context = planContext(scenario, archive, evidence);
  const { readP99: readMs, firstByteP99: firstMs } = scenario.requirements;
  const grid = latencyGrid(context, evidence);
  const sureness = surenessOf(context, latenessOf(context, grid));
  const p99 = (placement: Placement, level: number, metric: ReadMetric) => {
    const at = candidateLatency(
      context,
      gridAtLevels(grid, () => level),
    );
    return metric === 'total' ? at.readP99(placement) : at.read(placement).firstByteP99Ms;
  };
  const stores = context.stores.map((_, s) => s);
  const placements = stores.flatMap((a) => [
    everywhere(context, aTimeline([0, a])),
    ...stores
      .filter((b) => b > a && (a + b) % 4 === 1)
      .map((b) => everywhere(context, aTimeline([0, a], [30, b]))),
  ]);
  let between = 0;
  for (const placement of placements) {
    const { level, notMeasured } = sureness(placement);
    const late = (step: number) => {
      const [whole, first] = [
        p99(placement, step / LEVEL_STEPS, 'total'),
        p99(placement, step / LEVEL_STEPS, 'first_byte'),
      ];
      const ratios = [
        readMs === undefined ? 0 : (whole ?? Infinity) / readMs,
        firstMs === undefined ? 0 : (first ?? Infinity) / firstMs,
      ];
      return Math.max(...ratios);
    };
    const step = (level ?? NaN) * LEVEL_STEPS;
    expect(late(step) === Infinity).toBe(notMeasured.length > 0);
    if (level === null || notMeasured.length > 0) continue;
    // Levels are tabled: a quantile between two nodes is a thousandth off at most.
    if (level > 0) expect(late(step)).toBeLessThan(1.001);
    if (level < 1) expect(late(step + 1)).toBeGreaterThan(0.999);
    if (level > 0 && level < 1) between += 1;
  }
  expect(placements.length).toBeGreaterThan(10);
  if (name !== 'thumbnails') expect(between).toBeGreaterThan(0);
});
