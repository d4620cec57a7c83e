/** What a provider itself keeps more than once: other buckets of a store by name, or a copy that it makes in another region. */
import type { Archive } from '../../pricing/archive.ts';
import { EVERYWHERE, findPlace, greatCircleKm, placeOfStore } from '../../places.ts';
import type { Replica } from '../../pricing/store-facts.ts';
import { splitRef } from '../../store-ref.ts';

interface ReplicatedStore {
  /** As a scenario names it. */
  ref: string;
  how: Replica;
}

/** Those of the same provider and class that the archive knows, other than `ref` itself. */
export function replicatedStores(ref: string, archive: Archive): ReplicatedStore[] {
  const { store, region = '' } = splitRef(ref);
  const { regions = [], stores = {} } = archive.facts(store)?.replication ?? {};
  const prices = (id: string, name: string) => archive.editions(id).some((one) => name in one.regions);
  const isMeant = ({ from, to }: (typeof regions)[number]) =>
    from === undefined || region.startsWith(`${from}-`) || region in to;
  return [
    ...regions
      .filter(isMeant)
      .flatMap(({ to }) => Object.entries(to))
      .filter(([name]) => name !== region && prices(store, name))
      .map(([name, how]) => ({ ref: `${store}@${name}`, how })),
    ...Object.entries(stores)
      .filter(([id]) => prices(id, region))
      .map(([id, how]) => ({ ref: `${id}@${region}`, how })),
  ];
}

/** The other regions of a store nearest to it and to each reader, as a scenario names them. */
export function copyRegions(ref: string, archive: Archive, readers: readonly string[]): string[] {
  const { store, region = '' } = splitRef(ref);
  const editions = archive.editions(store);
  const newest = editions.at(-1);
  const own = newest && placeOfStore(newest, region);
  if (!newest || !own) return [];
  const others = [...new Set(editions.flatMap(({ regions }) => Object.keys(regions)))].filter(
    (name) => name !== region && name !== EVERYWHERE && !name.startsWith('us-gov-'),
  );
  const nearest = (to: string) => {
    const from = findPlace(to);
    const away = others.flatMap((name) => {
      const place = findPlace(placeOfStore(newest, name) ?? '');
      return from && place ? [{ name, km: greatCircleKm(from, place) }] : [];
    });
    return away
      .toSorted((a, b) => a.km - b.km)
      .slice(0, 1)
      .map(({ name }) => name);
  };
  return [...new Set([own, ...readers].flatMap(nearest))].map((name) => `${store}@${name}`);
}
