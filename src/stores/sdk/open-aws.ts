/** Opens a bucket of S3 by AWS's own client, with the keys and the address that our own driver would use. */
import type { AwsCredentialIdentity } from '@aws-sdk/types';
import type * as Sdk from '@aws-sdk/client-s3';
import { ENDPOINT_ADVICE, knownEndpoint, zoneOf } from '#core/s3-addresses.ts';
import { findAccess } from '../credentials.ts';
import type { Credentials } from '../access.ts';
import { endpointUrl } from '../endpoint.ts';
import type { ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import { refuseOtherKind } from '../s3/directory-bucket.ts';
import { isNumeric } from '../s3/open-s3.ts';
import { AwsSdkStore } from './aws-store.ts';
import type { BucketPlace } from './aws-store.ts';

/** Node's own limit of 50 would make requests wait inside the client. */
const MOST_SOCKETS = 4096;

export function openAwsSdk(
  sdk: typeof Sdk,
  address: StoreAddress,
  { env, home, access, timeoutMs }: OpenOptions,
): ObjectStore {
  refuseOtherKind(address.store, address.bucket);
  const { credentials, region, endpoint } = access ?? findAccess(env, home, address.profile);
  const provider = address.store.split('/')[0] ?? '';
  const known = knownEndpoint(provider, address.region);
  const named = address.endpoint ?? endpoint ?? (provider === 'aws' ? null : known?.url);
  const url =
    named === null
      ? null
      : endpointUrl(named, address.store, ENDPOINT_ADVICE[provider] ?? 'https://s3.example.org');
  return new AwsSdkStore(
    sdk,
    {
      region: known?.region ?? region ?? address.region,
      credentials:
        'read' in credentials
          ? async () => {
              const { value, lifeMs } = await credentials.read();
              return { ...identity(value), expiration: new Date(Date.now() + lifeMs) };
            }
          : identity(credentials),
      ...(url === null ? {} : { endpoint: url.origin }),
      forcePathStyle:
        address.pathStyle ?? (address.bucket.includes('.') || (url !== null && isNumeric(url.hostname))),
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
    placeOf(address.bucket, known?.locationConstraint ?? null),
  );
}

function identity({ accessKeyId, secretAccessKey, sessionToken }: Credentials): AwsCredentialIdentity {
  return {
    accessKeyId,
    secretAccessKey: secretAccessKey.reveal(),
    ...(sessionToken === null ? {} : { sessionToken: sessionToken.reveal() }),
  };
}

function placeOf(bucket: string, constraint: string | null): BucketPlace {
  const zone = zoneOf(bucket);
  if (zone !== null)
    return {
      Location: { Name: zone, Type: 'AvailabilityZone' },
      Bucket: { DataRedundancy: 'SingleAvailabilityZone', Type: 'Directory' },
    };
  return constraint === null ? null : { LocationConstraint: constraint as Sdk.BucketLocationConstraint };
}
