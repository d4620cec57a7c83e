/** What would have to be measured for a placement to be as sure as is asked: the figure, the probe and its price. */
import { bump, itemAt } from '../../at.ts';
import { quantileOf } from '../../evidence/statistic.ts';
import { scale } from '../../latency/distributions/transform.ts';
import type { Distribution, Prediction } from '../../latency/types.ts';
import type { MissingMeasurement } from '../../report/plan-types.ts';
import { formatBytes } from '../../units.ts';
import type { PlanContext } from '../context/types.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { Placement } from '../placement.ts';
import type { LatencyRequirement } from './latency-requirements.ts';
import { latenessOf } from './lateness.ts';
import type { Lateness } from './lateness.ts';
import { PROBE_READS, probeCosts } from './probe-costs.ts';
import { servedOf } from './served.ts';
import { isMet } from './sureness.ts';
import type { Asked } from './sureness.ts';

/** Reads of a store from a reader's place, or its writes (null), of one size class. */
interface Probed {
  store: number;
  reader: number | null;
  sizeClass: number;
}

/**
 * Of each requirement that is not met at the sureness asked, and of each store whose measurement could change that. Where
 * `estimateMs` is null, nobody measured the store. `grid`: of the plan's stores, then its copies.
 */
export function missingOf(
  context: PlanContext,
  grid: LatencyGrid,
  lateness: Lateness,
): (placement: Placement) => MissingMeasurement[] {
  const level = context.scenario.requirements.sureness;
  const served = servedOf(context, lateness.hedgesToOther);
  const probeCost = probeCosts(context);
  const stores = [...context.stores, ...context.copies];
  const { readers, writer, classes } = context.workload;

  return (placement) => {
    if (!lateness.isAsked) return [];
    const asked = { reads: served.reads(placement), writes: served.writes(placement) };
    return lateness.requirements.flatMap((requirement, r) =>
      isMet(lateness, r, level, asked)
        ? []
        : withinReach(
            openStores(context, lateness, r, asked).map((probed): MissingMeasurement => {
              const { store, reader, sizeClass } = probed;
              const { ref } = itemAt(stores, store);
              const place = reader === null ? writer : itemAt(readers, reader).place;
              const size = itemAt(classes, sizeClass);
              const sizeBytes = reader === null ? size.sizeBytes : size.readBytes;
              const operation = reader === null ? 'PUT' : 'GET';
              const { name, metric, statistic } = requirement;
              const known = requestOf(grid, requirement, probed);
              const option = metric === 'first_byte' ? ' --metric first_byte' : '';
              return {
                requirement: name,
                metric: metric === 'first_byte' ? 'firstByte' : 'total',
                statistic,
                store: ref,
                operation,
                place,
                sizeBytes,
                ...neededOf(context, grid, requirement, r, level, asked, probed),
                estimateMs: known && [statisticOf(statistic, known.low), statisticOf(statistic, known.high)],
                probe: `stowage probe run --store ${ref} --op ${operation} --size ${formatBytes(sizeBytes).replace(' ', '')} --from ${place} --requests ${PROBE_READS}${option}`,
                probeCost: probeCost(store, reader, sizeClass),
              };
            }),
          ),
    );
  };
}

/** Without those that would have to be faster than their evidence lets them be, where another may settle it. */
function withinReach(all: readonly MissingMeasurement[]): readonly MissingMeasurement[] {
  const near = all.filter(
    ({ neededMs, estimateMs }) => neededMs !== null && neededMs >= (estimateMs?.[0] ?? 0),
  );
  return near.length > 0 ? near : all;
}

/** What is less than this of a sum settles nothing. */
const SETTLED = 1e-6;

/** Stores whose latency leaves a requirement open, each with the reader whose open reads weigh most and the largest size that it serves there. */
function openStores(
  { workload: { classes } }: PlanContext,
  lateness: Lateness,
  r: number,
  { reads, writes }: Asked,
): Probed[] {
  const { of, weights } = itemAt(lateness.requirements, r);
  const found = new Map<number, Probed & { weight: number }>();
  const note = (one: Probed & { weight: number }) => {
    const before = found.get(one.store);
    const bytes = ({ sizeClass }: Probed) => itemAt(classes, sizeClass).readBytes;
    if (!before || one.weight > before.weight) found.set(one.store, one);
    else if (one.reader === before.reader && bytes(one) > bytes(before))
      found.set(one.store, { ...one, weight: before.weight });
  };
  const spanOf = (at: (level: number) => number | null) => {
    const [low, high] = [at(0), at(1)];
    return low === null || high === null ? 1 : high - low;
  };
  if (of === 'write')
    for (const { share, stores, sizeClass } of writes)
      for (const store of stores) {
        const span = spanOf((level) => lateness.write(r, level, [store], sizeClass));
        if (share * span > SETTLED) note({ store, reader: null, sizeClass, weight: share });
      }
  else
    for (const [reader, parts] of reads.entries()) {
      const shares = new Map<number, number>();
      const each = parts.flatMap((part) => [
        part,
        ...part.vain.map((store) => ({ ...part, store, second: -1 })),
      ]);
      for (const { store, share } of each) bump(shares, store, share);
      for (const part of each) {
        const { store, sizeClass } = part;
        const weight = itemAt(weights, reader) * (shares.get(store) ?? 0);
        const span = spanOf((level) => lateness.action(r, level, reader, [{ ...part, vain: [] }]));
        if (store >= 0 && weight * span > SETTLED) note({ store, reader, sizeClass, weight });
      }
    }
  return [...found.values()];
}

function requestOf(
  grid: LatencyGrid,
  { metric }: LatencyRequirement,
  { store, reader, sizeClass }: Probed,
): Prediction | null {
  return reader === null ? grid.write(store, sizeClass) : grid.request(store, reader, sizeClass, metric);
}

function statisticOf(statistic: string, of: Distribution): number {
  const p = quantileOf(statistic);
  return p === null ? of.meanMs : of.quantile(p);
}

type Needed = Pick<MissingMeasurement, 'neededMs' | 'neededP99Ms'>;

/**
 * The largest figure of the store at which the requirement holds, the other stores staying at the level asked: all that the store
 * answers is stretched alike until it does. Without evidence of its shape, the limit itself where as many answers may be later as it
 * allows; null where no figure can settle it.
 */
function neededOf(
  context: PlanContext,
  grid: LatencyGrid,
  requirement: LatencyRequirement,
  r: number,
  level: number,
  asked: Asked,
  probed: Probed,
): Needed {
  const { store } = probed;
  const never = { neededMs: null, neededP99Ms: null };
  const holds = (of: Supposed) => isMet(latenessOf(context, supposing(grid, store, of)), r, level, asked);
  const best = requestOf(grid, requirement, probed)?.best;
  const { readers, classes } = context.workload;
  const isShaped = classes.every((_, k) =>
    requirement.of === 'write'
      ? grid.write(store, k)
      : readers.every((_reader, q) => grid.request(store, q, k, requirement.metric)),
  );
  const { limitMs, statistic } = requirement;
  if (!best || !isShaped) {
    if (!holds(() => justWithin(requirement))) return never;
    return { neededMs: limitMs, neededP99Ms: statistic === 'p99' ? limitMs : null };
  }
  const stretched = (ln: number) => holds((shape) => scale(shape ?? best, Math.exp(ln)));
  let [below, above] = [-FARTHEST, FARTHEST];
  if (!stretched(below) || stretched(above)) return never;
  while (above - below > CLOSE) {
    const middle = (below + above) / 2;
    if (stretched(middle)) below = middle;
    else above = middle;
  }
  const fits = Math.exp(below);
  return { neededMs: fits * statisticOf(statistic, best), neededP99Ms: fits * best.quantile(0.99) };
}

/** Of factors, as logarithms. */
const FARTHEST = Math.log(1e3);
const CLOSE = 1e-9;

/** What is supposed of a request, whose shape may be known. */
type Supposed = (shape: Distribution | undefined) => Distribution;

/** As many answers later than the limit as it allows; of a mean, every answer at the limit. */
function justWithin({ limitMs, counts, tail }: LatencyRequirement): Distribution {
  const within = counts === 'late' ? 1 - tail : 1;
  return {
    floorMs: 0,
    cdf: (ms) => (ms < limitMs ? 0 : within),
    quantile: (p) => (p <= within ? limitMs : Infinity),
    meanMs: limitMs,
  };
}

/** The grid if one store's requests took for certain what `of` makes of them. */
function supposing(grid: LatencyGrid, store: number, of: Supposed): LatencyGrid {
  const certain = (one: Distribution): Prediction => ({
    best: one,
    low: one,
    high: one,
    grade: 'assumed',
    evidence: [],
    adjustments: [],
    findings: [],
  });
  const read: LatencyGrid['read'] = (s, q, k, metric) =>
    s === store
      ? certain(grid.asRead(s, q, k, of(grid.request(s, q, k, metric)?.best)))
      : grid.read(s, q, k, metric);
  return {
    ...grid,
    read,
    // A hedge to what is supposed gains nothing here.
    either: (first, second, ...asked) =>
      first === store || second === store ? read(first, ...asked) : grid.either(first, second, ...asked),
    write: (s, k) => (s === store ? certain(of(grid.write(s, k)?.best)) : grid.write(s, k)),
  };
}
