/** A placement as the simulator and the closed forms see it: stores in the order in which they are left. */
import { addressOf } from './geography.ts';
import { movesFromDays } from './simulate.ts';
import type { SimulatedPolicy, SimulatedStore } from './simulate.ts';

export interface SimulatedStay {
  store: SimulatedStore;
  /** 0: written on arrival. */
  fromDays: number;
  /** Infinity: to the end of life. */
  toDays: number;
  /** Of several that keep what another drops, the least is asked for it. */
  rank?: number;
  /** The stay that it is filled from, where a plan says so; else it is found. */
  filled?: { from: number; byRule: boolean };
}

export interface SimulatedChain {
  stays: readonly SimulatedStay[];
  /** Index of the stay that answers a reader (then a job, then other operations) at an age at which several hold the object. */
  answers(reader: number, ageDays: number): number;
}

export function asChain(policy: SimulatedPolicy | SimulatedChain): SimulatedChain {
  if ('stays' in policy) return policy;
  const { hot, cold, thresholdDays = 0, entry, coldServes } = policy;
  if (!cold) return { stays: [{ store: hot, fromDays: 0, toDays: Infinity }], answers: () => 0 };
  return {
    stays: [
      { store: hot, fromDays: 0, toDays: thresholdDays },
      { store: cold, fromDays: entry === 'dual' ? 0 : thresholdDays, toDays: Infinity },
    ],
    answers: (reader) => (coldServes?.[reader] ? 1 : 0),
  };
}

/** Ages at which a store is entered or left, from 0 on. */
export function turns({ stays }: SimulatedChain): number[] {
  const ages = stays.flatMap(({ fromDays, toDays }) => [fromDays, toDays]).filter(Number.isFinite);
  return [...new Set([0, ...ages])].sort((a, b) => a - b);
}

/** The stay that answers a reader of an object of some age. */
export function answering(chain: SimulatedChain, reader: number, ageDays: number): SimulatedStay | undefined {
  const holding = chain.stays.filter(({ fromDays, toDays }) => fromDays <= ageDays && ageDays < toDays);
  return holding.length > 1 ? chain.stays[chain.answers(reader, ageDays)] : holding[0];
}

/** Where the objects entering a stay come from, and whether a lifecycle rule moves them. */
export function origin(
  { stays }: SimulatedChain,
  into: SimulatedStay,
): { from: SimulatedStay; byRule: boolean } | null {
  if (into.fromDays === 0) return null;
  const said = into.filled && stays[into.filled.from];
  if (into.filled && said) return { from: said, byRule: into.filled.byRule };
  const leaving = stays.find((stay) => stay.toDays === into.fromDays);
  const from = leaving ?? stays.find((stay) => stay.fromDays < into.fromDays && stay.toDays > into.fromDays);
  if (!from) throw new RangeError('nothing holds what a store is filled from');
  const [a, b] = [from.store, into.store];
  const together = addressOf(a.store).provider === addressOf(b.store).provider && a.region === b.region;
  const stayed = into.fromDays - from.fromDays;
  return {
    from,
    byRule:
      leaving !== undefined &&
      together &&
      a.transitionsTo.includes(b.store) &&
      // Rules count whole days.
      stayed >= Math.max(1, movesFromDays(a, b)) - 1e-6,
  };
}
