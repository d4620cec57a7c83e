/** S3 by AWS's own client, as an application on it would ask: its checksums, its middleware, its streams. It tries once, so that errors stay data. */
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type * as Sdk from '@aws-sdk/client-s3';
import { rangeOf } from '../asked.ts';
import { TooLong, bodyLimit } from '../http/exchange.ts';
import { encodeKey, encodePart } from '../s3/signature.ts';
import { isOk, type Answer, type ObjectStore } from '../store.ts';
import { timedCall, type Refusal, type Reply } from './asked.ts';

interface HttpReply {
  statusCode: number;
  headers: Record<string, string>;
}

/** What making the bucket says of where it is. */
export type BucketPlace = Sdk.CreateBucketConfiguration | null;

export function awsSdkStore(
  sdk: typeof Sdk,
  config: S3ClientConfig,
  Bucket: string,
  place: BucketPlace,
): ObjectStore {
  const client = new sdk.S3Client({ ...config, maxAttempts: 1 });
  async function call<I extends Sdk.ServiceInputTypes, O extends Sdk.ServiceOutputTypes>(
    command: Command<I, O>,
  ): Promise<{ answer: Answer; output: O | null }> {
    let output: O | null = null;
    const answer = await timedCall(async () => {
      const reply = replyOf(command);
      output = await client.send(command);
      return reply();
    }, refusalOf);
    return { answer, output };
  }
  const answered = async <I extends Sdk.ServiceInputTypes, O extends Sdk.ServiceOutputTypes>(
    command: Command<I, O>,
  ) => (await call(command)).answer;
  return {
    mostRemoved: 1000,
    put(Key, Body, onlyIf) {
      const condition = onlyIf === 'absent' ? { IfNoneMatch: '*' } : onlyIf ? { IfMatch: onlyIf.tag } : {};
      return answered(new sdk.PutObjectCommand({ Bucket, Key, Body, ...condition }));
    },
    tagOf: ({ headers }) => headers.etag ?? null,
    copy(from, Key) {
      const CopySource = `${encodePart(Bucket)}/${encodeKey(from)}`;
      return answered(new sdk.CopyObjectCommand({ Bucket, Key, CopySource }));
    },
    get(Key, sink, { part, unless: IfNoneMatch, mostBytes = part?.length ?? Infinity } = {}) {
      const command = new sdk.GetObjectCommand({ Bucket, Key, Range: part && rangeOf(part), IfNoneMatch });
      const limit = bodyLimit({ mostBytes });
      let bytes = 0;
      return timedCall(async ({ begun, took }) => {
        const reply = replyOf(command);
        const { Body } = await client.send(command);
        begun(reply());
        for await (const piece of (Body ?? []) as AsyncIterable<Uint8Array>) {
          took(piece.length);
          bytes += piece.length;
          if (bytes > limit) throw new TooLong(limit);
          sink(piece);
        }
        return reply();
      }, refusalOf);
    },
    head: (Key) => answered(new sdk.HeadObjectCommand({ Bucket, Key })),
    remove: (Key) => answered(new sdk.DeleteObjectCommand({ Bucket, Key })),
    async removeMany(keys) {
      const Delete = { Quiet: true, Objects: keys.map((Key) => ({ Key })) };
      const { answer, output } = await call(new sdk.DeleteObjectsCommand({ Bucket, Delete }));
      const refused = (output?.Errors ?? []).map(({ Key = '', Code = '' }) => ({ key: Key, code: Code }));
      return { answer, refused };
    },
    async list(Prefix, ContinuationToken) {
      const { answer, output } = await call(
        new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }),
      );
      const keys = (output?.Contents ?? []).flatMap(({ Key }) => Key ?? []);
      return { answer, keys, next: output?.NextContinuationToken ?? null };
    },
    async beginParts(Key) {
      const { answer, output } = await call(new sdk.CreateMultipartUploadCommand({ Bucket, Key }));
      const upload = output?.UploadId ?? null;
      return upload === null ? { answer, upload } : { answer, upload };
    },
    async putPart(Key, UploadId, number, Body) {
      const { answer, output } = await call(
        new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber: number, Body }),
      );
      const tag = output?.ETag;
      return { answer, part: isOk(answer) && tag !== undefined ? { number, tag } : null };
    },
    endParts(Key, UploadId, parts) {
      const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }));
      const input = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
      return answered(new sdk.CompleteMultipartUploadCommand(input));
    },
    dropParts: (Key, UploadId) => answered(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
    async unfinished(Prefix, next) {
      const [KeyMarker, UploadIdMarker] = next?.split(' ').map(decodeURIComponent) ?? [];
      const { answer, output } = await call(
        new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker }),
      );
      const uploads = (output?.Uploads ?? []).flatMap(({ Key: key, UploadId: upload }) =>
        key === undefined || upload === undefined ? [] : [{ key, upload }],
      );
      const after = [output?.NextKeyMarker ?? '', output?.NextUploadIdMarker ?? ''].map(encodePart).join(' ');
      return { answer, uploads, next: output?.IsTruncated === true ? after : null };
    },
    makeBucket() {
      const where = place === null ? {} : { CreateBucketConfiguration: place };
      return answered(new sdk.CreateBucketCommand({ Bucket, ...where }));
    },
    removeBucket: () => answered(new sdk.DeleteBucketCommand({ Bucket })),
    close: () => client.destroy(),
  };
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
