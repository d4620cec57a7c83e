/**
 * What reads and writes add to the sums that latency requirements limit, at each level of the evidence. The search asks for one
 * read at a time, sureness for actions that wait for several.
 */
import { itemAt, numberAt } from '../../at.ts';
import { slower } from '../../latency/client/slower.ts';
import { atLevel } from '../../latency/levels.ts';
import type { Distribution, Prediction } from '../../latency/types.ts';
import { remembered } from '../../memo.ts';
import type { PlanContext } from '../context/types.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { answersOf } from './answers.ts';
import type { Answer } from './answers.ts';
import { latencyRequirements, p99Within } from './latency-requirements.ts';
import type { LatencyRequirement } from './latency-requirements.ts';

/** The level of the best estimate. */
export const LIKELY = 0.5;
/** Levels are asked in steps of 1/256; one between two steps counts as the higher. */
export const LEVEL_STEPS = 256;

/** Reads that are answered alike. */
export interface ReadPart extends Answer {
  share: number;
}

export interface Lateness {
  /** Of reads where any are read, of writes where any arrive. */
  requirements: readonly LatencyRequirement[];
  /** Whether anything is asked of reads or writes. */
  isAsked: boolean;
  /** Reads are hedged to another holder, where there is one. */
  hedgesToOther: boolean;
  /**
   * What one read adds: the share that is later than the limit, or the mean over the limit. Hits of a CDN take the edge's time, the
   * rest is its misses. Null: nobody measured it. Of a mean where an action waits for several reads: that of the slowest, if the
   * store answers them all.
   */
  read(r: number, level: number, store: number, reader: number, sizeClass: number): number | null;
  /** The most that reads may add up to, each weighted with the requirement's weight of its reader. Where actions wait for several reads it is on the safe side. */
  mostOfReads(r: number): number;
  /** What a write adds that is done when all of `stores` have the object. */
  write(r: number, level: number, stores: readonly number[], sizeClass: number): number | null;
  /** What one action of a reader adds, which waits for `fanOut` reads, each drawn from the parts. */
  action(r: number, level: number, reader: number, parts: readonly ReadPart[]): number | null;
}

/** The same, and one requirement more, which is asked of the best estimate whatever the level. */
export function withReadsWithin(
  context: PlanContext,
  grid: LatencyGrid,
  asked: Lateness,
  limitMs: number,
): Lateness {
  const limit = p99Within(context.workload, 'total', limitMs);
  const more = latenessFor(context, grid, [limit]);
  const added = asked.requirements.length;
  return {
    ...asked,
    requirements: [...asked.requirements, limit],
    read: (r, level, ...read) =>
      r === added ? more.read(0, LIKELY, ...read) : asked.read(r, level, ...read),
    mostOfReads: (r) => (r === added ? more.mostOfReads(0) : asked.mostOfReads(r)),
    action: (r, level, ...action) =>
      r === added ? more.action(0, LIKELY, ...action) : asked.action(r, level, ...action),
  };
}

/** `grid`: of the plan's stores, then its copies. */
export function latenessOf(context: PlanContext, grid: LatencyGrid): Lateness {
  const { months } = context.workload;
  const isAny = (of: (month: (typeof months)[number]['population']) => number) =>
    months.some(({ population }) => of(population) > 0);
  const happens = { read: isAny(({ reads }) => reads), write: isAny(({ arrivals }) => arrivals) };
  // An unknown mean is null here: that it has a bound needs no requirement of its own.
  const requirements = latencyRequirements(context).filter(
    ({ of, counts }) => counts !== 'unbounded' && happens[of],
  );
  return latenessFor(context, grid, requirements);
}

function latenessFor(
  { stores, copies, workload }: PlanContext,
  grid: LatencyGrid,
  requirements: readonly LatencyRequirement[],
): Lateness {
  const { readers, classes, fanOut } = workload;
  const places = stores.length + copies.length + 1;
  const answerOf = answersOf(grid);
  const requirementAt = (r: number) => itemAt(requirements, r);

  const ways = new Map<number, Way>();
  const waysAfter = new Map<string, Map<number, Way>>();
  const wayOf = (r: number, answer: Answer, reader: number): Way => {
    const { store, second, vain, sizeClass } = answer;
    const key =
      (((r * places + store + 1) * places + second + 1) * readers.length + reader) * classes.length +
      sizeClass;
    const known = vain.length === 0 ? ways : remembered(waysAfter, vain.join(), () => new Map<number, Way>());
    return remembered(known, key, () => {
      const requirement = requirementAt(r);
      const { hitRatio, edgeMs } = itemAt(readers, reader);
      const prediction = () => answerOf(answer, reader, requirement.metric);
      return new Way(requirement, prediction, hitRatio, edgeMs, fanOut);
    });
  };

  const writes = new Map<string, (step: number) => number | null>();
  return {
    requirements,
    isAsked: requirements.length > 0,
    hedgesToOther: grid.hedgesToOther,
    read: (r, level, store, reader, sizeClass) =>
      wayOf(r, { store, second: -1, vain: NONE, sizeClass }, reader).at(stepOf(level)),
    mostOfReads(r) {
      const { tail, counts } = requirementAt(r);
      // What is late of the actions is concave in what is late of the reads: readers that differ stay below readers that are alike.
      return counts === 'late' ? 1 - (1 - tail) ** (1 / fanOut) : tail;
    },
    write(r, level, to, sizeClass) {
      if (to.length === 0) return null;
      const key = `${r} ${sizeClass} ${to.join(' ')}`;
      const known = remembered(writes, key, () => {
        const each = to.map((store) => grid.write(store, sizeClass));
        return byStep(each, (of) => amount(requirementAt(r), of.reduce(slower)));
      });
      return known(stepOf(level));
    },
    action(r, level, reader, parts) {
      const requirement = requirementAt(r);
      const step = stepOf(level);
      if (fanOut > 1 && requirement.counts === 'mean') {
        const sum = new Float64Array(NODES_MS.length);
        for (const part of parts) {
          const cdf = wayOf(r, part, reader).cdfAt(step);
          if (!cdf) return null;
          for (let i = 0; i < sum.length; i += 1) sum[i] = numberAt(sum, i) + part.share * numberAt(cdf, i);
        }
        return meanOfSlowest(sum, fanOut) / requirement.limitMs;
      }
      let sum = 0;
      for (const part of parts) {
        const one = wayOf(r, part, reader).at(step);
        if (one === null) return null;
        sum += part.share * one;
      }
      return fanOut === 1 ? sum : 1 - (1 - Math.min(1, sum)) ** fanOut;
    },
  };
}

const NONE: readonly number[] = [];

export function stepOf(level: number): number {
  return Math.min(LEVEL_STEPS, Math.max(0, Math.ceil(level * LEVEL_STEPS - 1e-9)));
}

/** One store as one reader sees it, for one requirement. */
class Way {
  readonly #requirement: LatencyRequirement;
  readonly #hits: number;
  readonly #edgeMs: number;
  readonly #fanOut: number;
  readonly #at: (step: number) => number | null;
  readonly #prediction: () => Prediction | null;
  readonly #curves = new Map<number, Float64Array | null>();

  constructor(
    requirement: LatencyRequirement,
    prediction: () => Prediction | null,
    hits: number,
    edgeMs: number,
    fanOut: number,
  ) {
    this.#requirement = requirement;
    this.#prediction = prediction;
    this.#hits = hits;
    this.#edgeMs = edgeMs;
    this.#fanOut = fanOut;
    const { limitMs, counts } = requirement;
    const own = counts === 'late' ? (edgeMs > limitMs ? 1 : 0) : edgeMs / limitMs;
    const missed = hits < 1 ? byStep([prediction()], ([of]) => (of ? amount(requirement, of) : NaN)) : null;
    this.#at = (step) => {
      if (!missed) return own;
      const miss = missed(step);
      return miss === null ? null : hits * own + (1 - hits) * miss;
    };
  }

  at(step: number): number | null {
    if (this.#fanOut === 1 || this.#requirement.counts === 'late') return this.#at(step);
    const cdf = this.cdfAt(step);
    return cdf && meanOfSlowest(cdf, this.#fanOut) / this.#requirement.limitMs;
  }

  /** P(T ≤ t) at the nodes, hits and misses together. */
  cdfAt(step: number): Float64Array | null {
    const before = this.#curves.get(step);
    if (before !== undefined) return before;
    const prediction = this.#hits < 1 ? this.#prediction() : null;
    const of = prediction && atLevel(prediction, step / LEVEL_STEPS);
    const made =
      this.#hits < 1 && !of
        ? null
        : NODES_MS.map(
            (ms) => (ms >= this.#edgeMs ? this.#hits : 0) + (of ? (1 - this.#hits) * of.cdf(ms) : 0),
          );
    this.#curves.set(step, made);
    return made;
  }
}

/** A figure of predictions at each step, remembered; null where one of them is missing. It never falls from one step to the next. */
function byStep(
  predictions: readonly (Prediction | null)[],
  figure: (of: readonly Distribution[]) => number,
): (step: number) => number | null {
  const known: Prediction[] = [];
  for (const one of predictions) {
    if (!one) return () => null;
    known.push(one);
  }
  const found = new Float64Array(LEVEL_STEPS + 1).fill(NaN);
  const at = (step: number): number => {
    const before = numberAt(found, step);
    if (before === before) return before;
    let one = figure(known.map((prediction) => atLevel(prediction, step / LEVEL_STEPS)));
    // Between the curves of the evidence a level is tabled: what that rounds may not pass them.
    if (step % HALF !== 0) {
      const least = step < HALF ? 0 : HALF;
      one = Math.min(at(least + HALF), Math.max(at(least), one));
    }
    found[step] = one;
    return one;
  };
  return at;
}

const HALF = LEVEL_STEPS / 2;

function amount({ counts, limitMs }: LatencyRequirement, of: Distribution): number {
  return counts === 'late' ? 1 - of.cdf(limitMs) : of.meanMs / limitMs;
}

/** Where F is taken for the mean of actions that wait for several reads: rising evenly in ln t. */
const NODES_MS = Float64Array.from({ length: 1000 }, (_, i) => 0.01 * 1e9 ** (i / 999));

/** E[max] of `fanOut` reads: ∫ (1 − F(t)^k) dt, by the trapezoid rule on the nodes. */
function meanOfSlowest(cdf: Float64Array, fanOut: number): number {
  let mean = numberAt(NODES_MS, 0);
  let before = 1 - numberAt(cdf, 0) ** fanOut;
  for (let i = 1; i < NODES_MS.length; i += 1) {
    const after = 1 - numberAt(cdf, i) ** fanOut;
    mean += ((numberAt(NODES_MS, i) - numberAt(NODES_MS, i - 1)) * (before + after)) / 2;
    before = after;
  }
  return mean;
}
