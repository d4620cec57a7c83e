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

export interface CandidateLatency {
  read(policy: Policy, youngShare: number): ReadLatency;
  /** Writes are answered when every store of the arrival has the object: the slower of two under dual write. */
  write(policy: Policy): LatencySummary;
}

/** Policies share readers and stores: each mixture is summed up once for a plan. */
export function candidateLatency(context: PlanContext, grid: LatencyGrid): CandidateLatency {
  const { readers, fanOut: wait } = context.workload;
  const summed = remembered<LatencySummary>();
  const ofReaders = remembered<Omit<ReadLatency, 'byPlace'>>();
  return {
    read(policy, youngShare) {
      const shares = hotShares(context, policy, youngShare);
      const keys = shares.map((share) => serversKey(policy, share));
      const parts = (q: number, metric: ReadMetric) =>
        readerParts(context, grid, policy, q, shares[q] ?? 1, metric);
      const each = (metric: ReadMetric) =>
        readers.map((reader, q) => ({ share: reader.share, parts: parts(q, metric) }));
      return {
        ...ofReaders(keys.join(' '), () => {
          const total = each('total');
          return {
            ...summary(overall(total, wait), weighted(total)),
            firstByteP99Ms: overall(each('first_byte'), wait)?.best.quantile(0.99) ?? null,
          };
        }),
        byPlace: readers.map((reader, q) => ({
          place: reader.place,
          share: reader.share,
          servedBy: servers(context, policy, shares[q] ?? 1),
          ...summed(`${q} ${keys[q]}`, () => {
            const own = parts(q, 'total');
            return summary(actionOf(mixed(distributions(own)), wait), own);
          }),
        })),
      };
    },
    write: (policy) =>
      summed(`write ${policy.hot} ${policy.entry === 'dual' ? policy.cold : ''}`, () =>
        writeLatency(context, grid, policy),
      ),
  };
}

/** What `make` gave for each key. */
function remembered<T>(): (key: string, make: () => T) => T {
  const made = new Map<string, T>();
  return (key, make) => {
    const value = made.get(key) ?? make();
    made.set(key, value);
    return value;
  };
}

/** Names the stores that serve a reader, and how much each. */
function serversKey({ hot, cold }: Policy, hotShare: number): string {
  return hotShare === 1 ? `${hot}` : hotShare === 0 ? `${cold}` : `${hot}:${hotShare}:${cold}`;
}

/** Where an action waits for one read, all readers' reads are one mixture. */
function overall(readers: readonly { share: number; parts: readonly Part[] }[], wait: number): Mixed | null {
  if (wait === 1) return mixed(distributions(weighted(readers)));
  return mixed(
    readers.map(({ share, parts }) => ({ share, of: actionOf(mixed(distributions(parts)), wait) })),
  );
}

function writeLatency(context: PlanContext, grid: LatencyGrid, policy: Policy): LatencySummary {
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
    evidence: distinct(
      parts.flatMap((part): readonly EvidenceRef[] => part.prediction?.evidence ?? []),
      (a, b) => a.cell === b.cell && a.dataset === b.dataset,
    ),
    adjustments: distinct(
      parts.flatMap((part): readonly Adjustment[] => part.prediction?.adjustments ?? []),
      (a, b) => a.words === b.words,
    ),
  };
}

function worstGrade(parts: readonly Part[]): Grade {
  const worst = Math.max(...parts.map((part) => GRADES.indexOf(part.prediction?.grade ?? 'missing')));
  return GRADES[worst] ?? 'missing';
}

/** Each once, where the first of its like stood, as the last of them is. There are few: comparing costs less than keys. */
function distinct<T>(items: readonly T[], isSame: (a: T, b: T) => boolean): T[] {
  const kept: T[] = [];
  for (const item of items) {
    const before = kept.findIndex((one) => isSame(one, item));
    kept[before < 0 ? kept.length : before] = item;
  }
  return kept;
}
