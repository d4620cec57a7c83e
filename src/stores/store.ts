/** What every driver offers: the operations of an object store, each answered with its timings. */
import type { Access, Environment } from './access.ts';
import type { Clocks } from './age.ts';
import type { Exchange, HttpClient, Origin } from './http/exchange.ts';
import type { StoreApi } from './store-api.ts';

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
  /** Hosts that may have the person's keys besides the provider's own, with a port or for all ports. */
  trusted?: readonly string[];
  /** By which sessions and tokens end; the system's. */
  clocks?: Clocks;
}

/** Where requests of a driver go, and whose keys they carry. */
export interface Destination {
  /** With its port, without the bucket. */
  host: string;
  /** Where the keys were found, in words; null: none are sent. */
  keys: string | null;
  /** Why the keys are not sent there; null where they are. */
  refusal: string | null;
}

export type Connect = (origin: Origin) => HttpClient;

export interface Answer extends Exchange {
  /** The store's own word for an error, such as `SlowDown` or `NoSuchBucket`. */
  code: string | null;
}

export interface Listing {
  answer: Answer;
  keys: readonly string[];
  /** Asks for the next page; null on the last. */
  next: string | null;
}

/** An object that comes in parts; `answer` is null where nothing has to be asked, `upload` where the store said no. */
export type PartsBegun = { answer: Answer | null; upload: string } | { answer: Answer; upload: null };

export interface Part {
  /** From 1. */
  number: number;
  /** What the store gave for it. */
  tag: string;
}

export interface PartPut {
  answer: Answer;
  /** Null where the part was not taken. */
  part: Part | null;
}

export interface Unfinished {
  answer: Answer;
  uploads: readonly { key: string; upload: string }[];
  /** Asks for the next page; null on the last. */
  next: string | null;
}

export interface Removal {
  answer: Answer;
  /** Those that are still there, and why. */
  refused: readonly { key: string; code: string }[];
}

/** Gets each piece of a body as it arrives; the piece is gone when this returns. */
export type BodySink = (piece: Uint8Array) => void;

/** A write counts only where there is no such object yet (else 412, on Azure 409), or while it is the one of that tag (else 412). */
export type OnlyIf = 'absent' | { tag: string };

export interface ReadOptions {
  /** Expected: a body that is much longer is not read to its end, and fails as `size`. */
  mostBytes?: number;
  part?: { offset: number; length: number };
  /** Only if it is another than the one of that tag; else 304. */
  unless?: string;
}

/** Nothing here rejects for what the network or the store does: that is in the answer. */
export interface ObjectStore {
  readonly mostRemoved: number;
  put(key: string, body: Uint8Array, onlyIf?: OnlyIf): Promise<Answer>;
  /** Of the reply to a write: what tells the object from others of its name. Null where the store said nothing of it. */
  tagOf(written: Answer): string | null;
  /** Inside the bucket, without the bytes passing here. */
  copy(from: string, to: string): Promise<Answer>;
  get(key: string, sink: BodySink, options?: ReadOptions): Promise<Answer>;
  head(key: string): Promise<Answer>;
  /** At most 1,000 keys that begin with `prefix`. */
  list(prefix: string, next?: string): Promise<Listing>;
  remove(key: string): Promise<Answer>;
  /** In one request, at most `mostRemoved`; nothing there is no error. */
  removeMany(keys: readonly string[]): Promise<Removal>;
  beginParts(key: string): Promise<PartsBegun>;
  putPart(key: string, upload: string, number: number, body: Uint8Array): Promise<PartPut>;
  /** Makes the object of all its parts, in order. */
  endParts(key: string, upload: string, parts: readonly Part[]): Promise<Answer>;
  /** Forgets what was sent. */
  dropParts(key: string, upload: string): Promise<Answer>;
  /** What was begun under `prefix`, and neither ended nor dropped. */
  unfinished(prefix: string, next?: string): Promise<Unfinished>;
  makeBucket(): Promise<Answer>;
  /** Only while it is empty. */
  removeBucket(): Promise<Answer>;
  close(): void;
}

/** A whole reply that says yes. */
export function isOk({ status, failure }: Exchange): boolean {
  return failure === null && status !== null && status >= 200 && status < 300;
}

/** In a few words, for messages: `403 AccessDenied`, `reset (ECONNRESET)`. */
export function answerWords({ status, failure, detail, code }: Answer): string {
  if (failure !== null) return detail === null ? failure : `${failure} (${detail})`;
  return code === null ? `${status}` : `${status} ${code}`;
}
