/**
 * The SQL of a profile, over a table `request`. It keeps to what DuckDB, DuckDB-wasm and Spark SQL share: no lists, no
 * time zones, no JSON, no names of one engine. Only reading files into `request` differs between them (formats/).
 */
import { SIZE_EDGES_BYTES, TIME_EDGES_SECONDS } from '#core/workload/profile.ts';
import { textLiteral } from './database.ts';
import { OPERATIONS } from './operations.ts';

/** One row a request, or a row for many alike (`requests`) without a key. `operation` as logged, `failed` by its status. */
export const CREATE_REQUEST = `
CREATE TABLE request (
  at_s DOUBLE,
  operation STRING,
  object_key STRING,
  size_bytes DOUBLE,
  sent_bytes DOUBLE,
  reader STRING,
  requests DOUBLE,
  failed BOOLEAN
)`;

/** Index of the first edge that is not below `value`; null for null. */
function classOf(value: string, edges: readonly number[]): string {
  const cases = edges.map((edge, i) => `WHEN ${value} <= ${edge} THEN ${i}`);
  return `CASE WHEN ${value} IS NULL THEN NULL ${cases.join(' ')} ELSE ${edges.length} END`;
}

const operationRows = OPERATIONS.map(
  ({ said, name, kind }) => `(${[said, name, kind].map(textLiteral).join(', ')})`,
).join(', ');

const ageRows = [...TIME_EDGES_SECONDS, null]
  .map((edge, i) => `(${i}, ${TIME_EDGES_SECONDS[i - 1] ?? 0}, ${edge ?? '1e12'})`)
  .join(', ');

/** Whatever a cell held (`nan`, `1e300`, `-5`): a size is a size, a moment is one within millennia, and counts add up. */
const sane = (bytes: string) => `CASE WHEN ${bytes} BETWEEN 0 AND 1e16 THEN ${bytes} END`;
const TIMED = 'at_s BETWEEN -1e11 AND 1e11 AND requests BETWEEN 0 AND 1e15';

/** In this order, once `request` is filled. */
export const PREPARE: readonly string[] = [
  `CREATE TABLE known_operation AS SELECT said, name, kind FROM (VALUES ${operationRows}) AS one(said, name, kind)`,
  `CREATE TABLE age_class AS SELECT class, from_s, to_s FROM (VALUES ${ageRows}) AS one(class, from_s, to_s)`,
  `CREATE TABLE event AS
   SELECT at_s, name AS operation, kind, object_key, ${sane('size_bytes')} AS size_bytes,
     ${sane('sent_bytes')} AS sent_bytes, reader, requests, failed
   FROM request JOIN known_operation ON said = LOWER(REPLACE(REPLACE(request.operation, '_', ''), '-', ''))
   WHERE ${TIMED}`,
  // Clocks of logs tick in seconds: within one, a write comes before a read, and a read before a delete.
  `CREATE TABLE touch AS
   SELECT object_key, at_s, kind, size_bytes, sent_bytes,
     SUM(CASE WHEN kind = 'read' THEN 0 ELSE 1 END) OVER (PARTITION BY object_key ORDER BY at_s, turn, size_bytes
       ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS life,
     LAG(at_s) OVER (PARTITION BY object_key ORDER BY at_s, turn, size_bytes) AS before_s,
     LAG(kind) OVER (PARTITION BY object_key ORDER BY at_s, turn, size_bytes) AS before_kind
   FROM (
     SELECT *, CASE kind WHEN 'write' THEN 0 WHEN 'read' THEN 1 ELSE 2 END AS turn
     FROM event WHERE NOT failed AND object_key IS NOT NULL AND kind <> 'other'
   ) AS turned`,
  // A life of an object: from a write, or from a first read, to the next write or delete.
  `CREATE TABLE life AS
   SELECT * FROM (
     SELECT object_key, life, born_s, size_bytes, reads, read_bytes, touches,
       LEAD(first_s) OVER (PARTITION BY object_key ORDER BY life) AS ended_s
     FROM (
       SELECT object_key, life,
         MIN(at_s) AS first_s,
         MIN(CASE WHEN kind = 'write' THEN at_s END) AS born_s,
         MAX(size_bytes) AS size_bytes,
         SUM(CASE WHEN kind = 'read' THEN 1 ELSE 0 END) AS reads,
         SUM(CASE WHEN kind = 'read' THEN sent_bytes ELSE 0 END) AS read_bytes,
         SUM(CASE WHEN kind = 'delete' THEN 0 ELSE 1 END) AS touches
       FROM touch GROUP BY object_key, life
     ) AS lives
   ) AS ended WHERE touches > 0`,
];

const SIZE_CLASS = classOf('life.size_bytes', SIZE_EDGES_BYTES);
const double = (expression: string) => `CAST(${expression} AS DOUBLE)`;

export const SPAN = `SELECT MIN(at_s) AS first_s, MAX(at_s) AS last_s FROM event`;

/** Requests by fate. A known operation with an empty name is a record of something that was no request. */
export const FATES = `
SELECT
  ${double("SUM(CASE WHEN fate = 'answered' THEN requests ELSE 0 END)")} AS answered,
  ${double("SUM(CASE WHEN fate = 'failed' THEN requests ELSE 0 END)")} AS failed,
  ${double("SUM(CASE WHEN fate = 'unlisted' THEN requests ELSE 0 END)")} AS unlisted,
  ${double("SUM(CASE WHEN fate = 'unread' THEN 1 ELSE 0 END)")} AS unread
FROM (
  SELECT COALESCE(requests, 1) AS requests,
    CASE
      WHEN request.operation IS NULL OR at_s IS NULL OR NOT (${TIMED}) THEN 'unread'
      WHEN name IS NULL THEN 'unlisted'
      WHEN name = '' THEN 'record'
      WHEN failed THEN 'failed'
      ELSE 'answered'
    END AS fate
  FROM request LEFT JOIN known_operation ON said = LOWER(REPLACE(REPLACE(request.operation, '_', ''), '-', ''))
) AS judged`;

export const BY_OPERATION = `
SELECT operation, ${double('SUM(requests)')} AS count,
  ${double("SUM(requests * COALESCE(CASE WHEN kind = 'read' THEN sent_bytes WHEN kind = 'write' OR operation = 'UploadPart' THEN size_bytes ELSE 0 END, 0))")} AS bytes
FROM event WHERE operation <> '' AND NOT failed
GROUP BY operation ORDER BY count DESC, operation`;

/** The fullest of the spans of `seconds`, counted from the first request. */
export const peakOver = (seconds: number) => `
SELECT ${double('MAX(requests)')} AS most FROM (
  SELECT SUM(requests) AS requests
  FROM event CROSS JOIN (SELECT MIN(at_s) AS first_s FROM event) AS start
  WHERE operation <> '' AND NOT failed
  GROUP BY FLOOR((at_s - first_s) / ${seconds})
) AS spans`;

export const SIZES = `
SELECT ${SIZE_CLASS} AS class,
  ${double('SUM(CASE WHEN born_s IS NULL THEN 0 ELSE 1 END)')} AS created,
  ${double('SUM(CASE WHEN born_s IS NULL THEN 0 ELSE COALESCE(size_bytes, 0) END)')} AS created_bytes,
  ${double('SUM(CASE WHEN born_s IS NULL THEN 1 ELSE 0 END)')} AS standing,
  ${double('SUM(CASE WHEN born_s IS NULL THEN COALESCE(size_bytes, 0) ELSE 0 END)')} AS standing_bytes,
  ${double('SUM(reads)')} AS reads,
  ${double('SUM(COALESCE(read_bytes, 0))')} AS read_bytes
FROM life GROUP BY 1 ORDER BY 1`;

/** Where rows stand for many requests there are no objects to follow: only what was written and read in all. */
export const WITHOUT_KEYS = `
SELECT kind, ${double('SUM(requests)')} AS count, ${double('SUM(requests * COALESCE(size_bytes, 0))')} AS bytes,
  ${double('SUM(requests * COALESCE(sent_bytes, 0))')} AS sent_bytes
FROM event WHERE object_key IS NULL AND kind <> 'other' AND NOT failed GROUP BY kind`;

export const READ_AGES = `
SELECT ${classOf('(touch.at_s - life.born_s)', TIME_EDGES_SECONDS)} AS class, ${double('COUNT(*)')} AS reads
FROM touch JOIN life ON life.object_key = touch.object_key AND life.life = touch.life
WHERE touch.kind = 'read' AND life.born_s IS NOT NULL
GROUP BY 1 ORDER BY 1`;

/** Time at each age that created objects were in sight: until the end of the trace, dead or alive. */
export const SEEN_AGES = `
SELECT class, ${double('SUM(GREATEST(0, LEAST(last_s - born_s, to_s) - from_s))')} AS object_seconds
FROM life CROSS JOIN (SELECT MAX(at_s) AS last_s FROM event) AS finish CROSS JOIN age_class
WHERE born_s IS NOT NULL
GROUP BY class ORDER BY class`;

export const ENDED = `
SELECT ${double('SUM(CASE WHEN ended_s IS NULL THEN 0 ELSE 1 END)')} AS objects,
  ${double('SUM(COALESCE(ended_s, last_s) - born_s)')} AS alive_seconds
FROM life CROSS JOIN (SELECT MAX(at_s) AS last_s FROM event) AS finish
WHERE born_s IS NOT NULL`;

export const REREADS = `
SELECT ${SIZE_CLASS} AS size_class, ${classOf('(touch.at_s - touch.before_s)', TIME_EDGES_SECONDS)} AS gap_class,
  ${double('COUNT(*)')} AS reads,
  ${double('SUM(life.size_bytes)')} AS bytes,
  ${double('SUM(life.size_bytes * (touch.at_s - touch.before_s)) / 3600')} AS byte_hours
FROM touch JOIN life ON life.object_key = touch.object_key AND life.life = touch.life
WHERE touch.kind = 'read' AND touch.before_kind <> 'delete' AND life.size_bytes IS NOT NULL
GROUP BY 1, 2 ORDER BY 1, 2`;

export const READERS = `
SELECT ${double('COUNT(*)')} AS distinct_readers FROM (
  SELECT DISTINCT reader FROM event WHERE kind = 'read' AND NOT failed AND reader IS NOT NULL
) AS readers`;

export const MOST_READERS = `
SELECT ${double('SUM(requests)')} AS reads, ${double('SUM(requests * COALESCE(sent_bytes, 0))')} AS bytes
FROM event WHERE kind = 'read' AND NOT failed AND reader IS NOT NULL
GROUP BY reader ORDER BY reads DESC, bytes DESC LIMIT 8`;
