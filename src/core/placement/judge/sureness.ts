/** How sure a placement is to meet the latency that is asked: the highest level of the evidence at which it does. */
import { lazily } from '../../memo.ts';
import type { PlanContext } from '../context/types.ts';
import type { Placement } from '../placement.ts';
import { LEVEL_STEPS, LIKELY } from './lateness.ts';
import type { Lateness, ReadPart } from './lateness.ts';
import { servedOf } from './served.ts';
import type { WritePart } from './served.ts';

export interface Sureness {
  /** Null where no latency is asked; 0 where a store without evidence serves what must meet one. 1 is at least 95 %. */
  level: number | null;
  /** `store@region` of stores without evidence that serve what must meet a latency. */
  notMeasured: string[];
  byRequirement: { requirement: string; level: number }[];
}

/** What a placement is asked and by whom it is answered, as a requirement counts it. */
export interface Asked {
  /** By reader. */
  reads: readonly (readonly ReadPart[])[];
  writes: readonly WritePart[];
}

export function surenessOf(context: PlanContext, lateness: Lateness): (placement: Placement) => Sureness {
  const served = servedOf(context, lateness.hedgesToOther);
  const refs = [...context.stores, ...context.copies].map(({ ref }) => ref);
  return (placement) => {
    if (!lateness.isAsked) return { level: null, notMeasured: [], byRequirement: [] };
    const asked = { reads: served.reads(placement), writes: served.writes(placement) };
    const notMeasured = new Set<string>();
    const levels = new Map<string, number>();
    for (const [r, { name }] of lateness.requirements.entries()) {
      for (const store of unmeasured(lateness, r, asked)) notMeasured.add(refs[store] ?? '');
      levels.set(name, Math.min(levels.get(name) ?? 1, levelOf(lateness, r, asked)));
    }
    return {
      level: Math.min(...levels.values()),
      notMeasured: [...notMeasured],
      byRequirement: [...levels].map(([requirement, level]) => ({ requirement, level })),
    };
  };
}

/** Whether a placement meets every latency that is asked at a level of the evidence. */
export function heldAt(
  context: PlanContext,
  lateness: Lateness,
): (placement: Placement, level: number) => boolean {
  const served = lazily(() => servedOf(context, lateness.hedgesToOther));
  return (placement, level) => {
    const asked = { reads: served().reads(placement), writes: served().writes(placement) };
    return lateness.requirements.every((_, r) => isMet(lateness, r, level, asked));
  };
}

/** The highest level at which a requirement holds; 0 where it holds at none. */
function levelOf(lateness: Lateness, r: number, asked: Asked): number {
  // Most placements hold at both ends of the evidence, or at neither.
  if (isMet(lateness, r, 1, asked)) return 1;
  if (!isMet(lateness, r, 0, asked)) return 0;
  let [holds, fails] = [0, LEVEL_STEPS];
  while (fails - holds > 1) {
    const middle = (holds + fails) >> 1;
    if (isMet(lateness, r, middle / LEVEL_STEPS, asked)) holds = middle;
    else fails = middle;
  }
  return holds / LEVEL_STEPS;
}

/** What rounding may add to a sum. */
const SLACK = 1e-9;

/** Whether a requirement holds at a level; what nobody measured holds at none. */
export function isMet(lateness: Lateness, r: number, level: number, asked: Asked): boolean {
  const found = summed(lateness, r, level, asked);
  const tail = lateness.requirements[r]?.tail ?? 0;
  return found !== null && found <= tail + SLACK;
}

/** What a requirement sums over all that is asked; null where nobody measured a part. */
export function summed(
  lateness: Lateness,
  r: number,
  level: number,
  { reads, writes }: Asked,
): number | null {
  const { of, weights = [] } = lateness.requirements[r] ?? {};
  let sum = 0;
  if (of === 'write') {
    for (const { share, stores, sizeClass } of writes) {
      const own = lateness.write(r, level, stores, sizeClass);
      if (own === null) return null;
      sum += share * own;
    }
    return sum;
  }
  for (const [q, parts] of reads.entries()) {
    const weight = weights[q] ?? 0;
    if (weight === 0) continue;
    const own = lateness.action(r, level, q, parts);
    if (own === null) return null;
    sum += weight * own;
  }
  return sum;
}

/** Stores without evidence among those that a requirement counts. */
function unmeasured(lateness: Lateness, r: number, { reads, writes }: Asked): number[] {
  const { of, weights = [] } = lateness.requirements[r] ?? {};
  if (of === 'write')
    return writes.flatMap(({ stores, sizeClass }) =>
      stores.filter((store) => lateness.write(r, LIKELY, [store], sizeClass) === null),
    );
  return reads.flatMap((parts, q) =>
    (weights[q] ?? 0) > 0
      ? parts.flatMap(({ store, vain, sizeClass }) =>
          [...vain, store].filter((one) => one >= 0 && lateness.read(r, LIKELY, one, q, sizeClass) === null),
        )
      : [],
  );
}
