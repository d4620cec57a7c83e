/** One thing that is measured on every target, and which operation each of its requests is. */
import { bump } from '#core/at.ts';
import { formatBytes } from '#core/units.ts';
import type { QUANTILES } from '#core/evidence/sample-statistics.ts';
import { percent } from '#core/text/numbers.ts';
import { shareAt, sharedOut } from '../measuring/mix-order.ts';
import { ownCount, type Shard } from './shard.ts';

export const SINGLE_OPERATIONS = ['GET', 'GET_RANGE', 'PUT', 'COPY', 'HEAD', 'LIST', 'DELETE'] as const;
export type SingleOperation = (typeof SINGLE_OPERATIONS)[number];
export const PROBE_OPERATIONS = [...SINGLE_OPERATIONS, 'MIXED'] as const;
export type ProbeOperation = (typeof PROBE_OPERATIONS)[number];

/** How keys follow each other: rising numbers; names in no order; each in a folder of its own hash. */
export const KEY_LAYOUTS = ['sequential', 'flat', 'random-prefix'] as const;
export type KeyLayout = (typeof KEY_LAYOUTS)[number];

/** Of a PUT: on there being no such object, or one as it was seen. Of a GET: on one other than it was seen, so that no body comes. */
export type Condition = 'if-absent' | 'if-match' | 'if-none-match';

export interface Mix {
  operation: SingleOperation;
  /** Of all requests. */
  share: number;
}

/** When a cell stops by itself. */
export interface Until {
  quantile: keyof typeof QUANTILES;
  /** Most that the 95 % interval may span, as a share of the quantile. */
  width: number;
  /** Requests that are made in any case, warming up apart; `requests` of the cell is the most. */
  atLeast: number;
}

export interface Cell {
  operation: ProbeOperation;
  /** Of `MIXED`, in the order they were named; else the operation alone. */
  mix: readonly Mix[];
  /** Size of the objects; what is read of each for ranges. */
  sizeBytes: number;
  rangeBytes: number | null;
  condition: Condition | null;
  /** Of a PUT: in parts, so many on their way at once. */
  parts: { sizeBytes: number; atOnce: number } | null;
  /** Objects that one DELETE names. */
  batch: number;
  layout: KeyLayout;
  /** Exponent by which popular objects are read more; null: all alike. */
  zipf: number | null;
  /** Of a cache in the client: reads of what it holds ask nobody, and writes are of the objects that are read. */
  cacheBytes: number | null;
  /** Of a closed loop; null in an open one. */
  concurrency: number | null;
  /** Of an open loop. */
  perSecond: number | null;
  /** Where it stops by itself: the most. */
  requests: number;
  until: Until | null;
  warmup: number;
  objects: number;
}

/**
 * Which operation the request is: the same for the same seed. Over all that count each has its share exactly, and so
 * over all of warming up. `cell` is its number in the plan.
 */
export function operationAt(
  { mix, requests, warmup }: Pick<Cell, 'mix' | 'requests' | 'warmup'>,
  cell: number,
  index: number,
  seed: number,
): SingleOperation {
  const [first] = mix;
  if (mix.length === 1 && first) return first.operation;
  const [from, count] = index < warmup ? [0, warmup] : [warmup, requests];
  const series = { seed: seed + 7919 * (cell + 1), from };
  return mix[shareAt(sharesOf(mix), index - from, count, series)]?.operation ?? 'GET';
}

/** How often the cell makes each operation on one machine, warming up included. */
export function operationCounts(
  what: Cell,
  cell: number,
  seed: number,
  shard: Shard,
): Map<SingleOperation, number> {
  const { mix, requests, warmup } = what;
  const counts = new Map<SingleOperation, number>();
  const total = requests + warmup;
  const [only] = mix;
  if (mix.length === 1 && only) return counts.set(only.operation, ownCount(shard, total));
  if (shard.of === 1) {
    const [before, counted] = [warmup, requests].map((count) => sharedOut(sharesOf(mix), count));
    for (const [i, { operation }] of mix.entries()) {
      const count = (before?.[i] ?? 0) + (counted?.[i] ?? 0);
      if (count > 0) counts.set(operation, count);
    }
    return counts;
  }
  for (let index = shard.number - 1; index < total; index += shard.of) {
    const operation = operationAt(what, cell, index, seed);
    bump(counts, operation);
  }
  return counts;
}

const sharesOf = (mix: readonly Mix[]) => mix.map(({ share }) => share);

export const makes = ({ mix }: Pick<Cell, 'mix'>, ...operations: SingleOperation[]): boolean =>
  mix.some(({ operation }) => operations.includes(operation));

/** That one request moves. */
export const bytesOf = ({ condition, rangeBytes, sizeBytes }: Cell): number =>
  condition === 'if-none-match' ? 0 : (rangeBytes ?? sizeBytes);

/** Parts of a PUT, of which the last may be smaller; 0 where the object goes whole. */
export function partsOf({ sizeBytes, parts }: Pick<Cell, 'sizeBytes' | 'parts'>): number {
  return parts === null ? 0 : Math.max(1, Math.ceil(sizeBytes / parts.sizeBytes));
}

/** What tells a cell from others in the dataset: `GET 10 KiB, 8 at a time`. */
export function nameOf(cell: Cell): string {
  const { operation, sizeBytes, concurrency, perSecond } = cell;
  const size = operation === 'LIST' ? '' : ` ${formatBytes(sizeBytes)}`;
  const loop = perSecond === null ? `${concurrency} at a time` : `${perSecond}/s`;
  return [`${operation}${size}`, ...traitsOf(cell), loop].join(', ');
}

/** All that is out of the ordinary, in words. */
export function traitsOf({
  operation,
  mix,
  rangeBytes,
  condition,
  parts,
  batch,
  layout,
  zipf,
  cacheBytes,
  objects,
}: Cell): string[] {
  return [
    ...(operation === 'MIXED'
      ? [mix.map((one) => `${percent(one.share, { figures: 3 })} ${one.operation}`).join(' ')]
      : []),
    ...(rangeBytes === null ? [] : [`${formatBytes(rangeBytes)} of each`]),
    ...(condition === null ? [] : [condition.replaceAll('-', ' ')]),
    ...(parts === null ? [] : [`in parts of ${formatBytes(parts.sizeBytes)}, ${parts.atOnce} at once`]),
    ...(batch === 1 ? [] : [`${batch} in one request`]),
    ...(layout === 'sequential' ? [] : [`${layout} keys`]),
    ...(zipf === null ? [] : [`zipf ${zipf}`]),
    ...(cacheBytes === null ? [] : [`cache of ${formatBytes(cacheBytes)} over ${objects} objects`]),
  ];
}
