/** From what a person says of a target to a driver that is ready to send. */
import { openAzure, reachAzure } from './azure/open-azure.ts';
import { openGoogle, reachGoogle } from './google/open-google.ts';
import { wireClient } from './http/wire-client.ts';
import { openS3 } from './s3/open-s3.ts';
import { reachS3 } from './s3/reach-s3.ts';
import { apiOf } from './store-api.ts';
import { StoreError } from './store-error.ts';
import type { Connect, Destination, ObjectStore, OpenOptions, StoreAddress } from './store.ts';

const REACHES = { s3: reachS3, azure: reachAzure, google: reachGoogle };

/** Throws `StoreError` where keys or the endpoint are missing. Sends nothing. */
export function destinationOf(address: StoreAddress, options: OpenOptions): Destination {
  return REACHES[address.api ?? apiOf(address.store)](address, options);
}

/** Throws `StoreError` where keys or the endpoint are missing, or the keys are not to be sent there. Sends nothing yet. */
export function openStore(
  address: StoreAddress,
  options: OpenOptions,
  connect: Connect = (origin) => wireClient({ origin, timeoutMs: options.timeoutMs }),
): ObjectStore {
  switch (address.api ?? apiOf(address.store)) {
    case 's3':
      return openS3(address, lent(address, reachS3(address, options)), options, connect);
    case 'azure':
      return openAzure(address, lent(address, reachAzure(address, options)), connect);
    case 'google':
      return openGoogle(address, lent(address, reachGoogle(address, options)), connect);
  }
}

/** What is reached, where the person's keys may go there. Throws `StoreError` with the reason elsewhere. */
export function lent<Reach extends Destination>({ store }: StoreAddress, reach: Reach): Reach {
  if (reach.refusal !== null) throw new StoreError(`${store}: ${reach.refusal}`);
  return reach;
}
