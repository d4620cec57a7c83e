import { loadArchive } from '#catalog/from-files.ts';
import { breakEvenPage } from '#web/breakeven/tables.ts';

/** As of the newest edition recorded. */
export function load() {
  const archive = loadArchive('.');
  const recorded = archive.stores
    .flatMap((store) => archive.editions(store))
    .filter(({ confidence }) => confidence !== 'claimed')
    .map((edition) => edition.recorded)
    .toSorted();
  return breakEvenPage(archive, recorded.at(-1) ?? '');
}
