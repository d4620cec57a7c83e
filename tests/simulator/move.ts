/** An independent simulator of a move: every narrow cohort of the stock is looked at by itself. */
import type { Scenario } from '#core/scenario/scenario.ts';
import { addressOf, road } from './geography.ts';
import { movesFromDays } from './simulate.ts';
import type { SimulatedPolicy, SimulatedStore } from './simulate.ts';

/** What the move was seen doing, by a readable name. */
export type Doings = Map<string, number>;

interface Placed {
  store: SimulatedStore;
  /** Ages between which this store holds an object. */
  from: number;
  to: number;
}

/** Whether the provider moves objects of a size that have been so long in one store to another. */
function ruleMoves(from: SimulatedStore, to: SimulatedStore, days: number, sizeBytes: number): boolean {
  const [a, b] = [addressOf(from.store), addressOf(to.store)];
  return (
    a.provider === b.provider &&
    from.region === to.region &&
    from.transitionsTo.includes(to.store) &&
    days >= movesFromDays(from, to) &&
    sizeBytes >= (from.transitionFromBytes ?? 0)
  );
}

/** Objects below the size of a rule stay where it would take them from. */
function placesOf(policy: SimulatedPolicy, retention: number, sizeBytes: number): Placed[] {
  const { hot, cold, thresholdDays = 0, entry } = policy;
  const stays =
    cold &&
    entry === 'tier' &&
    ruleMoves(hot, cold, thresholdDays, Infinity) &&
    !ruleMoves(hot, cold, thresholdDays, sizeBytes);
  if (!cold || stays) return [{ store: hot, from: 0, to: retention }];
  return [
    { store: hot, from: 0, to: thresholdDays },
    { store: cold, from: entry === 'dual' ? 0 : thresholdDays, to: retention },
  ];
}

/** `minimumDays` of a store. Throws `RangeError` for what is not simulated: objects kept for ever, two copies to start from. */
export function simulateMove(
  scenario: Scenario,
  from: SimulatedPolicy,
  to: SimulatedPolicy,
  minimumDays: (store: SimulatedStore) => number,
): Doings {
  const { objects, writes } = scenario.workload;
  if (objects.retention === 'forever' || from.entry === 'dual') throw new RangeError('not simulated');
  const retention = objects.retention.value;
  const doings: Doings = new Map();
  const note = (store: SimulatedStore, what: string, count: number) => {
    const name = `${store.store}@${store.region} ${what}`;
    if (count > 0) doings.set(name, (doings.get(name) ?? 0) + count);
  };
  const address = (store: SimulatedStore) => ({
    provider: addressOf(store.store).provider,
    region: store.region,
  });
  const same = (a: SimulatedStore, b: SimulatedStore) => a.store === b.store && a.region === b.region;
  const steps = 12_000;
  // The younger the finer: thresholds may lie at an hour of three years.
  const ageAt = (i: number) => retention * (i / steps) ** 3;
  for (let i = 0; i < steps; i += 1) {
    const age = ageAt(i + 0.5);
    const width = ageAt(i + 1) - ageAt(i);
    const holds = ({ from: start, to: end }: Placed) => age >= start && age < end;
    for (const { share, size } of objects.size) {
      const count = (objects.arrivals?.value ?? 0) * width * share;
      const bytes = size.value;
      const after = placesOf(to, retention, bytes);
      const source = placesOf(from, retention, bytes).find(holds);
      if (!source) continue;
      const kept = after.some((place) => holds(place) && same(place.store, source.store));
      let carried = false;
      for (const target of after.filter(holds)) {
        if (same(target.store, source.store)) continue;
        const [a, b] = [address(source.store), address(target.store)];
        const byRule = !kept && ruleMoves(source.store, target.store, age, bytes);
        if (byRule) {
          carried = true;
          note(target.store, 'transitions in', count);
        } else {
          note(source.store, 'GetObject', count);
          note(source.store, `egress ${JSON.stringify(road(a, b))}`, count * bytes);
          const part = writes.partSize;
          const parts = part && bytes > part ? Math.ceil(bytes / part) + 2 : 1;
          note(target.store, 'puts', count * parts);
          // The job lists the source to copy and to compare, the target to compare, and looks at each object there.
          note(source.store, 'ListObjectsV2', (2 * count) / 1000);
          note(target.store, 'ListObjectsV2', count / 1000);
          note(target.store, 'HeadObject', count);
        }
        const stays = (days: number) => Math.max(0, minimumDays(target.store) - days);
        const wanting = stays(target.to - age) - stays(target.to - target.from);
        note(target.store, 'byte-days wanting', count * bytes * wanting);
      }
      if (kept) continue;
      if (!carried) note(source.store, 'DeleteObject', count);
      note(
        source.store,
        'byte-days wanting',
        count * bytes * Math.max(0, minimumDays(source.store) - (age - source.from)),
      );
    }
  }
  return doings;
}
