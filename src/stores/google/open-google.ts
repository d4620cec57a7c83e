/** Opens a bucket of Google Cloud Storage by its own interface. */
import { endpointUrl } from '../endpoint.ts';
import type { Connect, ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import { wayTo } from '../s3/way.ts';
import { findGoogleAccess } from './google-access.ts';
import { GoogleStore } from './google-store.ts';

const ENDPOINT = 'https://storage.googleapis.com';

export function openGoogle(address: StoreAddress, { env, home }: OpenOptions, connect: Connect): ObjectStore {
  const { bearer, project, endpoint } = findGoogleAccess(env, home);
  const url = endpointUrl(address.endpoint ?? endpoint ?? ENDPOINT, address.store, ENDPOINT);
  const way = { ...wayTo(url, address.bucket, true, connect), root: '' };
  return new GoogleStore(way, bearer, { name: address.bucket, project, location: address.region });
}
