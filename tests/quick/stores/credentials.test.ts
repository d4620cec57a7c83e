import path from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findAccess } from '#stores/credentials.ts';
import type { Credentials, Environment } from '#stores/access.ts';
import { openStore } from '#stores/open-store.ts';
import { Folder } from '#tests/helpers/folder.ts';

const FILES = {
  '.aws/credentials': `[default]
aws_access_key_id = AKIADEFAULT
aws_secret_access_key = default-canary

# of another provider
[r2]
aws_access_key_id=AKIAR2
aws_secret_access_key=r2-canary=with=signs
`,
  '.aws/config': `[profile r2]
region = auto
endpoint_url = https://abc.r2.cloudflarestorage.com
s3 =
  max_concurrent_requests = 20
[default]
region = eu-west-1
`,
};
const ENV = {
  AWS_ACCESS_KEY_ID: 'AKIAENV',
  AWS_SECRET_ACCESS_KEY: 'env-canary',
  AWS_SESSION_TOKEN: 'token-canary',
};

/** Not on a machine with a role. */
const NO_ROLE = { AWS_EC2_METADATA_DISABLED: 'true' };

function findKeys(env: Environment, home: string, profile?: string) {
  const { credentials, ...access } = findAccess({ ...NO_ROLE, ...env }, home, profile);
  return { ...access, credentials: credentials as Credentials };
}

describe('keys', () => {
  test('of the environment come first, with their session', () => {
    using folder = new Folder(FILES);
    const { credentials } = findKeys(ENV, folder.path);
    expect(credentials.accessKeyId).toBe('AKIAENV');
    expect(credentials.secretAccessKey.reveal()).toBe('env-canary');
    expect(credentials.sessionToken?.reveal()).toBe('token-canary');
  });

  test('of a profile that is named come before the environment', () => {
    using folder = new Folder(FILES);
    const { credentials, region, endpoint } = findKeys(ENV, folder.path, 'r2');
    expect(credentials.secretAccessKey.reveal()).toBe('r2-canary=with=signs');
    expect({ id: credentials.accessKeyId, region, endpoint }).toEqual({
      id: 'AKIAR2',
      region: 'auto',
      endpoint: 'https://abc.r2.cloudflarestorage.com',
    });
  });

  test('of the default profile come last, or of the one AWS_PROFILE names', () => {
    using folder = new Folder(FILES);
    expect(findKeys({}, folder.path)).toMatchObject({
      credentials: { accessKeyId: 'AKIADEFAULT' },
      region: 'eu-west-1',
    });
    expect(findKeys({ AWS_PROFILE: 'r2' }, folder.path).credentials.accessKeyId).toBe('AKIAR2');
    const elsewhere = { AWS_SHARED_CREDENTIALS_FILE: path.join(folder.path, '.aws/credentials') };
    expect(findKeys(elsewhere, '/nowhere').credentials.accessKeyId).toBe('AKIADEFAULT');
  });

  test('that are nowhere are asked for, with every place that was looked at', () => {
    using folder = new Folder(FILES);
    expect(() => findKeys({}, '/nowhere')).toThrow(/AWS_ACCESS_KEY_ID .*\/nowhere\/\.aws\/credentials/);
    expect(() => findKeys({}, folder.path, 'r3')).toThrow(/did you mean profile r2\?/);
  });

  test('never show themselves', () => {
    using folder = new Folder(FILES);
    const access = findKeys(ENV, folder.path);
    const shown = [
      JSON.stringify(access),
      inspect(access, { depth: 9, showHidden: true }),
      `${access.credentials.secretAccessKey}`,
    ];
    for (const text of shown) expect(text).not.toMatch(/canary/);
  });
});

describe('an endpoint', () => {
  const open = (address: object) => () =>
    openStore(
      { store: 'cloudflare/r2-standard', region: 'weur', bucket: 'b-b', ...address },
      { env: ENV, home: '/nowhere', timeoutMs: 1000 },
    ).close();

  test.each([
    [{}, /depends on your account.*ACCOUNT-ID\.r2\.cloudflarestorage\.com/],
    [{ endpoint: 'ftp://example.org' }, /no address/],
    [{ endpoint: 'https://me:canary@example.org' }, /holds a password/],
    [{ endpoint: 'https://example.org/bucket' }, /has a path/],
    [
      { store: 'aws/s3-express-one-zone', region: 'us-east-1' },
      /directory bucket of yours, and "b-b" is none/,
    ],
    [{ bucket: 'mine--use1-az4--x-s3' }, /whose store is aws\/s3-express-one-zone/],
  ])('%o is refused with a reason', (address, message) => {
    expect(open(address)).toThrow(message);
    expect(open(address)).not.toThrow(/canary/);
  });

  test('of AWS, Wasabi, Tigris and Google follows from the region', () => {
    for (const store of ['aws/s3-standard', 'wasabi/pay-as-you-go', 'tigris/standard'])
      expect(open({ store, region: 'us-east-1' })).not.toThrow();
    expect(open({ store: 'google/standard', region: 'us-east1', api: 's3' })).not.toThrow();
  });
});
