/** A store and its region as a person writes them, for logs and results that do not say which store they are of. */
import { findPlace } from '#core/places.ts';
import { placeAdvice } from '#core/places/suggest.ts';
import { StoreId } from '#core/pricing/ids.ts';
import { ifNear } from '../choices.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';

export interface StoreAt {
  store: string;
  region: string;
  /** Where the store is. */
  place: string;
}

/** `aws/s3-standard@us-west-1`; `where` names it in messages. Throws `Misunderstood`. */
export function storeAt(said: string, where: string, deps: Pick<Deps, 'catalog'>): StoreAt {
  const [store = '', region = ''] = said.split('@');
  if (!StoreId.safeParse(store).success || region === '')
    throw new Misunderstood(`${where} "${said}" is not understood; write it like aws/s3-standard@us-west-1`);
  const known = deps.catalog.archive.stores;
  if (!known.includes(store))
    throw new Misunderstood(`${where} ${said}: there is no such store${ifNear(store, known)}`);
  const place = [`${store.split('/')[0]}/${region}`, region].find((id) => findPlace(id));
  if (place === undefined)
    throw new Misunderstood(
      `${where} ${said}: "${region}" is no place; ${placeAdvice(`${store.split('/')[0]}/${region}`)}`,
    );
  return { store, region, place };
}
