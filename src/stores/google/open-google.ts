/** Opens a bucket of Google Cloud Storage by its own interface. */
import { isProvidersHost } from '#core/s3-addresses.ts';
import { endpointUrl } from '../endpoint.ts';
import { wayTo } from '../s3/way.ts';
import type { Connect, Destination, ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import { refusalOf } from '../trust.ts';
import { findGoogleAccess, type GoogleAccess } from './google-access.ts';
import { googleStore } from './google-store.ts';

const ENDPOINT = 'https://storage.googleapis.com';

export interface GoogleReach extends Destination {
  access: GoogleAccess;
  url: URL;
}

/** Throws `StoreError` where keys or the address are missing. */
export function reachGoogle(address: StoreAddress, { env, home, trusted }: OpenOptions): GoogleReach {
  const access = findGoogleAccess(env, home);
  const { source: keys, endpoint } = access;
  const url = endpointUrl(address.endpoint ?? endpoint ?? ENDPOINT, address.store, ENDPOINT);
  const isProviders = (hostname: string) => isProvidersHost('google', hostname);
  const refusal =
    keys === null
      ? null
      : refusalOf(url, { keys, isToken: true, isProviders, settings: [endpoint] }, trusted);
  return { access, url, host: url.host, keys, refusal };
}

export function openGoogle(
  { bucket, region }: StoreAddress,
  { access, url }: GoogleReach,
  connect: Connect,
): ObjectStore {
  const way = { ...wayTo(url, bucket, true, connect), root: '' };
  return googleStore(way, access.bearer, { name: bucket, project: access.project, location: region });
}
