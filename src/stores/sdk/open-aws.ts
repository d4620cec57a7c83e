/** Opens a bucket of S3 by AWS's own client, with the keys and the address that our own driver would use. */
import type { AwsCredentialIdentity } from '@aws-sdk/types';
import type * as Sdk from '@aws-sdk/client-s3';
import type { Credentials } from '../access.ts';
import type { ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import { lent } from '../open-store.ts';
import { isNumeric } from '../s3/open-s3.ts';
import { reachS3 } from '../s3/reach-s3.ts';
import { awsSdkStore, type BucketPlace } from './aws-store.ts';

/** Node's own limit of 50 would make requests wait inside the client. */
const MOST_SOCKETS = 4096;

export function openAwsSdk(sdk: typeof Sdk, address: StoreAddress, options: OpenOptions): ObjectStore {
  const { access, known, zone, region, url, isNamed } = lent(address, reachS3(address, options));
  const { credentials } = access;
  const { timeoutMs } = options;
  // Without an address, AWS's client finds those of AWS by itself.
  const isGiven = isNamed || !address.store.startsWith('aws/');
  return awsSdkStore(
    sdk,
    {
      region,
      credentials:
        'read' in credentials
          ? async () => {
              const { value, lifeMs } = await credentials.read();
              return { ...identity(value), expiration: new Date(Date.now() + lifeMs) };
            }
          : identity(credentials),
      ...(isGiven ? { endpoint: url.origin } : {}),
      forcePathStyle:
        address.pathStyle ?? (address.bucket.includes('.') || (isGiven && isNumeric(url.hostname))),
      requestHandler: {
        requestTimeout: timeoutMs,
        throwOnRequestTimeout: true,
        socketTimeout: timeoutMs,
        connectionTimeout: timeoutMs,
        httpAgent: { maxSockets: MOST_SOCKETS },
        httpsAgent: { maxSockets: MOST_SOCKETS },
      },
    },
    address.bucket,
    placeOf(zone, known?.locationConstraint ?? null),
  );
}

function identity({ accessKeyId, secretAccessKey, sessionToken }: Credentials): AwsCredentialIdentity {
  return {
    accessKeyId,
    secretAccessKey: secretAccessKey.reveal(),
    ...(sessionToken === null ? {} : { sessionToken: sessionToken.reveal() }),
  };
}

function placeOf(zone: string | null, constraint: string | null): BucketPlace {
  if (zone !== null)
    return {
      Location: { Name: zone, Type: 'AvailabilityZone' },
      Bucket: { DataRedundancy: 'SingleAvailabilityZone', Type: 'Directory' },
    };
  return constraint === null ? null : { LocationConstraint: constraint as Sdk.BucketLocationConstraint };
}
