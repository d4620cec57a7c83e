/**
 * Sessions of S3 directory buckets (Amazon S3 API Reference, CreateSession): a request signed with one's own keys gives
 * keys for about five minutes, and only requests signed with those take the fast path of S3 Express One Zone.
 */
import { lifeUntil, type Clocks } from '../age.ts';
import type { Credentials, Role } from '../access.ts';
import type { Exchange } from '../http/exchange.ts';
import { Renewed, type Lease } from '../renewed.ts';
import { Secret } from '../secret.ts';
import { isOk, type Answer } from '../store.ts';
import { EMPTY_HASH, Signer, amzDateNow, type SigningScope } from './signature.ts';
import type { Way } from './way.ts';
import { elementText } from './xml.ts';

/** What signs a request, and the headers that go along. */
export interface SigningKeys {
  signer: Signer;
  headers: Readonly<Record<string, string>>;
}

export interface KeySource {
  /** Keys that are good now; or, where none are granted, the answer that says why. */
  current(): SigningKeys | Promise<SigningKeys | Answer>;
}

/** The code of an answer that no session stands behind. */
const NO_SESSION = 'NoSession';

function signingKeys({ sessionToken, ...key }: Credentials, scope: SigningScope): SigningKeys {
  const headers: Record<string, string> =
    sessionToken === null ? {} : { 'x-amz-security-token': sessionToken.reveal() };
  return { signer: new Signer(key, scope), headers };
}

/** One's own keys: as they are, or those of a role, which sign until they are renewed. */
export function ownKeys(from: Credentials | Role, scope: SigningScope, clocks: Clocks): KeySource {
  if (!('read' in from)) {
    const keys = signingKeys(from, scope);
    return { current: () => keys };
  }
  return new Renewed(async () => {
    const { value, lifeMs } = await from.read();
    return { value: signingKeys(value, scope), lifeMs };
  }, clocks);
}

export interface SessionBucket extends Way {
  /** Sign for a session. */
  own: KeySource;
  scope: SigningScope;
  clocks: Clocks;
}

/** Keys of a session. A new one is asked for in good time, while the old one serves. */
export function sessionKeys(bucket: SessionBucket): KeySource {
  const timing = (lifeMs: number) => ({ askMs: 0.6 * lifeMs, waitMs: 0.97 * lifeMs });
  return new Renewed<SigningKeys, Answer>(() => createSession(bucket), bucket.clocks, timing);
}

async function createSession({
  own: source,
  scope,
  client,
  host,
  root,
  clocks,
}: SessionBucket): Promise<Lease<SigningKeys> | { refused: Answer }> {
  const own = await source.current();
  if (!('signer' in own)) return { refused: own };
  const path = `${root}/`;
  const headers: Record<string, string> = {
    host,
    'x-amz-content-sha256': EMPTY_HASH,
    'x-amz-date': amzDateNow(),
    ...own.headers,
  };
  const query = [['session', '']] as const;
  headers.authorization = own.signer.authorization({ method: 'GET', path, query, headers });
  const exchange = await client.send({ method: 'GET', target: `${path}?session=`, headers });
  const session = isOk(exchange) ? sessionFrom(exchange, scope, clocks) : null;
  return session ?? { refused: { ...exchange, code: refusalOf(exchange) } };
}

/** The clock is nothing that other keys would better. */
function refusalOf({ status, text }: Exchange): string | null {
  if (status === null) return null;
  return elementText(text, 'Code') === TOO_SKEWED ? TOO_SKEWED : NO_SESSION;
}

const TOO_SKEWED = 'RequestTimeTooSkewed';

function sessionFrom(
  { text, headers }: Exchange,
  scope: SigningScope,
  clocks: Clocks,
): Lease<SigningKeys> | null {
  const accessKeyId = elementText(text, 'AccessKeyId');
  const secret = elementText(text, 'SecretAccessKey');
  const token = elementText(text, 'SessionToken');
  const lifeMs = lifeUntil(elementText(text, 'Expiration') ?? '', headers.date, clocks);
  if (accessKeyId === null || secret === null || token === null || Number.isNaN(lifeMs)) return null;
  const signer = new Signer({ accessKeyId, secretAccessKey: new Secret(secret) }, scope);
  return { value: { signer, headers: { 'x-amz-s3session-token': token } }, lifeMs };
}
