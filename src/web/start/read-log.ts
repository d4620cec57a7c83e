/** What logs, inventories and metrics that were dropped on the page say: they are read here, and nothing leaves the browser. */
import { itemAt } from '#core/at.ts';
import { messageOf } from '#core/message-of.ts';
import type { Found } from '#core/start/found.ts';
import { foundIn as foundInInventory } from '#core/start/inventory.ts';
import { foundIn as foundInLog } from '#core/start/log.ts';
import { foundIn as foundInMetrics } from '#core/start/metrics.ts';
import { beginsAsMetrics, metricsIn } from '#formats/metrics/index.ts';
import { FITTED_SHARE, profileTest } from '#core/workload/profile-test.ts';
import { withinBounds } from '#core/workload/profile.ts';
import type { Profile } from '#core/workload/profile.ts';
import { derive } from '#query/derive.ts';
import { IN_PAGE } from '#query/dialect.ts';
import { MOST_FILES } from '#query/duckdb-wasm.ts';
import type { WasmDatabase } from '#query/duckdb-wasm.ts';
import { LogError } from '#query/formats/format.ts';
import { baseName, beginsAsManifest, manifestIn, newest } from '#query/formats/manifest.ts';
import type { Manifest } from '#query/formats/manifest.ts';
import { arrowOf, startEngine } from '#web/data/engine.ts';
import { unpacked } from './unpacked.ts';

const HEAD_BYTES = 4096;
/** Logs above it are read once: their profile is not tested on its own last part. */
const TESTED_BYTES = 256 * 1024 * 1024;

interface Given {
  file: File;
  isParquet: boolean;
  manifest?: Manifest;
}

/** Throws `LogError`, `ImportError` and `QueryError` with what was seen. */
export async function foundIn(files: readonly File[]): Promise<Found> {
  const heads = await Promise.all(files.map((file) => file.slice(0, HEAD_BYTES).text()));
  if (heads.every(beginsAsMetrics)) {
    const metrics = metricsIn(await Promise.all(files.map((file) => file.text())));
    if (metrics) return foundInMetrics(metrics);
  }
  const given = await withManifests(files);
  if (given.length > MOST_FILES)
    throw new LogError(
      `${given.length} files are more than ${MOST_FILES}; the command line reads any number`,
    );
  const texts = await Promise.all(given.map(async ({ file }) => new Response(await unpacked(file)).blob()));
  const found = await derived(given, texts);
  const name = files[0]?.name ?? '';
  return 'profile' in found
    ? foundInLog(await tested(found.profile, given, texts), name)
    : foundInInventory(found.inventory, name);
}

async function tested(whole: Profile, given: readonly Given[], texts: readonly Blob[]): Promise<Profile> {
  if (texts.reduce((sum, { size }) => sum + size, 0) > TESTED_BYTES) return whole;
  try {
    const first = await derived(given, texts, FITTED_SHARE);
    return 'profile' in first ? withinBounds({ ...whole, test: profileTest(whole, first.profile) }) : whole;
  } catch (error) {
    // A short log has no first part of its own.
    if (error instanceof LogError || error instanceof RangeError) return whole;
    throw error;
  }
}

async function derived(given: readonly Given[], texts: readonly Blob[], firstShare?: number) {
  const database = await startEngine(() => {});
  try {
    return await database.withFiles(texts, async (paths) => {
      const logs = given.map(({ file, ...of }, i) => ({ ...of, name: file.name, path: itemAt(paths, i) }));
      for (const [i, { isParquet, name, path }] of logs.entries())
        if (isParquet) await addParquet(database, await itemAt(texts, i).arrayBuffer(), path, name);
      return derive(
        database,
        logs,
        { columns: {}, ...(firstShare !== undefined && { firstShare }) },
        IN_PAGE,
      );
    });
  } finally {
    database.close();
  }
}

async function addParquet(database: WasmDatabase, bytes: ArrayBuffer, table: string, name: string) {
  try {
    await database.insertArrow(await arrowOf(bytes), table);
  } catch (error) {
    throw new LogError(`${name}: begins like Parquet, and cannot be read as such (${messageOf(error)})`);
  }
}

/** Each file once; those that the newest manifest of a bucket lists, with it. */
async function withManifests(files: readonly File[]): Promise<Given[]> {
  const manifests: { file: File; manifest: Manifest }[] = [];
  const parquet = new Set<File>();
  for (const file of files) {
    const head = await file.slice(0, HEAD_BYTES).text();
    if (head.startsWith('PAR1')) parquet.add(file);
    const manifest = beginsAsManifest(head) ? manifestIn(await file.text()) : null;
    if (manifest) manifests.push({ file, manifest });
  }
  const listed = new Map<File, Manifest>();
  for (const { file, manifest } of newest(manifests))
    for (const name of manifest.files.map(baseName)) {
      const own = files.find((one) => one.name === name);
      if (!own)
        throw new LogError(`${file.name}: lists ${name}, which is not here; choose it with its manifest`);
      listed.set(own, manifest);
    }
  const old = new Set(manifests.flatMap(({ manifest }) => manifest.files.map(baseName)));
  return files
    .filter((file) => listed.has(file) || !(old.has(file.name) || manifests.some((one) => one.file === file)))
    .map((file) => {
      const manifest = listed.get(file);
      return { file, isParquet: parquet.has(file), ...(manifest ? { manifest } : {}) };
    });
}
