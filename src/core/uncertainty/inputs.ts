/** What of a scenario is not certain: how its value follows from a draw, and how it is put in its place. */
import { normalQuantile } from '../latency/distributions/normal.ts';
import { rangesOf } from '../placement/variations/ranges.ts';
import type { UncertainInput } from '../report/uncertainty-types.ts';
import type { Scenario } from '../scenario/scenario.ts';

export interface DrawnInput {
  /** As the answer shows it. */
  shown: UncertainInput;
  /** Its value where a share `u` of all draws lies below, 0 < u < 1. */
  at(u: number): number;
}

/** Standard normal quantile of the upper end of a 90 % interval. */
const Z95 = normalQuantile(0.95);

/** Log-normal where both ends are positive, else normal (design §4); a draw that the input does not allow counts as the nearest that it does. */
function valueAt(u: number, low: number, high: number): number {
  const share = (1 + normalQuantile(u) / Z95) / 2;
  return low > 0 ? low * (high / low) ** share : low + (high - low) * share;
}

/** Every range of the scenario, by path. */
export function rangedInputs(scenario: Scenario): DrawnInput[] {
  return rangesOf(scenario)
    .map(({ path, range }): DrawnInput => {
      const { low, high } = range.interval;
      const [least, most] = allowed(path, scenario);
      return {
        shown: { path, kind: 'range', store: null, low, high, used: range.value },
        at: (u) => Math.min(Math.max(valueAt(u, low, high), least), most),
      };
    })
    .sort((a, b) => (a.shown.path < b.shown.path ? -1 : 1));
}

/** What the schema lets the input be. An object lives at least to the last age that reads are given for. */
function allowed(path: string, { workload }: Scenario): [number, number] {
  if (path.endsWith('.hitRatio')) return [0, 1];
  if (path.endsWith('.growth')) return [-0.99, 10];
  if (path.endsWith('.retention'))
    return [Math.max(0, ...(workload.reads.byAge ?? []).map(({ ageDays }) => ageDays)), 36_525];
  return [0, 1e24];
}
