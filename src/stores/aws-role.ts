/**
 * Keys of a role, which end and are renewed: of a web identity (AWS STS API Reference, AssumeRoleWithWebIdentity), of a
 * container, or of the machine (Amazon EC2 User Guide, "Use the Instance Metadata Service", version 2).
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Credentials, Environment, Role } from './access.ts';
import { CLOCKS, lifeUntil } from './age.ts';
import { askFor, jsonOf, type Told } from './ask.ts';
import type { Lease } from './renewed.ts';
import { elementText } from './s3/xml.ts';
import { Secret } from './secret.ts';
import { StoreError } from './store-error.ts';

const CONTAINER = 'http://169.254.170.2';
const MACHINE = 'http://169.254.169.254';
const HERE_MS = 1000;
const STS_MS = 10_000;
const TOKEN_LIFE_S = '21600';
const MOST_TOKEN_BYTES = 20_000;

/** Null where the machine is not to be asked. `nothing` is said when it has no role either. */
export function roleOf(env: Environment, nothing: string): Role | null {
  const identity = env.AWS_WEB_IDENTITY_TOKEN_FILE?.trim();
  const arn = env.AWS_ROLE_ARN?.trim();
  if (identity && arn) return { read: () => assumed(env, identity, arn) };
  const relative = env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI?.trim();
  const full = env.AWS_CONTAINER_CREDENTIALS_FULL_URI?.trim();
  const container = relative ? `${CONTAINER}${relative}` : full;
  if (container) return { read: () => ofContainer(env, container) };
  if (env.AWS_EC2_METADATA_DISABLED?.trim().toLowerCase() === 'true') return null;
  const machine = env.AWS_EC2_METADATA_SERVICE_ENDPOINT?.trim().replace(/\/$/, '') || MACHINE;
  return {
    read: () =>
      ofMachine(machine).catch(() => {
        throw new StoreError(nothing);
      }),
  };
}

async function assumed(env: Environment, file: string, arn: string): Promise<Lease<Credentials>> {
  const region = env.AWS_REGION?.trim() || env.AWS_DEFAULT_REGION?.trim() || 'us-east-1';
  const url = env.AWS_ENDPOINT_URL_STS?.trim() || `https://sts.${region}.amazonaws.com`;
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: arn,
    RoleSessionName: env.AWS_ROLE_SESSION_NAME?.trim() || 'stowage-probe',
    WebIdentityToken: tokenIn(file),
  });
  const told = await askFor('keys for the role', url, { method: 'POST', body }, STS_MS);
  const found = (name: string) => elementText(told.text, name);
  return leaseOf(told, {
    AccessKeyId: found('AccessKeyId'),
    SecretAccessKey: found('SecretAccessKey'),
    Token: found('SessionToken'),
    Expiration: found('Expiration'),
  });
}

async function ofContainer(env: Environment, url: string): Promise<Lease<Credentials>> {
  if (!URL.canParse(url)) throw new StoreError(`AWS_CONTAINER_CREDENTIALS_FULL_URI is no address`);
  const file = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE?.trim();
  const token = file ? tokenIn(file) : env.AWS_CONTAINER_AUTHORIZATION_TOKEN?.trim();
  const headers: Record<string, string> = token ? { authorization: token } : {};
  return leaseOf(await askFor('keys for the role', url, { headers }, HERE_MS));
}

async function ofMachine(endpoint: string): Promise<Lease<Credentials>> {
  const ask = (way: string, init: RequestInit) => askFor('role', `${endpoint}/latest/${way}`, init, HERE_MS);
  const life = { 'x-aws-ec2-metadata-token-ttl-seconds': TOKEN_LIFE_S };
  const { text: token } = await ask('api/token', { method: 'PUT', headers: life });
  const headers = { 'x-aws-ec2-metadata-token': token };
  const names = await ask('meta-data/iam/security-credentials/', { headers });
  const [name = ''] = names.text.split('\n');
  const way = `meta-data/iam/security-credentials/${encodeURIComponent(name.trim())}`;
  return leaseOf(await ask(way, { headers }));
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, MOST_TOKEN_BYTES).trim();
  } catch {
    throw new StoreError(`${file} was named as holding a token, and cannot be read`);
  }
}

const Granted = z.object({
  AccessKeyId: z.string().check(z.minLength(1)),
  SecretAccessKey: z.string().check(z.minLength(1)),
  Token: z.string().check(z.minLength(1)),
  Expiration: z.iso.datetime({ offset: true }),
});

function leaseOf({ text, date }: Told, answer = jsonOf(text)): Lease<Credentials> {
  const granted = Granted.safeParse(answer);
  if (!granted.success) throw new StoreError('the answer that should hold keys for the role holds none');
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = granted.data;
  return {
    value: {
      accessKeyId: AccessKeyId,
      secretAccessKey: new Secret(SecretAccessKey),
      sessionToken: new Secret(Token),
    },
    lifeMs: lifeUntil(Expiration, date, CLOCKS),
  };
}
