/** Sessions on directory buckets: granted for a while, and the only way in. */
import { randomBytes } from 'node:crypto';
import type { SigningKey } from '#stores/s3/signature.ts';
import { Secret } from '#stores/secret.ts';
import { xmlReply } from '#stores/little-s3/reply.ts';
import type { Reply } from '#stores/little-s3/reply.ts';
import { refusal } from '#stores/little-s3/verify.ts';
import type { Signed } from '#stores/little-s3/verify.ts';

interface Granted {
  bucket: string;
  key: SigningKey;
  expiresMs: number;
}

export class Sessions {
  readonly #lastMs: number;
  readonly #granted = new Map<string, Granted>();

  constructor(lastMs: number) {
    this.#lastMs = lastMs;
  }

  /** How many were granted. */
  get count(): number {
    return this.#granted.size;
  }

  grant(bucket: string, nowMs: number): Reply {
    const token = randomBytes(24).toString('base64');
    const secret = randomBytes(20).toString('hex');
    const accessKeyId = `SESSION${this.#granted.size + 1}`;
    const expiresMs = nowMs + this.#lastMs;
    this.#granted.set(token, {
      bucket,
      key: { accessKeyId, secretAccessKey: new Secret(secret) },
      expiresMs,
    });
    return xmlReply(
      200,
      `<CreateSessionResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Credentials><SessionToken>${token}</SessionToken><SecretAccessKey>${secret}</SecretAccessKey><AccessKeyId>${accessKeyId}</AccessKeyId><Expiration>${new Date(expiresMs).toISOString()}</Expiration></Credentials></CreateSessionResult>`,
    );
  }

  /** The error code for a request on a directory bucket, or null where its session is good. */
  refusal(bucket: string, request: Signed, nowMs: number): string | null {
    const session = this.#granted.get(String(request.headers['x-amz-s3session-token']));
    if (session?.bucket !== bucket) return 'AccessDenied';
    if (session.expiresMs <= nowMs) return 'ExpiredToken';
    return refusal(request, [session.key], 's3express', nowMs);
  }
}
