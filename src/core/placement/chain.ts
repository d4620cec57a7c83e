/** A placement as stores in time order, each entered once and left once: what every policy is, and what three stores need. */
import type { CandidateStore } from './context/candidate-store.ts';
import type { CandidateStep } from '../report/plan-types.ts';
import { ageCode, policyId } from './policy.ts';
import type { Policy } from './policy.ts';
import { lifecycleReaches } from './context/candidate-store.ts';

/** One store's time with an object. */
export interface Stay {
  store: number;
  /** 0: written there on arrival; else copied, or moved by the provider's lifecycle, at that age. */
  fromDays: number;
  /** Age at which it is dropped there; null: it stays to the end of its life. */
  toDays: number | null;
}

/** An age range over which the same stores hold an object. */
export interface Stretch {
  fromDays: number;
  toDays: number | null;
  /** Indexes of the stays that hold it: one or two. */
  holders: readonly number[];
  /** The stay that serves each reader; null where there is only one. */
  servers: readonly number[] | null;
}

export interface Chain {
  /** In the order in which they are left; the last holds objects to the end, and standing ones. */
  stays: readonly Stay[];
  stretches: readonly Stretch[];
}

/** A placement someone can run. */
export type Placement = Policy | Chain;

/** A step from one store to the next: the age at which the former is left, and how the latter was entered. */
export interface Step {
  thresholdDays: number;
  entry: 'tier' | 'dual';
}

export function isChain(placement: Placement): placement is Chain {
  return 'stays' in placement;
}

/**
 * Stores left one after the other at rising thresholds. `servers`: by stretch, the stay that serves each reader, asked
 * only where two hold the object.
 */
export function chainOfSteps(
  stores: readonly number[],
  steps: readonly Step[],
  servers: (stretch: number) => readonly number[],
): Chain {
  const stays = stores.map((store, i): Stay => ({
    store,
    fromDays: i === 0 || steps[i - 1]?.entry === 'dual' ? 0 : (steps[i - 1]?.thresholdDays ?? 0),
    toDays: steps[i]?.thresholdDays ?? null,
  }));
  const ages = [0, ...steps.map((step) => step.thresholdDays)];
  const stretches = ages.map((fromDays, k): Stretch => {
    const holders = stays.flatMap((stay, i) =>
      stay.fromDays <= fromDays && (stay.toDays === null || stay.toDays > fromDays) ? [i] : [],
    );
    return {
      fromDays,
      toDays: ages[k + 1] ?? null,
      holders,
      servers: holders.length > 1 ? servers(k) : null,
    };
  });
  return { stays, stretches };
}

export function chainOf(placement: Placement): Chain {
  if (isChain(placement)) return placement;
  const { hot, cold, thresholdDays, entry, coldServes } = placement;
  if (thresholdDays === null)
    return {
      stays: [{ store: hot, fromDays: 0, toDays: null }],
      stretches: [{ fromDays: 0, toDays: null, holders: [0], servers: null }],
    };
  const isDual = entry === 'dual';
  return {
    stays: [
      { store: hot, fromDays: 0, toDays: thresholdDays },
      { store: cold, fromDays: isDual ? 0 : thresholdDays, toDays: null },
    ],
    stretches: [
      {
        fromDays: 0,
        toDays: thresholdDays,
        holders: isDual ? [0, 1] : [0],
        servers: isDual ? coldServes.map((fromCold) => (fromCold ? 1 : 0)) : null,
      },
      { fromDays: thresholdDays, toDays: null, holders: [1], servers: null },
    ],
  };
}

/** The stay that serves a reader in a stretch. */
export function serverOf({ holders, servers }: Stretch, reader: number): number {
  return servers?.[reader] ?? holders[0] ?? 0;
}

/** The stay that an entered one is copied from: the one that is left then, else one that holds. */
export function sourceOf({ stays }: Chain, entered: number): number {
  const at = stays[entered]?.fromDays ?? 0;
  const left = stays.findIndex((stay) => stay.toDays === at);
  return left >= 0
    ? left
    : stays.findIndex((stay, i) => i !== entered && stay.fromDays < at && (stay.toDays ?? Infinity) > at);
}

/** Whether the provider's own lifecycle makes the move into a stay. */
export function entersByLifecycle(stores: readonly CandidateStore[], chain: Chain, entered: number): boolean {
  const to = chain.stays[entered];
  if (!to || to.fromDays === 0) return false;
  const from = chain.stays[sourceOf(chain, entered)];
  const [a, b] = [stores[from?.store ?? -1], stores[to.store]];
  if (!from || !a || !b || from.toDays !== to.fromDays) return false;
  return lifecycleReaches(a, b, to.fromDays - from.fromDays);
}

/** Store indexes in the order in which they are left, each once. */
export function storesOf(placement: Placement): number[] {
  if (isChain(placement)) return placement.stays.map((stay) => stay.store);
  return placement.thresholdDays === null ? [placement.hot] : [placement.hot, placement.cold];
}

/** Stores that an arriving object is written to. */
export function writtenTo({ stays }: Chain): number[] {
  return stays.flatMap(({ store, fromDays }) => (fromDays === 0 ? [store] : []));
}

/** From each store to the next: the age at which it is left, and how and when the next was entered. */
export function stepsOf(stores: readonly CandidateStore[], chain: Chain): CandidateStep[] {
  const ref = (store: number) => stores[store]?.ref ?? '';
  return chain.stays.slice(1).map(({ store, fromDays }, i) => ({
    from: ref(chain.stays[i]?.store ?? -1),
    to: ref(store),
    leftDays: chain.stays[i]?.toDays ?? fromDays,
    entry: fromDays === 0 ? 'dual' : entersByLifecycle(stores, chain, i + 1) ? 'lifecycle' : 'tier',
  }));
}

/** `single:A`, `age:A>B@7d:tier`, `age:A>B>C@1d@30d:tier,life`: the ages at which stores are left, and how the next is entered. */
export function placementId(placement: Placement, stores: readonly CandidateStore[]): string {
  const ref = (store: number) => stores[store]?.ref ?? '';
  if (!isChain(placement)) return policyId(placement, ref);
  const { stays } = placement;
  const names = stays.map(({ store }) => ref(store)).join('>');
  const ages = stays.flatMap(({ toDays }) => (toDays === null ? [] : [`@${ageCode(toDays)}`])).join('');
  const entries = stepsOf(stores, placement).map(({ entry }) => (entry === 'lifecycle' ? 'life' : entry));
  return `age:${names}${ages}:${entries.join()}`;
}
