/** A log or trace as the lives of its objects, for a replay: some at a time, by the hash of their keys. */
import * as z from 'zod/mini';
import type { Life, Trace } from '#core/replay/life.ts';
import { SECONDS_PER_DAY } from '#core/units.ts';
import { IN_ARRIVALS_AND_READS } from '#core/workload/profile-scenario.ts';
import { HASH } from './cut.ts';
import type { Database } from './database.ts';
import { deriveProfile } from './derive.ts';
import type { LogPath } from './sources.ts';
import { LogError, type LogOptions } from './formats/format.ts';

/** Requests that are in memory at a time, about. */
const MOST_HELD = 200_000;
/** Requests of one object. */
const MOST_OF_ONE = 5_000_000;

/** The database must stay open while its lives are read. Throws `LogError` with what to try, or `QueryError`. */
export async function traceOf(
  database: Database,
  files: readonly LogPath[],
  options: LogOptions,
): Promise<Trace> {
  const { profile } = await deriveProfile(database, files, options);
  if (profile.source.detail === 'hours')
    throw new LogError('has sums by the hour, and a replay follows objects; give a log with keys');
  const days = profile.source.seconds / SECONDS_PER_DAY;
  const weight = 1 / (options.keyShare ?? 1);
  const [sizes] =
    await database.run(`SELECT COALESCE(SUM(n), 0)::DOUBLE AS touches, COALESCE(MAX(n), 0)::DOUBLE AS most
    FROM (SELECT COUNT(*) AS n FROM touch GROUP BY object) AS objects`);
  const { touches, most } = Sizes.parse(sizes);
  if (most > MOST_OF_ONE)
    throw new LogError(
      `holds ${most} requests of one object, and ${MOST_OF_ONE} fit; give a shorter part of the log`,
    );
  const bundles = Math.max(1, Math.ceil(touches / MOST_HELD));
  const others = await database.run(`SELECT operation,
      SUM(requests * CASE WHEN object IS NULL THEN 1 ELSE ${weight} END)::DOUBLE AS requests
    FROM event WHERE kind = 'other' AND operation <> '' AND NOT failed GROUP BY operation`);
  const operations = others
    .map((row) => Other.parse(row))
    .filter(({ operation }) => !IN_ARRIVALS_AND_READS.has(operation));
  return {
    days,
    weight,
    operations: Object.fromEntries(operations.map((one) => [one.operation, one.requests / days])),
    async *lives() {
      for (let i = 0; i < bundles; i += 1) yield livesIn(await database.run(TOUCHES, [bundles, i]));
    },
  };
}

const DAY_US = SECONDS_PER_DAY * 1e6;
const days = (us: string) => `CAST(${us} - from_us AS DOUBLE) / ${DAY_US}`;
const TOUCHES = `
SELECT CAST(object AS STRING) AS object, CAST(life.life AS DOUBLE) AS life, touch.kind = 'read' AS is_read,
  ${days('at_us')} AS at_days, CAST(COALESCE(sent_bytes, 0) AS DOUBLE) AS sent_bytes, CAST(life.size_bytes AS DOUBLE) AS size_bytes,
  ${days('born_us')} AS born_days, ${days('ended_us')} AS end_days
FROM touch JOIN life USING (object, life) CROSS JOIN span
WHERE touch.kind <> 'delete' AND life.size_bytes IS NOT NULL AND (${HASH}) % $1 = $2
ORDER BY object, life.life, at_days`;

function livesIn(rows: Awaited<ReturnType<Database['run']>>): Life[] {
  const lives: (Life & { readDays: number[] })[] = [];
  let before: string | null = null;
  for (const row of rows) {
    const { object, life, is_read, at_days, sent_bytes, ...of } = Touch.parse(row);
    const name = `${life} ${object}`;
    if (name !== before)
      lives.push({
        bornDays: of.born_days,
        endDays: of.end_days,
        sizeBytes: of.size_bytes,
        readDays: [],
        sentBytes: 0,
      });
    before = name;
    const own = lives.at(-1);
    if (!own || !is_read) continue;
    own.readDays.push(at_days);
    own.sentBytes += sent_bytes;
  }
  return lives;
}

const n = z.number();
const Sizes = z.object({ touches: n, most: n });
const Other = z.object({ operation: z.string(), requests: n });
const Touch = z.object({
  object: z.string(),
  life: n,
  is_read: z.boolean(),
  at_days: n,
  sent_bytes: n,
  size_bytes: n,
  born_days: z.nullable(n),
  end_days: z.nullable(n),
});
