/** Latency requirements on reads as pools: what every read may add to what is late, at one level of the evidence. */
import { memo } from '../../memo.ts';
import type { PlanContext } from '../context/types.ts';
import type { Lateness } from '../judge/lateness.ts';
import { capOf } from '../search/pools.ts';
import type { Pool } from '../search/pools.ts';
import type { Meter, Use } from '../search/problem.ts';
import { listed } from './uses.ts';

export interface LatenessPools {
  pools: readonly Pool[];
  meters: readonly Meter[];
  /** Of one read; null: nobody measured what must meet a latency. */
  read(store: number, reader: number, sizeClass: number): Use | null;
  /** By pool, what is added to one read that asks other stores first; null: nobody measured one of them. */
  vain(asked: readonly number[], store: number, reader: number, sizeClass: number): Float64Array | null;
  /** Whether a write that is done when all of them have the object is soon enough, at this level. */
  mayEnter(stores: readonly number[]): boolean;
}

const SLACK = 1e-9;

/** `meter` and `pool`: places of the first of each. */
export function latenessPools(
  { workload }: PlanContext,
  lateness: Lateness,
  level: number,
  meter: number,
  pool: number,
): LatenessPools {
  const { readers, classes, months } = workload;
  const asked = lateness.requirements.map((requirement, r) => ({ ...requirement, r }));
  const ofReads = asked.filter(({ of }) => of === 'read');
  const ofWrites = asked.filter(({ of }) => of === 'write');
  const reads = months.reduce((sum, { population }) => sum + population.reads, 0) / months.length;
  // One of them is all that may be late.
  const most = ofReads.map(({ r }) => Math.max(lateness.mostOfReads(r), 1e-12) * reads);
  const mayEnter = memo((key: string) => {
    const stores = key.split(',').map(Number);
    return ofWrites.every(({ r, tail }) => {
      const late = classes.reduce((sum, { share }, k) => {
        const own = lateness.write(r, level, stores, k);
        return own === null ? Infinity : sum + share * own;
      }, 0);
      return late <= tail + SLACK;
    });
  });
  return {
    pools: ofReads.map(() => capOf(1)),
    meters: ofReads.map((_, i) => ({ price: 0, pools: [{ pool: pool + i, times: 1 }] })),
    vain(asked, store, reader, sizeClass) {
      const more = new Float64Array(ofReads.length);
      for (const [i, { r, weights }] of ofReads.entries()) {
        const weight = (weights[reader] ?? 0) / (readers[reader]?.share ?? 1);
        if (!(weight > 0) || asked.length === 0) continue;
        const late = (vain: readonly number[]) =>
          lateness.action(r, level, reader, [{ share: 1, store, second: -1, vain, sizeClass }]);
        const [own, after] = [late([]), late(asked)];
        if (own === null || after === null) return null;
        more[i] = (Math.max(0, after - own) * weight) / most[i]!;
      }
      return more;
    },
    read(store, reader, sizeClass) {
      const entries: [number, number][] = [];
      for (const [i, { r, weights }] of ofReads.entries()) {
        const weight = (weights[reader] ?? 0) / (readers[reader]?.share ?? 1);
        if (!(weight > 0)) continue;
        const own = lateness.read(r, level, store, reader, sizeClass);
        if (own === null) return null;
        entries.push([meter + i, (own * weight) / most[i]!]);
      }
      return listed(entries);
    },
    mayEnter: (stores) => ofWrites.length === 0 || mayEnter(stores.join()),
  };
}
