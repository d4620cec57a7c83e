/** What is known of a store's latency, by operation and size: how well, of how many requests, by whom, when and where. */
import type { Dataset, Operation } from '../evidence/dataset.ts';
import { isLatency, measuredCells } from '../evidence/cells.ts';
import type { MeasuredCell } from '../evidence/cells.ts';
import type { Archive } from '../pricing/archive.ts';
import { likenesses } from './estimates/vendor-equivalent.ts';
import type { EvidenceBase } from './evidence-base.ts';
import { predict } from './predict.ts';
import { GRADES } from './types.ts';
import type { Grade, LatencyQuery } from './types.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

interface Part {
  key: string;
  title: string;
  operation: Extract<Operation, LatencyQuery['operation']>;
  /** The best known of them counts. */
  metrics: readonly LatencyQuery['metric'][];
  /** Sizes of objects, both ends included. */
  leastBytes: number;
  mostBytes: number;
  /** Asked for where none of these sizes was measured. */
  typicalBytes: number;
}

/** What is asked of every store. Of a small object the first byte is nearly the whole. */
export const KNOWN_PARTS = [
  {
    key: 'smallGet',
    title: 'GET ≤ 1 MiB',
    operation: 'GET',
    metrics: ['first_byte', 'total'],
    leastBytes: 0,
    mostBytes: MIB,
    typicalBytes: 10 * KIB,
  },
  {
    key: 'largeGet',
    title: 'GET > 1 MiB',
    operation: 'GET',
    metrics: ['total'],
    leastBytes: MIB + 1,
    mostBytes: Infinity,
    typicalBytes: 8 * MIB,
  },
  {
    key: 'put',
    title: 'PUT',
    operation: 'PUT',
    metrics: ['total'],
    leastBytes: 0,
    mostBytes: Infinity,
    typicalBytes: 10 * KIB,
  },
  {
    key: 'list',
    title: 'LIST',
    operation: 'LIST',
    metrics: ['total'],
    leastBytes: 0,
    mostBytes: Infinity,
    typicalBytes: 0,
  },
] as const satisfies readonly Part[];
export type KnownPart = (typeof KNOWN_PARTS)[number]['key'];

export interface KnownSource {
  dataset: string;
  by: string;
  /** Whether they sell the store themselves, or only others of those that they measured. */
  sells: 'it' | 'another' | null;
  /** `2026-06` or `2024`; null where the source does not say. */
  month: string | null;
}

export interface Known {
  part: KnownPart;
  /** The best that a prediction has for a place and a size that were measured, else for the store's own region. */
  grade: Grade;
  /** The store whose answers stand for its own, as its provider says. */
  like: string | null;
  /** That were timed of the store itself; null where the sources do not say how many. */
  requests: number | null;
  /** Who timed requests of the store itself, the newest first. */
  sources: KnownSource[];
  /** Where, as far as they name it. */
  regions: string[];
}

/** In the order of `KNOWN_PARTS`. `home`: the place asked for besides, both of the store and of the reader. Claims do not count. */
export function knownOf(
  store: string,
  home: string,
  archive: Pick<Archive, 'facts'>,
  base: EvidenceBase,
): Known[] {
  const datasets = base.datasets.filter(({ status }) => status !== 'claimed');
  return KNOWN_PARTS.map((part): Known => {
    const { key, operation, metrics, typicalBytes } = part;
    const timed = datasets.flatMap((dataset) => {
      const cells = timedCells(dataset, part, store);
      return cells.length > 0 ? [{ dataset, cells }] : [];
    });
    const cells = timed.flatMap((one) => one.cells);
    const places = cells.flatMap(({ store_region: at, client_place: from, size_bytes: size }) =>
      at === null || from === null ? [] : [{ at, from, sizeBytes: size ?? typicalBytes }],
    );
    const asked = [...places, { at: home, from: home, sizeBytes: typicalBytes }];
    const best = (of: Pick<LatencyQuery, 'store' | 'like'>): Grade => {
      const grades = metrics.flatMap((metric) =>
        asked.map((one) => predict({ ...one, ...of, operation, metric }, base)?.grade),
      );
      return GRADES.find((grade) => grades.some((one) => one === grade)) ?? 'missing';
    };
    const like = likenesses(archive, store, operation);
    const grade = best({ store, like });
    const standsIn = like.find((one) => best({ store: one.store }) !== 'missing');
    return {
      part: key,
      grade,
      like: grade === 'vendor-equivalent' ? (standsIn?.store ?? null) : null,
      requests: requestsOf(cells),
      sources: timed
        .map((one) => sourceOf(store, one.dataset, one.cells))
        .sort((a, b) => ((a.month ?? '') < (b.month ?? '') ? 1 : -1)),
      regions: [...new Set(cells.flatMap(({ store_region }) => store_region ?? []))].sort(),
    };
  });
}

/** Cells of single requests to the store. Sizes that are not stated are small by the context. */
function timedCells({ measurements }: Dataset, part: Part, store: string): MeasuredCell[] {
  return measuredCells(measurements).filter(
    (cell) =>
      cell.store === store &&
      cell.operation === part.operation &&
      cell.layer === 'store' &&
      isLatency(cell) &&
      (cell.size_bytes ?? 0) >= part.leastBytes &&
      (cell.size_bytes ?? 0) <= part.mostBytes,
  );
}

/** One request is often timed twice, to its first byte and to its last. */
function requestsOf(cells: readonly MeasuredCell[]): number | null {
  const counted = cells.filter(({ samples }) => samples !== null);
  if (counted.length === 0) return null;
  const byMetric = Map.groupBy(counted, ({ metric }) => metric);
  return Math.max(
    ...[...byMetric.values()].map((same) => same.reduce((sum, { samples }) => sum + (samples ?? 0), 0)),
  );
}

function sourceOf(store: string, dataset: Dataset, cells: readonly MeasuredCell[]): KnownSource {
  const measuredAt = cells.flatMap(({ measured_at }) => measured_at ?? []).sort();
  return {
    dataset: dataset.id,
    by: dataset.measuredBy.name,
    sells: dataset.measuredBy.sells.includes(store)
      ? 'it'
      : dataset.measuredBy.sells.length > 0
        ? 'another'
        : null,
    month: (measuredAt.at(-1) ?? dataset.source.date)?.slice(0, '2026-06'.length) ?? null,
  };
}
