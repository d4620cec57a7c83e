/** Opens a bucket of Google Cloud Storage by Google's own client, which finds its keys itself, as in an application. */
import type * as Sdk from '@google-cloud/storage';
import { endpointUrl } from '../endpoint.ts';
import { findGoogleAccess } from '../google/google-access.ts';
import type { OpenOptions, StoreAddress } from '../open-store.ts';
import type { ObjectStore } from '../store.ts';
import { GoogleSdkStore } from './google-sdk-store.ts';

const ENDPOINT = 'https://storage.googleapis.com';

export function openGoogleSdk(
  sdk: typeof Sdk,
  address: StoreAddress,
  { env, home, timeoutMs }: OpenOptions,
): ObjectStore {
  // Says in our words what is wrong with the keys, and knows an emulator.
  const { project, endpoint } = findGoogleAccess(env, home);
  const named = address.endpoint ?? endpoint;
  const url = endpointUrl(named ?? ENDPOINT, address.store, ENDPOINT);
  const keyFilename = env.GOOGLE_APPLICATION_CREDENTIALS?.trim();
  const storage = new sdk.Storage({
    ...(project === null ? {} : { projectId: project }),
    ...(keyFilename ? { keyFilename } : {}),
    // An emulator asks for no keys; any other address of one's own does.
    ...(named === null ? {} : { apiEndpoint: url.origin, useAuthWithCustomEndpoint: endpoint === null }),
    retryOptions: { autoRetry: false, maxRetries: 0 },
    timeout: timeoutMs,
  });
  return new GoogleSdkStore(storage, address.bucket, address.region);
}
