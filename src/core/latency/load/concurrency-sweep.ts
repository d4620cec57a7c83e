/** A harness that measured the same request with several numbers of them in flight: its figures at the number that is asked. */
import { memo, memoWith } from '../../memo.ts';
import type { Dataset, Measurement } from '../../evidence/dataset.ts';
import { formatCount, formatMs } from '../../units.ts';
import { average } from '../model/pool.ts';
import type { Adjustment, Grade, Load } from '../types.ts';

interface AtLoad {
  /** Rows of the store alone, at so many in flight. */
  dataset: Dataset;
  grade: Extract<Grade, 'measured' | 'interpolated' | 'extrapolated'>;
  adjustment: Adjustment;
}

/** One request, measured with different numbers in flight. */
interface Sweep {
  /** The numbers in flight, rising. */
  levels: readonly number[];
  curves: readonly Curve[];
}

/** A statistic that was printed at every number in flight: ln t at each ln c. */
interface Curve {
  row: Measurement;
  points: readonly Point[];
}

interface Point {
  x: number;
  y: number;
}

/** The sweeps of one operation of a store. */
interface Swept {
  sweeps: readonly Sweep[];
  /** The dataset's rows of that store alone, with one row for each that was measured at several numbers in flight. */
  at: (inFlight: number) => Dataset;
}

const APART: readonly (keyof Measurement)[] = [
  'store_region',
  'client_place',
  'client_runtime',
  'metric',
  'size_bytes',
  'loop',
  'temperature',
];

/** Whether the dataset measured the store's operation with more than one number of requests in flight. */
export function hasSweep(dataset: Dataset, store: string, operation: Measurement['operation']): boolean {
  return sweptIn(dataset)(`${store} ${operation}`).sweeps.length > 0;
}

const LOADS_KEPT = 256;

/** By store and operation. */
const sweptIn = memoWith((dataset: Dataset) => {
  const ofStore = Map.groupBy(dataset.measurements, ({ store }) => store);
  return memo((asked: string): Swept => {
    const [store = '', operation] = asked.split(' ');
    // All operations of the store stay: a range counts as a read.
    const own = ofStore.get(store) ?? [];
    const groups = sweptRows(own.filter((row) => row.operation === operation));
    const replaced = new Set(groups.flat());
    const others = own.filter((row) => !replaced.has(row));
    const sweeps = groups.map(sweepOf);
    const at = (inFlight: number) => ({
      ...dataset,
      measurements: [...others, ...sweeps.flatMap(({ curves }) => curves.map((one) => rowAt(one, inFlight)))],
    });
    return { sweeps, at: memo(at, LOADS_KEPT) };
  });
});

/** Rows of one request each, measured with more than one number in flight. */
function sweptRows(own: readonly Measurement[]): Measurement[][] {
  const timed = own.filter((row) => {
    const isTime = (row.metric === 'total' || row.metric === 'first_byte') && row.statistic !== 'value';
    return row.layer === 'store' && isTime && row.concurrency !== null && row.value > 0;
  });
  const groups = Map.groupBy(timed, (row) => APART.map((column) => row[column] ?? '').join('|'));
  return [...groups.values()].filter((rows) => levelsOf(rows).length > 1);
}

const levelsOf = (rows: readonly Measurement[]) =>
  [...new Set(rows.map(({ concurrency }) => concurrency ?? 1))].sort((a, b) => a - b);

/** Of runs at one number in flight their mean. */
function sweepOf(rows: readonly Measurement[]): Sweep {
  const levels = levelsOf(rows);
  const least = Math.min(...rows.flatMap(({ samples }) => samples ?? []));
  const samples = Number.isFinite(least) ? least : null;
  const curves = [...Map.groupBy(rows, ({ statistic }) => statistic).values()].flatMap((own) => {
    const points = [...Map.groupBy(own, ({ concurrency }) => concurrency ?? 1)]
      .map(([c, runs]) => ({ x: Math.log(c), y: average(runs.map(({ value }) => Math.log(value))) }))
      .sort((one, other) => one.x - other.x);
    const [first] = own;
    if (!first || points.length < levels.length) return [];
    return [{ row: { ...first, value_low: null, value_high: null, samples }, points }];
  });
  return { levels, curves };
}

/** Null where nothing was measured at more than one number in flight. Without a load: the fewest measured. */
export function atLoad(
  dataset: Dataset,
  store: string,
  operation: Measurement['operation'],
  load: Load | undefined,
): AtLoad | null {
  const { sweeps, at } = sweptIn(dataset)(`${store} ${operation}`);
  const [first] = sweeps;
  if (!first) return null;
  const { inFlight, words } = asked(first, load);
  const [least, most] = [first.levels[0] ?? 1, first.levels.at(-1) ?? 1];
  const isOutside = inFlight < least || inFlight > most;
  const isMeasured = first.levels.includes(inFlight);
  const where = isMeasured
    ? 'as measured'
    : isOutside
      ? `outside the measured ${least} to ${most}, carried on along their ends`
      : `between the measured ${first.levels.findLast((one) => one < inFlight)} and ${first.levels.find((one) => one > inFlight)}, linear in logarithms at each quantile`;
  return {
    dataset: at(inFlight),
    grade: isMeasured ? 'measured' : isOutside ? 'extrapolated' : 'interpolated',
    adjustment: { kind: 'concurrency', words: `${words}; ${where}` },
  };
}

const inWords = (inFlight: number) =>
  `${Number(inFlight.toPrecision(3))} ${inFlight === 1 ? 'request' : 'requests'} in flight`;

function asked(sweep: Sweep, load: Load | undefined): { inFlight: number; words: string } {
  if (load === undefined) {
    const least = sweep.levels[0] ?? 1;
    return {
      inFlight: least,
      words: `for ${inWords(least)}, the fewest measured, as the scenario states none`,
    };
  }
  if ('inFlight' in load) return { inFlight: load.inFlight, words: `for ${inWords(load.inFlight)}` };
  const { perSecond } = load;
  const inFlight = littles(sweep, perSecond);
  const words = `for ${inWords(inFlight)}: ${formatCount(perSecond)}/s at the peak × ${formatMs(typicalMs(sweep, inFlight))} each (Little's law)`;
  return { inFlight, words };
}

const HALVINGS = 60;

/** The fewest in flight, at least one, that carry so many a second: c = λ·t(c). The most measured where none do. */
function littles(sweep: Sweep, perSecond: number): number {
  const carries = (c: number) => c * 1000 >= perSecond * typicalMs(sweep, c);
  if (carries(1)) return 1;
  let [low, high] = [1, 2];
  const most = 16 * (sweep.levels.at(-1) ?? 1);
  while (!carries(high)) {
    if (high > most) return sweep.levels.at(-1) ?? 1;
    [low, high] = [high, 2 * high];
  }
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    if (carries(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The mean where it was measured at every number, else the median. */
function typicalMs({ curves }: Sweep, inFlight: number): number {
  const by = (statistic: string) => curves.find(({ row }) => row.statistic === statistic);
  const curve = by('mean') ?? by('p50');
  return curve ? valueAt(curve, inFlight) * (curve.row.unit === 's' ? 1000 : 1) : NaN;
}

const rowAt = (curve: Curve, inFlight: number): Measurement => ({
  ...curve.row,
  value: valueAt(curve, inFlight),
  concurrency: inFlight,
});

/** Straight in logarithms, carried on beyond both ends, and never falling past the most in flight. */
function valueAt({ points }: Curve, inFlight: number): number {
  const x = Math.log(inFlight);
  const above = points.findIndex((point) => point.x >= x);
  const i = above < 0 ? points.length - 1 : Math.max(1, above);
  const [low, high] = [points[i - 1], points[i]];
  if (!low || !high) return NaN;
  const slope = (high.y - low.y) / (high.x - low.x);
  return Math.exp(above < 0 ? high.y + Math.max(0, slope) * (x - high.x) : low.y + slope * (x - low.x));
}
