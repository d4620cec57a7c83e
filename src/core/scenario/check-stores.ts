/** Names of stores and regions against an archive: known, and with a region where the prices depend on one. */
import { nearest } from '../nearest.ts';
import { EVERYWHERE, nearestRegion, nearestRegionFor } from '../places.ts';
import type { Archive } from '../pricing/archive.ts';
import type { Edition } from '../pricing/editions/edition.ts';
import { issueAt } from '../issue.ts';
import type { SchemaIssue } from '../issue.ts';
import type { StoreChoice } from '../store-ref.ts';
import { storesSaid } from './stores-said.ts';
import { ScenarioError } from './scenario-error.ts';

interface StoreCheck {
  path: string;
  /** Path of the region where it is written apart. */
  regionPath?: string;
  /** Where the bytes come from; its nearest region is suggested. */
  near?: string;
  /** False where a missing region is not a mistake. */
  regionNeeded?: boolean;
  /** Objects are to be held there, which a CDN does not. */
  holdsObjects?: boolean;
  /** It answers readers on behalf of stores, which a store does not. */
  isCdn?: boolean;
  /** The place matters, not the price alone: one price list everywhere is not enough. */
  placeNeeded?: boolean;
}

/** What is wrong with a store's name or region; null when nothing is. */
export function storeIssue(
  { store, region }: StoreChoice,
  archive: Archive,
  check: StoreCheck,
): SchemaIssue | null {
  const {
    path,
    regionPath = path,
    near,
    regionNeeded = true,
    placeNeeded = false,
    holdsObjects = false,
    isCdn = false,
  } = check;
  if (!archive.stores.includes(store))
    return unknownStore(store, regionPath === path ? region : undefined, archive, path);
  const editions = archive.editions(store);
  const latest = editions.at(-1);
  if (!latest) return null;
  if (holdsObjects && latest.kind === 'add-on')
    return issueAt(
      path,
      `${store} holds no objects; it is what is asked for something done with those of other stores`,
    );
  if (holdsObjects && latest.kind === 'cdn')
    return issueAt(
      path,
      `${store} is a CDN and holds no objects; write it as via of a reader who comes through it`,
    );
  if (isCdn && latest.kind !== 'cdn')
    return issueAt(
      path,
      `${store} is no CDN; leave via out where readers ask the stores themselves, or write a CDN such as aws/cloudfront`,
    );
  const regions = regionNames(editions);
  if (region === undefined) {
    if (!regionNeeded || !needsRegion(editions, placeNeeded)) return null;
    const choice = (near === undefined ? undefined : nearestRegion(editions, near)) ?? regions[0];
    const why = near === undefined ? '' : `, the region nearest the writer (${near})`;
    return issueAt(
      regionPath,
      `${store} is ${latest.regions[EVERYWHERE] === undefined ? 'priced' : 'placed'} by region, and none is given; write ${regionPath === path ? `${store}@${choice}` : choice}${why}`,
    );
  }
  if (regions.includes(region)) return null;
  const suggestion = nearest(region, regions);
  const known =
    regions.length > 12
      ? `${regions.slice(0, 12).join(', ')} and ${regions.length - 12} more`
      : regions.join(', ');
  const inStore = (name: string) => (regionPath === path ? `${store}@${name}` : name);
  return issueAt(
    regionPath,
    `${store} has no region "${region}"; it has ${known}`,
    suggestion && inStore(suggestion),
  );
}

/** One price list everywhere is enough, unless the place matters too; and where there is one region, it is that. */
function needsRegion(editions: readonly Edition[], placeNeeded: boolean): boolean {
  const latest = editions.at(-1);
  const isOneList = latest?.regions[EVERYWHERE] !== undefined && !placeNeeded;
  return !isOneList && latest?.placement === 'region' && regionNames(editions).length > 1;
}

/** The region nearest `near`, of those in `residency` where there are such, of a store whose prices depend on one, where none is written; else undefined. */
export function regionLeftOut(
  { store, region }: StoreChoice,
  archive: Archive,
  near: string,
  residency: string,
): string | undefined {
  const editions = region === undefined ? archive.editions(store) : [];
  return needsRegion(editions, false) ? nearestRegionFor(editions, near, residency) : undefined;
}

/** Throws `ScenarioError` for a store written `provider/store@region` that is not known. */
export function checkStoreRef(choice: StoreChoice, archive: Archive, placeNeeded = false): void {
  const issue = storeIssue(choice, archive, { path: '', placeNeeded });
  if (issue) throw new ScenarioError([issue]);
}

/** Throws `ScenarioError` for a usage whose store or region is not known. */
export function checkStore(usage: StoreChoice, archive: Archive, prefix = ''): void {
  const issue = storeIssue(usage, archive, { path: `${prefix}store`, regionPath: `${prefix}region` });
  if (issue) throw new ScenarioError([issue]);
}

function unknownStore(
  store: string,
  region: string | undefined,
  archive: Archive,
  path: string,
): SchemaIssue {
  const exact = storesSaid(store, archive);
  const said = exact.length > 0 || store.includes('/') ? exact : misspelt(store, archive.stores);
  const provider = store.includes('/') ? store.split('/')[0] : undefined;
  const own = archive.stores.filter((id) => id.split('/')[0] === provider);
  // What several providers call so is nobody's in particular.
  const meant = new Set(said.map((id) => id.split('/')[0])).size === 1 ? said[0] : undefined;
  const suggestion =
    ofProviderSaid(store, archive) ??
    (store.includes('/') ? nearest(store, archive.stores) : undefined) ??
    archive.stores.find((id) => id.split('/')[1] === store.split('/')[1]) ??
    meant ??
    nearest(store, archive.stores);
  const providers = [...new Set(archive.stores.map((id) => id.slice(0, id.indexOf('/'))))];
  const known =
    own.length > 0 || said.length > 1
      ? `there are ${(own.length > 0 ? own : said).join(', ')}`
      : `a store is written provider/store, and the providers are ${providers.join(', ')}`;
  return issueAt(
    path,
    `no store is called "${store}"; ${known}`,
    suggestion && (region === undefined ? suggestion : `${suggestion}@${region}`),
  );
}

/** Every region any edition has, and the places that one price list for everywhere covers. */
function regionNames(editions: readonly Edition[]): string[] {
  const names = editions.flatMap((edition) => [
    ...Object.keys(edition.regions),
    ...edition.places.map((id) => id.slice(id.indexOf('/') + 1)),
  ]);
  const unique = [...new Set(names)];
  return unique.length > 1
    ? unique.filter((name) => name !== EVERYWHERE).concat(unique.includes(EVERYWHERE) ? [EVERYWHERE] : [])
    : unique;
}

/** Stores whose own name, without the provider's, is nearest to the word. */
function misspelt(word: string, stores: readonly string[]): string[] {
  const named = Map.groupBy(
    stores.filter((id) => !id.startsWith('claimed/')),
    nameIn,
  );
  return named.get(nearest(word, named.keys()) ?? '') ?? [];
}

/** `gcs/standard`, `gcs-standard`: of the stores of a provider that people call so, the one of that name. */
function ofProviderSaid(store: string, archive: Archive): string | undefined {
  const [, provider = '', name = ''] = /^([^/-]+)[/-](.+)$/.exec(store) ?? [];
  if (name === '') return undefined;
  const called = archive.stores.some((id) => id.startsWith(`${provider}/`))
    ? []
    : storesSaid(provider, archive);
  return called.find((id) => nameIn(id) === nearest(name, called.map(nameIn)));
}

const nameIn = (id: string) => id.slice(id.indexOf('/') + 1);
