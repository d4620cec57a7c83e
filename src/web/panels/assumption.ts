import type { MissingMeasurement } from '#core/report/plan-types.ts';
import type { Path } from '#web/state/paths.ts';
import { latency } from '#web/words/format.ts';

/** The place of the scenario's `assume` that a missing measurement fills, or null when no figure would settle it. */
export function assumption(missing: MissingMeasurement): { path: Path; value: string } | null {
  if (missing.neededP99Ms === null) return null;
  return {
    path: ['assume', missing.store, missing.operation, 'p99'],
    value: roundedDown(missing.neededP99Ms),
  };
}

/** Three figures, never above what is needed. */
function roundedDown(ms: number): string {
  const step = 10 ** (Math.floor(Math.log10(ms)) - 2);
  const floor = Math.floor(ms / step + 1e-9) * step;
  return latency(Number(floor.toPrecision(3)));
}
