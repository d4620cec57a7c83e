/** A plan's latencies by hand, and placements of it: stores `acme/a@north`, `acme/b@north` and so on. */
import { logNormalAbove } from '#tests/helpers/core/latency/shifted-log-normal.ts';
import { scale } from '#core/latency/distributions/transform.ts';
import type { Prediction } from '#core/latency/types.ts';
import { planContext } from '#core/placement/context/plan-context.ts';
import { NO_READ, ONE_READ } from '#core/placement/context/read-repeat.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import type { LatencyGrid } from '#core/placement/latency-grid.ts';
import type { ReadMetric } from '#core/placement/context/read-options.ts';
import type { Placement, Timeline } from '#core/placement/placement.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';

/** Log-normal, and at either end of its band by a factor faster or slower. */
export function aPrediction(medianMs: number, sigma = 0.5, { fast = 1, slow = 1 } = {}): Prediction {
  const best = logNormalAbove(0, Math.log(medianMs), sigma);
  return {
    best,
    low: scale(best, fast),
    high: scale(best, slow),
    grade: 'measured',
    evidence: [{ dataset: 'by-hand', cell: `${medianMs} ms`, status: 'measured', samples: null }],
    adjustments: [],
    findings: [],
  };
}

interface Latencies {
  read(store: number, reader: number, sizeClass: number, metric: ReadMetric): Prediction | null;
  write?(store: number, sizeClass: number): Prediction | null;
  job?(store: number, job: number): Prediction | null;
  /** Of a read that is hedged to another holder. */
  either?: LatencyGrid['either'];
}

export function aGrid({ read, write, job, either }: Latencies): LatencyGrid {
  return {
    read,
    request: read,
    asRead: (_s, _q, _k, of) => of,
    either: either ?? ((first, _second, q, k, metric) => read(first, q, k, metric)),
    hedgesToOther: either !== undefined,
    away: () => NO_READ,
    repeat: () => ONE_READ,
    write: write ?? ((s, k) => read(s, 0, k, 'total')),
    job: job ?? ((s) => read(s, 0, 0, 'total')),
    findings: () => [],
  };
}

/** Stores `acme/a@north` on: as many as the names, all with one edition. Readers know the store of an object, unless the scenario says else. */
export function aContext(
  names: string,
  scenario: Partial<ScenarioText> & Pick<ScenarioText, 'workload'>,
  edition: Record<string, unknown> = {},
): PlanContext {
  const file = anEditionFile({ gigabyte: 1e9, month: '720 h', regions: { north: aRegion() }, ...edition });
  const files = Object.fromEntries([...names].map((name) => [`acme/${name}/2026-01-01`, file]));
  const stores = [...names].map((name) => `acme/${name}@north`);
  return planContext(
    parseScenario({ stowage: 1, asOf: '2026-03-01', month: '720 h', stores, router: 'own', ...scenario }),
    anArchive(files),
  );
}

/** One stage after the other, each the stores that hold from an age on; the first of them answers everyone. New holders are written at arrival, copied later. */
export function aTimeline(...stages: readonly [fromDays: number, ...holders: number[]][]): Timeline {
  return stages.map(([fromDays, ...holders], i) => {
    const before = stages[i - 1]?.slice(1) ?? [];
    return {
      fromDays,
      holders: holders.toSorted((a, b) => a - b),
      servers: Array.from({ length: 20 }, () => holders[0] ?? -1),
      entered: holders
        .filter((store) => !before.includes(store))
        .map((store) => ({
          store,
          how: i === 0 ? 'write' : 'copy',
          from: i === 0 ? null : (before[0] ?? null),
        })),
    };
  });
}

/** All populations alike. */
export function everywhere({ populations }: PlanContext, timeline: Timeline): Placement {
  return {
    timelines: populations.map(({ stream }) =>
      stream === 'new' ? timeline : timeline.slice(-1).map((stage) => ({ ...stage, fromDays: 0 })),
    ),
  };
}
