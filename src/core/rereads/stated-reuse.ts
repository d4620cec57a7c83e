/** The re-reads that a scenario states, as gaps for one read and one write each. */
import type { GapPoint, Rereads } from '../scenario/rereads.ts';
import { exponentialGaps, lomaxGaps, zipfGaps } from './gap-laws.ts';
import { NO_GAPS, gapHistogram, scaledGaps } from './gaps.ts';
import type { Gaps } from './gaps.ts';

/** Gaps for one read each: their count is the share of reads that have one. Null: what follows a write is not known. */
export interface StreamReuse {
  beforeReads: Gaps;
  /** For one write each: from a write to the first read of what it wrote. */
  afterWrites: Gaps | null;
  /** Whether gaps count from reads alone: else a write has its copy, and the cache fills by writes. */
  readsAlone: boolean;
}

/** What a law leaves to the workload: objects at hand, reads, and how many objects come for each read. */
interface Stream {
  objects: number;
  readsPerHour: number;
  writesPerRead: number;
}

export function statedReuse(stated: Rereads, stream: Stream): StreamReuse {
  const { gaps, afterWrite, since } = stated;
  if (Array.isArray(gaps)) {
    const ofWrites = afterWrite === undefined ? null : perWrite(afterWrite, stream, 1);
    return {
      beforeReads: pointGaps(gaps),
      afterWrites: since === 'touch' ? NO_GAPS : ofWrites,
      readsAlone: since === 'read',
    };
  }
  const first = stated.first ?? Math.min(1, stream.writesPerRead);
  // As many objects are read at all as reads are an object's first.
  const everRead = stream.writesPerRead > 0 ? Math.min(1, first / stream.writesPerRead) : 0;
  return {
    beforeReads: scaledGaps(lawGaps(gaps, stream), 1 - first),
    afterWrites: perWrite(afterWrite ?? gaps, stream, everRead),
    readsAlone: true,
  };
}

/** Hours of the points, the longest TTLs that they say anything of; null where a law says it of all. */
export function knownHours({ gaps, afterWrite }: Rereads): readonly number[] | null {
  const points = [gaps, afterWrite ?? []].flatMap((one) =>
    Array.isArray(one) ? one.map(({ hours }) => hours) : [],
  );
  return Array.isArray(gaps) ? [...new Set(points)].sort((a, b) => a - b) : null;
}

function perWrite(gaps: Rereads['gaps'], stream: Stream, everRead: number): Gaps {
  return Array.isArray(gaps) ? pointGaps(gaps) : scaledGaps(lawGaps(gaps, stream), everRead);
}

export function lawGaps(
  law: Exclude<Rereads['gaps'], readonly GapPoint[]>,
  stream: Pick<Stream, 'objects' | 'readsPerHour'>,
): Gaps {
  switch (law.law) {
    case 'exponential':
      return exponentialGaps(law.meanHours);
    case 'lomax':
      return lomaxGaps(law.shape, law.scaleHours);
    case 'zipf': {
      const { objects, readsPerHour } = law.of ?? stream;
      if (!(readsPerHour > 0)) return NO_GAPS;
      return zipfGaps({ exponent: law.exponent, objects: Math.max(1, objects), readsPerHour });
    }
  }
}

/** Between two points gaps are spread evenly. */
function pointGaps(points: readonly GapPoint[]): Gaps {
  return gapHistogram(
    points.map(({ hours, share }, i) => ({
      fromHours: points[i - 1]?.hours ?? 0,
      toHours: hours,
      count: share - (points[i - 1]?.share ?? 0),
    })),
  );
}
