/** Walks the lives of a trace, one after the other, into groups: under a placement, and under policies that choose for each object. */
import { itemAt } from '../at.ts';
import { memo, remembered } from '../memo.ts';
import { heldStores } from '../placement/bill/parts.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { copyRuleOf } from '../rereads/caches/copy-rule.ts';
import type { Placement } from '../placement/placement.ts';
import { Course } from './course.ts';
import { Group } from './group.ts';
import type { Kind } from './group.ts';
import type { Life, Trace, Period } from './life.ts';
import type { Choice, ChosenGroup } from './optimum.ts';

/** A placement or a trace that cannot be replayed, with what to try. */
export class ReplayError extends Error {
  override name = 'ReplayError';
}

interface Walked {
  objects: number;
  /** The most lives that were in memory at a time. */
  mostHeld: number;
  groups: readonly Group[];
  /** By policy. */
  choices: readonly (readonly ChosenGroup[])[];
  course: Course;
}

/** Sizes of one group lie within 4 % of each other. */
const BINS_PER_OCTAVE = 16;

export async function walk(
  context: PlanContext,
  placement: Placement,
  policies: readonly ((life: Life) => Choice)[],
  period: Period,
  trace: Trace,
): Promise<Walked> {
  const kindOf = kindsOf(context, placement);
  const groups = new Map<string, Group>();
  const choices = policies.map(() => new Map<string, ChosenGroup>());
  const course = new Course(period, context.workload.expiryDays);
  let [objects, mostHeld] = [0, 0];
  for await (const lives of trace.lives()) {
    mostHeld = Math.max(mostHeld, lives.length);
    objects += lives.length;
    for (const life of lives) {
      course.add(life);
      const bin = Math.round(Math.log2(Math.max(1, life.sizeBytes)) * BINS_PER_OCTAVE);
      const kind = kindOf(life.bornDays === null)(bin);
      const key = `${bin} ${kind.population}`;
      const own = remembered(groups, key, () => new Group(kind));
      own.add(
        life,
        kind.timeline.map(({ fromDays }) => fromDays),
        period,
      );
      for (const [i, choose] of policies.entries()) {
        const { stores, ageDays } = choose(life);
        const chosen = remembered(itemAt(choices, i), `${key} ${stores.join()}`, () => ({
          group: new Group(chosenKind(kind, stores)),
          stores,
          ages: 0,
        }));
        chosen.group.add(life, stores.length > 1 ? [0, ageDays] : [0], period, true);
        chosen.ages += ageDays;
      }
    }
  }
  return {
    objects,
    mostHeld,
    groups: [...groups.values()],
    choices: choices.map((one) => [...one.values()]),
    course,
  };
}

/** By whether it is older than the trace, then by size: the population nearest in size, and what the placement does with it. */
function kindsOf(context: PlanContext, { timelines, cache }: Placement) {
  const held = heldStores(context);
  const rules = (store: number) => itemAt(held, store).edition.rules.storage;
  const kept = cache && {
    writes: cache.writes,
    rule: copyRuleOf(context.archive, itemAt(held, cache.hot), cache.ttlHours),
  };
  const kinds = context.populations.map(({ stream, sizeClass, workload, slice }, p) => ({
    bin: Math.log2(workload.meanSizeBytes) * BINS_PER_OCTAVE,
    slice,
    kind: {
      population: p,
      sizeClass,
      timeline: itemAt(timelines, p),
      isOld: stream === 'old',
      cache: kept,
      rules,
      modelDays: context.workload.expiryDays ?? Infinity,
    },
  }));
  const homes = (bin: number) =>
    kinds
      .filter((one) => one.slice !== null && one.bin === bin)
      .map(({ kind }) => JSON.stringify(kind.timeline));
  if (kinds.some(({ bin }) => new Set(homes(bin)).size > 1))
    throw new ReplayError(
      'this placement goes by popularity, and a trace says only at its end which objects are popular; name another with --placement',
    );
  return memo((isStanding: boolean) => {
    const like = kinds.filter(({ kind }) => kind.isOld === isStanding);
    const from = like.length > 0 ? like : kinds;
    return memo(
      (bin: number): Kind =>
        from.reduce((a, b) => (Math.abs(b.bin - bin) < Math.abs(a.bin - bin) ? b : a)).kind,
    );
  });
}

/** Where an object goes is the choice's: the stages say no more than who holds. */
function chosenKind(kind: Kind, stores: readonly number[]): Kind {
  const timeline = stores.map((store, k) => ({ fromDays: k, holders: [store], servers: [], entered: [] }));
  return { ...kind, timeline, isOld: false, cache: undefined };
}
