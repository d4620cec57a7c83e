/**
 * Who asks Google: an access token for a service account's key (RFC 7523), for a person's refresh token, or of the
 * machine this runs on. Tokens live about an hour and are renewed before they end.
 */
import { createSign } from 'node:crypto';
import * as z from 'zod/mini';
import { askFor, jsonOf } from '../ask.ts';
import { Renewed } from '../renewed.ts';
import { Secret } from '../secret.ts';
import { StoreError } from '../store-error.ts';

export interface BearerSource {
  /** Null where nobody has to say who he is (an emulator). Rejects with `StoreError` where no token is given. */
  current(): string | null | Promise<string | null>;
}

const secret = (longest: number) =>
  z.pipe(
    z.string().check(z.maxLength(longest)),
    z.transform((text) => new Secret(text)),
  );

/** What is kept in the file that GOOGLE_APPLICATION_CREDENTIALS names. */
export const GoogleKeyFile = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('service_account'),
    project_id: z.optional(z.string()),
    client_email: z.string().check(z.minLength(3), z.maxLength(300)),
    private_key: secret(10_000),
    token_uri: z._default(z.url(), 'https://oauth2.googleapis.com/token'),
  }),
  z.object({
    type: z.literal('authorized_user'),
    quota_project_id: z.optional(z.string()),
    client_id: z.string().check(z.maxLength(300)),
    client_secret: secret(300),
    refresh_token: secret(3000),
    token_uri: z._default(z.url(), 'https://oauth2.googleapis.com/token'),
  }),
]);
export type GoogleKeyFile = z.output<typeof GoogleKeyFile>;

const SCOPE = 'https://www.googleapis.com/auth/devstorage.full_control';
const LIFE_S = 3600;
const MOST_WAIT_MS = 10_000;

const Granted = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number().check(z.positive()),
});

interface TokenRequest {
  url: string;
  init: RequestInit;
}

export function bearer(request: () => TokenRequest): BearerSource {
  return new Renewed(async () => {
    const { url, init } = request();
    const { text } = await askFor('access token', url, init, MOST_WAIT_MS);
    const granted = Granted.safeParse(jsonOf(text));
    if (!granted.success) throw new StoreError(`${new URL(url).host} answered with no access token`);
    return { value: granted.data.access_token, lifeMs: granted.data.expires_in * 1000 };
  });
}

/** How a token is asked for with a key file. */
export function tokenRequest(file: GoogleKeyFile, nowMs: number): TokenRequest {
  const form: Record<string, string> =
    file.type === 'service_account'
      ? { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: signedClaim(file, nowMs) }
      : {
          grant_type: 'refresh_token',
          client_id: file.client_id,
          client_secret: file.client_secret.reveal(),
          refresh_token: file.refresh_token.reveal(),
        };
  return { url: file.token_uri, init: { method: 'POST', body: new URLSearchParams(form) } };
}

/** How the machine's own role is asked. */
export function metadataRequest(host: string): TokenRequest {
  const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`;
  return { url, init: { headers: { 'metadata-flavor': 'Google' } } };
}

function signedClaim(
  { client_email, private_key, token_uri }: Extract<GoogleKeyFile, { type: 'service_account' }>,
  nowMs: number,
): string {
  const iat = Math.floor(nowMs / 1000);
  const claim = { iss: client_email, scope: SCOPE, aud: token_uri, iat, exp: iat + LIFE_S };
  const text = [{ alg: 'RS256', typ: 'JWT' }, claim].map(base64url).join('.');
  const signature = createSign('RSA-SHA256').update(text).sign(private_key.reveal(), 'base64url');
  return `${text}.${signature}`;
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Of an emulator. */
export const NO_BEARER: BearerSource = { current: () => Promise.resolve(null) };
