/** Files of logs and inventories → the tables `request` and `listed`. */
import { QueryError, type Database } from './database.ts';
import type { Dialect } from './dialect.ts';
import { LogError, type LogFile, type LogOptions } from './formats/format.ts';
import { formatOf, load, lookAt, type Recognised } from './formats/index.ts';
import { CREATE_LISTED, inventoryFormat, loadInventory, type InventoryFormat } from './formats/inventory.ts';
import type { Manifest } from './formats/manifest.ts';
import { CREATE_REQUEST } from './profile-sql.ts';

export interface LogPath {
  /** Absolute; the database was opened for it. */
  path: string;
  /** As the user named it. */
  name: string;
  isParquet: boolean;
  /** It is one of the files of an inventory. */
  manifest?: Manifest;
}

/** What was listed, and when; null: no manifest says it. */
export interface Listing {
  format: InventoryFormat;
  files: number;
  at: string | null;
}

export interface Sources {
  /** Null where there are inventories alone. */
  log: { format: Recognised; files: number } | null;
  listing: Listing | null;
}

/** Reads them all. Throws `LogError` with the name of the file, or `QueryError`. */
export async function loadSources(
  database: Database,
  files: readonly LogPath[],
  options: LogOptions,
  sql: Dialect,
): Promise<Sources> {
  await database.run(CREATE_REQUEST);
  await database.run(CREATE_LISTED);
  let [log, listing]: [Sources['log'], Listing | null] = [null, null];
  const logs: { name: string; file: LogFile; format: Recognised }[] = [];
  const lists: { name: string; file: LogFile; format: InventoryFormat }[] = [];
  for (const { path, name, isParquet, manifest } of files)
    await about(name, async () => {
      const file = await lookAt(database, path, isParquet, sql, manifest);
      const isNamed = Object.keys(options.columns).length > 0 && !manifest;
      const listed = isNamed ? undefined : inventoryFormat(file, manifest);
      const { format, files: before } = (listed ? listing : log) ?? { files: 0 };
      const own = listed ?? formatOf(file, options);
      if (format && own.id !== format.id)
        throw new LogError(
          `is of the format ${own.id}, and the files before it ${format.id}; derive each alone`,
        );
      if (listed) {
        const at = [listing?.at, manifest?.at].filter((one) => one !== undefined && one !== null);
        listing = { format: listed, files: before + 1, at: at.toSorted().at(-1) ?? null };
        lists.push({ name, file, format: listed });
      } else {
        log = { format: own as Recognised, files: before + 1 };
        logs.push({ name, file, format: own as Recognised });
      }
    });
  const name = logs[0] && 'name' in logs[0].format ? logs[0].format.name : undefined;
  if (logs[0] && lists[0] && !name)
    throw new LogError(
      `${logs[0].name}: ${logs[0].format.id} does not name objects as an inventory does; give the log of the bucket itself`,
    );
  for (const one of logs)
    await about(one.name, () => load(database, one.file, one.format, lists.length > 0, sql));
  const withBucket = logs.length === 0 || name?.bucket !== undefined;
  for (const one of lists)
    await about(one.name, () => loadInventory(database, one.file, one.format, withBucket, sql));
  return { log, listing };
}

/** What a file holds is the file's fault; what does not fit in memory is not. */
async function about(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof LogError) throw new LogError(`${name}: ${error.message}`);
    if (!(error instanceof QueryError) || error.isOutOfMemory) throw error;
    throw new LogError(`${name}: cannot be read: ${error.message.split('\n')[0] ?? ''}`);
  }
}
