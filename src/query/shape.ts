/** What single requests of a log tell of its objects and readers, for `deriveProfile`. */
import * as z from 'zod/mini';
import { lomaxOf, waitsBy, zipfOf } from '#core/workload/fits.ts';
import { MOST_WINDOWS, type Profile } from '#core/workload/profile.ts';
import { all, n, place } from './answers.ts';
import type { Database } from './database.ts';
import type { Dialect } from './dialect.ts';
import * as ask from './profile-sql.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const MOST_NETWORKS = 12;

/** What single requests tell of how objects are read. */
export async function shapeOf(
  database: Database,
  seconds: number,
  neverRead: number,
  ranges: NonNullable<Profile['ranges']>,
  sql: Dialect,
): Promise<Partial<Profile>> {
  const waits = await all(database, ask.WAITS, Wait);
  const counts = await all(database, ask.POPULARITY, ReadCount);
  const over = windowOf(seconds);
  const windows = await all(database, ask.workingSet(over, sql), Window);
  const held = Math.floor(seconds / over) + 1;
  return {
    waits: waitsBy(waits).filter(([upTo]) => upTo <= seconds),
    waitLaw: lomaxOf(waits),
    popularity: {
      objects: counts.reduce((sum, row) => sum + row.objects, 0),
      once: counts.find((row) => row.reads === 1)?.objects ?? 0,
      never: neverRead,
      zipf: zipfOf(counts),
    },
    ranges,
    workingSet: {
      overSeconds: over,
      windows: Array.from({ length: held }, (_, i) => {
        const own = windows.find((row) => row.window_index === i);
        return [own?.objects ?? 0, own?.bytes ?? 0];
      }),
    },
  };
}

/** The shortest of an hour, a day and so on of which the trace has no more than are told. */
const windowOf = (seconds: number): number =>
  [HOUR_SECONDS, DAY_SECONDS, 7 * DAY_SECONDS, 30 * DAY_SECONDS, 365 * DAY_SECONDS].find(
    (over) => Math.floor(seconds / over) + 1 <= MOST_WINDOWS,
  ) ?? Math.ceil(seconds / (MOST_WINDOWS - 1));

/** Those of most reads by name, all others as one. None where no reader has an address. `leastReaders`: of what is told apart. */
export async function networksOf(
  database: Database,
  leastReaders: number,
): Promise<Pick<Profile, 'networks'>> {
  const rows = (await all(database, ask.networks(leastReaders), Network)).toSorted(
    (a, b) => b.reads - a.reads || (a.network ?? 0) - (b.network ?? 0),
  );
  const named = rows.filter(({ network }) => network !== null).slice(0, MOST_NETWORKS);
  if (named.length === 0) return {};
  const others = rows.filter((row) => !named.includes(row));
  const sum = (of: 'readers' | 'reads' | 'bytes') => others.reduce((all, row) => all + row[of], 0);
  const rest = { network: null, readers: sum('readers'), reads: sum('reads'), bytes: sum('bytes') };
  return {
    networks: [
      ...named.map(({ network, ...row }) => ({
        network: `${Math.floor((network ?? 0) / 256)}.${(network ?? 0) % 256}.0.0/16`,
        ...row,
      })),
      ...(rest.readers >= leastReaders ? [rest] : []),
    ],
  };
}

const Wait = z.object({ class: place, ended: n, cut: n });
const ReadCount = z.object({ reads: n, objects: n });
const Window = z.object({ window_index: place, objects: n, bytes: n });
const Network = z.object({ network: z.nullable(place), readers: n, reads: n, bytes: n });
