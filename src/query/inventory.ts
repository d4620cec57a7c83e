/** What an inventory says of a bucket, alone or beside a log: for `deriveProfile`, `stowage init` and a drop on the page. */
import * as z from 'zod/mini';
import { LISTED_AGE_EDGES_DAYS, popularOf, type Inventory } from '#core/workload/inventory.ts';
import { SIZE_EDGES_BYTES } from '#core/workload/profile.ts';
import { all, n, one, place, signed } from './answers.ts';
import type { Database } from './database.ts';
import { LogError } from './formats/format.ts';
import * as ask from './inventory-sql.ts';
import type { Listing } from './sources.ts';

/** Of the tables `listed` and `held`; with `isBeside` of those of a log too. Throws `LogError` and `QueryError`. */
export async function inventoryOf(
  database: Database,
  { format, files, at }: Listing,
  isBeside: boolean,
): Promise<Inventory> {
  const { name, select } = isBeside ? ask.READ : ask.NONE_READ;
  await database.run(`CREATE TABLE ${name} AS ${select}`);
  const listed = await one(database, ask.LISTED, Listed);
  const sizes = await all(database, ask.HELD_SIZES, Size);
  if (listed.newest_us === null)
    throw new LogError(
      `the inventory (${format.id}) lists no object with a size and a time; ${listed.unread} rows were not understood`,
    );
  const read = await one(database, ask.READ_AND_LISTED, z.object({ read: n, listed: n }));
  if (read.read > 0 && read.listed === 0)
    throw new LogError(
      `none of the ${read.read} objects that the log reads is in the inventory (${format.id}); give that of the same bucket`,
    );
  const atUs = at === null ? listed.newest_us : Date.parse(at) * 1000;
  const ages = await all(database, ask.heldAges(`CAST(${atUs} AS BIGINT)`), Group);
  const said = async (column: 'class' | 'encryption' | 'replication') =>
    Object.fromEntries(
      (await all(database, ask.listedBy(column), Said)).map((row) => [
        row.said,
        { objects: row.objects, bytes: row.bytes },
      ]),
    );
  return {
    format: format.id,
    files,
    at: at ?? new Date(listed.newest_us / 1000).toISOString(),
    unread: listed.unread,
    sizes: sizes.map((row) => ({
      upToBytes: SIZE_EDGES_BYTES[row.class] ?? null,
      objects: row.objects,
      bytes: row.bytes,
      ...(isBeside ? { read: row.read, readBytes: row.read_bytes } : {}),
    })),
    ages: ages.map((row) => ({
      upToDays: LISTED_AGE_EDGES_DAYS[row.class] ?? null,
      objects: row.objects,
      bytes: row.bytes,
    })),
    oldVersions: { objects: listed.old_versions, bytes: listed.old_bytes },
    classes: await said('class'),
    encryption: await said('encryption'),
    replication: await said('replication'),
    ...(isBeside
      ? {
          readNotListed: read.read - read.listed,
          popular: popularOf(await all(database, ask.READ_AGAIN, ReadAgain)),
        }
      : {}),
  };
}

const Listed = z.object({ newest_us: z.nullable(signed), old_versions: n, old_bytes: n, unread: n });
const Size = z.object({ class: place, objects: n, bytes: n, read: n, read_bytes: n });
const Group = z.object({ class: place, objects: n, bytes: n });
const Said = z.object({ said: z.string(), objects: n, bytes: n });
const ReadAgain = z.object({ reads_before: n, objects: n, reads_after: n });
