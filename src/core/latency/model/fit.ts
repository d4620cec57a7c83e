/**
 * The pool: what all datasets together say of server times, fitted once for a base. In ln t, what a source says of a store's median is
 * μ + store + source + sampling, all normal, with stores `between` and sources of one store `within` apart; every further
 * quantile lies a step from the one before, and stores differ in their steps.
 */
import type { Dataset } from '../../evidence/dataset.ts';
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { isSmall, levelBy, sentShare, typical, typicalMs } from './level.ts';
import type { Level, Source, What } from './level.ts';
import { KNOTS, MID, observationsOf, trustedObservationsOf } from './observations.ts';
import type { Observation } from './observations.ts';
import { average, betweenOf, meanOf, shrunkVariance, sum, usualBetween } from './pool.ts';
import type { Spread, Value } from './pool.ts';
import { tailOf } from './tail.ts';
import type { Tail } from './tail.ts';

/** Each class of sizes is fitted at one. */
const CLASSES: readonly What[] = [
  { metric: 'total', sizeBytes: 16 * 1024 },
  { metric: 'total', sizeBytes: 16 * 2 ** 20 },
];
/** What a source says at a size: an observation of its own, one between two of its sizes, or one moved there. */
export interface Said {
  source: Source;
  /** ln ms at each knot; null where the source shows none. */
  values: readonly (Value | null)[];
  /** ln of how far the typical time moved it. */
  moved: number;
  /** At each knot, how far that may be off, as a standard deviation: an error that all sources of the store share. */
  off: readonly number[];
  isBetween: boolean;
  from: readonly Observation[];
}

/** Sources of one store lie so far apart in ln t (× 1.4) before any was compared; it counts as so many comparisons. */
const USUAL_WITHIN = 0.3 ** 2;
const USUAL_FREEDOM = 5;
/** Between two of its own sizes, by this share of what lies between them, weighted by the smaller part. */
const BETWEEN = 0.7;
/**
 * What an observation says of another size is off, as standard deviations in ln t, by so much for each share of the time that goes
 * into sending and did not at its own size: one stream of S3 ran at 27 and at 83 MiB/s for two sources.
 */
const SPEED = 1.2;
/** … in a tail by so much more, since what waits for many packets varies otherwise than what waits for few; */
const TAIL = 1;
/** … and there by so much for each e-fold of size, though the typical time is the same: a tail may begin with the second block. */
const SIZE = 0.1;
const BLOCK = 16 * 1024;
/** Moved so little, it says how far sources lie apart. */
export const STILL = 0.1;
/** 50 ms and one stream of 50 MB/s where no dataset says anything: they only tell which of a source's sizes is nearest. */
const UNKNOWN = { latencyMs: 50, msPerByte: 2e-5 };
/** Sizes whose times lie this close in ln t are one. */
export const ONE_SIZE = 0.02;
/** Observations are equally near where they are so to this, in ln t. */
const SAME = 1e-3;

export class Pool {
  readonly #datasets: readonly Dataset[];
  readonly tail: Tail;
  readonly #keys: readonly string[];
  /** Variances of ln t: of the median between stores, and of every quantile between sources of one store. */
  readonly between: number;
  readonly within: number;
  readonly #medians: ReadonlyMap<string, Value>;

  constructor(datasets: readonly Dataset[]) {
    this.#datasets = datasets;
    const kinds = datasets.map((dataset) => observationsOf(dataset));
    this.#keys = [...new Set(kinds.flatMap((kind) => [...kind.keys()]))];
    const all = kinds.flatMap((kind) => [...kind.values()].flat());
    this.tail = tailOf(all);
    const stores = CLASSES.flatMap((what) =>
      this.#keys.map((key) => ({
        kind: kindOf(key.slice(key.indexOf('|') + 1), what),
        said: this.sources(key).flatMap((source) => this.said(source, this.level(key), what) ?? []),
      })),
    );
    const seen = usualBetween(stores.map(({ said }) => apartIn(said)));
    this.within = shrunkVariance(USUAL_WITHIN, USUAL_FREEDOM, seen.variance, seen.freedom);
    const medians = [...Map.groupBy(stores, ({ kind }) => kind)].map(([kind, of]) => ({
      kind,
      values: of.flatMap(
        ({ said }) =>
          meanOf(
            said.flatMap(({ values, off }) => widened(values[MID] ?? null, itemAt(off, MID)) ?? []),
            this.within,
          ) ?? [],
      ),
    }));
    this.between = betweenOf(medians.map(({ values }) => values)).variance;
    this.#medians = new Map(
      medians.flatMap(({ kind, values }) => {
        const usual = meanOf(values, this.between);
        return usual ? [[kind, { mean: usual.mean, variance: usual.variance + this.between }]] : [];
      }),
    );
  }

  /** ln ms of the median of a store of which nothing is known. Null where no store's operation was measured at like sizes. */
  median(operation: string, what: What): Value | null {
    const found = this.#medians.get(kindOf(operation, what));
    if (!found || this.between === 0) return null;
    const usual = { ...this.#usual(operation), hasLatency: true, hasTransfer: true };
    const moved = Math.log(typicalMs(usual, what) / typicalMs(usual, fittedAt(what)));
    return { mean: found.mean + moved, variance: found.variance };
  }

  /** Everyone who measured a store's operation, one for each harness. Hot objects speak for others where nobody measured those. */
  readonly sources = memo((key: string): readonly Source[] => {
    const all = this.#datasets.flatMap((one) => observationsOf(one).get(key) ?? []);
    const usual = all.filter(({ isHot }) => !isHot);
    const counted = Map.groupBy(usual.length > 0 ? usual : all, ({ dataset }) => dataset.harness.id);
    return [...counted].flatMap(([id, own]) => this.#source(id, own));
  });

  /** Of one dataset alone, that the user chose. */
  chosen(dataset: Dataset, key: string): Source[] {
    return this.#source(dataset.harness.id, trustedObservationsOf(dataset).get(key) ?? []);
  }

  /** A mean alone says where the median is as far as the pool knows how they lie to each other. */
  #source(id: string, all: readonly Observation[]): Source[] {
    const observed = all.flatMap((one) => {
      const above = this.tail.mean;
      if (itemAt(one.at, MID)) return [one];
      if (!one.mean) return [];
      const median = { mean: one.mean.mean - above.mean, variance: one.mean.variance + above.variance };
      return [{ ...one, at: one.at.map((value, i) => (i === MID ? median : value)) }];
    });
    return observed.length > 0 ? [{ id, observed }] : [];
  }

  /** The typical time of a store's operation over its sources; what none of them says is that of the operation's other stores. */
  readonly level = memo((key: string) => this.levelOf(this.sources(key), key));

  levelOf(sources: readonly Source[], key: string): Level {
    const own = levelBy(sources, null);
    const usual = this.#usual(key.slice(key.indexOf('|') + 1));
    const latencyMs = own.latencyMs ?? usual.latencyMs;
    const msPerByte = own.msPerByte ?? levelBy(sources, latencyMs).msPerByte;
    return {
      latencyMs,
      msPerByte: msPerByte ?? usual.msPerByte,
      hasLatency: own.latencyMs !== null,
      hasTransfer: msPerByte !== null,
    };
  }

  /** Over all stores of an operation. */
  readonly #usual = memo((operation: string) => {
    const levels = this.#keys
      .filter((key) => key.endsWith(`|${operation}`))
      .map((key) => levelBy(this.sources(key), null));
    return {
      latencyMs: typical(levels.flatMap(({ latencyMs }) => latencyMs ?? [])) ?? UNKNOWN.latencyMs,
      msPerByte: typical(levels.flatMap(({ msPerByte }) => msPerByte ?? [])) ?? UNKNOWN.msPerByte,
    };
  });

  /** Null where nothing of it lies near what is asked. */
  said(source: Source, level: Level, what: What): Said | null {
    const near = source.observed.filter(({ isNear }) => isNear);
    const observed = near.length > 0 ? near : source.observed;
    const between = betweenSizes(source, observed, what);
    if (between) return between;
    const askedMs = typicalMs(level, what);
    const movedFrom = (one: What) => Math.log(askedMs / typicalMs(level, one));
    const nearest = Math.min(...observed.map((one) => Math.abs(movedFrom(one))));
    const alike = observed.filter((one) => Math.abs(movedFrom(one)) <= nearest + SAME);
    const same = alike.filter(({ metric }) => metric === what.metric);
    const exact = same.filter(({ sizeBytes }) => sizeBytes === what.sizeBytes);
    const from = [exact, same, alike].find(({ length }) => length > 0) ?? alike;
    const first = itemAt(from, 0);
    const moved = movedFrom(first);
    const sent = Math.abs(sentShare(level, what) - sentShare(level, first));
    const isWhole = what.metric === 'total' && first.metric === 'total';
    const apart = isWhole ? Math.log((what.sizeBytes + BLOCK) / (first.sizeBytes + BLOCK)) : 0;
    const off = KNOTS.map((_, k) =>
      k === MID ? SPEED * sent : Math.hypot(SPEED * sent, TAIL * sent, SIZE * apart),
    );
    return {
      source,
      values: averaged(from).map((one) => one && { ...one, mean: one.mean + moved }),
      moved,
      off,
      isBetween: false,
      from,
    };
  }
}

/** How far what several sources say lies apart, over all knots that two of them show. */
export function apartIn(said: readonly Said[]): Spread {
  const knots = KNOTS.map((_, i) =>
    betweenOf([said.flatMap(({ values, off }) => (itemAt(off, i) < STILL ? (values[i] ?? []) : []))]),
  ).filter(({ freedom }) => freedom > 0);
  if (knots.length === 0) return { variance: 0, freedom: 0 };
  const freedom = knots.map((one) => one.freedom);
  const variance = sum(knots.map((one) => one.variance * one.freedom)) / sum(freedom);
  // The knots of a source move together: they count once.
  return { variance, freedom: Math.max(...freedom) };
}

/** With an error of its own beside that of its sample. */
export const widened = (value: Value | null, off: number): Value | null =>
  value && { mean: value.mean, variance: value.variance + off * off };

const fittedAt = (what: What) => itemAt(CLASSES, isSmall(what) ? 0 : 1);

const kindOf = (operation: string, what: What) => `${operation}|${isSmall(what) ? 'small' : 'large'}`;

/** Straight in size at each knot between the nearest sizes below and above that one source measured, of whole requests. */
function betweenSizes(
  source: Source,
  observed: readonly Observation[],
  { metric, sizeBytes }: What,
): Said | null {
  const whole = observed.filter((one) => one.metric === 'total');
  const sizes = whole.map((one) => one.sizeBytes);
  const below = Math.max(...sizes.filter((one) => one < sizeBytes));
  const above = Math.min(...sizes.filter((one) => one > sizeBytes));
  if (metric !== 'total' || sizes.includes(sizeBytes)) return null;
  if (!Number.isFinite(below) || !Number.isFinite(above)) return null;
  const of = (size: number) => whole.filter((one) => one.sizeBytes === size);
  const [low, high] = [averaged(of(below)), averaged(of(above))];
  const along = (sizeBytes - below) / (above - below);
  const off = KNOTS.map(() => 0);
  const values = low.map((from, i): Value | null => {
    const to = high[i];
    if (!from || !to) return null;
    const [a, b] = [(1 - along) * Math.exp(from.mean), along * Math.exp(to.mean)];
    const share = b / (a + b);
    off[i] = BETWEEN * Math.min(share, 1 - share) * (to.mean - from.mean);
    return { mean: Math.log(a + b), variance: (1 - share) ** 2 * from.variance + share ** 2 * to.variance };
  });
  const rise = (values[MID]?.mean ?? NaN) - (low[MID]?.mean ?? NaN);
  if (rise > ONE_SIZE)
    return { source, values, moved: 0, off, isBetween: true, from: [...of(below), ...of(above)] };
  const risen = low.map((from) => from && { ...from, mean: from.mean + rise });
  return { source, values: risen, moved: rise, off: KNOTS.map(() => 0), isBetween: false, from: of(below) };
}

/** Several cells of one source in like conditions are one: the mean in ln t, of as many independent samples. */
function averaged(cells: readonly Observation[]): (Value | null)[] {
  return KNOTS.map((_, i) => {
    const own = cells.flatMap(({ at }) => at[i] ?? []);
    if (own.length === 0) return null;
    return {
      mean: average(own.map(({ mean }) => mean)),
      variance: average(own.map(({ variance }) => variance)) / own.length,
    };
  });
}
