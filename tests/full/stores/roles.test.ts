/** Keys that are handed out for a time: of a machine, a container, a web identity, and Google's tokens. */
import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { lifeUntil } from '#stores/age.ts';
import { findAccess } from '#stores/credentials.ts';
import type { Environment } from '#stores/access.ts';
import { findGoogleAccess } from '#stores/google/google-access.ts';
import { startLittleS3 } from '#tests/helpers/little-s3/server.ts';
import { Bucket } from '#stores/little-s3/buckets.ts';
import { openStore } from '#stores/open-store.ts';
import { Renewed } from '#stores/renewed.ts';
import { Secret } from '#stores/secret.ts';
import { KEY_ID, SECRET } from '#tests/helpers/littleS3.ts';
import { Folder } from '#tests/helpers/folder.ts';

interface Seen {
  method: string;
  url: string;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** A server of few words; null: 404. */
async function service(answer: (seen: Seen) => string | null) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body };
      seen.push(one);
      const text = answer(one);
      response.writeHead(text === null ? 404 : 200).end(text ?? 'canary');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

const HOUR_MS = 3_600_000;
const expiration = (inMs: number) => new Date(Date.now() + inMs).toISOString();
const keysJson = (inMs = HOUR_MS) =>
  JSON.stringify({
    Code: 'Success',
    AccessKeyId: KEY_ID,
    SecretAccessKey: SECRET,
    Token: 'token-canary',
    Expiration: expiration(inMs),
  });

/** The keys of the role that `env` leads to. */
async function roleKeysOf(env: Environment) {
  const { credentials } = findAccess(env, '/nowhere');
  if (!('read' in credentials)) throw new Error('no role');
  return (await credentials.read()).value;
}

describe('a role', () => {
  test('of the machine is asked in two steps, and its keys sign with their token', async () => {
    await using machine = await service(({ method, url, headers }) => {
      if (method === 'PUT' && url === '/latest/api/token') return 'metadata-token';
      if (headers['x-aws-ec2-metadata-token'] !== 'metadata-token') return null;
      if (url === '/latest/meta-data/iam/security-credentials/') return 'the-role\n';
      return url === '/latest/meta-data/iam/security-credentials/the-role' ? keysJson() : null;
    });
    const server = await startLittleS3({
      keys: [{ accessKeyId: KEY_ID, secretAccessKey: new Secret(SECRET) }],
    });
    server.buckets.set('a-bucket', new Bucket());
    const store = openStore(
      { store: 'acme/store', region: 'us-east-1', bucket: 'a-bucket', endpoint: server.url },
      {
        env: { AWS_EC2_METADATA_SERVICE_ENDPOINT: machine.url },
        home: '/nowhere',
        timeoutMs: 5000,
        trusted: ['127.0.0.1'],
      },
    );
    expect(await store.put('k', Buffer.from('x'))).toMatchObject({ status: 200 });
    expect(await store.get('k', () => undefined)).toMatchObject({ status: 200 });
    expect(machine.seen).toHaveLength(3);
    store.close();
    await server.close();
  });

  test('of a container is asked with its token', async () => {
    await using container = await service(({ headers }) =>
      headers.authorization === 'Bearer of-the-pod' ? keysJson() : null,
    );
    using folder = new Folder({ token: 'Bearer of-the-pod\n' });
    const keys = await roleKeysOf({
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${container.url}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: path.join(folder.path, 'token'),
    });
    expect(keys.accessKeyId).toBe(KEY_ID);
    expect(keys.sessionToken?.reveal()).toBe('token-canary');
  });

  test('of a web identity is assumed', async () => {
    await using sts = await service(
      () =>
        `<R><Credentials><AccessKeyId>${KEY_ID}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${expiration(HOUR_MS)}</Expiration></Credentials></R>`,
    );
    using folder = new Folder({ jwt: 'the.web.token' });
    const keys = await roleKeysOf({
      AWS_WEB_IDENTITY_TOKEN_FILE: path.join(folder.path, 'jwt'),
      AWS_ROLE_ARN: 'arn:aws:iam::1:role/r',
      AWS_ENDPOINT_URL_STS: sts.url,
    });
    expect(keys.accessKeyId).toBe(KEY_ID);
    expect(Object.fromEntries(new URLSearchParams(sts.seen[0]?.body))).toMatchObject({
      Action: 'AssumeRoleWithWebIdentity',
      RoleArn: 'arn:aws:iam::1:role/r',
      WebIdentityToken: 'the.web.token',
    });
  });

  test('that nobody grants is said in words, without what was answered', async () => {
    await using nobody = await service(() => null);
    await expect(roleKeysOf({ AWS_EC2_METADATA_SERVICE_ENDPOINT: nobody.url })).rejects.toThrow(
      /no keys were found in AWS_ACCESS_KEY_ID .* and the role of this machine/,
    );
    const refused = roleKeysOf({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${nobody.url}/x` });
    await expect(refused).rejects.toThrow(/gave no keys for the role \(404\)/);
    await expect(refused).rejects.not.toThrow(/canary/);
  });
});

test('what lives for a time is asked for once, and anew before it ends', async () => {
  const clocks = { now: 0, elapsed: 0, nowMs: () => clocks.now, elapsedMs: () => clocks.elapsed };
  const pass = (hours: number) => {
    clocks.now += hours * HOUR_MS;
    clocks.elapsed += hours * HOUR_MS;
  };
  let asked = 0;
  const renewed = new Renewed(() => Promise.resolve({ value: (asked += 1), lifeMs: HOUR_MS }), clocks);
  expect(await Promise.all([renewed.current(), renewed.current()])).toEqual([1, 1]);
  pass(0.9);
  expect(await renewed.current()).toBe(1);
  pass(0.05);
  expect(await renewed.current()).toBe(2);
  // Somebody sets the time back: it is as old as it was.
  clocks.now -= 3 * HOUR_MS;
  pass(0.9);
  expect(await renewed.current()).toBe(2);
  pass(0.05);
  expect(await renewed.current()).toBe(3);
  // The machine sleeps, and only the time of day goes on.
  clocks.now += HOUR_MS;
  expect(await renewed.current()).toBe(4);
});

test('how long it lives is told by the clock of who granted it', () => {
  const clocks = { nowMs: () => Date.parse('2026-11-20T09:00:00Z'), elapsedMs: () => 0 };
  const ends = '2026-11-20T13:00:00Z';
  // Three hours ahead of our own clock; of its seconds the latest is taken.
  expect(lifeUntil(ends, 'Fri, 20 Nov 2026 12:00:00 GMT', clocks)).toBe(HOUR_MS - 1000);
  expect(lifeUntil(ends, null, clocks)).toBe(4 * HOUR_MS);
  expect(lifeUntil(ends, 'no date', clocks)).toBe(4 * HOUR_MS);
  expect(lifeUntil('2026-11-20T08:00:00Z', null, clocks)).toBe(0);
  expect(lifeUntil('', null, clocks)).toBeNaN();
});

describe('a token for Google', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  test('is granted for a signed claim of a service account', async () => {
    await using tokens = await service(() => '{"access_token":"granted","expires_in":3599}');
    const key = {
      type: 'service_account',
      project_id: 'a-project',
      client_email: 'probe@a-project.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${tokens.url}/token`,
    };
    using folder = new Folder({ 'key.json': JSON.stringify(key) });
    const env = { GOOGLE_APPLICATION_CREDENTIALS: path.join(folder.path, 'key.json') };
    const access = findGoogleAccess(env, '/nowhere');
    expect(access.project).toBe('a-project');
    expect(await access.bearer.current()).toBe('granted');
    expect(await access.bearer.current()).toBe('granted');
    expect(tokens.seen).toHaveLength(1);
    const [head = '', claim = '', signature = ''] = (
      new URLSearchParams(tokens.seen[0]?.body).get('assertion') ?? ''
    ).split('.');
    const isSigned = verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${claim}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
    expect(JSON.parse(Buffer.from(claim, 'base64url').toString())).toMatchObject({
      iss: key.client_email,
      aud: key.token_uri,
    });
  });

  test('is granted for the refresh token of a person', async () => {
    await using tokens = await service(() => '{"access_token":"granted","expires_in":3599}');
    const file = {
      type: 'authorized_user',
      client_id: 'id',
      client_secret: 'secret-canary',
      refresh_token: 'refresh-canary',
      token_uri: tokens.url,
    };
    using folder = new Folder({
      '.config/gcloud/application_default_credentials.json': JSON.stringify(file),
    });
    const access = findGoogleAccess({}, folder.path);
    expect(await access.bearer.current()).toBe('granted');
    expect(new URLSearchParams(tokens.seen[0]?.body).get('refresh_token')).toBe('refresh-canary');
    expect(JSON.stringify(access)).not.toContain('canary');
  });

  test('is granted by the machine', async () => {
    await using machine = await service(({ headers }) =>
      headers['metadata-flavor'] === 'Google' ? '{"access_token":"own","expires_in":3599}' : null,
    );
    const access = findGoogleAccess({ GCE_METADATA_HOST: new URL(machine.url).host }, '/nowhere');
    expect(await access.bearer.current()).toBe('own');
  });

  test('is not asked for with a file that holds something else', () => {
    using folder = new Folder({ 'key.json': '{"type":"external_account","token":"canary"}' });
    const env = { GOOGLE_APPLICATION_CREDENTIALS: path.join(folder.path, 'key.json') };
    expect(() => findGoogleAccess(env, '/nowhere')).toThrow(/is no key of a service account or a user/);
    expect(() => findGoogleAccess(env, '/nowhere')).not.toThrow(/canary/);
    const gone = { GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/key.json' };
    expect(() => findGoogleAccess(gone, '/nowhere')).toThrow(/there is no such file/);
  });
});
