/** What a request goes out by: one interface, and the dataset says which it was. */
import { loadUndici } from './http/undici-client.ts';
import { ClientError, loadPackage } from './load-package.ts';
import { openStore } from './open-store.ts';
import type { OpenOptions, StoreAddress } from './open-store.ts';
import { openAwsSdk } from './sdk/open-aws.ts';
import { openAzureSdk } from './sdk/open-azure-sdk.ts';
import { openGoogleSdk } from './sdk/open-google-sdk.ts';
import { apiOf } from './store-api.ts';
import type { StoreApi } from './store-api.ts';
import type { ObjectStore } from './store.ts';

/** Our own sockets; undici's; the vendor's own client, for what an application on it sees. */
export const CLIENTS = ['wire', 'undici', 'sdk'] as const;
export type ClientName = (typeof CLIENTS)[number];

export type OpenStore = (address: StoreAddress, options: OpenOptions) => ObjectStore;

/** Loads what the client needs to speak `apis`. Throws `ClientError` where it is not installed. */
export async function loadClient(client: ClientName, apis: Iterable<StoreApi>): Promise<OpenStore> {
  switch (client) {
    case 'wire':
      return openStore;
    case 'undici': {
      const connect = await loadUndici();
      return (address, options) =>
        openStore(address, options, (origin) => connect({ origin, timeoutMs: options.timeoutMs }));
    }
    case 'sdk': {
      const openers = new Map<StoreApi, OpenStore>();
      for (const api of new Set(apis)) openers.set(api, await VENDORS[api]());
      return (address, options) => {
        const open = openers.get(address.api ?? apiOf(address.store));
        if (!open) throw new ClientError(`no client was loaded for ${address.store}`);
        return open(address, options);
      };
    }
  }
}

/** Each vendor's own. */
const VENDORS: Readonly<Record<StoreApi, () => Promise<OpenStore>>> = {
  s3: async () => {
    const sdk = await loadPackage('@aws-sdk/client-s3', () => import('@aws-sdk/client-s3'));
    return (address, options) => openAwsSdk(sdk, address, options);
  },
  azure: async () => {
    const sdk = await loadPackage('@azure/storage-blob', () => import('@azure/storage-blob'));
    return (address, options) => openAzureSdk(sdk, address, options);
  },
  google: async () => {
    const sdk = await loadPackage('@google-cloud/storage', () => import('@google-cloud/storage'));
    return (address, options) => openGoogleSdk(sdk, address, options);
  },
};
