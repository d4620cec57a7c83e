/** The catalog from the folder of the build, for the terminal. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '#core/message-of.ts';
import { openCatalog } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { ReadError } from './read-text.ts';

/** Nothing is read now: what is asked for throws `ReadError` where its file is missing or damaged. */
export function readCatalog(folder: string): Catalog {
  return openCatalog((file) => {
    const target = path.join(folder, file);
    try {
      return JSON.parse(readFileSync(target, 'utf8')) as unknown;
    } catch (error) {
      throw new ReadError(
        target,
        `the built prices cannot be read (${messageOf(error)}); build again with "npm run build"`,
      );
    }
  });
}
