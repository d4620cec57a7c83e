/**
 * Chains of three stores that may cost less at ages between those of the grid: each cell of two ages, with a bound of what is
 * billed there while reads keep what is required. Between edges quantities are straight, and late reads are as well.
 */
import { leastWithin } from '../ages/cell.ts';
import type { Among, Cell } from '../ages/cell.ts';
import { APART, BESIDE_BOTH, BESIDE_FIRST, SHAPES, chainOfCode, hasBit } from './class.ts';
import { tailSums, verdictOfStores } from './judge.ts';
import type { RowTerms } from './rows.ts';
import type { ChainSums, Three } from './sums.ts';
import type { ChainTables } from './tables.ts';
import type { PlanContext } from '../context/types.ts';
import { chainOfSteps } from '../chain.ts';
import type { Chain } from '../chain.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';

const HOURS_PER_DAY = 24;
const CORNERS = 4;
/** Where allowances pay for nearly all, bounds rule hardly anything out: so many cells are looked at and so many kept, stores in their order. */
const MOST_LOOKED_AT = 1e6;
const MOST_FOUND = 5000;
/** Of an age: so near another a move is at it. */
const HARDLY = 1e-9;

/** Cells whose chains may be proven and cost less than `most`. */
export function chainsBetween(
  context: PlanContext,
  judged: Verdicts,
  tables: ChainTables,
  most: number,
  among: Among = () => true,
): Cell[] {
  const { stores, workload } = context;
  const { rows, ages, end, young } = tables;
  const N = stores.length;
  const sums = tailSums(context, judged, young).map(({ limit, high }) => ({ limit, sum: high }));
  const found: Cell[] = [];
  let looked = 0;
  const mayBe = (three: Three) => sums.every(({ limit, sum }) => sum.least(three) <= limit);
  const cell = cellCosts(tables);
  const [costs, base, late] = [0, 0, 0].map(() => new Float64Array(CORNERS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  /** No less than what every sum allows by itself, of costs at the corners. */
  const leastOf = (
    costs: Float64Array,
    of: (sum: ChainSums, first: number, second: number) => number,
    i: number,
    j: number,
    enough = most,
  ) => {
    // The first is left before the second.
    const corners = i === j ? 3 : CORNERS;
    let least = Infinity;
    for (let c = 0; c < corners; c += 1) least = Math.min(least, costs[c] ?? 0);
    for (const { limit, sum } of sums) {
      if (least >= enough) return least;
      for (let c = 0; c < corners; c += 1) late[c] = of(sum, i + (FIRST[c] ?? 0), j + (SECOND[c] ?? 0));
      least = Math.max(least, leastWithin(costs, late, limit, corners));
    }
    return least;
  };
  const straight = sums
    .filter(({ sum }) => sum.isStraight)
    .map((one) => ({ ...one, byFirst: new Float64Array(end + 1), bySecond: new Float64Array(end + 1) }));
  /** Were two copies to divide the readers as is best for each. */
  const mayBeLess = (i: number, j: number): boolean => {
    const corners = i === j ? 3 : CORNERS;
    for (const { limit, byFirst, bySecond } of straight) {
      for (let c = 0; c < corners; c += 1)
        late[c] = (byFirst[i + (FIRST[c] ?? 0)] ?? 0) + (bySecond[j + (SECOND[c] ?? 0)] ?? 0);
      if (leastWithin(costs, late, limit, corners) >= most) return false;
    }
    return true;
  };
  const corners = (i: number, j: number): number[][] =>
    Array.from({ length: i === j ? 3 : CORNERS }, (_, c) => {
      const first = ages[i + (FIRST[c] ?? 0)] ?? 0;
      const second = Math.max(ages[j + (SECOND[c] ?? 0)] ?? 0, first * (1 + HARDLY));
      return second < workload.lifeDays
        ? [first, second]
        : [Math.min(first, workload.lifeDays * (1 - 2 * HARDLY)), workload.lifeDays * (1 - HARDLY)];
    });
  const chainAt = (
    three: Three,
    shape: number,
    [first = 0, second = 0]: readonly number[],
    served: readonly [number, number],
  ): Chain => {
    const [b, c] = SHAPES[shape] ?? SHAPES[APART];
    const older = shape === BESIDE_FIRST ? 1 : 2;
    return chainOfSteps(
      three,
      [
        { thresholdDays: first, entry: b },
        { thresholdDays: second, entry: c },
      ],
      (stretch) => workload.readers.map((_, q) => (hasBit(served[stretch] ?? 0, q) ? older : stretch)),
    );
  };
  const byDivision = divisionRows(
    tables,
    straight.map(({ sum }) => sum),
  );
  const divisionsOf = (three: Three, shape: number, i: number, j: number) => {
    base.set(costs);
    const befores = byDivision.befores(three, shape);
    const untils = byDivision.untils(three, shape);
    const kept = i === j ? 3 : CORNERS;
    const lastTails = byDivision.alone(three[2])[0]?.tails ?? NONE;
    for (const before of befores)
      for (const until of untils) {
        let low = Infinity;
        for (let c = 0; c < kept; c += 1) {
          const one = i + (FIRST[c] ?? 0);
          const two = j + (SECOND[c] ?? 0);
          const cost =
            (base[c] ?? 0) + (before.dearer[one] ?? 0) + (until.dearer[two] ?? 0) - (until.dearer[one] ?? 0);
          costs[c] = cost;
          if (cost < low) low = cost;
        }
        for (let r = 0; r < straight.length && low < most; r += 1) {
          const last = lastTails[r] ?? 0;
          const between = until.tails[r] ?? 0;
          const atFirst = before.tails[r] ?? 0;
          for (let c = 0; c < kept; c += 1) {
            const t1 = young[i + (FIRST[c] ?? 0)] ?? 0;
            const t2 = young[j + (SECOND[c] ?? 0)] ?? 0;
            late[c] = t1 * atFirst + (t2 - t1) * between + (1 - t2) * last;
          }
          low = Math.max(low, leastWithin(costs, late, straight[r]?.limit ?? 0, kept));
        }
        if (low >= most) continue;
        const by = (sum: ChainSums, first: number, second: number) =>
          sum.of(three, shape, { first, second, before: before.bits, until: until.bits });
        if (straight.length < sums.length) low = leastOf(costs, by, i, j);
        if (low >= most) continue;
        found.push({
          low,
          kind: `${three.join('>')} ${shape} ${before.bits} ${until.bits}`,
          places: [i, j],
          corners: corners(i, j),
          at: (days) => chainAt(three, shape, days, [before.bits, until.bits]),
          least: (bills) => leastOf(bills, by, i, j, Infinity),
        });
      }
  };

  for (let A = 0; A < N; A += 1)
    for (let B = 0; B < N; B += 1)
      for (let C = 0; C < N; C += 1) {
        if (A === B || B === C || A === C) continue;
        const three: Three = [A, B, C];
        if (!among(three)) continue;
        for (const shape of SHAPES.keys()) {
          if (rows.least(A, B, C, shape, most) >= most) continue;
          if (!mayBe(three)) break;
          const any = chainOfCode(workload, {
            stores: three,
            shape,
            first: 1,
            second: 2,
            olderServes: [0, 0],
          });
          if (verdictOfStores(context, judged, any) !== 'yes') continue;
          rows.set(A, B, C, shape, 'loosely');
          cell.set(rows.terms());
          for (const one of straight) one.sum.leastBy(three, shape, one.byFirst, one.bySecond);
          if (looked > MOST_LOOKED_AT || found.length > MOST_FOUND) return found;
          looked += (end * end) / 2;
          for (let i = 1; i < end; i += 1)
            for (let j = i; j < end; j += 1) {
              if (cell.floor(i, j) >= most) continue;
              for (let isMoved = 0; isMoved < 2; isMoved += 1)
                if (cell.fill(costs, i, j, isMoved === 1) && mayBeLess(i, j)) divisionsOf(three, shape, i, j);
            }
        }
      }
  return found;
}

const NONE = new Float64Array(0);
/** Round a cell from its youngest corner on, the fourth where the second age is younger than the first may be. */
const FIRST = [0, 0, 1, 1];
const SECOND = [0, 1, 1, 0];

/** One way to divide the readers in a stretch, and by how much it is dearer than the cheapest from arrival to each age. */
interface Division {
  bits: number;
  dearer: Float64Array;
  /** By sum, were the stretch all of life. */
  tails: Float64Array;
}

/** Of the two stretches that two copies may share. */
function divisionRows({ dearer, divided, end }: ChainTables, sums: readonly ChainSums[]) {
  const rows = new Map<number, Division[]>();
  const STORES = 1e4;
  const shared = (younger: number, older: number): Division[] => {
    const key = younger * STORES + older;
    const known = rows.get(key);
    if (known) return known;
    const made = (younger === older ? [0] : divided).map((bits) => ({
      bits,
      dearer: Float64Array.from({ length: end + 1 }, (_, age) =>
        younger === older ? 0 : dearer(younger, older, bits, 0, age),
      ),
      tails: Float64Array.from(sums, (sum) => sum.whole(younger, older, bits)),
    }));
    rows.set(key, made);
    return made;
  };
  return {
    alone: (store: number) => shared(store, store),
    befores: ([A, B, C]: Three, shape: number) =>
      shared(A, shape === APART ? A : shape === BESIDE_FIRST ? B : C),
    untils: ([, B, C]: Three, shape: number) => shared(B, shape === BESIDE_BOTH ? C : B),
  };
}

/** Costs at the corners of cells, from the rows of three stores. */
function cellCosts({ ages, end }: ChainTables) {
  const row = () => new Float64Array(end + 1);
  const [firsts, copied, moved, earlyCopied, earlyMoved, bends] = [row(), row(), row(), row(), row(), row()];
  let [lifecycleDays, minimumHours] = [Infinity, 0];
  const age = (at: number) => ages[at] ?? 0;
  return {
    set(terms: RowTerms) {
      ({ lifecycleDays, minimumHours } = terms);
      for (let a = 1; a <= end; a += 1) {
        firsts[a] = terms.constant + terms.first(a);
        copied[a] = terms.copied(a);
        moved[a] = terms.moved(a);
        earlyCopied[a] = terms.earlyCopied(a);
        earlyMoved[a] = terms.earlyMoved(a);
        // Ending before the minimum is over bends the cost inside a cell: there it is left out.
        const isInside = a > 1 && terms.endingDays > age(a - 1) && terms.endingDays < age(a);
        bends[a] = isInside ? terms.ending(a) : 0;
      }
    },
    /** No corner is below it. */
    floor: (i: number, j: number) =>
      Math.min(firsts[i] ?? 0, firsts[i + 1] ?? 0) +
      Math.min(copied[j] ?? 0, moved[j] ?? 0, copied[j + 1] ?? 0, moved[j + 1] ?? 0) -
      (bends[j + 1] ?? 0),
    /** False where the second store is never left so. */
    fill(costs: Float64Array, i: number, j: number, isMoved: boolean): boolean {
      const shortest = Math.max(0, age(j) - age(i + 1));
      const longest = age(j + 1) - age(i);
      if (isMoved ? longest < lifecycleDays : shortest >= lifecycleDays) return false;
      const last = isMoved ? moved : copied;
      const early = isMoved ? earlyMoved : earlyCopied;
      const isEarly = longest * HOURS_PER_DAY <= minimumHours;
      const least = isEarly ? Math.min(early[j] ?? 0, early[j + 1] ?? 0) : 0;
      for (let c = 0; c < CORNERS; c += 1) {
        const one = i + (FIRST[c] ?? 0);
        const two = j + (SECOND[c] ?? 0);
        const left = isEarly ? 1 - ((age(two) - age(one)) * HOURS_PER_DAY) / minimumHours : 0;
        costs[c] = (firsts[one] ?? 0) + (last[two] ?? 0) - (two > j ? (bends[two] ?? 0) : 0) + least * left;
      }
      return true;
    },
  };
}
