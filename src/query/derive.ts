/** Access logs and traces → their profile (design §7). */
import * as z from 'zod/mini';
import {
  Profile,
  SIZE_EDGES_BYTES,
  TIME_EDGES_SECONDS,
  significant,
  withinBounds,
} from '#core/workload/profile.ts';
import { cut } from './cut.ts';
import { QueryError } from './database.ts';
import type { Database } from './database.ts';
import { LogError } from './formats/format.ts';
import type { LogFormat, LogOptions } from './formats/format.ts';
import { formatOf, lookAt } from './formats/index.ts';
import * as sql from './profile-sql.ts';

export interface LogPath {
  /** Absolute; the database was opened for it. */
  path: string;
  /** As the user named it. */
  name: string;
  isParquet: boolean;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
/** A clock since 1970, rather than since the start of a trace. */
const EPOCH_FROM_SECONDS = 1e8;

/** The profile of all `files` together, which are of one format. Throws `LogError` with the name of the file, or `QueryError`. */
export async function deriveProfile(
  database: Database,
  files: readonly LogPath[],
  options: LogOptions,
): Promise<Profile> {
  await database.run(sql.CREATE_REQUEST);
  const format = await loadAll(database, files, options);
  await cut(database, options);
  for (const statement of sql.PREPARE) await database.run(statement);
  const span = await spanOf(database, format);
  const overSeconds = format.isHourly ? HOUR_SECONDS : MINUTE_SECONDS;
  const requests = await one(database, sql.FATES, Fates);
  if (requests.answered === 0)
    throw new LogError(`not one request was answered: ${requests.failed} ended in an error`);
  const peak = await one(database, sql.peakOver(overSeconds), Peak);
  const operations = await all(database, sql.BY_OPERATION, Operation);
  const sizes = format.isHourly ? await sumsOf(database) : await all(database, sql.SIZES, Size);
  const reads = await all(database, sql.READ_AGES, ReadAge);
  const seen = await all(database, sql.SEEN_AGES, SeenAge);
  const ended = await one(database, sql.ENDED, Ended);
  const rereads = await all(database, sql.REREADS, Reread);
  const readers = await one(database, sql.READERS, Readers);
  const most = await all(database, sql.MOST_READERS, MostReader);
  const unsized = sizes.find((row) => row.class === null);
  const spans = Math.floor(span.seconds / overSeconds) + (format.isHourly ? 0 : 1);
  return Profile.parse(
    withinBounds({
      profile: 1,
      source: {
        format: format.id,
        files: files.length,
        from: span.first >= EPOCH_FROM_SECONDS ? new Date(span.first * 1000).toISOString() : null,
        seconds: significantSeconds(span.seconds),
        detail: format.isHourly ? 'hours' : 'requests',
      },
      requests,
      operations: Object.fromEntries(
        operations.map(({ operation, count, bytes }) => [operation, { count, bytes: Math.round(bytes) }]),
      ),
      peak: { overSeconds, ratio: Math.max(1, significant((peak.most * spans) / requests.answered)) },
      sizes: sizes.flatMap((row) =>
        row.class === null
          ? []
          : [
              {
                upToBytes: format.isHourly ? null : (SIZE_EDGES_BYTES[row.class] ?? null),
                created: row.created,
                createdBytes: Math.round(row.created_bytes),
                standing: row.standing,
                standingBytes: Math.round(row.standing_bytes),
                reads: row.reads,
                readBytes: Math.round(row.read_bytes),
              },
            ],
      ),
      unsized: { objects: (unsized?.created ?? 0) + (unsized?.standing ?? 0), reads: unsized?.reads ?? 0 },
      ages: seen
        .map(({ class: age, object_seconds }) => ({
          upToSeconds: TIME_EDGES_SECONDS[age] ?? null,
          reads: reads.find((row) => row.class === age)?.reads ?? 0,
          objectSeconds: significant(object_seconds),
        }))
        .filter((row) => row.objectSeconds > 0 || row.reads > 0),
      ended: { objects: ended.objects ?? 0, aliveSeconds: significant(ended.alive_seconds ?? 0) },
      rereads: rereads.map((row) => [
        row.size_class,
        row.gap_class,
        row.reads,
        Math.round(row.bytes),
        significant(row.byte_hours),
      ]),
      readers: {
        distinct: readers.distinct_readers,
        most: most.map((row) => ({ reads: row.reads, bytes: Math.round(row.bytes) })),
      },
    }),
  );
}

async function loadAll(
  database: Database,
  files: readonly LogPath[],
  options: LogOptions,
): Promise<LogFormat> {
  let format: LogFormat | undefined;
  for (const { path, name, isParquet } of files) {
    try {
      const file = await lookAt(database, path, isParquet);
      const own = formatOf(file, options);
      if (format && own !== format)
        throw new LogError(
          `is of the format ${own.id}, and the files before it ${format.id}; derive each alone`,
        );
      format = own;
      await own.load(database, file, options);
    } catch (error) {
      throw named(error, name);
    }
  }
  if (!format) throw new LogError('no file was given');
  return format;
}

/** What a file holds is the file's fault; what does not fit in memory is not. */
function named(error: unknown, name: string): unknown {
  if (error instanceof LogError) return new LogError(`${name}: ${error.message}`);
  if (!(error instanceof QueryError) || error.isOutOfMemory) return error;
  return new LogError(`${name}: cannot be read: ${error.message.split('\n')[0] ?? ''}`);
}

async function spanOf(
  database: Database,
  { isHourly }: LogFormat,
): Promise<{ first: number; seconds: number }> {
  const { first_s, last_s } = await one(database, sql.SPAN, Span);
  if (first_s === null || last_s === null) {
    const { unlisted, unread } = await one(database, sql.FATES, Fates);
    throw new LogError(
      `no request was understood: ${unread ?? 0} rows without a time or an operation, ${unlisted ?? 0} of unknown operations; operations are called GetObject, REST.GET.OBJECT or GET`,
    );
  }
  const seconds = last_s - first_s + (isHourly ? HOUR_SECONDS : 0);
  if (seconds <= 0)
    throw new LogError('all requests are of one moment; a rate needs a log that lasts, so give more of it');
  return { first: first_s, seconds };
}

/** Milliseconds are as fine as any log's clock. */
const significantSeconds = (seconds: number) => Math.max(0.001, Math.round(seconds * 1000) / 1000);

/** Where nothing is known of single objects: all of them as one class. */
async function sumsOf(database: Database): Promise<z.infer<typeof Size>[]> {
  const sums = await all(database, sql.WITHOUT_KEYS, Sum);
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
    },
  ];
}

const n = z.number().check(z.nonnegative());
const place = z.int().check(z.nonnegative());
const orZero = z.pipe(
  z.nullable(n),
  z.transform((value) => value ?? 0),
);
const Span = z.object({ first_s: z.nullable(z.number()), last_s: z.nullable(z.number()) });
const Fates = z.object({ answered: orZero, failed: orZero, unlisted: orZero, unread: orZero });
const Peak = z.object({ most: orZero });
const Operation = z.object({ operation: z.string(), count: n, bytes: n });
const Size = z.object({
  class: z.nullable(place),
  created: n,
  created_bytes: n,
  standing: n,
  standing_bytes: n,
  reads: n,
  read_bytes: n,
});
const Sum = z.object({ kind: z.string(), count: n, bytes: n, sent_bytes: n });
const ReadAge = z.object({ class: place, reads: n });
const SeenAge = z.object({ class: place, object_seconds: n });
const Ended = z.object({ objects: z.nullable(n), alive_seconds: z.nullable(n) });
const Reread = z.object({ size_class: place, gap_class: place, reads: n, bytes: n, byte_hours: n });
const Readers = z.object({ distinct_readers: n });
const MostReader = z.object({ reads: n, bytes: n });

async function all<T extends z.ZodMiniType>(
  database: Database,
  text: string,
  row: T,
): Promise<z.output<T>[]> {
  return (await database.run(text)).map((one) => row.parse(one));
}

async function one<T extends z.ZodMiniType>(database: Database, text: string, row: T): Promise<z.output<T>> {
  const [first] = await database.run(text);
  return row.parse(first);
}
