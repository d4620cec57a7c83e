/** A probe plan is a stranger's text: it names hosts, and must not thereby get the person's keys. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { zoneOf } from '#core/s3-addresses.ts';
import type { Environment } from '#stores/access.ts';
import { destinationsOf, opener } from '#probe/open-targets.ts';
import { CLIENTS, loadClient } from '#stores/clients.ts';
import { destinationOf, openStore } from '#stores/open-store.ts';
import type { StoreAddress } from '#stores/store.ts';
import { aPlan } from '#tests/helpers/aProbe.ts';
import { Folder } from '#tests/helpers/folder.ts';

const KEY = Buffer.from('canary').toString('base64');
const SIGNS = { AWS_ACCESS_KEY_ID: 'AKIACANARY', AWS_SECRET_ACCESS_KEY: 'canary' };
const SESSION = { ...SIGNS, AWS_SESSION_TOKEN: 'canary-token' };
const SHARED_KEY = { AZURE_STORAGE_ACCOUNT: 'mine', AZURE_STORAGE_KEY: KEY };
const SAS = { AZURE_STORAGE_ACCOUNT: 'mine', AZURE_STORAGE_SAS_TOKEN: 'sv=1&sig=canary' };
const ROLE = {};
const GOOGLE_FILE = {
  'key.json': JSON.stringify({
    type: 'authorized_user',
    client_id: 'i',
    client_secret: 's',
    refresh_token: 'r',
  }),
};

const at = (store: string, endpoint?: string, more: Partial<StoreAddress> = {}): StoreAddress => ({
  store,
  region: 'us-east-1',
  bucket: 'a-bucket',
  endpoint,
  ...more,
});
const optionsOf = (env: Environment, trusted: string[] = []) => ({
  env: { AWS_EC2_METADATA_DISABLED: 'true', ...env },
  home: '/nowhere',
  timeoutMs: 5000,
  trusted,
});
const refusal = (address: StoreAddress, env: Environment, trusted?: string[]) =>
  destinationOf(address, optionsOf(env, trusted)).refusal;

const BUCKET_OF_ZONE = 'mine--use1-az4--x-s3';

describe('keys go', () => {
  test.each<[string, StoreAddress, Environment]>([
    ['AWS', at('aws/s3-standard'), SESSION],
    ['AWS in China', at('aws/s3-standard', undefined, { region: 'cn-north-1' }), SESSION],
    [
      'AWS by another of its names',
      at('aws/s3-standard', 'https://s3.dualstack.eu-west-1.amazonaws.com'),
      SESSION,
    ],
    ['a directory bucket', at('aws/s3-express-one-zone', undefined, { bucket: BUCKET_OF_ZONE }), SESSION],
    ['R2', at('cloudflare/r2-standard', 'https://0a1b.r2.cloudflarestorage.com'), SESSION],
    ['B2', at('backblaze/b2', 'https://s3.us-west-004.backblazeb2.com'), SIGNS],
    ['Wasabi', at('wasabi/hot'), SIGNS],
    ['Tigris', at('tigris/standard'), SIGNS],
    ['Google by HMAC', at('google/standard', undefined, { api: 's3' }), SIGNS],
    ['Google', at('google/standard'), ROLE],
    ['the account of Azure', at('azure/blob-hot'), SAS],
    ['its other region', at('azure/blob-hot', 'https://mine-secondary.blob.core.windows.net'), SAS],
    ['loopback, as a signature', at('acme/store', 'http://127.0.0.1:9000'), SIGNS],
    ['loopback by name', at('acme/store', 'http://localhost:9000'), SIGNS],
    ['loopback, signed for Azure', at('azure/blob-hot', 'http://[::1]:10000'), SHARED_KEY],
    [
      'an endpoint of the environment',
      at('acme/store'),
      { ...SESSION, AWS_ENDPOINT_URL: 'https://s3.acme.test' },
    ],
    [
      'the same endpoint, named by the plan',
      at('acme/store', 'https://s3.acme.test'),
      { ...SESSION, AWS_ENDPOINT_URL_S3: 'https://s3.acme.test' },
    ],
    [
      'the endpoint of a connection string',
      at('azure/blob-hot'),
      {
        AZURE_STORAGE_CONNECTION_STRING:
          'BlobEndpoint=http://127.0.0.1:10000/mine;SharedAccessSignature=sig=canary',
      },
    ],
  ])('to %s', (_, address, env) => {
    expect(refusal(address, env)).toBe(null);
  });

  test.each<[string, StoreAddress, Environment]>([
    ['a host of the plan', at('aws/s3-standard', 'https://s3.example.org'), SIGNS],
    [
      'a host that begins like AWS',
      at('aws/s3-standard', 'https://s3.us-east-1.amazonaws.com.example.org'),
      SIGNS,
    ],
    ['a machine at AWS', at('aws/s3-standard', 'https://ec2-1-2-3-4.compute-1.amazonaws.com'), SIGNS],
    ['a load balancer at AWS', at('aws/s3-standard', 'https://s3.us-east-1.elb.amazonaws.com'), SIGNS],
    ['a host in the place of a region', at('aws/s3-standard', undefined, { region: 'example.org#' }), SIGNS],
    ['another provider', at('aws/s3-standard', 'https://0a1b.r2.cloudflarestorage.com'), SIGNS],
    ['a host of the plan, by a role', at('google/standard', 'https://storage.example.org'), ROLE],
    ['a host of the plan, by a SAS token', at('azure/blob-hot', 'https://mine.example.org'), SAS],
    ['the account of somebody else', at('azure/blob-hot', 'https://mine2.blob.core.windows.net'), SAS],
    ['loopback, as a session token', at('acme/store', 'http://127.0.0.1:9000'), SESSION],
    ['loopback, as a SAS token', at('azure/blob-hot', 'http://127.0.0.1:9000'), SAS],
    ['loopback, as a bearer token', at('google/standard', 'http://127.0.0.1:9000'), ROLE],
    ['a host like loopback', at('acme/store', 'http://127.0.0.1.example.org'), SIGNS],
  ])('not to %s, unless the person says so', (_, address, env) => {
    const words = refusal(address, env) ?? '';
    const [, host = ''] = /; to use them, say --trust-endpoint (\S+)$/.exec(words) ?? [];
    expect(words).toMatch(/is not known as a host of the provider/);
    expect(host).toMatch(/./);
    expect(refusal(address, env, [host])).toBe(null);
    expect(refusal(address, env, [host.replace(/:\d+$/, '')])).toBe(null);
    expect(refusal(address, env, ['other.example.org', `${host}.example.org`])).toBe(words);
    expect(() => openStore(address, optionsOf(env))).toThrow(words);
  });

  test.each<[string, StoreAddress, Environment]>([
    ['a session token', at('aws/s3-standard', 'http://s3.us-east-1.amazonaws.com'), SESSION],
    [
      'the session of a directory bucket',
      at('aws/s3-express-one-zone', 'http://s3.example.org', { bucket: BUCKET_OF_ZONE }),
      SIGNS,
    ],
    ['a SAS token', at('azure/blob-hot', 'http://mine.blob.core.windows.net'), SAS],
    ['a bearer token', at('google/standard', 'http://storage.googleapis.com'), ROLE],
    ['a token of a setting', at('acme/store'), { ...SESSION, AWS_ENDPOINT_URL: 'http://s3.acme.test' }],
  ])('never in clear text: %s', (_, address, env) => {
    expect(zoneOf(BUCKET_OF_ZONE)).toBe('use1-az4');
    const { hostname } = new URL(address.endpoint ?? 'http://s3.acme.test');
    expect(refusal(address, env, [hostname])).toMatch(/would get a token \(.*\) in clear text/);
  });

  test('not to a host that the name of a bucket makes', () => {
    const address = at('aws/s3-standard', undefined, { bucket: 'example.org/', pathStyle: false });
    expect(() => openStore(address, optionsOf(SIGNS))).toThrow(/"example.org\/" is not the name of a bucket/);
  });
});

test('whose keys they are is said, and never the keys', () => {
  using folder = new Folder({
    ...GOOGLE_FILE,
    '.aws/credentials': '[r2]\naws_access_key_id=A\naws_secret_access_key=canary',
  });
  const said = (address: StoreAddress, env: Environment) =>
    destinationOf(address, { ...optionsOf(env), home: folder.path });
  const all = [
    said(at('aws/s3-standard'), SESSION),
    said(at('aws/s3-standard', undefined, { profile: 'r2' }), SESSION),
    said(at('azure/blob-hot'), SHARED_KEY),
    said(at('azure/blob-hot'), SAS),
    said(at('google/standard'), { GOOGLE_APPLICATION_CREDENTIALS: `${folder.path}/key.json` }),
    said(at('google/standard'), { STORAGE_EMULATOR_HOST: '127.0.0.1:4443' }),
  ];
  expect(all.map(({ host, keys }) => `${host}: ${keys}`)).toEqual([
    's3.us-east-1.amazonaws.com: AWS_ACCESS_KEY_ID',
    's3.us-east-1.amazonaws.com: profile r2',
    'mine.blob.core.windows.net: AZURE_STORAGE_KEY',
    'mine.blob.core.windows.net: AZURE_STORAGE_SAS_TOKEN',
    'storage.googleapis.com: GOOGLE_APPLICATION_CREDENTIALS',
    '127.0.0.1:4443: null',
  ]);
  expect(JSON.stringify(all)).not.toMatch(/canary/);
});

test.each(CLIENTS)('a server that a plan names sees nothing of a token, by %s', async (client) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = await loadClient(client);
  const address = at('acme/store', `http://127.0.0.1:${port}`);
  expect(() => open(address, optionsOf(SESSION))).toThrow(/--trust-endpoint/);
  if (client !== 'sdk') {
    const google = at('google/standard', address.endpoint);
    expect(() => open(google, optionsOf(ROLE))).toThrow(/--trust-endpoint/);
    expect(() => open({ ...google, store: 'azure/blob-hot' }, optionsOf(SAS))).toThrow(/--trust-endpoint/);
  }
  expect(seen).toEqual([]);
  const trusted = open(address, optionsOf(SESSION, [`127.0.0.1:${port}`]));
  await trusted.head('k');
  expect(seen.join()).toMatch(/"x-amz-security-token":"canary-token"/);
  const own = open(address, optionsOf(SIGNS));
  await own.head('k');
  expect(seen[1]).toMatch(/"authorization":"AWS4-HMAC-SHA256/);
  expect(seen[1]).not.toMatch(/security-token/);
  trusted.close();
  own.close();
  server.closeAllConnections();
  server.close();
});

test('a damaged private key is said to be one before anything is kept', () => {
  const key = { type: 'service_account', client_email: 'me@example.org', private_key: 'canary' };
  using folder = new Folder({ 'key.json': JSON.stringify(key) });
  const env = { GOOGLE_APPLICATION_CREDENTIALS: `${folder.path}/key.json` };
  const [destination] = destinationsOf(
    aPlan([{}], { targets: [{ store: 'google/standard@us-east4', bucket: 'a-bucket' }] }),
    { ...optionsOf(env), client: 'wire' },
  );
  expect(destination?.refusal).toMatch(/key\.json: its private_key is damaged/);
});

test.each([
  ['a password', 'https://me:canary@s3.example.org', /holds a password/],
  ['signs that a shell obeys', 'https://a$(id).example.org', /is no address/],
])('an endpoint with %s is refused, and not repeated', (_, endpoint, words) => {
  const [destination] = destinationsOf(
    aPlan([{}], { targets: [{ store: 'aws/s3-standard@us-east-1', bucket: 'a-bucket', endpoint }] }),
    { ...optionsOf(SIGNS), client: 'wire' },
  );
  expect(destination?.refusal).toMatch(words);
  expect(JSON.stringify(destination)).not.toMatch(/canary|\$/);
});

test('Node is not to accept any certificate', async () => {
  const env = { ...SIGNS, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  await expect(opener({ ...optionsOf(env), client: 'wire' })).rejects.toThrow(/NODE_EXTRA_CA_CERTS/);
});
