/** The read and write latency of a placement: mixtures over readers, populations and the stores that answer them. */
import { bump, itemAt } from '../../at.ts';
import { slower } from '../../latency/client/slower.ts';
import { fanOut, mixture } from '../../latency/distributions/mixture.ts';
import type { Distribution, Prediction } from '../../latency/types.ts';
import { remembered } from '../../memo.ts';
import type { LatencySummary, ReadLatency } from '../../report/plan-types.ts';
import { percent } from '../../text/numbers.ts';
import { formatMs } from '../../units.ts';
import type { Reader } from '../../workload/workload.ts';
import type { PlanContext } from '../context/types.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { ReadMetric } from '../context/read-options.ts';
import type { Placement } from '../placement.ts';
import { answersOf } from './answers.ts';
import type { ReadPart } from './lateness.ts';
import type { LatencyRequirement } from './latency-requirements.ts';
import { summaryOf } from './latency-summary.ts';
import type { Mixed, Part } from './latency-summary.ts';
import { servedOf } from './served.ts';
import type { WritePart } from './served.ts';

export interface CandidateLatency {
  read(placement: Placement): ReadLatency;
  /** The p99 of `read` alone, in ms. */
  readP99(placement: Placement): number | null;
  /** A write is done when every store that it goes to has the object. */
  write(placement: Placement): LatencySummary;
  /** What a requirement limits, in ms, were every store at the fast end of its evidence; null where a part is not measured. */
  fastEndMs(placement: Placement, requirement: LatencyRequirement): number | null;
}

/** `grid`: of the plan's stores, then its copies. `curves`: with the points of each curve. What placements share is summed up once. */
export function candidateLatency(
  context: PlanContext,
  grid: LatencyGrid,
  { curves = false }: { curves?: boolean } = {},
): CandidateLatency {
  const { readers, fanOut: wait } = context.workload;
  const refs = [...context.stores, ...context.copies].map(({ ref }) => ref);
  const served = servedOf(context, grid.hedgesToOther);
  const whole = new Map<string, Omit<ReadLatency, 'byPlace'>>();
  const ofReader = new Map<string, LatencySummary>();
  const written = new Map<string, LatencySummary>();
  const answerOf = answersOf(grid);
  const edges = readers.map(edgeOf);

  const partsOf = (reads: readonly (readonly ReadPart[])[], metric: ReadMetric): Part[][] =>
    readers.map((reader, q) => {
      const hits = reader.hitRatio;
      const misses = itemAt(reads, q).map((part): Part => ({
        share: (1 - hits) * part.share,
        of: answerOf(part, q, metric),
      }));
      return [...(hits > 0 ? [{ share: hits, of: itemAt(edges, q) }] : []), ...misses].filter(
        ({ share }) => share > 0,
      );
    });
  const everyones = (parts: readonly (readonly Part[])[]): Part[] =>
    parts.flatMap((own, q) => own.map(({ share, of }) => ({ share: share * itemAt(readers, q).share, of })));
  const actionsOf = (parts: readonly (readonly Part[])[], shares: readonly number[]): Mixed | null =>
    mixed(shares.map((share, q) => ({ share, of: actionOf(mixed(itemAt(parts, q)), wait) })));
  const shares = readers.map(({ share }) => share);
  const overall = (parts: readonly (readonly Part[])[]): Mixed | null =>
    // Where an action waits for one read, all readers' reads are one mixture.
    wait === 1 ? mixed(everyones(parts)) : actionsOf(parts, shares);
  const writesOf = (writes: readonly WritePart[]) =>
    writes.map(({ share, stores, sizeClass }) => {
      const each = stores.map((store) => grid.write(store, sizeClass));
      return { share, each, of: slowest(each) };
    });

  return {
    read(placement) {
      const reads = served.reads(placement);
      const keys = reads.map((own) =>
        own
          .map(
            ({ share, store, second, vain, sizeClass }) =>
              `${vain.join('+')}>${store}>${second}:${sizeClass}:${share}`,
          )
          .join(),
      );
      const total = partsOf(reads, 'total');
      return {
        ...remembered(whole, keys.join(' '), () => {
          const parts = partsOf(reads, 'first_byte');
          const firstByte = summaryOf(overall(parts), everyones(parts), false);
          return {
            ...summaryOf(overall(total), everyones(total), curves),
            firstByteP99Ms: firstByte.p99Ms,
            firstByteP99BandMs: firstByte.p99BandMs,
            firstByteGrade: firstByte.grade,
          };
        }),
        byPlace: readers.map((reader, q) => ({
          place: reader.place,
          share: reader.share,
          servedBy: byStore(itemAt(reads, q)).map(([store, share]) => ({ store: refs[store] ?? '', share })),
          ...remembered(ofReader, `${q} ${keys[q]}`, () => {
            const own = itemAt(total, q);
            return summaryOf(actionOf(mixed(own), wait), own, curves);
          }),
        })),
      };
    },
    readP99: (placement) => overall(partsOf(served.reads(placement), 'total'))?.best.quantile(0.99) ?? null,
    fastEndMs(placement, { of, metric, weights, counts, tail }) {
      const all =
        of === 'write'
          ? mixed(writesOf(served.writes(placement)))
          : actionsOf(partsOf(served.reads(placement), metric), weights);
      if (!all) return null;
      return counts === 'late' ? all.low.quantile(1 - tail) : all.low.meanMs;
    },
    write(placement) {
      const writes = served.writes(placement);
      const key = writes.map(({ share, stores, sizeClass }) => `${stores.join('+')}:${sizeClass}:${share}`);
      return remembered(written, key.join(), () => {
        const parts = writesOf(writes);
        return summaryOf(
          mixed(parts),
          parts.flatMap(({ share, each }) => each.map((of) => ({ share, of }))),
          curves,
        );
      });
    },
  };
}

/** A hit of a CDN: always the same time, by assumption. Null where there is no CDN. */
function edgeOf({ via, hitRatio, edgeMs }: Reader): Prediction | null {
  if (via === undefined) return null;
  const atOnce: Distribution = {
    floorMs: edgeMs * (1 - 1e-9),
    cdf: (ms) => (ms >= edgeMs ? 1 : 0),
    quantile: () => edgeMs,
    meanMs: edgeMs,
  };
  const words = `hits of ${via}, ${percent(hitRatio)} of reads, take ${formatMs(edgeMs)} by assumption; the rest are its misses`;
  return {
    best: atOnce,
    low: atOnce,
    high: atOnce,
    grade: 'assumed',
    evidence: [],
    adjustments: [{ kind: 'assumption', words }],
    findings: [],
  };
}

function byStore(parts: readonly ReadPart[]): [store: number, share: number][] {
  const found = new Map<number, number>();
  for (const { store, share } of parts) if (store >= 0) bump(found, store, share);
  return [...found];
}

function slowest(predictions: readonly (Prediction | null)[]): Mixed | null {
  return predictions.reduce<Mixed | null>(
    (a, b, i) =>
      i === 0
        ? b
        : a && b
          ? { best: slower(a.best, b.best), low: slower(a.low, b.low), high: slower(a.high, b.high) }
          : null,
    null,
  );
}

/** Null when any part is unknown: no quantile of the whole can be given. */
function mixed(parts: readonly { share: number; of: Mixed | null }[]): Mixed | null {
  const known: { share: number; of: Mixed }[] = [];
  for (const { share, of } of parts) {
    if (!(share > 0)) continue;
    if (!of) return null;
    known.push({ share, of });
  }
  const [only] = known;
  return known.length > 1 ? new MixedParts(known) : (only?.of ?? null);
}

/** Of most mixtures one end is asked for, or none. */
class MixedParts implements Mixed {
  readonly #parts: readonly { share: number; of: Mixed }[];
  #best: Distribution | undefined;
  #low: Distribution | undefined;
  #high: Distribution | undefined;

  constructor(parts: readonly { share: number; of: Mixed }[]) {
    this.#parts = parts;
  }

  get best(): Distribution {
    return (this.#best ??= this.#end('best'));
  }

  get low(): Distribution {
    return (this.#low ??= this.#end('low'));
  }

  get high(): Distribution {
    return (this.#high ??= this.#end('high'));
  }

  #end(name: keyof Mixed): Distribution {
    return mixture(this.#parts.map(({ share, of }) => ({ share, of: of[name] })));
  }
}

function actionOf(one: Mixed | null, parallel: number): Mixed | null {
  if (!one || parallel === 1) return one;
  return {
    best: fanOut(one.best, parallel),
    low: fanOut(one.low, parallel),
    high: fanOut(one.high, parallel),
  };
}
