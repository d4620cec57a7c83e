/** The SQL of an inventory, over the table `listed`: counts and sums of what is stored, and of what the log beside it reads. */
import { LISTED_AGE_EDGES_DAYS } from '#core/workload/inventory.ts';
import { SIZE_EDGES_BYTES } from '#core/workload/profile.ts';
import { US, classOf, count, sane, total, whole, type Table } from './sql-pieces.ts';

const DAY_US = 86_400 * US;
const KNOWN = `object IS NOT NULL AND ${sane('size_bytes')} IS NOT NULL AND modified_us BETWEEN -100000000000000000 AND 100000000000000000`;

/** One row an object: its current version. */
export const HELD: Table = {
  name: 'held',
  select: `SELECT object, MAX(size_bytes) AS size_bytes, MAX(modified_us) AS modified_us
      FROM listed WHERE state = 0 AND ${KNOWN} GROUP BY object`,
};

/** What of the log counts for listed objects: reads of each in the first and the second half of its time. */
export const READ: Table = {
  name: 'object_read',
  select: `SELECT object,
      CAST(${count('2 * at_us <= from_us + to_us')} AS BIGINT) AS before_middle,
      CAST(${count('2 * at_us > from_us + to_us')} AS BIGINT) AS after_middle
    FROM touch CROSS JOIN span WHERE kind = 'read' GROUP BY object`,
};
/** Where there is no log. */
export const NONE_READ: Table = {
  ...READ,
  select:
    'SELECT object, CAST(0 AS BIGINT) AS before_middle, CAST(0 AS BIGINT) AS after_middle FROM held WHERE false',
};

const JOINED = 'held LEFT JOIN object_read ON object_read.object = held.object';

/** The newest version, old versions, and rows that say too little. */
export const LISTED = `
SELECT ${whole(`MAX(CASE WHEN state = 0 AND ${KNOWN} THEN modified_us END)`)} AS newest_us,
  ${whole(count(`state = 1 AND ${KNOWN}`))} AS old_versions,
  ${whole(total(`CASE WHEN state = 1 AND ${KNOWN} THEN size_bytes ELSE 0 END`))} AS old_bytes,
  ${whole(count(`state IS NULL OR (state < 2 AND NOT COALESCE(${KNOWN}, false))`))} AS unread
FROM listed`;

export const HELD_SIZES = `
SELECT ${whole('class')} AS class, ${whole('COUNT(*)')} AS objects, ${whole(total('size_bytes'))} AS bytes,
  ${whole(count('is_read'))} AS read, ${whole(total('CASE WHEN is_read THEN size_bytes ELSE 0 END'))} AS read_bytes
FROM (
  SELECT ${classOf('size_bytes', SIZE_EDGES_BYTES)} AS class, size_bytes, object_read.object IS NOT NULL AS is_read FROM ${JOINED}
) AS classed GROUP BY class ORDER BY CAST(class AS BIGINT)`;

/** Ages at a moment, in microseconds. */
export const heldAges = (atUs: string) => `
SELECT ${whole('class')} AS class, ${whole('COUNT(*)')} AS objects, ${whole(total('size_bytes'))} AS bytes
FROM (
  SELECT ${classOf(`(${atUs} - modified_us)`, LISTED_AGE_EDGES_DAYS, DAY_US)} AS class, size_bytes FROM held
) AS classed GROUP BY class ORDER BY CAST(class AS BIGINT)`;

export const listedBy = (column: 'class' | 'encryption' | 'replication') => `
SELECT ${column} AS said, ${whole('COUNT(*)')} AS objects, ${whole(total('size_bytes'))} AS bytes
FROM listed WHERE state = 0 AND ${column} IS NOT NULL AND ${KNOWN} GROUP BY ${column} ORDER BY ${column}`;

/** Of objects older than the log, by their reads in its first half: how many they are, and their reads in the second. */
export const READ_AGAIN = `
SELECT ${whole('before_middle')} AS reads_before, ${whole('COUNT(*)')} AS objects, ${whole('SUM(after_middle)')} AS reads_after
FROM (
  SELECT COALESCE(before_middle, 0) AS before_middle, COALESCE(after_middle, 0) AS after_middle
  FROM ${JOINED} CROSS JOIN span WHERE held.modified_us <= from_us
) AS stood GROUP BY before_middle ORDER BY CAST(before_middle AS BIGINT) DESC`;

/** Objects that the log reads, and those of them that the inventory lists. */
export const READ_AND_LISTED = `
SELECT ${whole('COUNT(*)')} AS read, ${whole(count('held.object IS NOT NULL'))} AS listed
FROM object_read LEFT JOIN held ON held.object = object_read.object`;
