/** The estimate of one question: the store's server time by its sources and the pool, with the way to the client added. */
import { itemAt } from '../../at.ts';
import type { Dataset } from '../../evidence/dataset.ts';
import { memoWith, remembered } from '../../memo.ts';
import { formatBytes, formatMs } from '../../units.ts';
import { placeWords as placeName, samePlace } from '../cells/cells.ts';
import { isOnInternet } from '../client/round-trip.ts';
import type { RoundTrip } from '../client/round-trip.ts';
import { GRID_P, GRID_Z, combine } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import { distinct, lastMile, worseOf } from '../estimates/estimate.ts';
import type { Estimate } from '../estimates/estimate.ts';
import { atLoad } from '../load/concurrency-sweep.ts';
import type { Adjustment, EvidenceRef, LatencyQuery } from '../types.ts';
import { ONE_SIZE, apartIn, widened } from './fit.ts';
import type { Pool, Said } from './fit.ts';
import { betweenClients, typicalMs } from './level.ts';
import type { Level } from './level.ts';
import { KNOTS, KNOT_Z, MID, Z_90, keyOf } from './observations.ts';
import type { Observation } from './observations.ts';
import { tripsFor, tripsWhenLossy, wayBetween } from './path.ts';
import { shrunk, shrunkVariance, sum } from './pool.ts';
import type { Value } from './pool.ts';

export const P99 = KNOTS.indexOf(0.99);

/** What the pool knows of how sources of one store differ counts as so many sources more, against those of the store itself. */
const POOL_FREEDOM = 1.25;

/**
 * By `chosen` alone, a dataset that the user put first, else by all of the pool. The band holds nine in ten of what a further
 * source would measure. Null where a place is unknown, where nobody measured the operation of the store, and where most of the
 * time is a part of it that nobody measured.
 */
export function estimateOf(pool: Pool, query: LatencyQuery, chosen: Dataset | null): Estimate | null {
  const way = wayBetween(query.at, query.from);
  const own = way && (chosen ? servedBy(pool, query, chosen) : servedByAll(pool, query));
  if (!own) return null;
  const { said, level, server, band, evidence, words } = own;
  const load = loadOf(pool, said, query, level);
  const loaded = load && server.map((one, i) => ({ ...one, mean: one.mean + itemAt(load.added, i) }));
  const grade = gradeOf(said, query);
  return {
    floorMs: 0,
    ...withWay(loaded ? bandOf(loaded) : band, way, query),
    grade: load ? worseOf(grade, load.grade) : grade,
    evidence,
    adjustments: () => [
      ...words,
      ...placeWords(said, query),
      ...(load ? [load.adjustment] : []),
      ...wayWords(way, query),
    ],
    findings: [],
  };
}

/** What is known of a store's own time, wherever it is asked from. */
interface Served {
  said: readonly Said[];
  level: Level;
  server: readonly Value[];
  band: Band;
  evidence: EvidenceRef[];
  words: readonly Adjustment[];
}

const known = memoWith((_: Pool) => new Map<string, Served | null>());
/** A slider asks for one size after another. */
const MOST_SIZES = 1024;

/** The same from many places: a plan asks for few sizes. */
function servedByAll(pool: Pool, query: LatencyQuery): Served | null {
  const { store, operation, metric, sizeBytes } = query;
  const key = [store, operation, metric, sizeBytes].join('|');
  return remembered(known(pool), key, () => servedBy(pool, query, null), MOST_SIZES);
}

function servedBy(pool: Pool, query: LatencyQuery, chosen: Dataset | null): Served | null {
  const key = keyOf(query.store, query.operation);
  const sources = chosen ? pool.chosen(chosen, key) : pool.sources(key);
  const level = chosen ? pool.levelOf(sources, key) : pool.level(key);
  if (sources.length === 0 || !isKnown(level, query)) return null;
  const said = sources.flatMap((source) => pool.said(source, level, query) ?? []);
  const server = said.length > 0 ? serverOf(pool, said, query, chosen !== null) : null;
  if (!server) return null;
  const evidence = distinct(said.flatMap(({ from }) => from.map(({ ref }) => ref)));
  return { said, level, server, band: bandOf(server), evidence, words: wordsOf(said, query, level) };
}

export function bandOf(server: readonly Value[]): Band {
  const curveOf = (z: number) =>
    onGrid(server.map(({ mean, variance }) => mean + z * Z_90 * Math.sqrt(variance)));
  return { best: curveOf(0), low: curveOf(-1), high: curveOf(1) };
}

/** Whether somebody measured the part that most of the time goes to: to begin, or to send. */
function isKnown(level: Level, query: LatencyQuery): boolean {
  const isMostlySent = typicalMs(level, query) > 2 * level.latencyMs;
  return isMostlySent ? level.hasTransfer : level.hasLatency;
}

/**
 * ln ms of the server at each knot, as the next source would measure it. The median of the store is pulled from that of all stores
 * by what its sources say, and every further knot from the one before and the usual step. A chosen dataset is the condition
 * itself: nothing pulls it. Null where nothing says how the knots lie to each other.
 */
export function serverOf(
  pool: Pool,
  said: readonly Said[],
  query: LatencyQuery,
  isChosen: boolean,
): Value[] | null {
  const { steps } = pool.tail;
  const server = KNOTS.map((): Value | null => null);
  const next = KNOTS.map((): Value => ({ mean: NaN, variance: NaN }));
  const seen = apartIn(said);
  const sources = shrunkVariance(pool.within, POOL_FREEDOM, seen.variance, seen.freedom);
  const clients = betweenClients(pool.level(keyOf(query.store, query.operation)), query);
  const apart = isChosen ? 0 : sources + clients;
  const knot = (i: number, prior: Value | null): Value | null => {
    const shown = said.filter(({ values }) => values[i]);
    const own = shown.flatMap(({ values, off }) => widened(values[i] ?? null, itemAt(off, i)) ?? []);
    const measured = own.map(({ mean, variance }) => ({ mean, variance: variance + apart }));
    if (measured.length === 0 && !prior) return null;
    const store = shrunk(isChosen && measured.length > 0 ? null : prior, measured);
    // What moved them is one error, however many they are.
    const shared = sum(
      shown.map(({ off }, k) => (itemAt(off, i) * store.variance) / itemAt(measured, k).variance),
    );
    const known = { mean: store.mean, variance: store.variance + shared * shared };
    server[i] = known;
    next[i] = { mean: known.mean, variance: known.variance + apart };
    return known;
  };
  const onwards = (from: Value, step: Value | null, sign: number) =>
    step && { mean: from.mean + sign * step.mean, variance: from.variance + step.variance };
  const median = knot(MID, pool.median(query.operation, query));
  if (!median) return null;
  for (let i = MID + 1, before: Value | null = median; i < KNOTS.length && before; i += 1)
    before = knot(i, onwards(before, itemAt(steps, i - 1), 1));
  for (let i = MID - 1, before: Value | null = median; i >= 0 && before; i -= 1)
    before = knot(i, onwards(before, itemAt(steps, i), -1));
  return server.includes(null) ? null : next;
}

/** ms on the grid of p, straight in ln t over z between the knots and beyond them. */
function onGrid(knots: readonly number[]): Curve {
  return GRID_Z.map((z) => {
    const above = KNOT_Z.findIndex((one) => one >= z);
    const i = above < 0 ? KNOT_Z.length - 1 : Math.max(1, above);
    const [z0, z1] = [itemAt(KNOT_Z, i - 1), itemAt(KNOT_Z, i)];
    const [y0, y1] = [itemAt(knots, i - 1), itemAt(knots, i)];
    return Math.exp(y0 + ((y1 - y0) * (z - z0)) / (z1 - z0));
  }).sort((a, b) => a - b);
}

export type Band = Record<'best' | 'low' | 'high', Curve>;

/**
 * Server and way are independent, so their deviations add as squares (JCGM 100, "Guide to the expression of uncertainty in
 * measurement", 5.1.2). At the fast end the window of the connection is open: one round trip. The slowest
 * hundredth may lose packets.
 */
export function withWay({ best, low, high }: Band, way: RoundTrip, query: LatencyQuery): Band {
  const trips = tripsOf(query);
  const ms = trips * way.ms;
  const [faster, slower] = [ms - Math.min(way.lowMs, way.ms), trips * Math.max(way.highMs, way.ms) - ms];
  const lossy = query.metric === 'total' ? tripsWhenLossy(query.sizeBytes) * way.ms : 0;
  const slowerAt = (i: number) => slower + (itemAt(GRID_P, i) >= 0.99 ? lossy : 0);
  return {
    best: best.map((own) => own + ms),
    low: combine(best, low, (own, end) =>
      Math.max(own + ms - Math.hypot(own - end, faster), LEAST_SHARE * (own + ms)),
    ),
    high: best.map((own, i) => own + ms + Math.hypot(itemAt(high, i) - own, slowerAt(i))),
  };
}

/** No end of a band lies below this share of its best figure by the way alone. */
const LEAST_SHARE = 0.1;

const isExactly = ({ client, region }: Observation, { at, from }: LatencyQuery) =>
  samePlace(client, from) && (at === null || samePlace(region, at));

const isExact = (said: readonly Said[], query: LatencyQuery) =>
  said.some((one) => one.from.some((cell) => isExactly(cell, query)));

function gradeOf(said: readonly Said[], query: LatencyQuery): Estimate['grade'] {
  const grades = said.map(({ from, values, moved, isBetween }): Estimate['grade'] => {
    const isItself =
      from.every(({ isRearranged, metric }) => !isRearranged && metric === query.metric) &&
      from.some((one) => isExactly(one, query)) &&
      values[P99] !== null &&
      Math.abs(moved) <= ONE_SIZE;
    return !isItself ? 'extrapolated' : isBetween ? 'interpolated' : 'measured';
  });
  return grades.includes('measured')
    ? 'measured'
    : grades.includes('interpolated')
      ? 'interpolated'
      : 'extrapolated';
}

interface AtLoad {
  added: readonly number[];
  grade: Estimate['grade'];
  adjustment: Adjustment;
}

/** By how much, in ln t, the load asked is slower than the least that a source measured; null where none measured several. */
function loadOf(pool: Pool, said: readonly Said[], query: LatencyQuery, level: Level): AtLoad | null {
  const { store, operation, load } = query;
  for (const dataset of new Set(said.flatMap(({ from }) => from.map(({ dataset }) => dataset)))) {
    const loaded = atLoad(dataset, store, operation, load);
    if (!loaded) continue;
    const [least, asked] = [dataset, loaded.dataset].map((one) => {
      const [source] = pool.chosen(one, keyOf(store, operation));
      return source ? pool.said(source, level, query) : null;
    });
    if (!least || !asked) continue;
    const shift = (i: number) => (asked.values[i]?.mean ?? NaN) - (least.values[i]?.mean ?? NaN);
    const added = KNOTS.map((_, i) => (Number.isNaN(shift(i)) ? shift(MID) : shift(i)));
    return { added, grade: loaded.grade, adjustment: loaded.adjustment };
  }
  return null;
}

function wordsOf(said: readonly Said[], query: LatencyQuery, level: Level): Adjustment[] {
  const each = said.map(
    ({ source, values }) => `${source.id} ${formatMs(Math.exp(values[MID]?.mean ?? NaN))}`,
  );
  const words: Adjustment[] = [];
  if (said.length > 1)
    words.push({
      kind: 'harness',
      words: `${said.length} sources, weighted by requests and fit. Medians at the store: ${each.join(', ')}`,
    });
  for (const { moved, from, isBetween } of said) {
    const sizes = [...new Set(from.map(({ sizeBytes }) => formatBytes(sizeBytes)))].join(' and ');
    const asked = query.metric === 'first_byte' ? 'first byte' : formatBytes(query.sizeBytes);
    if (isBetween)
      words.push({
        kind: 'size',
        words: `size ${asked} by interpolation between ${sizes}, at each quantile`,
      });
    else if (Math.abs(moved) > ONE_SIZE)
      words.push({
        kind: 'size',
        words: `size ${sizes} → ${asked}: × ${Math.exp(moved).toFixed(2)}, as ${formatMs(level.latencyMs)} + ${formatMs(level.msPerByte * 2 ** 20)}/MiB is typical of the store`,
      });
  }
  const without = said.filter(({ values }) => !values[P99]).map(({ source }) => source.id);
  if (without.length > 0)
    words.push({
      kind: 'tail-shape',
      words: `no p99 in ${without.join(', ')}. It is taken from the tails of all measured stores, with their spread`,
    });
  const sorted = said.flatMap(({ from }) =>
    from.filter(({ isRearranged }) => isRearranged).map(({ ref }) => `${ref.dataset}: ${ref.cell}`),
  );
  if (sorted.length > 0)
    words.push({
      kind: 'fit',
      words: `quantiles printed out of order are taken sorted (${sorted.join('; ')})`,
    });
  return words;
}

function placeWords(said: readonly Said[], query: LatencyQuery): Adjustment[] {
  if (isExact(said, query)) return [];
  const at = query.at === null ? 'a copy near the reader' : placeName(query.at);
  return [
    { kind: 'distance', words: `measured elsewhere, assumed for ${at} read from ${placeName(query.from)}` },
  ];
}

const tripsOf = ({ metric, sizeBytes }: LatencyQuery) => (metric === 'total' ? tripsFor(sizeBytes) : 1);

export function wayWords(way: RoundTrip, query: LatencyQuery): Adjustment[] {
  const onInternet = isOnInternet(query.from) ? [lastMile()] : [];
  if (way.highMs === 0) return onInternet;
  const trips = tripsOf(query);
  const many =
    trips === 1 ? '' : `; ${trips.toFixed(1)} of them, as the window of an idle connection restarts`;
  return [
    {
      kind: 'distance',
      words: `${Math.round(way.km)} km: + ${formatMs(trips * way.ms)} (round trip ${formatMs(way.ms)}, ${formatMs(way.lowMs)} to ${formatMs(way.highMs)}${many})`,
    },
    {
      kind: 'connection',
      words: 'on an open connection. Opening one takes two or three more round trips',
    },
    ...onInternet,
  ];
}
