/** From requests to the rows of a dataset: per cell its quantiles with their intervals, its rate, its errors. */
import { bump } from '#core/at.ts';
import type { Measurement } from '#core/evidence/dataset.ts';
import { sampleQuantile } from '#core/evidence/quantile-interval.ts';
import { formatBytes } from '#core/units.ts';
import { figure, sampledRows, type Cell as Row } from '#formats/benchmarks/cell.ts';
import type { JournalState } from './journal.ts';
import { bytesOf, operationAt, traitsOf, type Cell } from '../plan/cell.ts';
import type { ProbePlan } from '../plan/plan-file.ts';
import { isHit, type Sample } from './record.ts';
import { clientLimit } from '../measuring/self-check.ts';
import { countedIn } from '../workers/when.ts';

/** Below it a throughput says nothing of the line. */
const LEAST_BULK_BYTES = 1024 * 1024;

/** A vendor's client is part of what is measured, on purpose. */
const AS_SEEN = "as an application on the vendor's own client sees it";

/** `placeOf` gives the place of a target; null where nobody knows. */
export function measurementsOf(
  plan: ProbePlan,
  state: JournalState,
  placeOf: (target: number) => string | null,
): Measurement[] {
  const { head, samples, stretches } = state;
  const counts = countedIn(plan, state);
  const ofCell = Map.groupBy(samples.filter(counts), ({ target, cell }) => `${target}|${cell}`);
  return plan.targets.flatMap((target, t) =>
    plan.cells.flatMap((cell, c) => {
      const own = ofCell.get(`${t}|${c}`) ?? [];
      if (own.length === 0) return [];
      const good = own.filter(({ problem }) => problem === null);
      const spent = stretches.filter((one) => one.target === t && one.cell === c);
      const limit =
        plan.client === 'sdk'
          ? AS_SEEN
          : clientLimit({
              wallMs: sum(spent, 'wallMs'),
              cpuMs: sum(spent, 'cpuMs'),
              gcMs: sum(spent, 'gcMs'),
              loopDelayP99Ms: usualDelayMs(spent),
              medianMs: medianOf(good),
              isAlone: cell.concurrency === 1,
            });
      const base: Row = {
        store: target.store,
        store_region: placeOf(t),
        client_place: plan.from,
        client_runtime: plan.runtime,
        // Where the client was the bottleneck, the figure is of the whole way: no prediction of a store rests on it.
        layer: limit === null ? 'store' : 'end_to_end',
        operation: cell.operation,
        size_bytes: cell.operation === 'LIST' ? null : bytesOf(cell),
        concurrency: cell.concurrency,
        loop: cell.perSecond === null ? 'closed' : 'open',
        temperature: 'warm',
        // Rounds are told apart by when they began.
        measured_at: plan.repeat ? head.startedAt.replace(/\.\d+Z$/, 'Z') : head.startedAt.slice(0, 10),
        note: noteOf(plan, t, cell, limit),
      };
      return [
        ...cell.mix.flatMap(({ operation }) => {
          const its = good.filter(({ index }) => operationAt(cell, c, index, plan.seed) === operation);
          const own = { ...base, operation };
          return cell.cacheBytes !== null && operation === 'GET'
            ? cachedRows(own, its)
            : latencyRows(own, its);
        }),
        ...rateRows(base, cell, spent, good.length / own.length),
        errorRow(base, own),
      ];
    }),
  );
}

/** Of reads through a cache: all, as a file system has them, and apart from them those that the store answered. */
function cachedRows(base: Row, samples: readonly Sample[]): Measurement[] {
  const misses = samples.filter((one) => !isHit(one));
  const share = samples.length === 0 ? 0 : (samples.length - misses.length) / samples.length;
  const hits = `${Number((share * 100).toPrecision(3))} % of reads from the cache`;
  const noted = (run: string) => `${base.note ?? 'run cached'}`.replace(/^run [^;]+/, `$&${run}`);
  return [
    ...latencyRows(
      { ...base, layer: 'filesystem', temperature: 'mixed', note: `${noted('')}; ${hits}` },
      samples,
    ),
    ...latencyRows({ ...base, note: noted(' misses') }, misses),
  ];
}

/** `samples` all ended well. */
function latencyRows(base: Row, samples: readonly Sample[]): Measurement[] {
  if (samples.length === 0) return [];
  const totals = samples.map((one) => one.totalMs);
  const firstBytes = samples.flatMap((one) => one.firstByteMs ?? []);
  const isRead = base.operation === 'GET' || base.operation === 'GET_RANGE';
  return [
    ...sampledRows(base, 'total', totals),
    ...(isRead ? sampledRows(base, 'first_byte', firstBytes) : []),
  ];
}

/** Two targets of one store and region are told apart as runs, and so are two rates, and whatever is out of the ordinary. */
function noteOf({ targets }: ProbePlan, target: number, cell: Cell, limit: string | null): string | null {
  const { operation, sizeBytes, perSecond, condition } = cell;
  const own = targets[target];
  const alike = targets.flatMap((one, i) =>
    one.store === own?.store && one.region === own.region ? [i] : [],
  );
  const run = [
    ...traitsOf({ ...cell, rangeBytes: null }).map((trait) =>
      trait.replace(/ %/g, '%').replace(/[^\w.%]+/g, '-'),
    ),
    ...(alike.length > 1 ? [`target-${alike.indexOf(target) + 1}`] : []),
    ...(perSecond === null ? [] : [`${Number(perSecond.toPrecision(6))}/s`]),
  ];
  const words = [
    ...(run.length > 0 ? [`run ${run.join(' ')}`] : []),
    ...(operation === 'GET_RANGE' || condition === 'if-none-match'
      ? [`of objects of ${formatBytes(sizeBytes)}`]
      : []),
    ...(limit === null ? [] : [limit]),
  ];
  return words.length > 0 ? words.join('; ') : null;
}

const sum = (stretches: JournalState['stretches'], what: 'wallMs' | 'cpuMs' | 'gcMs' | 'requests') =>
  stretches.reduce((total, one) => total + one[what], 0);

/** Of the stretches of a cell, each for as long as it took: one that was held up does not speak for all. */
function usualDelayMs(stretches: JournalState['stretches']): number {
  const wallMs = sum(stretches, 'wallMs');
  const weighed = stretches.reduce((total, one) => total + one.loopDelayP99Ms * one.wallMs, 0);
  return wallMs > 0 ? weighed / wallMs : 0;
}

function medianOf(good: readonly Sample[]): number | null {
  if (good.length === 0) return null;
  return sampleQuantile(Float64Array.from(good, ({ totalMs }) => totalMs).sort(), 0.5);
}

/** Over the time that requests were under way, those of warming up included. */
function rateRows(
  base: Row,
  cell: Cell,
  stretches: JournalState['stretches'],
  goodShare: number,
): Measurement[] {
  const wallMs = sum(stretches, 'wallMs');
  const requests = sum(stretches, 'requests');
  if (wallMs === 0 || requests === 0) return [];
  const perSecond = (requests * goodShare * 1000) / wallMs;
  const bytes = bytesOf(cell);
  const isBulk = /^(GET|GET_RANGE|PUT)$/.test(cell.operation) && bytes >= LEAST_BULK_BYTES;
  return [
    figure(base, 'rate', 'mean', perSecond, { samples: requests }),
    ...(isBulk ? [figure(base, 'throughput', 'mean', perSecond * bytes, { samples: requests })] : []),
  ];
}

function errorRow(base: Row, samples: readonly Sample[]): Measurement {
  const counts = new Map<string, number>();
  for (const { problem } of samples) if (problem !== null) bump(counts, problem);
  const bad = [...counts.values()].reduce((total, one) => total + one, 0);
  const words = [...counts].map(([problem, count]) => `${problem} ${count}`);
  const note = [...(base.note === null ? [] : [base.note]), ...words].join('; ') || null;
  return figure({ ...base, note }, 'errors', 'mean', bad / samples.length, { samples: samples.length });
}
