/**
 * The pool: what all datasets together say of server times, fitted once for a base. In ln t at each knot, what a source says of a
 * store is μ + store + source + sampling, all normal: stores differ by `between`, sources of one store by `within`. What a
 * cell does not print comes from the tail of the pool, with its full spread.
 */
import type { Dataset } from '../../evidence/dataset.ts';
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { KNOTS, MID, observationsOf, trustedObservationsOf } from './observations.ts';
import type { Observation } from './observations.ts';
import { average, betweenOf, meanOf } from './pool.ts';
import type { Value } from './pool.ts';
import { completed, tailOf } from './tail.ts';
import type { Tail } from './tail.ts';

export interface What {
  metric: 'total' | 'first_byte';
  sizeBytes: number;
}

/** Each class of sizes is fitted at one; small requests reach to 1 MiB. */
const CLASSES: readonly What[] = [
  { metric: 'total', sizeBytes: 16 * 1024 },
  { metric: 'total', sizeBytes: 16 * 2 ** 20 },
];
export const isSmall = ({ metric, sizeBytes }: What) => metric === 'first_byte' || sizeBytes <= 2 ** 20;

/** An observation with a value at every knot. */
export interface Completed extends What {
  of: Observation;
  values: readonly Value[];
  /** Knots that the cell itself shows. */
  shown: readonly boolean[];
}

/** One harness, and what it observed of a store's operation. */
export interface Source {
  id: string;
  observed: readonly Completed[];
}

/** Typical time of a store's operation: `latencyMs` + bytes × `msPerByte`, and whether anybody measured either. */
export interface Level {
  latencyMs: number;
  msPerByte: number;
  hasLatency: boolean;
  hasTransfer: boolean;
}

export const typicalMs = ({ latencyMs, msPerByte }: Level, { metric, sizeBytes }: What) =>
  latencyMs + (metric === 'total' ? sizeBytes * msPerByte : 0);

/** What a source says at a size: an observation of its own, one between two of its sizes, or one moved there. */
export interface Said {
  source: Source;
  values: readonly Value[];
  shown: readonly boolean[];
  /** ln of how far the typical time moved it. */
  moved: number;
  isBetween: boolean;
  from: readonly Completed[];
}

/** Sources of one store differ by so much where the base has no store with two: as they do in the datasets shipped. */
const USUAL_WITHIN = 0.35 ** 2;
/** An observation that the typical time moved is off by this share of the move in ln t, as a standard deviation. */
const MOVED = 0.35;
/** A source says nothing of what takes ten times as long, or a tenth. */
const FARTHEST_MOVE = Math.log(10);
/** First bytes and small requests say how long a store takes to begin, large ones how fast it sends. */
const [BEGIN_UP_TO, SEND_FROM] = [64 * 1024, 2 ** 20];
/** One stream of 50 MB/s, and 50 ms, where no dataset says anything: they only say which of a source's sizes is nearest. */
const UNKNOWN = { latencyMs: 50, msPerByte: 2e-5 };

export class Pool {
  readonly #datasets: readonly Dataset[];
  readonly #tails: { small: Tail; large: Tail };
  /** At each knot, variances of ln t: between stores, and between sources of one store. */
  readonly between: readonly number[];
  readonly within: readonly number[];
  readonly #means = new Map<string, readonly (Value | null)[]>();

  constructor(datasets: readonly Dataset[]) {
    this.#datasets = datasets;
    const kinds = datasets.map((dataset) => observationsOf(dataset));
    const all = kinds.flatMap((kind) => [...kind.values()].flat());
    const every = tailOf(all);
    this.#tails = {
      small: tailOf(all.filter(isSmall), every),
      large: tailOf(all.filter((one) => !isSmall(one)), every),
    };
    const keys = [...new Set(kinds.flatMap((kind) => [...kind.keys()]))];
    const stores = CLASSES.flatMap((what) =>
      keys.map((key) => ({
        kind: kindOf(key.slice(key.indexOf('|') + 1), what),
        said: this.sources(key).flatMap((source) => this.said(source, this.level(key), what) ?? []),
      })),
    ).filter(({ said }) => said.length > 0);
    const byKind = [...Map.groupBy(stores, ({ kind }) => kind)];
    const fitted = KNOTS.map((_, i) => {
      const valuesOf = ({ said }: { said: readonly Said[] }) => said.map(({ values }) => itemAt(values, i));
      const sources = betweenOf(stores.map(valuesOf));
      const within = sources.freedom > 0 ? sources.variance : USUAL_WITHIN;
      const means = byKind.map(([kind, of]) => ({
        kind,
        stores: of.flatMap((one) => meanOf(valuesOf(one), within) ?? []),
      }));
      return { within, means, between: betweenOf(means.map((one) => one.stores)).variance };
    });
    this.within = fitted.map(({ within }) => within);
    this.between = fitted.map(({ between }) => between);
    for (const [k, [kind]] of byKind.entries())
      this.#means.set(
        kind,
        fitted.map(({ means, between }) => meanOf(itemAt(means, k).stores, between)),
      );
  }

  /** What is usual of an operation at a size, from knot to knot, for a store of which nothing is known. Null where no store was measured. */
  prior(operation: string, what: What): (Value | null)[] {
    const means = this.#means.get(kindOf(operation, what));
    return KNOTS.map((_, i) => {
      const mean = means?.[i];
      return mean ? { mean: mean.mean, variance: mean.variance + itemAt(this.between, i) } : null;
    });
  }

  readonly #sourcesOf = memo((key: string) =>
    sourcesIn(
      this.#datasets.map((dataset) => ({ dataset, observed: observationsOf(dataset).get(key) ?? [] })),
      (one) => this.complete(one),
    ),
  );

  /** Everyone who measured a store's operation, one for each harness. */
  sources(key: string): readonly Source[] {
    return this.#sourcesOf(key);
  }

  /** Of one dataset alone, that the user chose. */
  sourceOf(dataset: Dataset, key: string): Source | undefined {
    const observed = trustedObservationsOf(dataset).get(key) ?? [];
    return sourcesIn([{ dataset, observed }], (one) => this.complete(one))[0];
  }

  complete(of: Observation): Completed[] {
    const values = completed(of, isSmall(of) ? this.#tails.small : this.#tails.large);
    const { metric, sizeBytes } = of;
    return values ? [{ of, metric, sizeBytes, values, shown: of.at.map((ln) => ln !== null) }] : [];
  }

  /** The typical time of a store's operation, over its sources; what none of them says is that of the operation's other stores. */
  level(key: string): Level {
    return this.#levelOf(key);
  }

  readonly #levelOf = memo((key: string) => this.levelFrom(this.sources(key), key));

  levelFrom(sources: readonly Source[], key: string): Level {
    const own = levelOf(sources, null);
    const usual = own.latencyMs === null || own.msPerByte === null ? this.#usual(key.slice(key.indexOf('|') + 1)) : UNKNOWN;
    const latencyMs = own.latencyMs ?? usual.latencyMs;
    return {
      latencyMs,
      msPerByte: own.msPerByte ?? levelOf(sources, latencyMs).msPerByte ?? usual.msPerByte,
      hasLatency: own.latencyMs !== null,
      hasTransfer: own.msPerByte !== null,
    };
  }

  /** Over all stores of an operation. */
  readonly #usual = memo((operation: string) => {
    const levels = [...new Set(this.#datasets.flatMap((one) => [...observationsOf(one).keys()]))]
      .filter((key) => key.endsWith(`|${operation}`))
      .map((key) => levelOf(this.sources(key), null));
    return {
      latencyMs: typical(levels.flatMap(({ latencyMs }) => latencyMs ?? [])) ?? UNKNOWN.latencyMs,
      msPerByte: typical(levels.flatMap(({ msPerByte }) => msPerByte ?? [])) ?? UNKNOWN.msPerByte,
    };
  });

  /** Null where nothing of it lies near what is asked. */
  said(source: Source, level: Level, what: What): Said | null {
    const near = source.observed.filter(({ of }) => of.isNear);
    const observed = near.length > 0 ? near : source.observed;
    const askedMs = typicalMs(level, what);
    const movedTo = (one: What) => Math.log(askedMs / typicalMs(level, one));
    const between = betweenSizes(source, observed, what);
    if (between) return between;
    const [nearest] = observed.map((one) => Math.abs(movedTo(one))).sort((a, b) => a - b);
    if (nearest === undefined) return null;
    const from = observed.filter((one) => Math.abs(movedTo(one)) <= nearest + SAME);
    const first = itemAt(from, 0);
    const moved = movedTo(first);
    if (Math.abs(moved) > FARTHEST_MOVE) return null;
    const isOwnClass = isSmall(first) === isSmall(what);
    const alike = averaged(from);
    // A tail of small requests is none of large ones: the pool's takes its place.
    const values = isOwnClass
      ? alike
      : (completed(
          { ...first.of, at: alike.map(({ mean }, i) => (i === MID ? mean : null)), mean: null, variance: itemAt(alike, MID).variance },
          isSmall(what) ? this.#tails.small : this.#tails.large,
        ) ?? alike);
    return {
      source,
      values: values.map(({ mean, variance }) => ({ mean: mean + moved, variance: variance + (MOVED * moved) ** 2 })),
      shown: first.shown.map((one, i) => one && (isOwnClass || i === MID)),
      moved,
      isBetween: false,
      from,
    };
  }
}

/** Typical times so close are one. */
const SAME = 1e-3;

const kindOf = (operation: string, what: What) => `${operation}|${isSmall(what) ? 'small' : 'large'}`;

function sourcesIn(
  from: readonly { dataset: Dataset; observed: readonly Observation[] }[],
  complete: (one: Observation) => Completed[],
): Source[] {
  return [...Map.groupBy(from, ({ dataset }) => dataset.harness.id)].flatMap(([id, own]) => {
    const observed = own.flatMap((one) => one.observed.flatMap(complete));
    return observed.length > 0 ? [{ id, observed }] : [];
  });
}

/** The geometric mean. */
const typical = (values: readonly number[]) =>
  values.length > 0 ? Math.exp(average(values.map((one) => Math.log(one)))) : null;

/** By the sources of one store. `latencyMs`: where none of them says how long it takes to begin. */
function levelOf(
  sources: readonly Source[],
  otherwiseMs: number | null,
): { latencyMs: number | null; msPerByte: number | null } {
  const medianMs = (one: Completed) => Math.exp(itemAt(one.values, MID).mean);
  const each = sources.map(({ observed }) => {
    const small = observed.filter((one) => one.metric === 'first_byte' || one.sizeBytes <= BEGIN_UP_TO);
    const large = observed.filter((one) => one.metric === 'total' && one.sizeBytes >= SEND_FROM);
    return { beginMs: typical(small.map(medianMs)), large };
  });
  const latencyMs = typical(each.flatMap(({ beginMs }) => beginMs ?? []));
  const msPerByte = typical(
    each.flatMap(({ large, beginMs }) => {
      const begin = beginMs ?? latencyMs ?? otherwiseMs;
      const sent =
        begin === null
          ? []
          : large.map((one) => Math.max(medianMs(one) - begin, medianMs(one) / 4) / one.sizeBytes);
      return typical(sent) ?? [];
    }),
  );
  return { latencyMs, msPerByte };
}

/** Straight in size at each knot between the nearest sizes below and above that one source measured, of whole requests. */
function betweenSizes(source: Source, observed: readonly Completed[], what: What): Said | null {
  const { metric, sizeBytes } = what;
  if (metric !== 'total') return null;
  const sizes = observed.filter((one) => one.metric === 'total').map((one) => one.sizeBytes);
  const below = Math.max(...sizes.filter((one) => one < sizeBytes));
  const above = Math.min(...sizes.filter((one) => one > sizeBytes));
  if (!Number.isFinite(below) || !Number.isFinite(above) || sizes.includes(sizeBytes)) return null;
  const [low, high] = [below, above].map((size) =>
    observed.filter((one) => one.metric === 'total' && one.sizeBytes === size),
  );
  if (!low || !high) return null;
  const [from, to] = [averaged(low), averaged(high)];
  const along = (sizeBytes - below) / (above - below);
  const values = from.map((one, i): Value => {
    const other = itemAt(to, i);
    const [a, b] = [Math.exp(one.mean), Math.exp(other.mean)];
    return {
      mean: Math.log(a + along * (b - a)),
      variance: Math.max(one.variance, other.variance) + (MOVED * Math.min(along, 1 - along) * (other.mean - one.mean)) ** 2,
    };
  });
  const shown = itemAt(low, 0).shown.map((one, i) => one && itemAt(itemAt(high, 0).shown, i));
  return { source, values, shown, moved: 0, isBetween: true, from: [...low, ...high] };
}

/** Several cells of one source in like conditions are one: the mean in ln t, of as many independent samples. */
function averaged(cells: readonly Completed[]): Value[] {
  return KNOTS.map((_, i) => {
    const own = cells.map(({ values }) => itemAt(values, i));
    return {
      mean: average(own.map(({ mean }) => mean)),
      variance: average(own.map(({ variance }) => variance)) / own.length,
    };
  });
}
