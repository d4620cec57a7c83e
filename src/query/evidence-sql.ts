/** The SQL of evidence: the tables a page offers, and questions to begin with. */
import { MEASUREMENT_COLUMNS, NUMBER_COLUMNS, type Measurement } from '#core/evidence/dataset.ts';
import { textLiteral } from './database.ts';

const typeOf = (column: keyof Measurement) =>
  column === 'samples' ? 'BIGINT' : NUMBER_COLUMNS.has(column) ? 'DOUBLE' : 'VARCHAR';

/** One row a figure, as in `measurements.csv`, and the dataset it is of. */
export const CREATE_MEASUREMENT = `
CREATE OR REPLACE TABLE measurement (
  dataset VARCHAR,
  ${MEASUREMENT_COLUMNS.map((column) => `${column} ${typeOf(column)}`).join(',\n  ')}
)`;

/** Adds the rows of a `measurements.csv`. `file`: a path, or the name of a file the engine was handed. */
export function insertMeasurements(dataset: string, file: string): string {
  const columns = MEASUREMENT_COLUMNS.map(
    (column) => `${textLiteral(column)}: ${textLiteral(typeOf(column))}`,
  );
  return `INSERT INTO measurement SELECT ${textLiteral(dataset)}, * FROM read_csv(${textLiteral(file)},
  header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {${columns.join(', ')}})`;
}

/** One row a request. */
export const CREATE_SAMPLE = `
CREATE TABLE IF NOT EXISTS sample (
  dataset VARCHAR,
  run VARCHAR,
  store VARCHAR,
  store_region VARCHAR,
  client_place VARCHAR,
  operation VARCHAR,
  size_bytes DOUBLE,
  latency_ms DOUBLE
)`;

/** Moves a table of a dataset's `samples.parquet` into `sample`. */
export const moveSamples = (dataset: string, from: string): readonly string[] => [
  `INSERT INTO sample SELECT ${textLiteral(dataset)}, run, store, store_region, client_place, operation, size_bytes, latency_ms FROM ${from}`,
  `DROP TABLE ${from}`,
];

export interface Question {
  title: string;
  sql: string;
  /** Asks for single requests, not only for measurements. */
  needsSamples: boolean;
}

/** To begin with: they run on this engine and on the command line's. */
export const QUESTIONS: readonly Question[] = [
  {
    title: 'Medians of 10 KiB and smaller GETs, fastest first',
    needsSamples: false,
    sql: `SELECT store || ' from ' || COALESCE(client_place, 'a place not named') AS what,
  MIN(CASE unit WHEN 's' THEN value * 1000 ELSE value END) AS p50_ms
FROM measurement
WHERE operation = 'GET' AND statistic = 'p50' AND metric IN ('total', 'first_byte') AND size_bytes <= 10240
GROUP BY 1 ORDER BY p50_ms, what`,
  },
  {
    title: 'What each dataset holds',
    needsSamples: false,
    sql: `SELECT dataset, COUNT(*) AS figures, COUNT(DISTINCT store) AS stores,
  COUNT(DISTINCT operation) AS operations
FROM measurement GROUP BY dataset ORDER BY figures DESC, dataset`,
  },
  {
    title: 'p99 by size, near',
    needsSamples: false,
    sql: `SELECT size_bytes, value AS p99_ms
FROM measurement
WHERE dataset = 'macaron-2024' AND statistic = 'p99' AND store_region = client_place AND note LIKE 'run use1-usw1%'
ORDER BY size_bytes`,
  },
  {
    title: 'Quantiles of single requests, by size',
    needsSamples: true,
    sql: `SELECT size_bytes, quantile_disc(latency_ms, 0.5) AS p50_ms, quantile_disc(latency_ms, 0.99) AS p99_ms, COUNT(*) AS requests
FROM sample WHERE store_region = client_place
GROUP BY size_bytes ORDER BY size_bytes`,
  },
];
