/** From what a person says of a target to a driver that is ready to send. */
import { openAzure } from './azure/open-azure.ts';
import { openGoogle } from './google/open-google.ts';
import { wireClient } from './http/wire-client.ts';
import { openS3 } from './s3/open-s3.ts';
import { apiOf } from './store-api.ts';
import type { Connect, ObjectStore, OpenOptions, StoreAddress } from './store.ts';

const OPENERS = { s3: openS3, azure: openAzure, google: openGoogle };

/** Throws `StoreError` where keys or the endpoint are missing. Sends nothing yet. */
export function openStore(
  address: StoreAddress,
  options: OpenOptions,
  connect: Connect = (origin) => wireClient({ origin, timeoutMs: options.timeoutMs }),
): ObjectStore {
  return OPENERS[address.api ?? apiOf(address.store)](address, options, connect);
}
