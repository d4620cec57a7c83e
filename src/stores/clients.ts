/** What a request goes out by: one interface, and the dataset says which it was. */
import { loadUndici } from './http/undici-client.ts';
import { ClientError, loadPackage } from './load-package.ts';
import { openStore } from './open-store.ts';
import type { OpenOptions, StoreAddress } from './open-store.ts';
import { openAwsSdk } from './sdk/open-aws.ts';
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
      const others = [...apis].filter((api) => api !== 's3');
      if (others.length > 0)
        throw new ClientError(
          `the client sdk speaks S3 alone, and a target speaks ${others[0]}; leave the client at wire, or take undici`,
        );
      const sdk = await loadPackage('@aws-sdk/client-s3', () => import('@aws-sdk/client-s3'));
      return (address, options) => openAwsSdk(sdk, address, options);
    }
  }
}
