/** `stowage stores`: which have what is needed, in which regions, and what a move loses; each with its source. */
import { expect, test } from 'vitest';
import { runCli } from '#tests/helpers/runCli.ts';

interface Listed {
  store: string;
  regions: string[];
  asks: { what: string; has: string | null; source?: string; seen?: string }[];
}
const listed = async (...args: string[]) => {
  const { stdout, exit } = await runCli(['stores', ...args, '--json']);
  expect(exit).toBe(0);
  return JSON.parse(stdout) as { stores: Listed[]; out: Listed[] };
};

test('a store that lacks a feature is left out, one that may have it is to be asked', async () => {
  const { stores, out } = await listed('--needs', 'versioning,object-lock', '--in', 'EU');
  expect(stores[0]?.asks.map(({ has }) => has)).toEqual(['yes', 'yes']);
  expect(stores.flatMap(({ asks }) => asks.map(({ has }) => has))).not.toContain('no');
  expect(out.map(({ store }) => store)).toContain('cloudflare/r2-standard');
  for (const { asks } of [...stores, ...out])
    for (const { has, source, seen } of asks)
      expect([typeof source, typeof seen]).toEqual(
        has === null ? ['undefined', 'undefined'] : ['string', 'string'],
      );
  expect(stores.find(({ store }) => store === 'aws/s3-standard')?.regions).toContain('eu-central-1');
  expect(stores.flatMap(({ regions }) => regions)).not.toContain('us-east-1');
  const text = (await runCli(['stores', '--needs', 'versioning', '--needs', 'object-lock', '--in', 'eu']))
    .stdout;
  expect(text).toContain(
    'R2 Infrequent Access, R2 Standard: no versioning (PutBucketVersioning is not implemented',
  );
  expect(text).toMatch(/DigitalOcean Spaces +ask +yes/);
});

test('owner and certificates', async () => {
  const { stores } = await listed('--owner', 'EU', '--needs', 'versioning');
  const sure = stores.filter(({ asks }) => asks.every(({ has }) => has === 'yes'));
  expect(new Set(sure.map(({ store }) => store.split('/')[0]))).toEqual(
    new Set(['hetzner', 'ovh', 'scaleway']),
  );
  const healthy = await listed('--needs', 'hipaa,soc-2');
  const both = healthy.stores.filter(({ asks }) => asks.every(({ has }) => has === 'yes'));
  expect(new Set(both.map(({ store }) => store.split('/')[0]))).toEqual(
    new Set(['aws', 'azure', 'backblaze', 'google', 'tigris']),
  );
  expect(healthy.out).toEqual([]);
  const cards = await listed('--needs', 'pci-dss,iso-27001');
  const of = (store: string) => cards.stores.find((one) => one.store === store)?.asks.map(({ has }) => has);
  expect(of('aws/s3-glacier-deep-archive')).toEqual(['yes', 'yes']);
  expect(of('backblaze/b2')).toEqual(['partial', 'partial']);
});

test('a comparison names what is lost, with note, source and day', async () => {
  const pair = ['compare', 'aws/s3-standard', 'cloudflare/r2-standard@enam'];
  const { features } = JSON.parse((await runCli(['stores', ...pair, '--json'])).stdout) as {
    features: { feature: string; moving: string; source?: string }[];
  };
  const of = (moving: string) =>
    features.filter((one) => one.moving === moving).map(({ feature }) => feature);
  expect(of('lost')).toEqual(
    expect.arrayContaining([
      'versioning',
      'presigned-post',
      'replication',
      'inventory',
      'object-tagging',
      'sse-kms',
    ]),
  );
  expect(of('in part')).toEqual(expect.arrayContaining(['object-lock', 'access-logs']));
  expect(of('kept')).toContain('conditional-put');
  for (const format of ['md', 'csv'])
    expect((await runCli(['stores', ...pair, '--format', format])).stdout).toMatch(/versioning.*yes.*no/);
  const toWasabi = await runCli(['stores', 'compare', 'aws/s3-standard', 'wasabi/pay-as-you-go']);
  expect(toWasabi.stdout).toMatch(/To be asked[^]*conditional writes +yes +ask/);
});

test.each<[string, string[], number, RegExp]>([
  ['a misspelt feature', ['--needs', 'versionng'], 2, /"versionng" is no feature; did you mean versioning\?/],
  ['no feature', ['--needs', ','], 2, /names no feature; there are object-lock/],
  ['no country', ['--in', 'mars'], 2, /--in "MARS" is no country with a store; write EU/],
  ['a store alone', ['aws/s3-standard'], 2, /write stowage stores compare STORE STORE/],
  ['half a comparison', ['compare', 'aws/s3-standard'], 2, /needs two stores/],
  [
    'a store that is none',
    ['compare', 'aws/s3-standard', 'aws/s3-standrd'],
    2,
    /did you mean aws\/s3-standard\?/,
  ],
  [
    'a name that people say',
    ['compare', 'aws/s3-standard', 'r2'],
    2,
    /did you mean cloudflare\/r2-standard\?/,
  ],
  ['a CDN', ['compare', 'aws/s3-standard', 'aws/cloudfront'], 2, /is a CDN and holds no objects/],
  [
    'a filter on a comparison',
    ['compare', 'aws/s3-standard', 'backblaze/b2', '--in', 'EU'],
    2,
    /--in is for the list/,
  ],
])('%s is refused', async (_, args, exit, words) => {
  const ran = await runCli(['stores', ...args]);
  expect([ran.exit, ran.stdout]).toEqual([exit, '']);
  expect(ran.stderr).toMatch(words);
});
