/** From what a person says of a target to a driver that is ready to send. */
import { findAccess } from './credentials.ts';
import type { Access, Environment } from './credentials.ts';
import type { Origin } from './http/exchange.ts';
import { wireClient } from './http/wire-client.ts';
import {
  controlEndpoint,
  directoryConfiguration,
  refuseOtherKind,
  zonalEndpoint,
  zoneOf,
} from './s3/directory-bucket.ts';
import { ENDPOINT_ADVICE, bucketConfiguration, knownEndpoint } from './s3/endpoints.ts';
import { S3Store } from './s3/s3-store.ts';
import { SessionKeys, constantKeys } from './s3/session.ts';
import { wayTo } from './s3/way.ts';
import type { Way } from './s3/way.ts';
import { StoreError } from './store-error.ts';
import type { ObjectStore } from './store.ts';

export interface StoreAddress {
  /** `aws/s3-standard` */
  store: string;
  /** As the provider names it: `us-east-1`. */
  region: string;
  bucket: string;
  /** Where the provider alone does not say it: `https://host[:port]`. */
  endpoint?: string | undefined;
  /** The bucket in the path; else in the host name, but for addresses that are numbers. */
  pathStyle?: boolean | undefined;
  profile?: string | undefined;
}

export interface OpenOptions {
  env: Environment;
  /** Folder that holds `.aws`. */
  home: string;
  timeoutMs: number;
  /** Keys to use instead of looking for them. */
  access?: Access;
  /** The clock by which sessions end; the system's. */
  now?: () => number;
}

/** Throws `StoreError` where keys or the endpoint are missing. Sends nothing yet. */
export function openStore(
  address: StoreAddress,
  { env, home, timeoutMs, access, now = Date.now }: OpenOptions,
): ObjectStore {
  refuseOtherKind(address.store, address.bucket);
  const { credentials, region, endpoint } = access ?? findAccess(env, home, address.profile);
  const provider = address.store.split('/')[0] ?? '';
  const known = knownEndpoint(provider, address.region);
  const zone = zoneOf(address.bucket);
  const named = address.endpoint ?? endpoint;
  const scope = { region: known?.region ?? region ?? address.region, service: 's3' };
  const connect = (origin: Origin) => wireClient({ origin, timeoutMs });
  const way = (text: string | null | undefined, byPath?: boolean): Way => {
    const url = endpointUrl(text, address.store, provider);
    const pathStyle =
      address.pathStyle ?? byPath ?? (isNumeric(url.hostname) || address.bucket.includes('.'));
    return wayTo(url, address.bucket, pathStyle, connect);
  };
  if (zone === null) {
    const objects = { ...way(named ?? known?.url), keys: constantKeys(credentials, scope) };
    return new S3Store(
      address.bucket,
      objects,
      objects,
      bucketConfiguration(known?.locationConstraint ?? null),
    );
  }
  const express = { ...scope, service: 's3express' };
  const objects = way(named ?? zonalEndpoint(zone, address.region));
  const control = way(named ?? controlEndpoint(address.region), true);
  return new S3Store(
    address.bucket,
    { ...objects, keys: new SessionKeys({ ...objects, credentials, scope: express, now }) },
    { ...control, keys: constantKeys(credentials, express) },
    directoryConfiguration(zone),
  );
}

function endpointUrl(text: string | null | undefined, store: string, provider: string): URL {
  if (text == null) {
    const like = ENDPOINT_ADVICE[provider] ?? 'https://s3.example.org';
    throw new StoreError(
      `the address of ${store} depends on your account; name it as endpoint (or in AWS_ENDPOINT_URL), like ${like}`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StoreError(`the endpoint of ${store} is no address; write it like https://s3.example.org`);
  if (url.username !== '' || url.password !== '')
    throw new StoreError(
      `the endpoint of ${store} holds a password; keys belong into the environment or a profile`,
    );
  if (url.pathname !== '/' || url.search !== '')
    throw new StoreError(`the endpoint of ${store} has a path; name the bucket on its own`);
  return url;
}

const isNumeric = (hostname: string) => /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
