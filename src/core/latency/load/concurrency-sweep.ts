/** A harness that measured the same request with several numbers of them in flight: its figures at the number that is asked. */
import { memo, memoWith } from '../../memo.ts';
import type { Dataset, Measurement } from '../../evidence/dataset.ts';
import { formatCount, formatMs } from '../../units.ts';
import { average } from '../model/pool.ts';
import type { Adjustment, Grade, Load } from '../types.ts';

interface AtLoad {
  /** The dataset with one row for each that was measured at several numbers in flight. */
  dataset: Dataset;
  grade: Extract<Grade, 'measured' | 'interpolated' | 'extrapolated'>;
  adjustment: Adjustment;
}

/** One request, measured with different numbers in flight: rows of each statistic by rising number. */
interface Sweep {
  rows: readonly Measurement[];
  levels: readonly number[];
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
  return sweepsOf(dataset)(`${store} ${operation}`).length > 0;
}

/** By store and operation. */
const sweepsOf = memoWith(({ measurements }: Dataset) => {
  const timed = measurements.filter((row) => {
    const isTime = (row.metric === 'total' || row.metric === 'first_byte') && row.statistic !== 'value';
    return row.layer === 'store' && isTime && row.concurrency !== null && row.value > 0;
  });
  const own = Map.groupBy(timed, ({ store, operation }) => `${store} ${operation}`);
  return memo((asked: string) => sweepsIn(own.get(asked) ?? []));
});

function sweepsIn(own: readonly Measurement[]): Sweep[] {
  const groups = Map.groupBy(own, (row) => APART.map((column) => row[column] ?? '').join('|'));
  return [...groups.values()].flatMap((rows) => {
    const levels = [...new Set(rows.map((row) => row.concurrency ?? 1))].sort((a, b) => a - b);
    return levels.length > 1 ? [{ rows, levels }] : [];
  });
}

/** Null where nothing was measured at more than one number in flight. Without a load: the fewest measured. */
export function atLoad(
  dataset: Dataset,
  store: string,
  operation: Measurement['operation'],
  load: Load | undefined,
): AtLoad | null {
  const sweeps = sweepsOf(dataset)(`${store} ${operation}`);
  const [first] = sweeps;
  if (!first) return null;
  const { inFlight, words } = asked(first, load);
  const [least, most] = [first.levels[0] ?? 1, first.levels.at(-1) ?? 1];
  const isOutside = inFlight < least || inFlight > most;
  const isMeasured = first.levels.includes(inFlight);
  const replaced = new Set(sweeps.flatMap(({ rows }) => rows));
  const measurements = [
    ...dataset.measurements.filter((row) => !replaced.has(row)),
    ...sweeps.flatMap((sweep) => rowsAt(sweep, inFlight)),
  ];
  const where = isMeasured
    ? 'as measured'
    : isOutside
      ? `outside the measured ${least} to ${most}, carried on along their ends`
      : `between the measured ${first.levels.findLast((one) => one < inFlight)} and ${first.levels.find((one) => one > inFlight)}, linear in logarithms at each quantile`;
  return {
    dataset: { ...dataset, measurements },
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
function typicalMs(sweep: Sweep, inFlight: number): number {
  const by = (statistic: string) => {
    const rows = sweep.rows.filter((row) => row.statistic === statistic);
    return rows.length >= sweep.levels.length
      ? valueAt(rows, inFlight) * (rows[0]?.unit === 's' ? 1000 : 1)
      : null;
  };
  return by('mean') ?? by('p50') ?? NaN;
}

function rowsAt({ rows, levels }: Sweep, inFlight: number): Measurement[] {
  const least = Math.min(...rows.flatMap(({ samples }) => samples ?? []));
  return [...new Set(rows.map(({ statistic }) => statistic))].flatMap((statistic) => {
    const own = rows.filter((row) => row.statistic === statistic);
    const [first] = own;
    if (!first || new Set(own.map(({ concurrency }) => concurrency)).size < levels.length) return [];
    const value = valueAt(own, inFlight);
    const samples = Number.isFinite(least) ? least : null;
    return [{ ...first, value, value_low: null, value_high: null, concurrency: inFlight, samples }];
  });
}

/** ln t against ln c, of runs at one number their mean, carried on beyond both ends; never falling past the most in flight. */
function valueAt(rows: readonly Measurement[], inFlight: number): number {
  const points = [...Map.groupBy(rows, ({ concurrency }) => concurrency ?? 1)]
    .map(([c, runs]) => ({ x: Math.log(c), y: average(runs.map(({ value }) => Math.log(value))) }))
    .sort((a, b) => a.x - b.x);
  const x = Math.log(inFlight);
  const above = points.findIndex((point) => point.x >= x);
  const i = above < 0 ? points.length - 1 : Math.max(1, above);
  const [low, high] = [points[i - 1], points[i]];
  if (!low || !high) return NaN;
  const slope = (high.y - low.y) / (high.x - low.x);
  return Math.exp(above < 0 ? high.y + Math.max(0, slope) * (x - high.x) : low.y + slope * (x - low.x));
}
