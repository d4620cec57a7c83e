/** S3 by AWS's own client, as an application on it would ask: its checksums, its middleware, its streams. It tries once, so that errors stay data. */
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type * as Sdk from '@aws-sdk/client-s3';
import { encodeKey, encodePart } from '../s3/signature.ts';
import { TooLong, bodyLimit } from '../http/exchange.ts';
import type {
  Answer,
  BodySink,
  Listing,
  ObjectStore,
  Part,
  PartPut,
  PartsBegun,
  Removal,
  Unfinished,
} from '../store.ts';
import { isOk } from '../store.ts';
import { timedCall } from './asked.ts';
import type { Refusal, Reply } from './asked.ts';

interface HttpReply {
  statusCode: number;
  headers: Record<string, string>;
}

/** What making the bucket says of where it is. */
export type BucketPlace = Sdk.CreateBucketConfiguration | null;

export class AwsSdkStore implements ObjectStore {
  readonly mostRemoved = 1000;
  readonly #sdk: typeof Sdk;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #place: BucketPlace;

  constructor(sdk: typeof Sdk, config: S3ClientConfig, bucket: string, place: BucketPlace) {
    this.#sdk = sdk;
    this.#client = new sdk.S3Client({ ...config, maxAttempts: 1 });
    this.#bucket = bucket;
    this.#place = place;
  }

  put(key: string, body: Uint8Array): Promise<Answer> {
    return this.#answer(new this.#sdk.PutObjectCommand({ ...this.#object(key), Body: body }));
  }

  putIfAbsent(key: string, body: Uint8Array): Promise<Answer> {
    const input = { ...this.#object(key), Body: body, IfNoneMatch: '*' };
    return this.#answer(new this.#sdk.PutObjectCommand(input));
  }

  putIfMatch(key: string, body: Uint8Array, tag: string): Promise<Answer> {
    const input = { ...this.#object(key), Body: body, IfMatch: tag };
    return this.#answer(new this.#sdk.PutObjectCommand(input));
  }

  tagOf({ headers }: Answer): string | null {
    return headers.etag ?? null;
  }

  copy(from: string, to: string): Promise<Answer> {
    const CopySource = `${encodePart(this.#bucket)}/${encodeKey(from)}`;
    return this.#answer(new this.#sdk.CopyObjectCommand({ ...this.#object(to), CopySource }));
  }

  get(key: string, sink: BodySink, mostBytes = Infinity): Promise<Answer> {
    return this.#read(new this.#sdk.GetObjectCommand(this.#object(key)), sink, mostBytes);
  }

  getIfNoneMatch(key: string, tag: string, sink: BodySink, mostBytes = Infinity): Promise<Answer> {
    const command = new this.#sdk.GetObjectCommand({ ...this.#object(key), IfNoneMatch: tag });
    return this.#read(command, sink, mostBytes);
  }

  getRange(key: string, offset: number, length: number, sink: BodySink): Promise<Answer> {
    const Range = `bytes=${offset}-${offset + length - 1}`;
    return this.#read(new this.#sdk.GetObjectCommand({ ...this.#object(key), Range }), sink, length);
  }

  head(key: string): Promise<Answer> {
    return this.#answer(new this.#sdk.HeadObjectCommand(this.#object(key)));
  }

  remove(key: string): Promise<Answer> {
    return this.#answer(new this.#sdk.DeleteObjectCommand(this.#object(key)));
  }

  async removeMany(keys: readonly string[]): Promise<Removal> {
    const Delete = { Quiet: true, Objects: keys.map((Key) => ({ Key })) };
    const { answer, output } = await this.#call(
      new this.#sdk.DeleteObjectsCommand({ Bucket: this.#bucket, Delete }),
    );
    const refused = (output?.Errors ?? []).map(({ Key = '', Code = '' }) => ({ key: Key, code: Code }));
    return { answer, refused };
  }

  async list(prefix: string, next?: string): Promise<Listing> {
    const { answer, output } = await this.#call(
      new this.#sdk.ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: prefix,
        ContinuationToken: next,
      }),
    );
    const keys = (output?.Contents ?? []).flatMap(({ Key }) => Key ?? []);
    return { answer, keys, next: output?.NextContinuationToken ?? null };
  }

  async beginParts(key: string): Promise<PartsBegun> {
    const { answer, output } = await this.#call(
      new this.#sdk.CreateMultipartUploadCommand(this.#object(key)),
    );
    const upload = output?.UploadId ?? null;
    return upload === null ? { answer, upload } : { answer, upload };
  }

  async putPart(key: string, upload: string, number: number, body: Uint8Array): Promise<PartPut> {
    const { answer, output } = await this.#call(
      new this.#sdk.UploadPartCommand({
        ...this.#object(key),
        UploadId: upload,
        PartNumber: number,
        Body: body,
      }),
    );
    const tag = output?.ETag;
    return { answer, part: isOk(answer) && tag !== undefined ? { number, tag } : null };
  }

  endParts(key: string, upload: string, parts: readonly Part[]): Promise<Answer> {
    const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
    const input = { ...this.#object(key), UploadId: upload, MultipartUpload: { Parts } };
    return this.#answer(new this.#sdk.CompleteMultipartUploadCommand(input));
  }

  dropParts(key: string, upload: string): Promise<Answer> {
    return this.#answer(
      new this.#sdk.AbortMultipartUploadCommand({ ...this.#object(key), UploadId: upload }),
    );
  }

  async unfinished(prefix: string, next?: string): Promise<Unfinished> {
    const [afterKey, afterUpload] = next?.split(' ').map(decodeURIComponent) ?? [];
    const { answer, output } = await this.#call(
      new this.#sdk.ListMultipartUploadsCommand({
        Bucket: this.#bucket,
        Prefix: prefix,
        KeyMarker: afterKey,
        UploadIdMarker: afterUpload,
      }),
    );
    const uploads = (output?.Uploads ?? []).flatMap(({ Key: key, UploadId: upload }) =>
      key === undefined || upload === undefined ? [] : [{ key, upload }],
    );
    const after = [output?.NextKeyMarker ?? '', output?.NextUploadIdMarker ?? ''].map(encodePart).join(' ');
    return { answer, uploads, next: output?.IsTruncated === true ? after : null };
  }

  makeBucket(): Promise<Answer> {
    const place = this.#place === null ? {} : { CreateBucketConfiguration: this.#place };
    return this.#answer(new this.#sdk.CreateBucketCommand({ Bucket: this.#bucket, ...place }));
  }

  removeBucket(): Promise<Answer> {
    return this.#answer(new this.#sdk.DeleteBucketCommand({ Bucket: this.#bucket }));
  }

  close(): void {
    this.#client.destroy();
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: key };
  }

  #read(command: Sdk.GetObjectCommand, sink: BodySink, mostBytes: number): Promise<Answer> {
    const limit = bodyLimit({ mostBytes });
    let bytes = 0;
    return timedCall(async ({ begun, took }) => {
      const reply = replyOf(command);
      const { Body } = await this.#client.send(command);
      begun(reply());
      for await (const piece of (Body ?? []) as AsyncIterable<Uint8Array>) {
        took(piece.length);
        bytes += piece.length;
        if (bytes > limit) throw new TooLong(limit);
        sink(piece);
      }
      return reply();
    }, refusalOf);
  }

  async #answer<I extends Sdk.ServiceInputTypes, O extends Sdk.ServiceOutputTypes>(
    command: Command<I, O>,
  ): Promise<Answer> {
    return (await this.#call(command)).answer;
  }

  async #call<I extends Sdk.ServiceInputTypes, O extends Sdk.ServiceOutputTypes>(
    command: Command<I, O>,
  ): Promise<{ answer: Answer; output: O | null }> {
    let output: O | null = null;
    const answer = await timedCall(async () => {
      const reply = replyOf(command);
      output = await this.#client.send(command);
      return reply();
    }, refusalOf);
    return { answer, output };
  }
}

type Command<I extends Sdk.ServiceInputTypes, O extends Sdk.ServiceOutputTypes> = Parameters<
  typeof S3Client.prototype.send<I, O>
>[0];

/** Notes the reply's own status and headers, which the client keeps to itself. */
function replyOf<I extends Sdk.ServiceInputTypes, O extends Sdk.ServiceOutputTypes>({
  middlewareStack,
}: Pick<Command<I, O>, 'middlewareStack'>): () => Reply {
  let seen: Reply = { status: 0, headers: {} };
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { statusCode, headers } = result.response as HttpReply;
      seen = { status: statusCode, headers };
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'noteReply' },
  );
  return () => seen;
}

interface SdkError extends Error {
  $metadata?: { httpStatusCode?: number };
  $response?: HttpReply;
  Code?: string;
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { $metadata, $response, name, Code } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  // S3 may answer 200 and say in the body that it could not.
  return status === undefined ? null : { status, headers: $response?.headers ?? {}, code: Code ?? name };
}
