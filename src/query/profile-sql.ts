/**
 * The SQL of a profile, over a table `request`, in two parts: tables that follow from each other, and questions whose answers
 * are whole counts and sums, so that every engine gives the same ones. What is fitted to them is the core's
 * (`core/workload/fits.ts`).
 */
import { GAP_EDGES_SECONDS, SIZE_EDGES_BYTES, TIME_EDGES_SECONDS } from '#core/workload/profile.ts';
import { keptRequests, type Cut } from './cut.ts';
import type { Dialect } from './dialect.ts';
import { HELD } from './inventory-sql.ts';
import { OPERATIONS } from './operations.ts';
import { US, classOf, count, product, sane, total, whole, type Table } from './sql-pieces.ts';

/**
 * One row a request, or a row for many alike (`requests`). Names of objects and readers are hashed before they are here.
 * `operation` is as logged; times are microseconds.
 */
export const CREATE_REQUEST = `
CREATE TABLE request (
  at_us BIGINT,
  operation STRING,
  object BIGINT,
  size_bytes BIGINT,
  sent_bytes BIGINT,
  received_bytes BIGINT,
  status BIGINT,
  reader BIGINT,
  network BIGINT,
  requests BIGINT,
  total_us BIGINT,
  first_us BIGINT
)`;

const HOUR_US = 3600 * US;
/** Thursday was the first day of 1970; weeks begin on Monday. */
const MONDAY_SHIFT_HOURS = 72;

const operationRows = (sql: Dialect) =>
  sql.constants(
    ['said', 'name', 'kind'],
    OPERATIONS.map(({ said, name, kind }) => [said, name, kind]),
  );

const TIMED =
  'at_us BETWEEN -100000000000000000 AND 100000000000000000 AND requests BETWEEN 0 AND 1000000000000';
const SAID = "LOWER(REPLACE(REPLACE(timed.operation, '_', ''), '-', ''))";
const FAILED = 'COALESCE(status >= 400, false)';
/** What logs say of a size: the object's own, else what was written, else what a whole read sent. */
const OBJECT_SIZE = `COALESCE(${sane('size_bytes')},
  CASE WHEN kind = 'write' THEN ${sane('received_bytes')} WHEN kind = 'read' AND COALESCE(status, 200) = 200 THEN ${sane('sent_bytes')} END)`;

/** The life is the version that an inventory lists. */
const LISTED_BEFORE = 'born_us IS NULL AND held.modified_us <= first_us';

/** In this order, once `request` is filled. `withTimes`: for the questions of `store-times.ts`. */
export const tablesIn = (
  sql: Dialect,
  { withTimes = false, ...cut }: Cut & { withTimes?: boolean } = {},
): readonly Table[] => [
  { name: 'known_operation', select: operationRows(sql) },
  HELD,
  {
    // Every row, read once. What is no event has a fate, and no time, operation or kind: nothing that follows counts it. The join has
    // one equation and nothing else: of any other, DuckDB compares each row with each name.
    name: 'event',
    select: `SELECT CASE WHEN NOT is_timed THEN 'unread' WHEN name IS NULL THEN 'unlisted' WHEN name = '' THEN 'record'
          WHEN ${FAILED} THEN 'failed' ELSE 'answered' END AS fate,
        CASE WHEN name IS NOT NULL THEN at_us END AS at_us, name AS operation, kind, object, ${OBJECT_SIZE} AS size_bytes,
        ${sane('sent_bytes')} AS sent_bytes, reader, network, CASE WHEN is_timed THEN requests ELSE 1 END AS requests, ${FAILED} AS failed${withTimes ? TIMES : ''}
      FROM (SELECT request.*, operation IS NOT NULL AND COALESCE(${TIMED}, false) AS is_timed FROM ${keptRequests(cut)}) AS timed
      LEFT JOIN known_operation ON said = CASE WHEN is_timed THEN ${SAID} END`,
    drops: ['request'],
  },
  ...TABLES,
];

const TIMES = `,
        CASE WHEN total_us >= 0 THEN total_us END AS total_us, CASE WHEN first_us >= 0 THEN first_us END AS first_us`;

const TABLES: readonly Table[] = [
  {
    name: 'reading',
    select: `SELECT reader, network, SUM(requests) AS reads, ${product('requests', 'COALESCE(sent_bytes, 0)')} AS bytes
      FROM event WHERE kind = 'read' AND NOT failed AND reader IS NOT NULL GROUP BY reader, network`,
  },
  {
    name: 'span',
    select: 'SELECT MIN(at_us) AS from_us, MAX(at_us) AS to_us FROM event',
  },
  {
    // Clocks of logs tick in seconds: within one, a write comes before a read, and a read before a delete.
    name: 'touch',
    select: `SELECT object, at_us, kind, size_bytes, sent_bytes,
        CAST(SUM(CASE WHEN kind = 'read' THEN 0 ELSE 1 END) OVER (PARTITION BY object ORDER BY at_us, turn, order_bytes
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS BIGINT) AS life,
        LEAD(at_us) OVER (PARTITION BY object ORDER BY at_us, turn, order_bytes) AS next_us,
        LEAD(kind) OVER (PARTITION BY object ORDER BY at_us, turn, order_bytes) AS next_kind
      FROM (
        SELECT *, CASE kind WHEN 'write' THEN 0 WHEN 'read' THEN 1 ELSE 2 END AS turn,
          COALESCE(size_bytes, 0) AS order_bytes
        FROM event WHERE NOT failed AND object IS NOT NULL AND kind <> 'other'
      ) AS turned`,
  },
  {
    // A life of an object: from a write, or from a first read, to the next write or delete. An older one is that of the inventory
    // where it was last written before: then its size and its age are known.
    name: 'life',
    select: `SELECT ended.object, life, first_us, born_us, ended_us, reads, read_bytes,
        COALESCE(CASE WHEN ${LISTED_BEFORE} THEN held.size_bytes END, ended.size_bytes, CASE WHEN ended_us IS NULL THEN held.size_bytes END) AS size_bytes,
        COALESCE(born_us, CASE WHEN ${LISTED_BEFORE} THEN held.modified_us END) AS aged_us
      FROM (
        SELECT lives.*, LEAD(first_us) OVER (PARTITION BY object ORDER BY life) AS ended_us
        FROM (
          SELECT object, life,
            MIN(at_us) AS first_us,
            MIN(CASE WHEN kind = 'write' THEN at_us END) AS born_us,
            MAX(size_bytes) AS size_bytes,
            CAST(${count("kind = 'read'")} AS BIGINT) AS reads,
            TRY_CAST(SUM(CASE WHEN kind = 'read' THEN sent_bytes ELSE 0 END) AS BIGINT) AS read_bytes,
            CAST(${count("kind <> 'delete'")} AS BIGINT) AS touches
          FROM touch GROUP BY object, life
        ) AS lives
      ) AS ended LEFT JOIN held ON held.object = ended.object WHERE touches > 0`,
  },
  {
    // Objects whose age is known: those of the log, and listed ones that it does not name.
    name: 'aged',
    select: `SELECT aged_us FROM life WHERE aged_us IS NOT NULL UNION ALL
      SELECT modified_us AS aged_us FROM held LEFT JOIN (SELECT DISTINCT object FROM touch) AS touched ON touched.object = held.object
      WHERE touched.object IS NULL`,
  },
];

const SIZE_CLASS = classOf('life.size_bytes', SIZE_EDGES_BYTES);
const JOINED = 'touch JOIN life ON life.object = touch.object AND life.life = touch.life';

export const SPAN = `SELECT ${whole('from_us')} AS from_us, ${whole('to_us')} AS to_us FROM span`;

/** Requests by fate, and answered ones by operation. `isHourly`: bytes are those of all requests of a row. */
export const byOperation = (isHourly: boolean) => `
SELECT fate, answered AS operation, ${whole('SUM(requests)')} AS count,
  ${whole((isHourly ? total : (one: string) => product(one, 'requests'))("COALESCE(CASE WHEN kind = 'read' THEN sent_bytes WHEN kind = 'write' OR operation = 'UploadPart' THEN size_bytes END, 0)"))} AS bytes
FROM (SELECT event.*, CASE WHEN fate = 'answered' THEN operation END AS answered FROM event) AS told
GROUP BY fate, answered ORDER BY fate, answered`;

/** The fullest of the spans of `seconds`, counted from the first request. */
export const peakOver = (seconds: number, sql: Dialect) => `
SELECT ${whole('MAX(requests)')} AS most FROM (
  SELECT SUM(requests) AS requests FROM event CROSS JOIN span
  WHERE operation <> '' AND NOT failed
  GROUP BY ${sql.divided('at_us - from_us', String(seconds * US))}
) AS spans`;

const hourOfWeek = (sql: Dialect) => {
  const hours = `${sql.divided('at_us', String(HOUR_US))} + ${MONDAY_SHIFT_HOURS}`;
  return `${hours} - 168 * (${sql.divided(hours, '168')})`;
};

/** Requests by the hour of the week, from Monday; of clocks that count since 1970. */
export const weekOf = (sql: Dialect) => `
SELECT ${whole('hour')} AS hour, ${whole('SUM(requests)')} AS requests FROM (
  SELECT ${hourOfWeek(sql)} AS hour, requests
  FROM event WHERE operation <> '' AND NOT failed AND at_us >= 0
) AS hours GROUP BY hour ORDER BY hour`;

export const SIZES = `
SELECT ${whole('class')} AS class,
  ${whole(count('born_us IS NOT NULL'))} AS created,
  ${whole(total('CASE WHEN born_us IS NULL THEN 0 ELSE COALESCE(size_bytes, 0) END'))} AS created_bytes,
  ${whole(count('born_us IS NULL'))} AS standing,
  ${whole(total('CASE WHEN born_us IS NULL THEN COALESCE(size_bytes, 0) ELSE 0 END'))} AS standing_bytes,
  ${whole('SUM(reads)')} AS reads,
  ${whole(total('COALESCE(read_bytes, 0)'))} AS read_bytes,
  ${whole(count('born_us IS NOT NULL AND reads = 0'))} AS unread
FROM (SELECT life.*, ${SIZE_CLASS} AS class FROM life) AS classed GROUP BY class ORDER BY class`;

/** Where rows stand for many requests there are no objects to follow: only what was written and read in all. */
export const WITHOUT_KEYS = `
SELECT kind, ${whole('SUM(requests)')} AS count, ${whole(total('COALESCE(size_bytes, 0)'))} AS bytes,
  ${whole(total('COALESCE(sent_bytes, 0)'))} AS sent_bytes
FROM event WHERE object IS NULL AND kind <> 'other' AND NOT failed GROUP BY kind ORDER BY kind`;

const seenFrom = TIME_EDGES_SECONDS.map((edge) => edge * US);
/** Time at each age that objects of known age were in sight: within the trace, dead or alive. One column a class. */
export const SEEN_AGES = `
SELECT ${[...seenFrom, null]
  .map((edge, i) => {
    const until = edge === null ? 'to_us - aged_us' : `LEAST(to_us - aged_us, ${edge})`;
    const from = `GREATEST(from_us - aged_us, ${seenFrom[i - 1] ?? 0})`;
    return `${whole(`SUM(CAST(GREATEST(0, ${until} - ${from}) AS DECIMAL(19, 0)))`)} AS age_${i}`;
  })
  .join(',\n  ')}
FROM aged CROSS JOIN span`;

export const ENDED = `
SELECT ${whole(count('ended_us IS NOT NULL'))} AS objects,
  ${whole('SUM(CAST(COALESCE(ended_us, to_us) - born_us AS DECIMAL(19, 0)))')} AS alive_us
FROM life CROSS JOIN span WHERE born_us IS NOT NULL`;

/**
 * Touches of objects, by size, by time until the next read, by age where that is known, and by whether a read sent less than its
 * object: joined with their lives once. A class is null where it is not known or nothing is counted by it.
 */
export const TOUCHES = `
SELECT ${whole('size_class')} AS size_class, ${whole('gap_class')} AS gap_class, ${whole('age_class')} AS age_class,
  ${whole('is_part')} AS is_part, ${whole('COUNT(*)')} AS touches, ${whole(total('size_bytes'))} AS bytes,
  ${whole(product('size_bytes', 'gap_us'))} AS byte_us, ${whole(total('part_bytes'))} AS part_bytes
FROM (
  SELECT ${SIZE_CLASS} AS size_class, ${classOf('gap_us', TIME_EDGES_SECONDS, US)} AS gap_class,
    ${classOf('age_us', TIME_EDGES_SECONDS, US)} AS age_class, CASE WHEN part_bytes IS NULL THEN 0 ELSE 1 END AS is_part,
    CASE WHEN gap_us IS NOT NULL THEN size_bytes END AS size_bytes, gap_us, part_bytes
  FROM (
    SELECT life.size_bytes,
      CASE WHEN touch.next_kind = 'read' AND touch.kind <> 'delete' AND life.size_bytes IS NOT NULL THEN touch.next_us - touch.at_us END AS gap_us,
      CASE WHEN touch.kind = 'read' THEN touch.at_us - life.aged_us END AS age_us,
      CASE WHEN touch.kind = 'read' AND touch.sent_bytes < life.size_bytes THEN touch.sent_bytes END AS part_bytes
    FROM ${JOINED}
  ) AS life
) AS told GROUP BY size_class, gap_class, age_class, is_part ORDER BY size_class, gap_class, age_class, is_part`;

/** Waits for a read by class: those that it ended, and those that an overwriting, a delete or the end of the trace cut off. */
export const WAITS = `
SELECT ${whole('class')} AS class, ${whole(count('is_read'))} AS ended, ${whole(count('NOT is_read'))} AS cut
FROM (
  SELECT ${classOf('(COALESCE(next_us, to_us) - at_us)', GAP_EDGES_SECONDS, US)} AS class,
    COALESCE(next_kind = 'read', false) AS is_read
  FROM touch CROSS JOIN span WHERE kind <> 'delete'
) AS waits GROUP BY class ORDER BY class`;

/** How many objects were read so many times. */
export const POPULARITY = `
SELECT ${whole('reads')} AS reads, ${whole('COUNT(*)')} AS objects FROM (
  SELECT SUM(reads) AS reads FROM life WHERE reads > 0 GROUP BY object
) AS counted GROUP BY reads ORDER BY CAST(reads AS BIGINT) DESC`;

/** Objects that were written or read in each window of the trace, and their bytes. */
export const workingSet = (seconds: number, sql: Dialect) => `
SELECT ${whole('window_index')} AS window_index, ${whole('COUNT(*)')} AS objects, ${whole(total('COALESCE(bytes, 0)'))} AS bytes
FROM (
  SELECT ${sql.divided('at_us - from_us', String(seconds * US))} AS window_index, object, MAX(size_bytes) AS bytes
  FROM touch CROSS JOIN span WHERE kind <> 'delete' GROUP BY 1, object
) AS touched GROUP BY window_index ORDER BY CAST(window_index AS BIGINT)`;

export const READERS = `
SELECT ${whole('COUNT(DISTINCT reader)')} AS distinct_readers FROM reading`;

export const MOST_READERS = `
SELECT ${whole('reads')} AS reads, ${whole('bytes')} AS bytes FROM (
  SELECT SUM(reads) AS reads, SUM(bytes) AS bytes FROM reading GROUP BY reader ORDER BY reads DESC, bytes DESC LIMIT 8
) AS most ORDER BY CAST(reads AS DECIMAL(38, 0)) DESC, CAST(bytes AS DECIMAL(38, 0)) DESC`;

/** Where reads come from: networks of at least so many readers, and the rest together (null). */
export const networks = (leastReaders: number) => `
SELECT ${whole('network')} AS network, ${whole('SUM(readers)')} AS readers, ${whole('SUM(reads)')} AS reads, ${whole('SUM(bytes)')} AS bytes
FROM (
  SELECT CASE WHEN readers >= ${leastReaders} THEN network END AS network, readers, reads, bytes FROM (
    SELECT network, COUNT(DISTINCT reader) AS readers, SUM(reads) AS reads, SUM(bytes) AS bytes FROM reading GROUP BY network
  ) AS each_network
) AS told GROUP BY network`;
