/** Opens a container of Azure by Microsoft's own client, with the keys and the address that our own driver would use. */
import type * as Sdk from '@azure/storage-blob';
import { findAzureAccess } from '../azure/azure-access.ts';
import { endpointUrl } from '../endpoint.ts';
import type { OpenOptions, StoreAddress } from '../open-store.ts';
import type { ObjectStore } from '../store.ts';
import { AzureSdkStore } from './azure-sdk-store.ts';

export function openAzureSdk(
  sdk: typeof Sdk,
  address: StoreAddress,
  { env, timeoutMs }: OpenOptions,
): ObjectStore {
  const { authorization, endpoint } = findAzureAccess(env);
  const text = address.endpoint ?? endpoint;
  const url = endpointUrl(text, address.store, 'https://ACCOUNT.blob.core.windows.net', true);
  const account = url.href.replace(/\/$/, '');
  const options = { retryOptions: { maxTries: 1, tryTimeoutInMs: timeoutMs } };
  const key =
    authorization.kind === 'shared-key'
      ? new sdk.StorageSharedKeyCredential(authorization.account, authorization.key.reveal())
      : null;
  const service =
    authorization.kind === 'sas'
      ? new sdk.BlobServiceClient(`${account}?${authorization.token.reveal()}`, undefined, options)
      : new sdk.BlobServiceClient(account, key ?? undefined, options);
  return new AzureSdkStore(service.getContainerClient(address.bucket), key);
}
