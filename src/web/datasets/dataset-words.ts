/** Words of the Datasets pages. */
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import type { Weight } from '#core/findings/evidence-findings.ts';
import { quantileOf } from '#core/evidence/statistic.ts';
import { formatBytes, formatCount, formatMs } from '#core/units.ts';
import { percent } from '#core/text/numbers.ts';
import { capital, listing } from '#core/text/words.ts';
import { storeName } from '#web/words/names.ts';

export const STATUS_WORDS: Record<Dataset['status'], string> = {
  measured: 'measured by somebody who sells none of these stores',
  vendor: 'measured by a seller of a store in it',
  claimed: 'nobody is known to have measured it as described: used only when it is named',
};

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

/** Stores of a dataset by name, in the order they first stand in it. */
export function storesOf({ measurements }: Pick<Dataset, 'measurements'>): string[] {
  return [...new Set(measurements.map(({ store }) => store))].map(storeName);
}

/** `Prisma measured GET and PUT of Tigris Standard and R2 Standard, objects of 10 KiB – 50 MiB, in 2026-06: 101 figures.` */
export function datasetSentence(dataset: Dataset): string {
  const { measuredBy, measurements, source, status } = dataset;
  const operations = [...new Set(measurements.map(({ operation }) => OPERATION_NAMES[operation]))];
  const sizes = sizesOf(dataset);
  return [
    `${capital(measuredBy.name)} ${status === 'claimed' ? 'claims figures of' : 'measured'} ${listing(operations)} of ${listing(storesOf(dataset))}`,
    ...(sizes === '' ? [] : [`, objects of ${sizes}`]),
    ...(source.date === null ? [] : [`, in ${source.date}`]),
    `: ${measurements.length} figures.`,
  ].join('');
}

/** `1 B – 4 MiB`; empty where no size is stated. */
export function sizesOf({ measurements }: Pick<Dataset, 'measurements'>): string {
  const sizes = measurements.flatMap(({ size_bytes }) => (size_bytes === null ? [] : [size_bytes]));
  if (sizes.length === 0) return '';
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? formatBytes(least) : `${formatBytes(least)} – ${formatBytes(most)}`;
}
