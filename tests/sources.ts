/** The repository's own prices and datasets, as tests read them: from the build in `dist/data`, once a thread. */
import path from 'node:path';
import { readCatalog } from '#catalog/read-catalog.ts';
import { lazily } from '#core/memo.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Dataset } from '#core/evidence/dataset.ts';

/** The top of the checkout. */
export const ROOT = path.resolve(import.meta.dirname, '..');

const catalog = lazily(() => readCatalog(path.join(ROOT, 'dist/data')));

/** All editions of `pricing/`, with their notes. */
export const wholeArchive = lazily((): Archive => {
  const { archive, editionsWithNotes, transfersWithNotes } = catalog();
  return { ...archive, stores: archive.stores, editions: editionsWithNotes, transfers: transfersWithNotes };
});

/** All of `datasets/`. */
export const allDatasets = (): readonly Dataset[] => catalog().datasets();
