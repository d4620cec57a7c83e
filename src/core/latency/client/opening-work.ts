/** What opening a connection takes besides its round trips, from requests that were measured as they opened theirs; for cold reads. */
import { itemAt } from '../../at.ts';
import { conditionOf, inMs, isLatency, measuredCells } from '../../evidence/cells.ts';
import type { MeasuredCell } from '../../evidence/cells.ts';
import type { Dataset } from '../../evidence/dataset.ts';
import { quantileOf } from '../../evidence/statistic.ts';
import { listing } from '../../text/words.ts';
import { cellWords, samePlace } from '../cells/cells.ts';
import { P99, at, curveOf, lowerOf, upperOf } from '../distributions/curve.ts';
import type { Curve } from '../distributions/curve.ts';
import { fromQuantiles } from '../distributions/from-quantiles.ts';
import type { EvidenceRef } from '../types.ts';

/** The store's and the client's own work for TCP and TLS, and where the store asks for one, its session. */
export interface OpeningWork {
  best: Curve;
  high: Curve;
  /** Measured at the store itself, its session included; false: at other stores. */
  isOwn: boolean;
  /** Who measured, from which client. */
  source: string;
  evidence: EvidenceRef[];
}

interface Measured {
  store: string;
  curve: Curve;
  source: string;
  ref: EvidenceRef;
}

/**
 * At each p, by how much a first request was slower than later ones of the same cell, measured in the store's own region, where
 * round trips take next to nothing. `best` is the least of the store's cells: what a PUT or a slower client adds is only in
 * `high`, their greatest. A store without such cells takes those of all others, and its high end is at every p at least their
 * p99. Null where nobody measured any.
 */
export function openingWork(datasets: readonly Dataset[], store: string): OpeningWork | null {
  const superseded = new Set(datasets.flatMap(({ supersedes }) => supersedes ?? []));
  const measured = datasets
    .filter(({ id, status }) => status !== 'claimed' && !superseded.has(id))
    .flatMap(firstRequests);
  const own = measured.filter((one) => one.store === store);
  const isOwn = own.length > 0;
  const used = isOwn ? own : measured;
  if (used.length === 0) return null;
  const curves = used.map(({ curve }) => curve);
  const most = curves.reduce(upperOf);
  return {
    best: curves.reduce(lowerOf),
    high: isOwn ? most : most.map((ms) => Math.max(ms, at(most, P99))),
    isOwn,
    source: listing([...new Set(used.map(({ source }) => source))]),
    evidence: used.map(({ ref }) => ref),
  };
}

function firstRequests(dataset: Dataset): Measured[] {
  const cells = measuredCells(dataset.measurements).filter(({ layer }) => layer === 'store');
  const conditionIn = ({ figures }: MeasuredCell) => conditionOf(itemAt([...figures.values()], 0));
  const later = new Map(
    cells
      .filter((cell) => cell.metric === 'total' && isLatency(cell))
      .map((cell) => [conditionIn(cell), cell]),
  );
  return cells.flatMap((first): Measured[] => {
    if (first.metric !== 'first_request') return [];
    const { store, operation, store_region: region, client_place: client } = first;
    const beside = later.get(conditionIn(first));
    if (!beside || !samePlace(region, client)) return [];
    const points = [...first.figures].flatMap(([statistic, row]) => {
      const [p, other] = [quantileOf(statistic), beside.figures.get(statistic)];
      if (p === null || !other) return [];
      return [{ p, ms: Math.max(0, inMs(row) - inMs(other)) }];
    });
    if (points.length === 0) return [];
    const words = cellWords({
      operation,
      sizeBytes: first.size_bytes,
      region,
      client,
      run: first.run,
      isRearranged: false,
    });
    const runtime = first.client_runtime ?? dataset.client.runtime ?? 'a client that is not named';
    return [
      {
        store,
        curve: curveOf(fromQuantiles(0, points)),
        source: `${dataset.id}, ${runtime}`,
        ref: {
          dataset: dataset.id,
          cell: `first ${words}, ${store}`,
          status: dataset.status,
          samples: first.samples,
        },
      },
    ];
  });
}
