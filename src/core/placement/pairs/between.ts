/** Splits by age that may cost less at ages between those of the grid: each stretch between two edges, with a bound as chains have one. */
import { leastWithin } from '../ages/cell.ts';
import type { Among, Cell } from '../ages/cell.ts';
import { assignmentsOf } from '../context/assignments.ts';
import { APART, BESIDE_FIRST } from '../chains/class.ts';
import { tailSums } from '../chains/judge.ts';
import type { ChainSums, Three } from '../chains/sums.ts';
import { costBound } from '../costs/cost-bound.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';
import type { PlanContext } from '../context/types.ts';
import type { Policy } from '../policy.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

const HOURS_PER_DAY = 24;
/** Of the life of an object: so near its end a move is at it. */
const AT_THE_END = 1 - 1e-9;

/** Cells whose splits may be proven and cost less than `most`. */
export function splitsBetween(
  context: PlanContext,
  tariffs: PlanTariffs,
  judged: Verdicts,
  most: number,
  among: Among = () => true,
): Cell[] {
  const { stores, workload } = context;
  const { edges, lifeDays, readers } = workload;
  // A minimum duration that ends inside a cell bends what is billed there: it is an end of two.
  const minima = stores.map(({ edition }) => (edition.rules.storage.minimumHours ?? 0) / HOURS_PER_DAY);
  const bends = minima.flatMap((days) => [days, lifeDays - days]);
  const inside = (age: number) => age > (edges[0] ?? 0) && age < lifeDays * AT_THE_END;
  const ages = [...new Set([...edges, ...bends.filter(inside), lifeDays * AT_THE_END])].sort((a, b) => a - b);
  const bound = costBound({ ...context, workload: { ...workload, edges: ages } }, tariffs);
  const young = Float64Array.from(ages, (age) => judged.youngShare(age));
  const sums = tailSums(context, judged, young).map(({ limit, high }) => ({ limit, sum: high }));
  const assignments = assignmentsOf(readers.length);
  const found: Cell[] = [];
  const [base, floor] = [new Float64Array(ages.length), new Float64Array(ages.length)];
  const saved = readers.map(() => new Float64Array(ages.length));
  const [costs, late] = [new Float64Array(2), new Float64Array(2)];
  const lowOf = (
    costs: Float64Array,
    e: number,
    of: (sum: ChainSums, at: number) => number,
    enough = most,
  ) => {
    let least = Math.min(costs[0] ?? 0, costs[1] ?? 0);
    for (const { limit, sum } of sums) {
      if (least >= enough) return least;
      late[0] = of(sum, e);
      late[1] = of(sum, e + 1);
      least = Math.max(least, leastWithin(costs, late, limit, 2));
    }
    return least;
  };
  for (const hot of stores.keys())
    for (const cold of stores.keys())
      for (const entry of hot === cold ? [] : (['tier', 'dual'] as const)) {
        const policy: Policy = { hot, cold, entry, thresholdDays: edges[0] ?? 0, coldServes: [] };
        if (!among([hot, cold]) || judged.ofStores(policy) !== 'yes') continue;
        bound[entry](hot, cold, base);
        if (entry === 'dual')
          for (const [q, row] of saved.entries()) bound.hotRatherThanCold(hot, cold, q, row);
        // Were every reader served as is cheapest at every age.
        for (let e = 0; e < ages.length; e += 1) {
          floor[e] = base[e] ?? 0;
          if (entry === 'dual')
            for (const row of saved) floor[e] = (floor[e] ?? 0) - Math.max(0, row[e] ?? 0);
        }
        if (floor.every((cost) => cost >= most)) continue;
        const three: Three = [hot, cold, cold];
        const shape = entry === 'dual' ? BESIDE_FIRST : APART;
        for (const { coldServes } of entry === 'dual' ? assignments : assignments.slice(0, 1)) {
          const before = coldServes.reduce((bits, serves, q) => bits + (serves ? 2 ** q : 0), 0);
          const costAt = (e: number) =>
            coldServes.reduce(
              (cost, serves, q) => (serves ? cost - (saved[q]?.[e] ?? 0) : cost),
              base[e] ?? 0,
            );
          for (let e = 0; e + 1 < ages.length; e += 1) {
            costs[0] = costAt(e);
            costs[1] = costAt(e + 1);
            if (costs[0] >= most && costs[1] >= most) continue;
            const by = (sum: ChainSums, at: number) =>
              sum.of(three, shape, { first: at, second: at, before, until: 0 });
            const low = lowOf(costs, e, by);
            if (low >= most) continue;
            found.push({
              low,
              kind: `${hot}>${cold} ${entry} ${before}`,
              places: [edges.findLastIndex((edge) => edge <= (ages[e] ?? 0)) + 1],
              corners: [[ages[e] ?? 0], [ages[e + 1] ?? 0]],
              at: ([thresholdDays = 0]) => ({ ...policy, thresholdDays, coldServes }),
              least: (bills) => lowOf(bills, e, by, Infinity),
            });
          }
        }
      }
  return found;
}
