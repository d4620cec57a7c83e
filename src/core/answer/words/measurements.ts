/** What was measured, in words. */
import type { Measurement } from '../../evidence/dataset.ts';
import { quantileOf } from '../../evidence/statistic.ts';
import type { Weight } from '../../findings/evidence-findings.ts';
import { percent } from '../../text/numbers.ts';
import { formatBytes, formatCount, formatMs } from '../../units.ts';

export const WEIGHT_WORDS: Record<Weight, string> = {
  impossible: 'Figures that exclude each other',
  misleading: 'Figures that are easily misread',
  limited: 'Figures that say less than they seem to',
};

export const METRIC_NAMES: Record<Measurement['metric'], string> = {
  total: 'total time',
  first_byte: 'time to first byte',
  first_request: 'first request on a new connection',
  throughput: 'throughput',
  rate: 'operations',
  errors: 'errors',
  limit: 'published limit',
};

/** In the order they stand in a list. */
export const OPERATION_NAMES: Record<Measurement['operation'], string> = {
  GET: 'GET',
  GET_RANGE: 'GET of a range',
  PUT: 'PUT',
  PUT_PART: 'PUT of a part',
  LIST: 'LIST',
  HEAD: 'HEAD',
  DELETE: 'DELETE',
  COPY: 'COPY',
  MIXED: 'mixed requests',
};

export const LAYER_NAMES: Record<Measurement['layer'], string> = {
  store: 'single requests to the store',
  filesystem: 'through a file system',
  gateway: 'through a gateway',
  end_to_end: 'a whole action of an application',
};

/** `min`, `p25`, `p50` … `max`, then what is no place in an order. */
export function inOrder(statistics: Iterable<string>): string[] {
  const place = (one: string) =>
    one === 'min' ? 0 : one === 'max' ? 1 : (quantileOf(one) ?? (one === 'mean' ? 2 : 3));
  return [...new Set(statistics)].toSorted((a, b) => place(a) - place(b));
}

/** `≈ 8.79 ms`, `> 4 s`, `1.2 GB/s`; three figures. */
export function valueWords({
  value,
  unit,
  relation,
}: Pick<Measurement, 'value' | 'unit' | 'relation'>): string {
  const sign = { eq: '', approx: '≈ ', lt: '< ', gt: '> ' }[relation];
  return `${sign}${amountWords(value, unit)}`;
}

export function amountWords(value: number, unit: Measurement['unit']): string {
  switch (unit) {
    case 'ms':
      return formatMs(value);
    case 's':
      return formatMs(value * 1000);
    case 'bytes/s':
      return `${formatBytes(value)}/s`;
    case '1/s':
      return `${formatCount(value)}/s`;
    case 'share':
      return percent(value);
    case 'count':
      return formatCount(value);
  }
}
