/** What every driver promises, against a real server of its kind. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { CLIENTS, loadClient } from '#stores/clients.ts';
import type { ClientName } from '#stores/clients.ts';
import { openStore } from '#stores/open-store.ts';
import type { ObjectStore, OpenOptions, Part } from '#stores/store.ts';
import { Secret } from '#stores/secret.ts';
import type { StoreApi } from '#stores/store-api.ts';
import { isOk } from '#stores/store.ts';
import { KEY_ID, SECRET, collector } from '#tests/helpers/littleS3.ts';
import { isDeep } from '#tests/helpers/deep.ts';
import { AZURITE_ACCOUNT, AZURITE_KEY, azuriteConnection } from '#tests/helpers/realServers.ts';
import { aBucket, theServer } from '#tests/helpers/theServer.ts';
import type { ServerKind } from '#tests/servers.ts';
import { has } from '#tests/helpers/tools.ts';
import type { ToolName } from '#tests/helpers/tools.ts';

type Env = Record<string, string>;
interface Kind {
  needs: ToolName;
  name: string;
  server: ServerKind;
  address: { store: string; api: StoreApi; region?: string };
  env(url: string): Env;
  /** The address is among the keys. */
  hasAddress?: boolean;
  clients: readonly ClientName[];
  /** Takes every test in the full tier too. */
  isWhole?: boolean;
}

const s3 = () => ({ AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET });
const sharedKey = () => ({ AZURE_STORAGE_ACCOUNT: AZURITE_ACCOUNT, AZURE_STORAGE_KEY: AZURITE_KEY });
const S3 = { store: 'acme/store', api: 's3' } as const;
const AZURE = { store: 'azure/blob-hot', api: 'azure' } as const;
const KINDS: Kind[] = [
  {
    name: 'S3 (versitygw)',
    server: 'versitygw',
    needs: 'versitygw',
    address: S3,
    env: s3,
    clients: CLIENTS,
  },
  {
    name: 'Google by HMAC keys (versitygw)',
    server: 'versitygw-auto',
    needs: 'versitygw',
    // What Google calls the region of a signature; this server knows no other then.
    address: { store: 'google/standard', api: 's3', region: 'auto' },
    env: s3,
    clients: ['wire'],
  },
  { name: 'S3 (gofakes3)', server: 'gofakes3', needs: 'gofakes3', address: S3, env: s3, clients: ['wire'] },
  {
    name: 'Azure by shared key (Azurite)',
    isWhole: true,
    server: 'azurite',
    needs: 'azurite',
    address: AZURE,
    env: sharedKey,
    clients: ['wire'],
  },
  {
    name: 'Azure by signature (Azurite)',
    server: 'azurite',
    needs: 'azurite',
    address: AZURE,
    env: () => ({ AZURE_STORAGE_ACCOUNT: AZURITE_ACCOUNT, AZURE_STORAGE_SAS_TOKEN: accountSignature() }),
    clients: ['wire'],
  },
  {
    name: 'Azure by connection string (Azurite)',
    server: 'azurite',
    needs: 'azurite',
    address: AZURE,
    env: (url) => ({ AZURE_STORAGE_CONNECTION_STRING: azuriteConnection(url) }),
    hasAddress: true,
    clients: ['wire'],
  },
  {
    name: 'Google (fake-gcs-server)',
    isWhole: true,
    server: 'fake-gcs-server',
    needs: 'fake-gcs-server',
    address: { store: 'google/standard', api: 'google' },
    env: (url) => ({ STORAGE_EMULATOR_HOST: url }),
    clients: ['wire', 'undici'],
  },
];
const BODY = Buffer.from(Array.from({ length: 70_000 }, (_, i) => (i * 37) % 253));
const NAMES = ['plain', "a folder/ü + 'quoted' (1)~!*&=#%.bin", 'empty'];
const PART_BYTES = 5 * 2 ** 20;

/** For everything, for a day (Microsoft, "Create an account SAS"). */
function accountSignature(): string {
  const ends = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, '');
  const text = [AZURITE_ACCOUNT, 'rwdlacup', 'b', 'sco', '', ends, '', '', '2022-11-02', '', ''].join('\n');
  const sig = createHmac('sha256', Buffer.from(AZURITE_KEY, 'base64')).update(text).digest('base64');
  const query = { sv: '2022-11-02', ss: 'b', srt: 'sco', sp: 'rwdlacup', se: ends, sig };
  return new URLSearchParams(query).toString();
}

type Way = Omit<Kind, 'clients'> & { client: ClientName };

const WAYS: Way[] = KINDS.filter(({ needs }) => has(needs)).flatMap(({ clients, ...kind }) =>
  clients.map((client) => ({ ...kind, client })),
);
/**
 * Our own client takes every test on one server of Azure's and one of Google's interface (`conformance.test.ts` has S3); the
 * others only differ in how they send or sign.
 */
const WHOLE = WAYS.filter(({ isWhole, client }) => isDeep || (isWhole && client === 'wire'));

/** Runs `work` on a bucket of its own. */
async function onBucket(
  { server, address, env, hasAddress, client }: Way,
  work: (store: ObjectStore, quick: ObjectStore) => Promise<void>,
) {
  const url = await theServer(server);
  const bucket = aBucket();
  const openBy = await loadClient(client);
  const opened: ObjectStore[] = [];
  const open = (by = openBy) => {
    const trusted = [new URL(url).host];
    const options: OpenOptions = { env: env(url), home: '/nowhere', timeoutMs: 20_000, trusted };
    const at = { region: 'us-east-1', ...address, bucket, ...(hasAddress ? {} : { endpoint: url }) };
    const store = by(at, options);
    opened.push(store);
    return store;
  };
  try {
    const store = open();
    expect(await store.makeBucket()).toSatisfy(isOk);
    await work(store, open(openStore));
  } finally {
    opened.forEach((one) => one.close());
  }
}

describe.each(WAYS)('$name by $client', (way) => {
  test('keeps objects of any name, gives them back whole and in part, copies and removes them', async () => {
    await onBucket(way, async (store) => {
      for (const name of NAMES) {
        const body = name === 'empty' ? new Uint8Array() : BODY;
        expect(await store.put(name, body)).toSatisfy(isOk);
        const got = collector();
        expect(await store.get(name, got.sink)).toMatchObject({ failure: null, bytes: body.length });
        expect(got.bytes().equals(body)).toBe(true);
        expect(await store.head(name)).toMatchObject({ status: 200, bytes: 0, text: '' });
      }
      const part = collector();
      const ranged = await store.get(NAMES[1] ?? '', part.sink, { part: { offset: 69_000, length: 1000 } });
      expect(ranged).toMatchObject({ status: 206, bytes: 1000 });
      expect(part.bytes().equals(BODY.subarray(69_000))).toBe(true);
      expect(await store.copy(NAMES[1] ?? '', 'copy')).toSatisfy(isOk);
      const copied = collector();
      await store.get('copy', copied.sink);
      expect(copied.bytes().equals(BODY)).toBe(true);
      expect(await store.remove('copy')).toSatisfy(isOk);
      expect(await store.get('copy', () => undefined)).toMatchObject({ status: 404 });
      expect(await store.head('copy')).toMatchObject({ status: 404 });
    });
  });
});

describe.each(WHOLE)('$name by $client, and what else it promises,', (way) => {
  test('writes one only where there is none', async () => {
    await onBucket(way, async (store) => {
      expect(await store.put('k', BODY, 'absent')).toSatisfy(isOk);
      const again = await store.put('k', BODY, 'absent');
      expect([409, 412]).toContain(again.status);
      expect(again.code).toMatch(/./);
    });
  });

  // gofakes3 has no conditions.
  if (way.name !== 'S3 (gofakes3)')
    test('keeps to the one that was seen', async () => {
      await onBucket(way, async (store) => {
        const first = store.tagOf(await store.put('k', BODY)) ?? '';
        const second = store.tagOf(await store.put('k', BODY.subarray(0, 10), { tag: first })) ?? '';
        expect(second).toMatch(/./);
        expect((await store.put('k', BODY, { tag: first })).status).toBe(412);
        const got = collector();
        // The emulator passes over the condition of a read.
        if (way.address.api === 'google') return;
        expect(await store.get('k', got.sink, { unless: second })).toMatchObject({ status: 304, bytes: 0 });
        expect(await store.get('k', got.sink, { unless: first })).toMatchObject({ status: 200, bytes: 10 });
      });
    });

  test('lists page by page, removes many at once, and its bucket only when it is empty', async () => {
    await onBucket(way, async (store, quick) => {
      const names = Array.from({ length: 1003 }, (_, i) => `p/${String(i).padStart(4, '0')}`);
      for (let at = 0; at < names.length; at += 32)
        await Promise.all(names.slice(at, at + 32).map((name) => quick.put(name, BODY.subarray(0, 1))));
      await store.put('other', BODY.subarray(0, 1));
      const listed = [];
      for (let next: string | null | undefined; next !== null;) {
        const page = await store.list('p/', next);
        listed.push(...page.keys);
        next = page.next;
      }
      expect(listed).toEqual(names);
      expect([409, 412]).toContain((await store.removeBucket()).status);
      for (let at = 0; at < names.length; at += store.mostRemoved) {
        const removal = await store.removeMany([...names.slice(at, at + store.mostRemoved - 1), 'nothing']);
        expect(removal.answer).toSatisfy(isOk);
        expect(removal.refused).toEqual([]);
      }
      const left = (await store.list('')).keys;
      expect(left).toEqual([
        'other',
        ...names.filter((_, i) => i % store.mostRemoved === store.mostRemoved - 1),
      ]);
      for (const name of left) await store.remove(name);
      expect(await store.removeBucket()).toSatisfy(isOk);
      expect((await store.put('k', BODY)).status).toBe(404);
    });
  });

  test('takes an object in parts, and forgets one that is dropped', async () => {
    await onBucket(way, async (store) => {
      const key = 'in parts/ü +%.bin';
      const whole = Buffer.concat(Array.from({ length: 80 }, () => BODY));
      const pieces = [whole.subarray(0, PART_BYTES), whole.subarray(PART_BYTES)];
      const begun = await store.beginParts(key);
      const upload = begun.upload ?? '';
      const parts: Part[] = [];
      for (const [i, piece] of pieces.entries()) {
        const sent = await store.putPart(key, upload, i + 1, piece);
        parts.push(...(sent.part ? [sent.part] : []));
      }
      expect(parts).toHaveLength(2);
      expect(await store.endParts(key, upload, parts)).toSatisfy(isOk);
      const got = collector();
      await store.get(key, got.sink);
      expect(got.bytes().equals(whole)).toBe(true);
      const dropped = await store.beginParts('dropped');
      await store.putPart('dropped', dropped.upload ?? '', 1, BODY);
      const [found] = (await store.unfinished('')).uploads;
      expect(found?.key).toBe('dropped');
      expect(await store.dropParts('dropped', dropped.upload ?? '')).toSatisfy(isOk);
      expect((await store.unfinished('')).uploads).toEqual([]);
      expect((await store.list('')).keys).toEqual([key]);
    });
  });
});

test.each(['wire', 'undici'] as const)(
  'Google is asked by %s for another generation than the one that was seen',
  async (client) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(304).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const openBy = await loadClient(client);
    const store = openBy(
      { store: 'google/standard', region: 'us', bucket: 'a-bucket' },
      { env: { STORAGE_EMULATOR_HOST: url }, home: '/nowhere', timeoutMs: 20_000 },
    );
    expect(await store.get('k', () => undefined, { unless: '17' })).toMatchObject({ status: 304, bytes: 0 });
    expect(asked).toEqual([expect.stringMatching(/a-bucket\/o\/k\?(.*&)?alt=media(&|$)/)]);
    expect(new URL(asked[0] ?? '', url).searchParams.get('ifGenerationNotMatch')).toBe('17');
    store.close();
    server.closeAllConnections();
    server.close();
  },
);

if (has('azurite'))
  test('Azure refuses another key, and shows neither', async () => {
    const endpoint = await theServer('azurite');
    const other = Buffer.from('canary-canary-canary').toString('base64');
    const store = openStore(
      { store: 'azure/blob-hot', region: 'eastus', bucket: aBucket(), endpoint },
      { env: { ...sharedKey(), AZURE_STORAGE_KEY: other }, home: '/nowhere', timeoutMs: 20_000 },
    );
    const answer = await store.makeBucket();
    expect(answer).toMatchObject({ status: 403, code: 'AuthorizationFailure' });
    expect(JSON.stringify([answer, store, new Secret(other)])).not.toContain(other);
    store.close();
  });
