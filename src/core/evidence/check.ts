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
  return datasets.flatMap((dataset) => [...ofFolder(dataset, ids), ...rowProblems(dataset)]);
}

function ofFolder({ id, checksums, supersedes }: Dataset, ids: ReadonlySet<string>): DatasetProblem[] {
  const found: DatasetProblem[] = [];
  if (checksums['measurements.csv'] === undefined) {
    found.push({
      code: 'checksum-missing',
      dataset: id,
      line: null,
      message: 'checksums has no measurements.csv; add its SHA-256 (sha256sum measurements.csv)',
    });
  }
  if (supersedes !== undefined && !ids.has(supersedes)) {
    found.push({
      code: 'supersedes-unknown',
      dataset: id,
      line: null,
      message: `supersedes names ${supersedes}, which is no dataset here`,
    });
  }
  return found;
}

function rowProblems({ id, measurements }: Dataset): DatasetProblem[] {
  const found: DatasetProblem[] = [];
  const seen = new Map<string, number>();
  measurements.forEach((row, i) => {
    const line = i + 2;
    const problem = (code: DatasetProblemCode, message: string) =>
      found.push({ code, dataset: id, line, message });
    if (!UNITS_OF[row.metric].includes(row.unit)) {
      problem(
        'unit-of-metric',
        `${row.metric} is in ${row.unit}; it is measured in ${UNITS_OF[row.metric].join(' or ')}`,
      );
    }
    if (row.statistic.startsWith('p') && quantileOf(row.statistic) === null) {
      problem('quantile-unknown', `${row.statistic} is no quantile; write p5, p50, p99 or p999`);
    }
    if (row.value < 0 || (row.unit === 'share' && row.value > 1)) {
      problem(
        'value-impossible',
        `${row.metric} of ${row.value} ${row.unit}; write a value that can be measured`,
      );
    }
    const { value_low: low, value_high: high } = row;
    if (low !== null && high !== null && !(low <= row.value && row.value <= high)) {
      problem('range-inverted', `${row.value} is not between value_low ${low} and value_high ${high}`);
    }
    if (
      isSampled(row) &&
      row.samples === null &&
      row.relation === 'eq' &&
      row.layer === 'store' &&
      row.client_place !== null
    ) {
      problem(
        'samples-missing',
        `${row.statistic} without its number of samples; state samples, or write the relation approx`,
      );
    }
    if (!StoreId.safeParse(row.store).success)
      problem('store-id', `"${row.store}" is no store id; write provider/store`);
    for (const place of [row.store_region, row.client_place]) {
      if (place !== null && KNOWN_PLACES.test(place) && !findPlace(place))
        problem('place-unknown', `no place is called "${place}"`);
    }
    const key = JSON.stringify({ ...row, value: 0, value_low: 0, value_high: 0 });
    const before = seen.get(key);
    if (before !== undefined)
      problem(
        'duplicate-row',
        `says what line ${before} says; where a cell was measured twice, begin each note with "run NAME"`,
      );
    seen.set(key, line);
  });
  return found;
}

/** A printed quantile of requests. */
function isSampled(row: Measurement): boolean {
  return row.unit === 'ms' && quantileOf(row.statistic) !== null;
}
