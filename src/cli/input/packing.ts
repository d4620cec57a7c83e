/** Whether packed files are whole: engines say it in words of their own, or not at all. */
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { errorCode } from '#core/message-of.ts';
import { QueryError } from '#query/database.ts';
import { LogError } from '#query/formats/format.ts';
import type { LogPath } from '#query/sources.ts';

const UNPACKED = {
  '.gz': { unpack: createGunzip, test: 'gzip -t' },
  '.zst': { unpack: createZstdDecompress, test: 'zstd -t' },
} as const;

/** What is wrong with a gzip or zstd, by its name; null where it is whole or not packed. */
export async function flawOf({ path, name }: LogPath): Promise<{ isCut: boolean; says: string } | null> {
  const [, packed] = Object.entries(UNPACKED).find(([ending]) => path.endsWith(ending)) ?? [];
  if (!packed) return null;
  const nothing = new Writable({ write: (_, __, done) => done() });
  try {
    await pipeline(createReadStream(path), packed.unpack(), nothing);
    return null;
  } catch (error) {
    const isCut = errorCode(error) === 'Z_BUF_ERROR';
    return {
      isCut,
      says: isCut
        ? `${name}: ends too early; its whole lines were read`
        : `${name}: is damaged, or not packed as its name says; "${packed.test} ${name}" tests it`,
    };
  }
}

/** Work on files. Where it fails and one of them is damaged, that is why. Throws `LogError`, and what `work` throws. */
export async function onWholeFiles<T>(files: readonly LogPath[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LogError || error instanceof QueryError)) throw error;
    if (error instanceof QueryError && error.isOutOfMemory) throw error;
    for (const file of files) {
      const flaw = await flawOf(file);
      if (flaw && !flaw.isCut) throw new LogError(flaw.says, { cause: error });
    }
    throw error;
  }
}
