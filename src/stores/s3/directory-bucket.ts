/** Names and addresses of S3 directory buckets, which hold the class S3 Express One Zone. */
import { zoneOf } from '#core/s3-addresses.ts';
import { StoreError } from '../store-error.ts';

export const EXPRESS = 'aws/s3-express-one-zone';

/** Where directory buckets are made and removed, by path. */
export function controlEndpoint(region: string): string {
  return `https://s3express-control.${region}.amazonaws.com`;
}

/** Throws `StoreError` where store and bucket are not of one kind: what is measured would not be what is named. */
export function refuseOtherKind(store: string, bucket: string): void {
  const isDirectory = zoneOf(bucket) !== null;
  if (store === EXPRESS && !isDirectory)
    throw new StoreError(
      `${store} is measured on a directory bucket of yours, and "${bucket}" is none; name one, such as mine--use1-az4--x-s3, as bucket (or --bucket)`,
    );
  if (store !== EXPRESS && isDirectory)
    throw new StoreError(`"${bucket}" is a directory bucket, whose store is ${EXPRESS}, not ${store}`);
}
