/** Opens a bucket of S3, or of anything that speaks like it. */
import { ENDPOINT_ADVICE, knownEndpoint, zonalEndpoint, zoneOf } from '#core/s3-addresses.ts';
import { CLOCKS } from '../age.ts';
import { findAccess } from '../credentials.ts';
import { endpointUrl } from '../endpoint.ts';
import type { Connect, ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import { controlEndpoint, directoryConfiguration, refuseOtherKind } from './directory-bucket.ts';
import { bucketConfiguration } from './bucket-configuration.ts';
import { S3Store } from './s3-store.ts';
import { SessionKeys, ownKeys } from './session.ts';
import { wayTo } from './way.ts';
import type { Way } from './way.ts';

export function openS3(
  address: StoreAddress,
  { env, home, access, clocks = CLOCKS }: OpenOptions,
  connect: Connect,
): ObjectStore {
  refuseOtherKind(address.store, address.bucket);
  const { credentials, region, endpoint } = access ?? findAccess(env, home, address.profile);
  const provider = address.store.split('/')[0] ?? '';
  const known = knownEndpoint(provider, address.region);
  const zone = zoneOf(address.bucket);
  const named = address.endpoint ?? endpoint;
  const scope = { region: known?.region ?? region ?? address.region, service: 's3' };
  const way = (text: string | null | undefined, byPath?: boolean): Way => {
    const url = endpointUrl(text, address.store, ENDPOINT_ADVICE[provider] ?? 'https://s3.example.org');
    const pathStyle =
      address.pathStyle ?? byPath ?? (isNumeric(url.hostname) || address.bucket.includes('.'));
    return wayTo(url, address.bucket, pathStyle, connect);
  };
  if (zone === null) {
    const objects = { ...way(named ?? known?.url), keys: ownKeys(credentials, scope, clocks) };
    return new S3Store(
      address.bucket,
      objects,
      objects,
      bucketConfiguration(known?.locationConstraint ?? null),
    );
  }
  const express = { ...scope, service: 's3express' };
  const own = ownKeys(credentials, express, clocks);
  const objects = way(named ?? zonalEndpoint(zone, address.region));
  const control = way(named ?? controlEndpoint(address.region), true);
  return new S3Store(
    address.bucket,
    { ...objects, keys: new SessionKeys({ ...objects, own, scope: express, clocks }) },
    { ...control, keys: own },
    directoryConfiguration(zone),
  );
}

export const isNumeric = (hostname: string) => /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
