/** Access logs and traces → their profile, and the times that their store took (design §7). */
import * as z from 'zod/mini';
import { significant } from '#core/workload/counts.ts';
import { weekOf } from '#core/workload/fits.ts';
import type { Inventory } from '#core/workload/inventory.ts';
import { Profile, SIZE_EDGES_BYTES, TIME_EDGES_SECONDS, withinBounds } from '#core/workload/profile.ts';
import { all, n, one, place, signed } from './answers.ts';
import type { Database } from './database.ts';
import { DUCKDB, type Dialect } from './dialect.ts';
import { LogError, type LogOptions } from './formats/format.ts';
import { isHourly, type Recognised } from './formats/index.ts';
import { HELD } from './inventory-sql.ts';
import { inventoryOf } from './inventory.ts';
import * as ask from './profile-sql.ts';
import { networksOf, shapeOf } from './shape.ts';
import { loadSources, type LogPath } from './sources.ts';
import { touchesIn } from './touches.ts';

/** What a log is, once it was read. */
export interface Derived {
  profile: Profile;
  format: Recognised;
}

/** What inventories say where no log was given. */
export interface Listed {
  inventory: Inventory;
}

/** Networks of fewer readers are told together. */
const LEAST_READERS = 5;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const US = 1e6;
/** A clock since 1970, rather than since the start of a trace. */
const EPOCH_FROM_SECONDS = 1e8;

/** The profile of all `files` together: logs of one format, and inventories of one. Throws `LogError` with the name of the file, or `QueryError`. */
export async function deriveProfile(
  database: Database,
  files: readonly LogPath[],
  options: LogOptions,
  sql: Dialect = DUCKDB,
): Promise<Derived> {
  const found = await derive(database, files, options, sql);
  if ('profile' in found) return found;
  throw new LogError(
    'an inventory does not say what is read; give logs with it, or begin with it: stowage init INVENTORY --reads 10M/month --from europe',
  );
}

/** The same, and what inventories alone say. */
export async function derive(
  database: Database,
  files: readonly LogPath[],
  options: LogOptions,
  sql: Dialect = DUCKDB,
): Promise<Derived | Listed> {
  const { log, listing } = await loadSources(database, files, options, sql);
  for (const { name, select, drops = [] } of log ? ask.tablesIn(sql, options) : [HELD]) {
    await database.run(`CREATE TABLE ${name} AS ${select}`);
    for (const one of drops) await database.run(`DROP TABLE ${one}`);
  }
  const inventory = listing && (await inventoryOf(database, listing, log !== null));
  if (!log) {
    if (!inventory) throw new LogError('no file was given');
    return { inventory };
  }
  const profile = await profileOf(database, log.files, log.format, options.kAnonymity ?? LEAST_READERS, sql);
  const unknown = notSaid(log.format, profile, inventory !== null);
  const whole = {
    ...profile,
    ...(inventory ? { inventory } : {}),
    ...(unknown.length > 0 ? { unknown } : {}),
  };
  return { profile: Profile.parse(withinBounds(whole)), format: log.format };
}

/** Of the tables that follow from `request`. */
async function profileOf(
  database: Database,
  files: number,
  format: Recognised,
  kAnonymity: number,
  sql: Dialect,
): Promise<Profile> {
  const hourly = isHourly(format);
  const rows = await all(database, ask.byOperation(hourly), Told);
  const requests = fatesOf(rows);
  const span = await spanOf(database, hourly, requests);
  const overSeconds = hourly ? HOUR_SECONDS : MINUTE_SECONDS;
  if (requests.answered === 0)
    throw new LogError(`not one request was answered: ${requests.failed} ended in an error`);
  const peak = await one(database, ask.peakOver(overSeconds, sql), Peak);
  const sizes = hourly ? await sumsOf(database) : await all(database, ask.SIZES, Size);
  const seen = await one(database, ask.SEEN_AGES, z.record(z.string(), n));
  const ended = await one(database, ask.ENDED, Ended);
  const touches = await touchesIn(database);
  const readers = await one(database, ask.READERS, Readers);
  const most = await all(database, ask.MOST_READERS, MostReader);
  const unsized = sizes.find((row) => row.class === null);
  const spans = Math.floor(span.seconds / overSeconds) + (hourly ? 0 : 1);
  const hasClock = span.first >= EPOCH_FROM_SECONDS;
  return {
    profile: 1,
    source: {
      format: format.id,
      files,
      from: hasClock ? new Date(span.first * 1000).toISOString() : null,
      seconds: significantSeconds(span.seconds),
      detail: hourly ? 'hours' : 'requests',
    },
    requests,
    operations: Object.fromEntries(
      rows
        .toSorted((a, b) => b.count - a.count)
        .flatMap(({ operation, count, bytes }) =>
          operation === null ? [] : [[operation, { count, bytes }]],
        ),
    ),
    peak: { overSeconds, ratio: Math.max(1, significant((peak.most * spans) / requests.answered)) },
    sizes: sizes.flatMap((row) =>
      row.class === null
        ? []
        : [
            {
              upToBytes: hourly ? null : (SIZE_EDGES_BYTES[row.class] ?? null),
              created: row.created,
              createdBytes: row.created_bytes,
              standing: row.standing,
              standingBytes: row.standing_bytes,
              reads: row.reads,
              readBytes: row.read_bytes,
            },
          ],
    ),
    unsized: { objects: (unsized?.created ?? 0) + (unsized?.standing ?? 0), reads: unsized?.reads ?? 0 },
    ages: [...TIME_EDGES_SECONDS, null]
      .map((upToSeconds, age) => ({
        upToSeconds,
        reads: touches.readsAtAge.get(age) ?? 0,
        objectSeconds: significant((seen[`age_${age}`] ?? 0) / US),
      }))
      .filter((row) => row.objectSeconds > 0 || row.reads > 0),
    ended: { objects: ended.objects, aliveSeconds: significant(ended.alive_us / US) },
    rereads: touches.rereads.map((row) => [
      row.sizeClass,
      row.gapClass,
      row.reads,
      row.bytes,
      significant(row.byteUs / (HOUR_SECONDS * US)),
    ]),
    ...(hourly
      ? {}
      : await shapeOf(
          database,
          span.seconds,
          sizes.reduce((sum, row) => sum + row.unread, 0),
          touches.ranges,
          sql,
        )),
    ...(hasClock && span.seconds >= 7 * DAY_SECONDS
      ? { week: weekOf(await all(database, ask.weekOf(sql), Hour), span.first, span.first + span.seconds) }
      : {}),
    readers: { distinct: readers.distinct_readers, most },
    ...(await networksOf(database, kAnonymity)),
  };
}

/** What cannot be in the source, or is not in these files, and who knows it. */
function notSaid(format: Recognised, { sizes, readers, unsized }: Profile, isListed: boolean): string[] {
  if (isHourly(format)) return [];
  const written = sizes.reduce((sum, one) => sum + one.created, 0);
  const isWithoutSizes = format.size === undefined && !isListed;
  return [
    ...(isListed
      ? []
      : ['What was stored before it began and never read: give an inventory of the bucket, or --standing.']),
    'Where readers are: give their place with --at.',
    ...(written === 0 ? ['Writes: it holds none, so arrivals are not known.'] : []),
    ...(isWithoutSizes ? ['The size of an object: that of a whole read or of a write stands for it.'] : []),
    ...(unsized.objects > 0 ? [`The size of ${unsized.objects} objects, which were only read in part.`] : []),
    ...(readers.distinct === 0 ? ['Who reads: it names no reader.'] : []),
    ...(format.notes ?? []),
  ];
}

interface Span {
  first: number;
  seconds: number;
}

async function spanOf(
  database: Database,
  hourly: boolean,
  { unread, unlisted }: Profile['requests'],
): Promise<Span> {
  const { from_us, to_us } = await one(
    database,
    ask.SPAN,
    z.object({ from_us: z.nullable(signed), to_us: z.nullable(signed) }),
  );
  if (from_us === null && unread + unlisted === 0)
    throw new LogError('the log has no requests, at most a header; give files that hold some');
  if (from_us === null || to_us === null)
    throw new LogError(
      `no request was understood: ${unread} rows without a time or an operation, ${unlisted} of unknown operations; operations are called GetObject, REST.GET.OBJECT or GET`,
    );
  const seconds = (to_us - from_us) / US + (hourly ? HOUR_SECONDS : 0);
  if (seconds <= 0)
    throw new LogError('all requests are of one moment; a rate needs a log that lasts, so give more of it');
  return { first: from_us / US, seconds };
}

function fatesOf(rows: readonly z.infer<typeof Told>[]): Profile['requests'] {
  const of = (fate: string) => rows.reduce((sum, row) => (row.fate === fate ? sum + row.count : sum), 0);
  return { answered: of('answered'), failed: of('failed'), unlisted: of('unlisted'), unread: of('unread') };
}

/** Milliseconds are as fine as any log's clock. */
const significantSeconds = (seconds: number) => Math.max(0.001, Math.round(seconds * 1000) / 1000);

/** Where nothing is known of single objects: all of them as one class. */
async function sumsOf(database: Database): Promise<z.infer<typeof Size>[]> {
  const sums = await all(database, ask.WITHOUT_KEYS, Sum);
  const written = sums.find(({ kind }) => kind === 'write');
  const read = sums.find(({ kind }) => kind === 'read');
  return [
    {
      class: SIZE_EDGES_BYTES.length,
      created: written?.count ?? 0,
      created_bytes: written?.bytes ?? 0,
      standing: 0,
      standing_bytes: 0,
      reads: read?.count ?? 0,
      read_bytes: read?.sent_bytes ?? 0,
      unread: 0,
    },
  ];
}

const Peak = z.object({ most: n });
const Told = z.object({ fate: z.string(), operation: z.nullable(z.string()), count: n, bytes: n });
const Size = z.object({
  class: z.nullable(place),
  created: n,
  created_bytes: n,
  standing: n,
  standing_bytes: n,
  reads: n,
  read_bytes: n,
  unread: n,
});
const Sum = z.object({ kind: z.string(), count: n, bytes: n, sent_bytes: n });
const Ended = z.object({ objects: n, alive_us: n });

const Hour = z.object({ hour: place, requests: n });
const Readers = z.object({ distinct_readers: n });

const MostReader = z.object({ reads: n, bytes: n });
