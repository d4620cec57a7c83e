/** Keys of every kind, each with a value of its own: none may be seen in anything a probe writes or says. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { littleS3, BUCKET } from '#tests/helpers/littleS3.ts';
import { AZURITE_ACCOUNT } from '#tests/helpers/realServers.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runProgram } from '#tests/helpers/runProgram.ts';
import { theServer } from '#tests/helpers/theServer.ts';
import { has } from '#tests/helpers/tools.ts';

const canary = (name: string) => `canary-${name}-0123456789`;
const base64 = (name: string) => Buffer.from(canary(name)).toString('base64');

/** Everything that was written and said; a secret may also be there encoded. */
function expectUnseen(secrets: readonly string[], folder: Folder, said: { stdout: string; stderr: string }) {
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile() && !one.name.startsWith('given'),
  );
  const written = files.map((one) => readFileSync(path.join(one.parentPath, one.name)).toString('latin1'));
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      for (const text of [said.stdout, said.stderr, ...written]) expect(text).not.toContain(form);
  return written.length;
}

interface Way {
  env: Record<string, string>;
  files?: Record<string, string>;
  secrets: string[];
}

async function probeWith(store: string, endpoint: string | null, { env, files, secrets }: Way) {
  using folder = new Folder(files ?? {});
  const inFolder = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replace('FOLDER', folder.path)]),
  );
  const args = ['probe', 'run', '--store', store, '--unpriced', '--from', 'unknown', '--requests', '30'];
  const at = ['--bucket', BUCKET, ...(endpoint === null ? [] : ['--endpoint', endpoint])];
  const said = await runProgram([...args, ...at, '--debug', '--out', 'out-2026'], {
    cwd: folder.path,
    env: { HOME: folder.path, AWS_EC2_METADATA_DISABLED: 'true', ...inFolder },
  });
  const written = expectUnseen(secrets, folder, said);
  return { ...said, written };
}

const AWS_WAYS: [string, Way][] = [
  [
    'the environment with a session',
    {
      env: {
        AWS_ACCESS_KEY_ID: canary('id'),
        AWS_SECRET_ACCESS_KEY: canary('secret'),
        AWS_SESSION_TOKEN: canary('session'),
      },
      secrets: [canary('id'), canary('secret'), canary('session')],
    },
  ],
  [
    'a profile',
    {
      env: { AWS_PROFILE: 'own', AWS_SHARED_CREDENTIALS_FILE: 'FOLDER/given-credentials' },
      files: {
        'given-credentials': `[own]\naws_access_key_id = ${canary('id')}\naws_secret_access_key = ${canary('profile')}\naws_session_token = ${canary('token')}\n`,
      },
      secrets: [canary('id'), canary('profile'), canary('token')],
    },
  ],
];

test.each(AWS_WAYS)('of AWS, by %s, refused by a store', async (_, way) => {
  await using s3 = await littleS3();
  const { exit, stderr, written } = await probeWith('acme/store', s3.server.url, way);
  expect(exit).toBe(1);
  expect(stderr).toMatch(/InvalidAccessKeyId/);
  expect(written).toBeGreaterThan(0);
});

test('of a role, given by a container', async () => {
  await using s3 = await littleS3();
  const asked: (string | undefined)[] = [];
  const metadata = createServer((request, response) => {
    asked.push(request.headers.authorization);
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    const keys = {
      AccessKeyId: canary('role-id'),
      SecretAccessKey: canary('role'),
      Token: canary('role-token'),
    };
    response.end(JSON.stringify({ ...keys, Expiration }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => metadata.once('listening', resolve));
  const { port } = metadata.address() as AddressInfo;
  const { exit, stderr } = await probeWith('acme/store', s3.server.url, {
    env: {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/keys`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: canary('container'),
    },
    secrets: [canary('role-id'), canary('role'), canary('role-token'), canary('container')],
  });
  expect(asked).toContain(canary('container'));
  expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringMatching(/InvalidAccessKeyId/) });
  metadata.close();
});

if (has('azurite'))
  test('of Azure: a key, a connection string, a signature', async () => {
    const url = await theServer('azurite');
    const signature = `sv=2022-11-02&ss=b&srt=sco&sp=rwdlac&se=2099-01-01T00%3A00%3A00Z&sig=${encodeURIComponent(base64('sas'))}`;
    const ways: Way[] = [
      {
        env: { AZURE_STORAGE_ACCOUNT: AZURITE_ACCOUNT, AZURE_STORAGE_KEY: base64('key') },
        secrets: [base64('key'), canary('key')],
      },
      {
        env: {
          AZURE_STORAGE_CONNECTION_STRING: `AccountName=${AZURITE_ACCOUNT};AccountKey=${base64('string')};BlobEndpoint=${url}`,
        },
        secrets: [base64('string'), canary('string')],
      },
      {
        env: { AZURE_STORAGE_ACCOUNT: AZURITE_ACCOUNT, AZURE_STORAGE_SAS_TOKEN: signature },
        secrets: [signature, base64('sas'), canary('sas')],
      },
    ];
    for (const way of ways) {
      const { exit, stderr } = await probeWith('azure/blob-hot@eastus', url, way);
      expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringMatching(/Auth/) });
    }
  });

if (has('fake-gcs-server'))
  test('of Google: the key of a service account and the token of a user, and what they are exchanged for', async () => {
    const url = await theServer('fake-gcs-server');
    await fetch(`${url}/storage/v1/b?project=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: BUCKET }),
    });
    const tokens = createServer((request, response) => {
      request.resume();
      response.end(JSON.stringify({ access_token: canary('access'), expires_in: 3600 }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => tokens.once('listening', resolve));
    const token_uri = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const keyLines = private_key.split('\n').filter((line) => line.length === 64);
    const keys = [
      {
        key: { type: 'service_account', client_email: 'probe@example.org', private_key, token_uri },
        secrets: keyLines,
      },
      {
        key: {
          type: 'authorized_user',
          client_id: 'us',
          client_secret: canary('client'),
          refresh_token: canary('refresh'),
          token_uri,
        },
        secrets: [canary('client'), canary('refresh')],
      },
    ];
    for (const { key, secrets } of keys) {
      const { exit, stderr, written } = await probeWith('google/standard@us-east1', url, {
        env: { GOOGLE_APPLICATION_CREDENTIALS: 'FOLDER/given-key.json' },
        files: { 'given-key.json': JSON.stringify(key) },
        secrets: [...secrets, canary('access')],
      });
      expect({ exit, stderr }).toMatchObject({ exit: 0 });
      // The dataset, its measurements and its Parquet among them.
      expect(written).toBeGreaterThanOrEqual(3);
    }
    tokens.close();
  });
