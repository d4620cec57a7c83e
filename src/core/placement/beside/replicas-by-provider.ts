/** What a provider itself keeps more than once: other buckets of a store by name, or a copy that it makes in another region. */
import type { Archive } from '../../pricing/archive.ts';
import { EVERYWHERE, findPlace, greatCircleKm, placeOfStore } from '../../places.ts';
import { splitRef } from '../../store-ref.ts';

export type Replication =
  | 'multi-region'
  | 'dual-region'
  | 'dual-region-turbo'
  | 'zone-redundant'
  | 'geo-redundant'
  | 'geo-redundant-readable'
  | 'near-readers';

export interface ReplicatedStore {
  /** As a scenario names it. */
  ref: string;
  how: Replication;
}

/** Google's own pairs and groups, by the part of the world its regions begin with. */
const GOOGLE: Readonly<Record<string, readonly [region: string, how: Replication][]>> = {
  us: [
    ['us', 'multi-region'],
    ['nam4', 'dual-region'],
    ['nam4-turbo', 'dual-region-turbo'],
  ],
  europe: [
    ['eu', 'multi-region'],
    ['eur4', 'dual-region'],
    ['eur4-turbo', 'dual-region-turbo'],
  ],
  asia: [
    ['asia', 'multi-region'],
    ['asia1', 'dual-region'],
    ['asia1-turbo', 'dual-region-turbo'],
  ],
};

const TIGRIS: readonly [region: string, how: Replication][] = [
  ['global', 'near-readers'],
  ['usa', 'multi-region'],
  ['eur', 'multi-region'],
  ['dual-region', 'dual-region'],
];

const AZURE: readonly [suffix: string, how: Replication][] = [
  ['-zrs', 'zone-redundant'],
  ['-grs', 'geo-redundant'],
  ['-ra-grs', 'geo-redundant-readable'],
];

/** The stores of an Azure tier that is kept in one zone: their prices are editions of their own. */
export function azureReplicas(store: string): ReplicatedStore[] {
  return store.startsWith('azure/blob-') && !AZURE.some(([suffix]) => store.endsWith(suffix))
    ? AZURE.map(([suffix, how]) => ({ ref: `${store}${suffix}`, how }))
    : [];
}

/** Those of the same provider and class that the archive knows, other than `ref` itself. */
export function replicatedStores(ref: string, archive: Archive): ReplicatedStore[] {
  const { store, region = '' } = splitRef(ref);
  const known = archive.editions(store);
  const has = (name: string) => name !== region && known.some(({ regions }) => name in regions);
  const [provider] = store.split('/');
  const listed = (rows: readonly [string, Replication][]) =>
    rows.flatMap(([name, how]) => (has(name) ? [{ ref: `${store}@${name}`, how }] : []));
  switch (provider) {
    case 'google':
      return listed(GOOGLE[/^(us|europe|asia)(?=-)/.exec(region)?.[1] ?? partOf(region)] ?? []);
    case 'tigris':
      return listed(TIGRIS);
    case 'azure':
      return azureReplicas(store).flatMap((one) =>
        archive.stores.includes(one.ref) && archive.editions(one.ref).some(({ regions }) => region in regions)
          ? [{ ...one, ref: `${one.ref}@${region}` }]
          : [],
      );
    default:
      return [];
  }
}

/** `nam4` lies in the same part of the world as `us`. */
function partOf(region: string): string {
  return Object.entries(GOOGLE).find(([, rows]) => rows.some(([name]) => name === region))?.[0] ?? '';
}

/**
 * What is known of a provider's copies in regions that one chooses: S3 makes them (`by-region`); R2 and directory buckets do not
 * (`none`); of others the archive has no price (`unknown`). Null where the stores above are all there is.
 */
export function copiesByProvider(store: string): 'by-region' | 'none' | 'unknown' | null {
  // Directory buckets take no replication configuration (the S3 API model of botocore 1.44.5).
  if (store === 'aws/s3-express-one-zone') return 'none';
  if (store.startsWith('aws/s3-')) return 'by-region';
  // R2's page of its S3 API lists replication among what is not supported (read 2026-10-03).
  if (store.startsWith('cloudflare/r2-')) return 'none';
  return /^(google|tigris|azure)\//.test(store) ? null : 'unknown';
}

/** What the provider asks besides for copying within a stated time; null: it offers no such thing, or not for this store. */
export function timedReplication(store: string): string | null {
  return copiesByProvider(store) === 'by-region' ? 'aws/s3-replication-time' : null;
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
