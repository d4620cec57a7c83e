/** Inventories among the files that a person named: a manifest stands for the files that it lists, for logs and `stowage init`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { LogError } from '#query/formats/format.ts';
import { baseName, beginsAsManifest, manifestIn, newest, type Manifest } from '#query/formats/manifest.ts';
import type { LogPath } from '#query/sources.ts';
import type { Deps } from '../deps.ts';
import { isParquet, plainHead } from './file-head.ts';

const HEAD_BYTES = 4096;
const LARGEST_MANIFEST_BYTES = 64 * 2 ** 20;
/** What stands beside a manifest and lists no object. */
const BESIDE = /(^|[/\\])(?:[^/\\]*manifest\.checksum|symlink\.txt)$/;

interface Given {
  file: LogPath;
  manifest: Manifest;
}

/** The files with those of the newest manifest of each bucket in its place. Throws `LogError` for a file that is not there. */
export function withInventories(files: readonly LogPath[], deps: Pick<Deps, 'cwd' | 'say'>): LogPath[] {
  const given = files.flatMap((file): Given[] => {
    const manifest = manifestOf(file);
    return manifest ? [{ file, manifest }] : [];
  });
  if (given.length === 0) return [...files];
  const kept = newest(given);
  if (kept.length < given.length)
    deps.say(
      `${given.length} inventories are there; the newest of each bucket counts: ${kept.map(({ manifest }) => manifest.at.slice(0, 10)).join(', ')}`,
    );
  const places = new Set(
    given.flatMap((one) => [
      one.file.path,
      ...one.manifest.files.flatMap((name) => placeOf(one, name) ?? []),
    ]),
  );
  const others = files.filter((one) => !places.has(one.path) && !BESIDE.test(one.name));
  return [...others, ...kept.flatMap((one) => listedFiles(one, deps.cwd))];
}

function manifestOf({ path: file, name }: LogPath): Manifest | null {
  if (!beginsAsManifest(plainHead(name, file, HEAD_BYTES, '').toString())) return null;
  if (statSync(file).size > LARGEST_MANIFEST_BYTES)
    throw new LogError(`${name}: is a manifest of more than 64 MiB`);
  try {
    return manifestIn(readFileSync(file, 'utf8'));
  } catch (error) {
    throw error instanceof LogError ? new LogError(`${name}: ${error.message}`) : error;
  }
}

function listedFiles(one: Given, cwd: string): LogPath[] {
  const found = one.manifest.files.map((listed) => placeOf(one, listed));
  const missing = one.manifest.files.filter((_, i) => found[i] === null);
  if (missing.length > 0)
    throw new LogError(
      `${one.file.name}: lists ${missing.length === 1 ? 'a file that is' : `${missing.length} files that are`} not here, such as ${baseName(missing[0] ?? '')}; put it beside the manifest or into data/`,
    );
  return found.flatMap((file) => {
    if (file === null) return [];
    const name = path.relative(cwd, file) || file;
    return [{ path: file, name, isParquet: isParquet(plainHead(name, file, 4, '')), manifest: one.manifest }];
  });
}

/** Where a listed file lies: beside its manifest, in `data/` there or one folder up, or as in its bucket. */
function placeOf({ file }: Given, listed: string): string | null {
  const folder = path.dirname(file.path);
  const name = baseName(listed);
  const above: string[] = [];
  for (let one = folder; above.length < 8 && one !== path.dirname(one); one = path.dirname(one))
    above.push(one);
  const places = [
    path.join(folder, name),
    path.join(folder, 'data', name),
    path.join(folder, '..', 'data', name),
    ...above.map((one) => path.join(one, ...listed.split('/').filter((part) => part !== '..'))),
  ];
  return places.find((one) => existsSync(one)) ?? null;
}
