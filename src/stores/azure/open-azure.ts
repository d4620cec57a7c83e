/** Opens a container of Azure Blob Storage. */
import { endpointUrl } from '../endpoint.ts';
import type { Connect, ObjectStore, OpenOptions, StoreAddress } from '../store.ts';
import { wayTo } from '../s3/way.ts';
import { findAzureAccess } from './azure-access.ts';
import { AzureStore } from './azure-store.ts';

export function openAzure(address: StoreAddress, { env }: OpenOptions, connect: Connect): ObjectStore {
  const access = findAzureAccess(env);
  const text = address.endpoint ?? access.endpoint;
  const url = endpointUrl(text, address.store, 'https://ACCOUNT.blob.core.windows.net', true);
  const way = wayTo(url, address.bucket, true, connect);
  // An emulator's address ends with the account.
  const root = `${url.pathname.replace(/\/$/, '')}${way.root}`;
  return new AzureStore({ ...way, root }, access.authorization);
}
