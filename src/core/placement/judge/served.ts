/** Who answers and who takes what a placement is asked: shares of each reader's reads, of writes, and of what is held. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { isCopied } from '../../rereads/caches/cache-codes.ts';
import { hitShare } from '../../rereads/caches/flows.ts';
import type { Workload } from '../../workload/workload.ts';
import type { PlacedPopulation } from '../context/populations.ts';
import type { PlanContext } from '../context/types.ts';
import type { Placement, Stage } from '../placement.ts';
import { countsVainReads, vainReads } from '../vain-reads.ts';
import type { ReadPart } from './lateness.ts';

/** Of all writes, those that are done when each of the stores has the object. */
export interface WritePart {
  share: number;
  stores: readonly number[];
  sizeClass: number;
}

/** One stage of one population, with its shares of all reads and of all object-hours; both are means of the billed months. */
export interface ServedStage {
  p: number;
  population: PlacedPopulation;
  stage: Stage;
  toDays: number;
  reads: number;
  held: number;
}

export interface Served {
  stages(placement: Placement): ServedStage[];
  /** By reader; parts that are alike are one. Where nothing is read, as if all were when they are new. */
  reads(placement: Placement): ReadPart[][];
  /** Where nothing arrives, as if what is held were written. */
  writes(placement: Placement): WritePart[];
}

/** `hedgesToOther`: each read goes to another holder too, where there is one. */
export function servedOf(context: PlanContext, hedgesToOther: boolean): Served {
  const { populations, workload } = context;
  const tallies = populations.map((population) => tallyOf(population.workload));
  const all = (of: (tally: Tally) => number) => tallies.reduce((sum, one) => sum + of(one), 0);
  const arrivals = all((tally) => tally.arrivals);
  const held = all((tally) => tally.heldBelow(workload.lifeDays));
  const isRead = populations.some(({ reads }) => reads > 0);

  const stages = ({ timelines }: Placement): ServedStage[] =>
    populations.flatMap((population, p) => {
      const [timeline, tally] = [itemAt(timelines, p), itemAt(tallies, p)];
      let before = { reads: 0, held: 0 };
      return timeline.map((stage, i) => {
        const to = timeline[i + 1]?.fromDays ?? workload.lifeDays;
        const through = { reads: tally.readsBelow(to), held: tally.heldBelow(to) };
        const reads = isRead
          ? population.reads * (through.reads - before.reads)
          : i === 0
            ? population.objects
            : 0;
        const share = held > 0 ? (through.held - before.held) / held : 0;
        before = through;
        return { p, population, stage, toDays: to, reads, held: share };
      });
    });

  return {
    stages,
    reads(placement) {
      const served = stages(placement).filter(({ reads }) => reads > NOTHING);
      const { cache } = placement;
      const found = cache ? hitShare(context, cache) : 0;
      const vain = isRead && countsVainReads(context) ? vainReads(context, placement) : [];
      return workload.readers.map((_, q) => {
        const parts = new Map<string, ReadPart>();
        for (const { p, population, stage, toDays, reads } of served) {
          const store = stage.servers[q] ?? -1;
          const second = hedgesToOther ? (stage.holders.find((other) => other !== store) ?? -1) : -1;
          const { sizeClass } = population;
          const hits = cache && isCopied(cache, sizeClass) ? reads * found : 0;
          if (cache && hits > 0)
            add(parts, { share: hits, store: cache.hot, second: -1, vain: NONE, sizeClass });
          let rest = reads - hits;
          for (const { p: of, reader, from, to, stores } of vain) {
            if (of !== p || reader !== q || from < stage.fromDays || from >= toDays) continue;
            const { readsBelow } = itemAt(tallies, p);
            const until = to === undefined ? 1 : readsBelow(to);
            const share = population.reads * (until - (from > 0 ? readsBelow(from) : 0));
            if (share <= NOTHING) continue;
            rest -= share;
            add(parts, { share, store, second, vain: stores, sizeClass });
          }
          if (rest > NOTHING) add(parts, { share: rest, store, second, vain: NONE, sizeClass });
        }
        return [...parts.values()];
      });
    },
    writes: ({ timelines, cache }) =>
      populations.flatMap(({ objects, sizeClass }, p) => {
        const share = arrivals > 0 ? itemAt(tallies, p).arrivals / arrivals : objects;
        if (!(share > 0)) return [];
        const { entered = [], holders = [] } = timelines[p]?.[0] ?? {};
        const written = entered.filter(({ how }) => how === 'write').map(({ store }) => store);
        if (cache?.writes === 'through' && isCopied(cache, sizeClass)) written.push(cache.hot);
        return [{ share, stores: arrivals > 0 ? written : holders, sizeClass }];
      }),
  };
}

function add(parts: Map<string, ReadPart>, one: ReadPart): void {
  const key = `${one.vain.join()}>${one.store} ${one.second} ${one.sizeClass}`;
  const like = parts.get(key);
  if (like) like.share += one.share;
  else parts.set(key, one);
}

const NONE: readonly number[] = [];

/** A share that rounding leaves is none. */
const NOTHING = 1e-12;

interface Tally {
  arrivals: number;
  /** Share of the population's reads on objects younger than an age. */
  readsBelow(ageDays: number): number;
  /** Object-days at ages below it. */
  heldBelow(ageDays: number): number;
}

function tallyOf({ months, lifeDays }: Workload): Tally {
  const sum = (of: (month: Workload['months'][number]) => number) =>
    months.reduce((all, month) => all + of(month), 0);
  const reads = sum(({ population }) => population.reads);
  const isAll = (age: number) => age >= lifeDays;
  return {
    arrivals: sum(({ population }) => population.arrivals),
    readsBelow: memo((age) =>
      isAll(age) || reads === 0
        ? 1
        : sum(({ population }) => population.reads * population.readShareBelow(age)) / reads,
    ),
    heldBelow: memo((age) =>
      sum(
        ({ month, population }) =>
          population.objectDaysBelow(age) + (isAll(age) ? population.standing.objects * month.days : 0),
      ),
    ),
  };
}
