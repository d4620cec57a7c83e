/** The read and write latency of a policy: mixtures over readers, size classes and the stores that serve them. */
import { fanOut, mixture } from '../latency/mixture.ts';
import { slower } from '../latency/slower.ts';
import { GRADES } from '../latency/types.ts';
import type { Adjustment, Distribution, EvidenceRef, Grade, Prediction } from '../latency/types.ts';
import type { LatencySummary, ReadLatency } from '../report/plan-types.ts';
import type { LatencyGrid, ReadMetric } from './latency-grid.ts';
import type { PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';

interface Part {
  share: number;
  prediction: Prediction | null;
}

interface Mixed {
  best: Distribution;
  low: Distribution;
  high: Distribution;
}

/** Share of each reader's reads that the hot store serves. */
export function hotShares(context: PlanContext, policy: Policy, youngShare: number): number[] {
  return context.workload.readers.map((_, q) =>
    policy.thresholdDays === null ? 1 : policy.entry === 'dual' && policy.coldServes[q] ? 0 : youngShare,
  );
}

export function readLatency(
  context: PlanContext,
  grid: LatencyGrid,
  policy: Policy,
  youngShare: number,
): ReadLatency {
  const { readers, fanOut: wait } = context.workload;
  const hot = hotShares(context, policy, youngShare);
  const places = readers.map((reader, q) => ({
    reader,
    hot: hot[q] ?? 1,
    total: readerParts(context, grid, policy, q, hot[q] ?? 1, 'total'),
  }));
  const partsOf = (metric: ReadMetric) =>
    readers.map((reader, q) => ({
      share: reader.share,
      parts:
        metric === 'total'
          ? (places[q]?.total ?? [])
          : readerParts(context, grid, policy, q, hot[q] ?? 1, metric),
    }));
  // Where an action waits for one read, all readers' reads are one mixture.
  const overall = (metric: ReadMetric) =>
    wait === 1
      ? mixed(distributions(weighted(partsOf(metric))))
      : mixed(
          partsOf(metric).map(({ share, parts }) => ({
            share,
            of: actionOf(mixed(distributions(parts)), wait),
          })),
        );
  const parts = weighted(partsOf('total'));
  const firstByte = overall('first_byte');
  return {
    ...summary(overall('total'), parts),
    firstByteP99Ms: firstByte ? firstByte.best.quantile(0.99) : null,
    byPlace: places.map(({ reader, hot: share, total }) => ({
      place: reader.place,
      share: reader.share,
      servedBy: servers(context, policy, share),
      ...summary(actionOf(mixed(distributions(total)), wait), total),
    })),
  };
}

/** Writes are answered when every store of the arrival has the object: the slower of two under dual write. */
export function writeLatency(context: PlanContext, grid: LatencyGrid, policy: Policy): LatencySummary {
  const { classes } = context.workload;
  const of = (store: number): Part[] =>
    classes.map((one, k) => ({ share: one.share, prediction: grid.write(store, k) }));
  if (policy.entry !== 'dual') return summary(mixed(distributions(of(policy.hot))), of(policy.hot));
  const [hot, cold] = [of(policy.hot), of(policy.cold)];
  const both = classes.map((one, k) => {
    const [a, b] = [hot[k]?.prediction, cold[k]?.prediction];
    return {
      share: one.share,
      of:
        a && b
          ? { best: slower(a.best, b.best), low: slower(a.low, b.low), high: slower(a.high, b.high) }
          : null,
    };
  });
  return summary(mixed(both), [...hot, ...cold]);
}

function servers(context: PlanContext, policy: Policy, hotShare: number): { store: string; share: number }[] {
  const all = [
    { store: context.stores[policy.hot]?.ref ?? '', share: hotShare },
    { store: context.stores[policy.cold]?.ref ?? '', share: 1 - hotShare },
  ];
  return all.filter((one) => one.share > 0);
}

function readerParts(
  context: PlanContext,
  grid: LatencyGrid,
  policy: Policy,
  q: number,
  hotShare: number,
  metric: ReadMetric,
): Part[] {
  const hits = context.workload.readers[q]?.via ? (context.workload.readers[q]?.hitRatio ?? 0) : 0;
  const parts: Part[] = hits > 0 ? [{ share: hits, prediction: null }] : [];
  for (const [k, one] of context.workload.classes.entries()) {
    if (hotShare > 0)
      parts.push({
        share: (1 - hits) * hotShare * one.share,
        prediction: grid.read(policy.hot, q, k, metric),
      });
    if (hotShare < 1)
      parts.push({
        share: (1 - hits) * (1 - hotShare) * one.share,
        prediction: grid.read(policy.cold, q, k, metric),
      });
  }
  return parts.filter((part) => part.share > 0);
}

function distributions(parts: readonly Part[]): { share: number; of: Mixed | null }[] {
  return parts.map(({ share, prediction }) => ({ share, of: prediction }));
}

function weighted(readers: readonly { share: number; parts: readonly Part[] }[]): Part[] {
  return readers.flatMap(({ share, parts }) => parts.map((part) => ({ ...part, share: part.share * share })));
}

/** Null when any part is unknown: no quantile of the whole can be given. */
function mixed(parts: readonly { share: number; of: Mixed | null }[]): Mixed | null {
  const known = parts.flatMap(({ share, of }) => (of && share > 0 ? [{ share, of }] : []));
  if (known.length === 0 || known.length < parts.filter((part) => part.share > 0).length) return null;
  const end = (name: keyof Mixed) => mixture(known.map(({ share, of }) => ({ share, of: of[name] })));
  return { best: end('best'), low: end('low'), high: end('high') };
}

function actionOf(one: Mixed | null, parallel: number): Mixed | null {
  if (!one || parallel === 1) return one;
  return {
    best: fanOut(one.best, parallel),
    low: fanOut(one.low, parallel),
    high: fanOut(one.high, parallel),
  };
}

function summary(one: Mixed | null, parts: readonly Part[]): LatencySummary {
  const grade: Grade = one ? worstGrade(parts) : 'missing';
  return {
    meanMs: one ? one.best.meanMs : null,
    p50Ms: one ? one.best.quantile(0.5) : null,
    p95Ms: one ? one.best.quantile(0.95) : null,
    p99Ms: one ? one.best.quantile(0.99) : null,
    p99BandMs: one ? [one.low.quantile(0.99), one.high.quantile(0.99)] : null,
    grade,
    evidence: unique(
      parts.flatMap((part): EvidenceRef[] => part.prediction?.evidence ?? []),
      (ref) => `${ref.dataset} ${ref.cell}`,
    ),
    adjustments: unique(
      parts.flatMap((part): Adjustment[] => part.prediction?.adjustments ?? []),
      (one_) => one_.words,
    ),
  };
}

function worstGrade(parts: readonly Part[]): Grade {
  const worst = Math.max(...parts.map((part) => GRADES.indexOf(part.prediction?.grade ?? 'missing')));
  return GRADES[worst] ?? 'missing';
}

function unique<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
