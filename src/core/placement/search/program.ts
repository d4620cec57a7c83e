/**
 * The routes of a shape taken apart: the first change and the second are worked out once for all routes that share them, for each set of
 * the stores that ask for something besides.
 */
import type { KindShape, Transition } from './shape.ts';

/** A change of holders, sets by their places; a row of costs by age belongs to each. */
export interface FirstChange {
  from: number;
  to: number;
  change: Transition;
  changes: number;
  /** Bits of stores with extras: left here after they came at arrival; entered here and held to the end. */
  left: number;
  kept: number;
}

export interface SecondChange {
  from: number;
  to: number;
  change: Transition;
  changes: number;
  left: number;
  entered: number;
  /** Bits of all stores held since arrival, for rules that ask for an age. */
  old: number;
}

/** Places of the route and of its changes in the lists; −1: there is none. */
export interface Path {
  route: number;
  way: number;
  held: number;
  /** Place of the set that is held to the end. */
  end: number;
  first: number;
  second: number;
  /** Bits of stores with extras that are held from arrival to the end; between the changes alone; and those that a rule spares. */
  whole: number;
  between: number;
  spared: number;
  /** Rules that may not move what came with the first change before it has waited. */
  waits: readonly { from: number; days: number }[];
}

export interface Program {
  /** Without a change, with one, with two. */
  still: readonly Path[];
  ones: readonly Path[];
  twos: readonly Path[];
  firsts: readonly FirstChange[];
  seconds: readonly SecondChange[];
}

/** More than the sets of a node's stores. */
const SETS = 256;
const NONE: readonly { from: number; days: number }[] = [];

/** `asking`: bits of the stores with extras. */
export function programOf({ sets, transitions, routes }: KindShape, asking: number): Program {
  const firsts: FirstChange[] = [];
  const seconds: SecondChange[] = [];
  const places = new Map<number, number>();
  const program = { still: [] as Path[], ones: [] as Path[], twos: [] as Path[], firsts, seconds };
  for (let route = 0; route < routes.length; route += 1) {
    const { first, second, third, enters, leaves, held, way } = routes[route]!;
    const a = sets[first]!.mask;
    const b = second < 0 ? a : sets[second]!.mask;
    const end = third < 0 ? b : sets[third]!.mask;
    const path: Path = {
      route,
      way,
      held,
      end: third >= 0 ? third : second >= 0 ? second : first,
      first: -1,
      second: -1,
      whole: a & b & end & asking,
      between: 0,
      spared: 0,
      waits: NONE,
    };
    if (second < 0) {
      program.still.push(path);
      continue;
    }
    const change = transitions[enters]!;
    const kept = b & ~a & end & asking;
    const key = enters * SETS + kept;
    let place = places.get(key);
    if (place === undefined) {
      place =
        firsts.push({ from: first, to: second, change, changes: enters, left: a & ~b & asking, kept }) - 1;
      places.set(key, place);
    }
    path.first = place;
    if (third < 0) {
      program.ones.push(path);
      continue;
    }
    const by = transitions[leaves]!;
    const left = a & b & ~end & asking;
    let old = 0;
    for (const one of by.after) old |= a & b & (1 << one.from);
    const next = -1 - (leaves * SETS + left) * SETS - old;
    let follows = places.get(next);
    if (follows === undefined) {
      const entered = end & ~b & asking;
      follows =
        seconds.push({ from: second, to: third, change: by, changes: leaves, left, entered, old }) - 1;
      places.set(next, follows);
    }
    path.second = follows;
    const between = b & ~a & ~end;
    path.between = between & asking;
    path.spared = by.spared;
    if (by.after.some((one) => (between >> one.from) & 1))
      path.waits = by.after.filter((one) => (between >> one.from) & 1);
    program.twos.push(path);
  }
  return program;
}
