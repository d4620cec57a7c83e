/**
 * The cheapest ways of all populations together that hold every chosen store somewhere: plans that leave one out are those of fewer
 * stores. Populations of a group enter the same stores.
 */

/** By way: the stores that are entered, and those held at any age: `entered << chosen | held`. */
interface Costs {
  cost: Float64Array;
}

export interface Cover {
  /** The least sum, infinite where there is none. */
  least(best: readonly Costs[]): number;
  /** The way of each population in the sum that was asked last. */
  ways(best: readonly Costs[]): Int32Array;
  /** By way of one population, the least that the others cost with it. */
  rest(best: readonly Costs[], population: number): Float64Array;
}

export function coverOf(groups: readonly (readonly number[])[], chosen: number): Cover {
  const size = 1 << chosen;
  const all = size - 1;
  const table = () => new Float64Array(size);
  const NONE = table().fill(Infinity);
  NONE[0] = 0;
  const own = groups.map(table);
  const upTo = [NONE, ...groups.map(table)];
  const most = groups.reduce((sum, members) => Math.max(sum, members.length), 1);
  const inside = [NONE, ...Array.from({ length: most }, table)];
  const found = new Int32Array(groups.reduce((sum, members) => sum + members.length, 0));

  /** Least sum by what is held: of a table, then of some costs. */
  const join = (before: Float64Array, cost: Float64Array, at: number, into: Float64Array) => {
    into.fill(Infinity);
    for (let a = 0; a < size; a += 1) {
      const sum = before[a]!;
      if (sum === Infinity) continue;
      for (let b = 0; b < size; b += 1) {
        const both = sum + cost[at + b]!;
        if (both < into[a | b]!) into[a | b] = both;
      }
    }
  };
  /** Of a group's members that enter the same stores, each after the one before it. */
  const enter = (best: readonly Costs[], members: readonly number[], entry: number) => {
    for (let i = 0; i < members.length; i += 1)
      join(inside[i]!, best[members[i]!]!.cost, entry << chosen, inside[i + 1]!);
    return inside[members.length]!;
  };
  const ofGroup = (best: readonly Costs[], members: readonly number[], into: Float64Array) => {
    into.fill(Infinity);
    for (let entry = 1; entry < size; entry += 1) {
      const table = enter(best, members, entry);
      for (let held = 1; held < size; held += 1) if (table[held]! < into[held]!) into[held] = table[held]!;
    }
  };
  /** The two parts of a joined sum. */
  const split = (
    before: Float64Array,
    cost: Float64Array,
    at: number,
    held: number,
    sum: number,
  ): [number, number] => {
    for (let a = 0; a < size; a += 1)
      for (let b = 0; b < size; b += 1)
        if ((a | b) === held && before[a]! + cost[at + b]! === sum) return [a, b];
    throw new RangeError('no parts have this sum');
  };
  const pick = (best: readonly Costs[], members: readonly number[], held: number, least: number) => {
    for (let entry = 1; entry < size; entry += 1) {
      if (enter(best, members, entry)[held] !== least) continue;
      let open = held;
      for (let i = members.length - 1; i >= 0; i -= 1) {
        const { cost } = best[members[i]!]!;
        const [a, b] = split(inside[i]!, cost, entry << chosen, open, inside[i + 1]![open]!);
        found[members[i]!] = (entry << chosen) | b;
        open = a;
      }
      return;
    }
  };

  const least = (best: readonly Costs[]): number => {
    for (let g = 0; g < groups.length; g += 1) {
      ofGroup(best, groups[g]!, own[g]!);
      join(upTo[g]!, own[g]!, 0, upTo[g + 1]!);
    }
    return upTo[groups.length]![all]!;
  };

  return {
    least,
    ways(best) {
      let open = all;
      for (let g = groups.length - 1; g >= 0; g -= 1) {
        const [a, b] = split(upTo[g]!, own[g]!, 0, open, upTo[g + 1]![open]!);
        pick(best, groups[g]!, b, own[g]![b]!);
        open = a;
      }
      return found;
    },
    rest(best, population) {
      const alone = { cost: new Float64Array(size * size) };
      const asked = best.map((one, p) => (p === population ? alone : one));
      return Float64Array.from(best[population]!.cost, (cost, way) => {
        if (cost === Infinity) return Infinity;
        alone.cost.fill(Infinity)[way] = 0;
        return least(asked);
      });
    },
  };
}
