/** Opens a bucket of S3, or of what speaks like it. */
import { CLOCKS } from '../age.ts';
import type { Connect, ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import type { S3Reach } from './reach-s3.ts';
import { s3Store } from './s3-store.ts';
import { SessionKeys, ownKeys } from './session.ts';
import { wayTo } from './way.ts';
import { escapeXml } from './xml.ts';

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
    const constraint = known?.locationConstraint ?? null;
    const location = `<LocationConstraint>${escapeXml(constraint ?? '')}</LocationConstraint>`;
    return s3Store(bucket, objects, objects, constraint === null ? null : configuration(location));
  }
  const express = { ...scope, service: 's3express' };
  const own = ownKeys(credentials, express, clocks);
  const objects = wayTo(url, bucket, isByPath, connect);
  return s3Store(
    bucket,
    { ...objects, keys: new SessionKeys({ ...objects, own, scope: express, clocks }) },
    { ...wayTo(control, bucket, pathStyle ?? true, connect), keys: own },
    configuration(
      `<Location><Name>${zone}</Name><Type>AvailabilityZone</Type></Location><Bucket><DataRedundancy>SingleAvailabilityZone</DataRedundancy><Type>Directory</Type></Bucket>`,
    ),
  );
}

/** What making a bucket says of where it is. */
const configuration = (place: string) =>
  `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${place}</CreateBucketConfiguration>`;

export const isNumeric = (hostname: string) => /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
