/** Where an S3 bucket answers and with whose keys, before anything is sent: for our own driver and for AWS's. */
import {
  ENDPOINT_ADVICE,
  isProvidersHost,
  knownEndpoint,
  zonalEndpoint,
  zoneOf,
} from '#core/s3-addresses.ts';
import type { KnownEndpoint } from '#core/s3-addresses.ts';
import type { Access } from '../access.ts';
import { findAccess } from '../credentials.ts';
import { endpointUrl } from '../endpoint.ts';
import type { Destination, OpenOptions, StoreAddress } from '../store.ts';
import { isLoopback, refusalOf } from '../trust.ts';
import { controlEndpoint, refuseOtherKind } from './directory-bucket.ts';

export interface S3Reach extends Destination {
  access: Access;
  known: KnownEndpoint | null;
  /** Of a directory bucket. */
  zone: string | null;
  /** What signatures name. */
  region: string;
  /** Where objects are. */
  url: URL;
  /** Where directory buckets are made and removed. */
  control: URL;
  /** The address is the plan's or the person's, not the provider's usual one. */
  isNamed: boolean;
}

/** Throws `StoreError` where keys or the address are missing, or the bucket is of another kind than the store. */
export function reachS3(address: StoreAddress, { env, home, access: given, trusted }: OpenOptions): S3Reach {
  const { store, bucket, region } = address;
  refuseOtherKind(store, bucket);
  const access = given ?? findAccess(env, home, address.profile);
  const { credentials, source: keys } = access;
  const provider = store.split('/')[0] ?? '';
  const known = knownEndpoint(provider, region);
  const zone = zoneOf(bucket);
  const named = address.endpoint ?? access.endpoint;
  const urlOf = (text: string | null | undefined) =>
    endpointUrl(text, store, ENDPOINT_ADVICE[provider] ?? 'https://s3.example.org');
  const url = urlOf(named ?? (zone === null ? known?.url : zonalEndpoint(zone, region)));
  const control = urlOf(named ?? (zone === null ? known?.url : controlEndpoint(region)));
  const hasToken = 'read' in credentials || credentials.sessionToken !== null;
  const lent = {
    keys,
    // Sessions of a directory bucket are tokens of the server's own.
    isToken: hasToken || (zone !== null && !isLoopback(url.hostname)),
    isProviders: (hostname: string) => isProvidersHost(provider, hostname),
    settings: [access.endpoint],
  };
  return {
    access,
    known,
    zone,
    region: known?.region ?? access.region ?? region,
    url,
    control,
    isNamed: named !== null,
    host: url.host,
    keys,
    refusal: refusalOf(url, lent, trusted) ?? refusalOf(control, lent, trusted),
  };
}
