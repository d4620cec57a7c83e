/** What stores ask for besides at the least, of walks through a node: minimum durations that cannot but be missed, tiers at their best. */
import type { Extra } from './extras.ts';
import type { Node } from './node.ts';
import { priceAt } from './priced.ts';
import type { Tables } from './tables.ts';

export interface AskedAtLeast {
  /** Of a population at some slopes; false where its stores ask for nothing. */
  set(population: number, node: Node, slopes: Float64Array): boolean;
  /** By changes of holders at an age, `from * masks + to`. */
  addTo(change: Float64Array, node: Node, age: number): void;
  /** Of some places: held from an age to the next; entered at arrival. */
  lying(places: readonly number[], age: number): number;
  entering(places: readonly number[]): number;
}

/** `longest`: the most ages that a population has. */
export function askedOf({ extras }: Tables, longest: number): AskedAtLeast {
  const room = (size: number) => new Float64Array(size);
  /** By place and age. */
  const [enter, drop, lie] = [room(8 * longest), room(8 * longest), room(8 * longest)];
  /** By set of places, at one age. */
  const [toEnter, toDrop] = [room(256), room(256)];

  const add = (row: Float64Array, at: number, amount: number) => (row[at] = row[at]! + amount);
  const addExtra = ({ before, after, most, isTier, onMove }: Extra, at: number, rate: number) => {
    const last = before.length - 1;
    for (let b = 0; b < last; b += 1) {
      if (isTier) {
        // Of what came at arrival most lies in a cheaper tier.
        if (rate < 0) add(lie, at + b, rate * (before[b + 1]! - before[b]!));
      } else if (rate < 0) add(enter, at + b, rate * most);
      else if (onMove) {
        // Less than the minimum is left of life; or it came at arrival, which was told already.
        add(enter, at + b, rate * after[b]!);
        if (b > 0) add(drop, at + b, rate * Math.max(0, before[b]! - after[0]!));
      } else if (b === last - 1) add(lie, at + b, rate * after[0]!);
    }
  };
  const sum = (row: Float64Array, places: readonly number[], age: number) => {
    let all = 0;
    for (let j = 0; j < places.length; j += 1) all += row[places[j]! * longest + age]!;
    return all;
  };

  return {
    set(p, { stores }, slopes) {
      let asks = false;
      for (let i = 0; i < stores.length; i += 1) asks ||= extras(p, stores[i]!).length > 0;
      if (!asks) return false;
      for (const row of [enter, drop, lie]) row.fill(0);
      for (let i = 0; i < stores.length; i += 1)
        for (const extra of extras(p, stores[i]!)) addExtra(extra, i * longest, priceAt(extra.use, slopes));
      return true;
    },
    addTo(change, { stores, masks }, age) {
      for (let i = 0; i < stores.length; i += 1) {
        const [entered, dropped] = [enter[i * longest + age]!, drop[i * longest + age]!];
        for (let rest = 0; rest < 1 << i; rest += 1) {
          toEnter[rest | (1 << i)] = toEnter[rest]! + entered;
          toDrop[rest | (1 << i)] = toDrop[rest]! + dropped;
        }
      }
      for (let m = 0; m < masks.length; m += 1)
        for (let to = 0; to < masks.length; to += 1) {
          const [a, b] = [masks[m]!.bits, masks[to]!.bits];
          const i = m * masks.length + to;
          change[i] = change[i]! + toEnter[b & ~a]! + toDrop[a & ~b]!;
        }
    },
    lying: (places, age) => sum(lie, places, age),
    entering: (places) => sum(enter, places, 0),
  };
}
