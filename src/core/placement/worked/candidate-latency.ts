/** The read and write latency of a policy: mixtures over readers, size classes and the stores that serve them. */
import { fanOut, mixture } from '../../latency/distributions/mixture.ts';
import { slower } from '../../latency/client/slower.ts';
import type { Distribution, Prediction } from '../../latency/types.ts';
import type { LatencySummary, ReadLatency } from '../../report/plan-types.ts';
import type { LatencyGrid, ReadMetric } from '../latency-grid.ts';
import type { PlanContext } from '../context/types.ts';
import { summaries } from '../judge/latency-summary.ts';
import type { Mixed, Part, Summarise } from '../judge/latency-summary.ts';
import { chainOf } from '../chain.ts';
import type { Placement } from '../chain.ts';
import { serversOf, sharesByStore } from './servers.ts';
import type { Server } from './servers.ts';

export interface CandidateLatency {
  /** `shares`: of all reads, in each stretch. */
  read(placement: Placement, shares: readonly number[]): ReadLatency;
  /** The p99 of `read` alone, in ms. */
  readP99(placement: Placement, shares: readonly number[]): number | null;
  /** The same of each reader's servers. */
  readFrom(servers: readonly (readonly Server[])[]): ReadLatency;
  readP99From(servers: readonly (readonly Server[])[]): number | null;
  /** Writes that each go to one of several stores. */
  writeTo(stores: readonly Server[]): LatencySummary;
  /** Writes are answered when every store of the arrival has the object: the slower of two under dual write. */
  write(placement: Placement): LatencySummary;
}

/** Policies share readers and stores: each mixture is summed up once for a plan. `curves`: with the points of its curve. */
export function candidateLatency(
  context: PlanContext,
  grid: LatencyGrid,
  { curves = false }: { curves?: boolean } = {},
): CandidateLatency {
  const { readers, fanOut: wait } = context.workload;
  const summary = summaries(curves);
  const summed = remembered<LatencySummary>();
  const ofReaders = remembered<Omit<ReadLatency, 'byPlace'>>();
  const everyones = (placement: Placement, shares: readonly number[]) => {
    const chain = chainOf(placement);
    return readers.map((_, q) => serversOf(grid, chain, shares, q));
  };
  const partsOf = (servers: readonly (readonly Server[])[], metric: ReadMetric) =>
    readers.map((_, q) => readerParts(context, grid, servers[q] ?? [], q, metric));
  const overall = (parts: readonly (readonly Part[])[]): Mixed | null => {
    // Where an action waits for one read, all readers' reads are one mixture.
    if (wait === 1) return mixed(weighted(readers, parts));
    return mixed(readers.map(({ share }, q) => ({ share, of: actionOf(mixed(parts[q] ?? []), wait) })));
  };
  const readFrom = (servers: readonly (readonly Server[])[]): ReadLatency => {
    const keys = servers.map((own) =>
      own
        .map(({ store, second, share, classes = [] }) => `${store}:${second}:${share}:${classes.join('+')}`)
        .join(),
    );
    const total = partsOf(servers, 'total');
    return {
      ...ofReaders(keys.join(' '), () => ({
        ...summary(overall(total), weighted(readers, total)),
        firstByteP99Ms: overall(partsOf(servers, 'first_byte'))?.best.quantile(0.99) ?? null,
      })),
      byPlace: readers.map((reader, q) => ({
        place: reader.place,
        share: reader.share,
        servedBy: sharesByStore(servers[q] ?? []).map(({ store, share }) => ({
          store: context.stores[store]?.ref ?? '',
          share,
        })),
        ...summed(`${q} ${keys[q]}`, () => {
          const own = total[q] ?? [];
          return summary(actionOf(mixed(own), wait), own);
        }),
      })),
    };
  };
  const readP99From = (servers: readonly (readonly Server[])[]): number | null =>
    overall(partsOf(servers, 'total'))?.best.quantile(0.99) ?? null;
  return {
    readFrom,
    read(placement, shares) {
      return readFrom(everyones(placement, shares));
    },
    writeTo(stores) {
      const parts = stores.flatMap(({ store, share, classes }) =>
        context.workload.classes.map((one, k): Part => ({
          share: share * (classes?.[k] ?? one.share),
          of: grid.write(store, k),
        })),
      );
      const written = parts.filter((part) => part.share > 0);
      return summary(mixed(written), written);
    },
    readP99From,
    readP99: (placement, shares) => readP99From(everyones(placement, shares)),
    write(placement) {
      const written = chainOf(placement).stays.flatMap(({ store, fromDays }) =>
        fromDays === 0 ? [store] : [],
      );
      return summed(`write ${written.join(' ')}`, () => writeLatency(context, grid, written, summary));
    },
  };
}

/** What `make` gave for each key. */
function remembered<T>(): (key: string, make: () => T) => T {
  const made = new Map<string, T>();
  return (key, make) => {
    const known = made.get(key);
    if (known) return known;
    const value = make();
    made.set(key, value);
    return value;
  };
}

function writeLatency(
  context: PlanContext,
  grid: LatencyGrid,
  stores: readonly number[],
  summary: Summarise,
): LatencySummary {
  const { classes } = context.workload;
  const parts = stores.map((store) =>
    classes.map((one, k): Part => ({ share: one.share, of: grid.write(store, k) })),
  );
  const all = classes.map((one, k) => ({
    share: one.share,
    of: slowest(parts.map((own) => own[k]?.of ?? null)),
  }));
  return summary(mixed(all), parts.flat());
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

function readerParts(
  context: PlanContext,
  grid: LatencyGrid,
  servers: readonly Server[],
  q: number,
  metric: ReadMetric,
): Part[] {
  const hits = context.workload.readers[q]?.via ? (context.workload.readers[q]?.hitRatio ?? 0) : 0;
  const parts: Part[] = hits > 0 ? [{ share: hits, of: null }] : [];
  for (const [k, one] of context.workload.classes.entries())
    for (const { store, second, share: served, classes } of servers) {
      const share = (1 - hits) * served * (classes?.[k] ?? one.share);
      if (!(share > 0)) continue;
      const of = second < 0 ? grid.read(store, q, k, metric) : grid.either(store, second, q, k, metric);
      parts.push({ share, of });
    }
  return parts;
}

/** Each reader's parts as parts of all reads. */
function weighted(readers: readonly { share: number }[], parts: readonly (readonly Part[])[]): Part[] {
  const all: Part[] = [];
  for (const [q, own] of parts.entries())
    for (const { share, of } of own) all.push({ share: share * (readers[q]?.share ?? 0), of });
  return all;
}

/** Null when any part is unknown: no quantile of the whole can be given. */
function mixed(parts: readonly { share: number; of: Mixed | null }[]): Mixed | null {
  const known: { share: number; of: Mixed }[] = [];
  for (const { share, of } of parts) {
    if (!(share > 0)) continue;
    if (!of) return null;
    known.push({ share, of });
  }
  if (known.length === 1) return known[0]?.of ?? null;
  return known.length > 0 ? new MixedParts(known) : null;
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
