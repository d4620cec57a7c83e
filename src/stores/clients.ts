/** What a request goes out by: one interface, and the dataset says which it was. */
import { loadUndici } from './http/undici-client.ts';
import { loadPackage } from './load-package.ts';
import { openStore } from './open-store.ts';
import { openAwsSdk } from './sdk/open-aws.ts';
import type { ObjectStore, OpenOptions, StoreAddress } from './store.ts';

/** Our own sockets; undici's; AWS's own client, for what an application on it sees. */
export const CLIENTS = ['wire', 'undici', 'sdk'] as const;
export type ClientName = (typeof CLIENTS)[number];

export type OpenStore = (address: StoreAddress, options: OpenOptions) => ObjectStore;

/** Loads the packages of the client; `sdk` speaks S3 alone. Throws `ClientError` where one is not installed. */
export async function loadClient(client: ClientName): Promise<OpenStore> {
  switch (client) {
    case 'wire':
      return openStore;
    case 'undici': {
      const connect = await loadUndici();
      return (address, options) =>
        openStore(address, options, (origin) => connect({ origin, timeoutMs: options.timeoutMs }));
    }
    case 'sdk': {
      const sdk = await loadPackage('@aws-sdk/client-s3', () => import('@aws-sdk/client-s3'));
      return (address, options) => openAwsSdk(sdk, address, options);
    }
  }
}
