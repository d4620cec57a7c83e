/** Rules that a schema cannot say, each with its remedy. */
import { findPlace } from '../places.ts';
import { StoreId } from '../pricing/ids.ts';
import type { Dataset, Measurement } from './dataset.ts';
import { quantileOf } from './statistic.ts';

type DatasetProblemCode =
  | 'unit-of-metric'
  | 'quantile-unknown'
  | 'samples-missing'
  | 'value-impossible'
  | 'range-inverted'
  | 'store-id'
  | 'place-unknown'
  | 'duplicate-row'
  | 'checksum-missing'
  | 'supersedes-unknown';

interface DatasetProblem {
  code: DatasetProblemCode;
  dataset: string;
  /** Line of `measurements.csv`; null for the dataset as a whole. */
  line: number | null;
  message: string;
}

const UNITS_OF: Readonly<Record<Measurement['metric'], readonly Measurement['unit'][]>> = {
  total: ['ms', 's'],
  first_byte: ['ms', 's'],
  first_request: ['ms', 's'],
  throughput: ['bytes/s'],
  rate: ['1/s'],
  errors: ['share', 'count'],
  limit: ['1/s', 'bytes/s'],
};

/** Providers whose places the registry lists; others may measure from places of their own naming. */
const KNOWN_PLACES = /^(aws|cloudflare|tigris|prisma|internet|backblaze|wasabi|vultr)\//;

/** Every problem of every dataset, in file order. Empty: all is well. */
export function checkDatasets(datasets: readonly Dataset[]): DatasetProblem[] {
  const ids = new Set(datasets.map(({ id }) => id));
  return datasets.flatMap((dataset) =>
    [...folderRemarks(dataset, ids), ...rowRemarks(dataset)].map(([code, message, line = null]) => ({
      code,
      dataset: dataset.id,
      line,
      message,
    })),
  );
}

type Remark = readonly [code: DatasetProblemCode, message: string, line?: number];

function* folderRemarks({ checksums, supersedes }: Dataset, ids: ReadonlySet<string>): Generator<Remark> {
  if (checksums['measurements.csv'] === undefined)
    yield [
      'checksum-missing',
      'checksums has no measurements.csv; add its SHA-256 (sha256sum measurements.csv)',
    ];
  if (supersedes !== undefined && !ids.has(supersedes))
    yield ['supersedes-unknown', `supersedes names ${supersedes}, which is no dataset here`];
}

function* rowRemarks({ measurements }: Dataset): Generator<Remark> {
  const seen = new Map<string, number>();
  for (const [i, row] of measurements.entries()) {
    const line = i + 2;
    for (const [code, message] of remarksOn(row)) yield [code, message, line];
    const key = JSON.stringify({ ...row, value: 0, value_low: 0, value_high: 0 });
    const before = seen.get(key);
    if (before !== undefined)
      yield [
        'duplicate-row',
        `says what line ${before} says; where a cell was measured twice, begin each note with "run NAME"`,
        line,
      ];
    seen.set(key, line);
  }
}

function* remarksOn(row: Measurement): Generator<Remark> {
  const { metric, unit, statistic, value, value_low: low, value_high: high } = row;
  if (!UNITS_OF[metric].includes(unit))
    yield ['unit-of-metric', `${metric} is in ${unit}; it is measured in ${UNITS_OF[metric].join(' or ')}`];
  if (statistic.startsWith('p') && quantileOf(statistic) === null)
    yield ['quantile-unknown', `${statistic} is no quantile; write p5, p50, p99 or p999`];
  if (value < 0 || (unit === 'share' && value > 1))
    yield ['value-impossible', `${metric} of ${value} ${unit}; write a value that can be measured`];
  if (low !== null && high !== null && !(low <= value && value <= high))
    yield ['range-inverted', `${value} is not between value_low ${low} and value_high ${high}`];
  const isOfStore = row.layer === 'store' && row.client_place !== null;
  if (isSampled(row) && row.samples === null && row.relation === 'eq' && isOfStore)
    yield [
      'samples-missing',
      `${statistic} without its number of samples; state samples, or write the relation approx`,
    ];
  if (!StoreId.safeParse(row.store).success)
    yield ['store-id', `"${row.store}" is no store id; write provider/store`];
  for (const place of [row.store_region, row.client_place])
    if (place !== null && KNOWN_PLACES.test(place) && !findPlace(place))
      yield ['place-unknown', `no place is called "${place}"`];
}

/** A printed quantile of requests. */
function isSampled(row: Measurement): boolean {
  return row.unit === 'ms' && quantileOf(row.statistic) !== null;
}
