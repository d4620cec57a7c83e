/** From what a person says of a target to a driver that is ready to send. */
import type { Clocks } from './age.ts';
import { openAzure } from './azure/open-azure.ts';
import type { Access, Environment } from './credentials.ts';
import { openGoogle } from './google/open-google.ts';
import type { HttpClient, Origin } from './http/exchange.ts';
import { wireClient } from './http/wire-client.ts';
import { openS3 } from './s3/open-s3.ts';
import { apiOf } from './store-api.ts';
import type { StoreApi } from './store-api.ts';
import type { ObjectStore } from './store.ts';

export interface StoreAddress {
  /** `aws/s3-standard` */
  store: string;
  /** As the provider names it: `us-east-1`. */
  region: string;
  bucket: string;
  /** Where the provider alone does not say it: `https://host[:port]`. */
  endpoint?: string | undefined;
  /** The bucket in the path; else in the host name, but for addresses that are numbers. */
  pathStyle?: boolean | undefined;
  profile?: string | undefined;
  /** How to speak to it; the provider's own way, and S3 to all but Microsoft and Google. */
  api?: StoreApi | undefined;
}

export interface OpenOptions {
  env: Environment;
  /** Folder that holds `.aws` and `.config/gcloud`. */
  home: string;
  timeoutMs: number;
  /** Keys of S3 to use instead of looking for them. */
  access?: Access;
  /** By which sessions and tokens end; the system's. */
  clocks?: Clocks;
}

export type Connect = (origin: Origin) => HttpClient;

const OPENERS = { s3: openS3, azure: openAzure, google: openGoogle };

/** Throws `StoreError` where keys or the endpoint are missing. Sends nothing yet. */
export function openStore(
  address: StoreAddress,
  options: OpenOptions,
  connect: Connect = (origin) => wireClient({ origin, timeoutMs: options.timeoutMs }),
): ObjectStore {
  return OPENERS[address.api ?? apiOf(address.store)](address, options, connect);
}
