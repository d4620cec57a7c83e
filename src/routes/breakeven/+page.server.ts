import { loadArchive } from '#catalog/from-files.ts';
import { lastRecorded } from '#core/pricing/archive.ts';
import { breakEvenPage } from '#web/breakeven/tables.ts';

/** As of the newest edition recorded. */
export function load() {
  const archive = loadArchive('.');
  return breakEvenPage(archive, lastRecorded(archive));
}
