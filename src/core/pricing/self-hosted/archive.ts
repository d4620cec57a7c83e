/** The archive with stores on servers of one's own beside those of providers: what a question is checked against and billed by. */
import { memoWith, remembered } from '../../memo.ts';
import type { Archive } from '../archive.ts';
import { StoreFile, storeFacts } from '../store-facts.ts';
import { editionOf, storeOf } from './edition.ts';
import type { SelfHosted } from './file.ts';

/** The same archive where there are none; the same answer for the same stores, as much is remembered with it. */
export function withSelfHosted(archive: Archive, own: SelfHosted): Archive {
  if (Object.keys(own).length === 0) return archive;
  return remembered(extended(archive), JSON.stringify(own), () => extendedBy(archive, own), MOST_EXTENDED);
}

const extended = memoWith((_archive: Archive) => new Map<string, Archive>());
const MOST_EXTENDED = 8;

function extendedBy(archive: Archive, own: SelfHosted): Archive {
  const editions = new Map(
    Object.entries(own).map(([name, store]) => [storeOf(name), [editionOf(name, store)]]),
  );
  const facts = new Map(
    Object.entries(own).map(([name, { title = `${name} on your servers` }]) => [
      storeOf(name),
      storeFacts(StoreFile.parse({ title, short: title })),
    ]),
  );
  return {
    ...archive,
    stores: [...archive.stores, ...editions.keys()],
    facts: (store) => facts.get(store) ?? archive.facts(store),
    editions: (store) => editions.get(store) ?? archive.editions(store),
  };
}
