/** Demand against published limits (design §5, step 3). */
import { memo, memoWith } from '../../memo.ts';
import type { Dataset, Measurement } from '../../evidence/dataset.ts';
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import { isRate } from '../../pricing/editions/limit-kinds.ts';
import type { Limit } from '../../pricing/editions/limit.ts';
import type { EvidenceBase } from '../evidence-base.ts';

/** All operations at the peak, copies and metadata included. */
export interface Demand {
  readsPerSecond: number;
  writesPerSecond: number;
  readBytesPerSecond: number;
  writeBytesPerSecond: number;
}

interface LoadAnswer {
  /** Prefixes or subscriptions needed side by side; null where a limit that does not scale out is passed. */
  units: number | null;
  findings: RateLimit[];
}

type RateLimit = Extract<LatencyFinding, { code: 'rate-limit' }>;

/** Limits of these scopes apply to each of as many as one cares to open. */
const SCALES_OUT: Readonly<Record<Limit['scope'], boolean>> = {
  prefix: true,
  subscription: true,
  bucket: false,
  account: false,
};

/**
 * Checks a store's limits. `opsShare`: the share of the published operations limit that is really reached (1 where
 * nothing was measured). A limit of bucket or account counts at its value on request, where the provider grants one.
 */
export function loadOn(store: string, limits: readonly Limit[], demand: Demand, opsShare = 1): LoadAnswer {
  let units: number | null = 1;
  const findings: RateLimit[] = [];
  for (const limit of limits) {
    if (!isRate(limit)) continue;
    const demandPerSecond = demandFor(limit, demand);
    const scales = SCALES_OUT[limit.scope];
    const published = scales ? limit.value : grantedAt(limit);
    const limitPerSecond = limit.quantity === 'operations' ? published * opsShare : published;
    if (demandPerSecond <= limitPerSecond) continue;
    const needed = scales ? Math.ceil(demandPerSecond / limitPerSecond) : null;
    units = units === null || needed === null ? null : Math.max(units, needed);
    const { scope, quantity } = limit;
    findings.push({
      code: 'rate-limit',
      store,
      scope,
      demandPerSecond,
      limitPerSecond,
      units: needed,
      quantity,
    });
  }
  return { units, findings };
}

/** The figure that a provider grants where it says one. */
export function grantedAt({ value, onRequest }: Limit): number {
  return typeof onRequest === 'number' ? onRequest : value;
}

export function demandFor({ quantity, applies }: Limit, demand: Demand): number {
  const reads = quantity === 'bytes' ? demand.readBytesPerSecond : demand.readsPerSecond;
  const writes = quantity === 'bytes' ? demand.writeBytesPerSecond : demand.writesPerSecond;
  return applies === 'read' ? reads : applies === 'write' ? writes : reads + writes;
}

/** Requests per second one unit sustains at a size: min(a·ops, T/size). Infinity where nothing limits it. */
export function sustainedRate(
  limits: readonly Limit[],
  applies: 'read' | 'write',
  sizeBytes: number,
  opsShare = 1,
): number {
  const rates = limits
    .filter((limit) => limit.applies === applies || limit.applies === 'any')
    .flatMap((limit) =>
      limit.quantity === 'operations'
        ? [limit.value * opsShare]
        : limit.quantity === 'bytes' && sizeBytes > 0
          ? [limit.value / sizeBytes]
          : [],
    );
  return Math.min(Infinity, ...rates);
}

/**
 * Share of a store's published operations limit that measured requests reached: the geometric mean over the sizes whose
 * bytes could not have reached the bandwidth limit first. Null where no dataset has both rate and limit.
 */
export function reachedShare(
  datasets: readonly Dataset[],
  store: string,
  operation: 'GET' | 'PUT',
): number | null {
  const rows = datasets
    .filter(({ status }) => status !== 'claimed')
    .flatMap(({ measurements }) => measurements.filter((row) => row.store === store));
  const limitIn = (unit: Measurement['unit']) =>
    rows.find((row) => row.metric === 'limit' && row.unit === unit)?.value;
  const opsLimit = limitIn('1/s');
  if (opsLimit === undefined) return null;
  const bytesLimit = limitIn('bytes/s') ?? Infinity;
  const shares = rows
    .filter((row) => row.metric === 'rate' && row.operation === operation && row.unit === '1/s')
    .filter((row) => (row.size_bytes ?? 0) * opsLimit < bytesLimit)
    .map((row) => row.value / opsLimit);
  if (shares.length === 0) return null;
  return Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / shares.length);
}

/** The same by store, whatever the operation; 1 where nothing was measured. Worked out once for an evidence base, which serves many plans. */
export const reachedShares = memoWith(({ datasets }: EvidenceBase) =>
  memo((store: string) =>
    Math.min(
      1,
      ...(['GET', 'PUT'] as const).flatMap((operation) => reachedShare(datasets, store, operation) ?? []),
    ),
  ),
);
