/**
 * The chains that are searched: three stores A, B and C left at two ages of the grid, each entered by a move (a copy, or the
 * provider's lifecycle where it reaches) or written at arrival, one or two of them holding an object at any age.
 */
import type { Workload } from '../../workload/workload.ts';
import { ENUMERATED_READERS } from '../context/assignments.ts';
import { chainOfSteps } from '../chain.ts';
import type { Chain, Step } from '../chain.ts';

/** How B and C are entered. Both at arrival would be three at once. */
export const SHAPES = [
  ['tier', 'tier'],
  ['dual', 'tier'],
  ['tier', 'dual'],
] as const satisfies readonly (readonly Step['entry'][])[];

/** A|B|C, AB|B|C and AC|BC|C. */
export const APART = 0;
export const BESIDE_FIRST = 1;
export const BESIDE_BOTH = 2;

/** One chain of the class. Ages count along the grid: 0 is arrival, then the edges. */
export interface ChainCode {
  stores: readonly [number, number, number];
  shape: number;
  first: number;
  second: number;
  /** Bits by reader: served by the older copy (C, or B beside A) rather than the younger, before `first` and before `second`. */
  olderServes: readonly [number, number];
}

/** Every way to divide the readers between two copies, as bits of those that the older serves: never all of them. */
export function divisions(readers: number): number[] {
  if (readers > ENUMERATED_READERS) return [0, ...Array.from({ length: readers }, (_, q) => 2 ** q)];
  return Array.from({ length: 2 ** readers - 1 }, (_, bits) => bits);
}

export function hasBit(bits: number, q: number): boolean {
  return ((bits >>> q) & 1) === 1;
}

export function chainOfCode({ edges, readers }: Workload, code: ChainCode): Chain {
  const [b, c] = SHAPES[code.shape] ?? SHAPES[APART];
  const steps: Step[] = [
    { thresholdDays: edges[code.first - 1] ?? 0, entry: b },
    { thresholdDays: edges[code.second - 1] ?? 0, entry: c },
  ];
  const older = code.shape === BESIDE_FIRST ? 1 : 2;
  return chainOfSteps(code.stores, steps, (stretch) =>
    readers.map((_, q) => (hasBit(code.olderServes[stretch] ?? 0, q) ? older : stretch)),
  );
}
