/** What chains of three stores are bounded and billed with: made once, for every search among them. */
import { divisions, hasBit } from './class.ts';
import type { ChainCode } from './class.ts';
import { chainBill } from './bill.ts';
import type { ChainBill } from './bill.ts';
import { chainBounds } from './bound.ts';
import { firstTiers } from './first-tiers.ts';
import { chainGrid } from './grid.ts';
import { gridStays } from './grid-stays.ts';
import { HAIR, chainRows } from './rows.ts';
import type { ChainRows } from './rows.ts';
import type { Exact } from '../costs/exact-cost.ts';
import { pastTiers } from '../../pricing/totals/past-tiers.ts';
import type { PlanContext } from '../context/types.ts';
import type { PlanTariffs } from '../costs/tariffs.ts';

export interface ChainTables {
  bill: ChainBill;
  rows: ChainRows;
  /** What a chain of the rows set surely costs above their bound. */
  beyondRows(code: ChainCode): number;
  /** Of the grid, in days: arrival, the edges, the end of life. */
  ages: Float64Array;
  /** Place of the end of life among the ages of the grid. */
  end: number;
  /** Ways to divide the readers between two copies. */
  divided: readonly number[];
  /** Share of all reads on objects below each age of the grid, over the billed months. */
  young: Float64Array;
  /** By how much a division of the readers between two copies is dearer than the cheapest, from one age of the grid to another. */
  dearer(younger: number, older: number, bits: number, from: number, to: number): number;
}

/** Null where no chain has three stores. */
export function chainTables(context: PlanContext, tariffs: PlanTariffs, exact: Exact): ChainTables | null {
  const { stores, workload } = context;
  const N = stores.length;
  const { edges, readers } = workload;
  if (N < 3 || edges.length < 2) return null;
  const grid = chainGrid(context, tariffs);
  const bill = chainBill(context, tariffs, exact, grid);
  const past = tariffs.writer === null ? null : pastTiers(tariffs.writer, grid.parts);
  const bounds = chainBounds(context, tariffs, grid, past);
  const writerPart = tariffs.writer === null ? -1 : (bill.part[tariffs.writer] ?? -1);
  const rows = chainRows(grid, bill, bounds, writerPart);

  const dearerRows = new Map<number, Float64Array>();
  /** From arrival on. */
  const dearerRow = (younger: number, older: number, bits: number): Float64Array => {
    const key = (bits * N + younger) * N + older;
    let row = dearerRows.get(key);
    if (!row) {
      const cheap = bounds.cheaperReads(younger, older);
      row = Float64Array.from(cheap, (least, a) => {
        let sum = -least;
        for (let q = 0; q < readers.length; q += 1)
          sum += bounds.stores[hasBit(bits, q) ? older : younger]?.readBy[q]?.[a] ?? 0;
        return sum;
      });
      dearerRows.set(key, row);
    }
    return row;
  };
  const stays = gridStays(grid.ages, bill.moves);
  const ofFirstTiers = firstTiers(context, tariffs, grid, past);
  return {
    bill,
    rows,
    beyondRows: (code) => (rows.hasOwnBill() ? 0 : HAIR * ofFirstTiers(stays(code))),
    ages: grid.ages,
    end: grid.ages.length - 1,
    divided: divisions(readers.length),
    young: youngShares(grid.counts),
    dearer(younger, older, bits, from, to) {
      const row = dearerRow(younger, older, bits);
      return (row[to] ?? 0) - (row[from] ?? 0);
    },
  };
}

/** Share of all reads on objects below each age, over the billed months. */
function youngShares(counts: readonly { reads: Float64Array }[]): Float64Array {
  const width = counts[0]?.reads.length ?? 0;
  const all = counts.reduce((sum, { reads }) => sum + (reads[width - 1] ?? 0), 0);
  return Float64Array.from({ length: width }, (_, a) =>
    all > 0 ? counts.reduce((sum, { reads }) => sum + (reads[a] ?? 0), 0) / all : a === 0 ? 0 : 1,
  );
}
