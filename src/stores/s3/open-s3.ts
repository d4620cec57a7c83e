/** Opens a bucket of S3, or of what speaks like it. */
import { CLOCKS } from '../age.ts';
import type { Connect, ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import { bucketConfiguration } from './bucket-configuration.ts';
import { directoryConfiguration } from './directory-bucket.ts';
import type { S3Reach } from './reach-s3.ts';
import { s3Store } from './s3-store.ts';
import { SessionKeys, ownKeys } from './session.ts';
import { wayTo } from './way.ts';

export function openS3(
  { bucket, pathStyle }: StoreAddress,
  { access, known, zone, region, url, control }: S3Reach,
  { clocks = CLOCKS }: OpenOptions,
  connect: Connect,
): ObjectStore {
  const { credentials } = access;
  const scope = { region, service: 's3' };
  const isByPath = pathStyle ?? (isNumeric(url.hostname) || bucket.includes('.'));
  if (zone === null) {
    const objects = { ...wayTo(url, bucket, isByPath, connect), keys: ownKeys(credentials, scope, clocks) };
    const configuration = bucketConfiguration(known?.locationConstraint ?? null);
    return s3Store(bucket, objects, objects, configuration);
  }
  const express = { ...scope, service: 's3express' };
  const own = ownKeys(credentials, express, clocks);
  const objects = wayTo(url, bucket, isByPath, connect);
  return s3Store(
    bucket,
    { ...objects, keys: new SessionKeys({ ...objects, own, scope: express, clocks }) },
    { ...wayTo(control, bucket, pathStyle ?? true, connect), keys: own },
    directoryConfiguration(zone),
  );
}

export const isNumeric = (hostname: string) => /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
