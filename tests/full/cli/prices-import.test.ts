import { cpSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { runProgram } from '#tests/helpers/runProgram.ts';
import {
  aGooglePage,
  anAzureItem,
  anAzurePage,
  anOffer,
  anOfferRow,
  excerpt,
} from '#tests/helpers/formats/prices/price-files.ts';
import { ROOT } from '#tests/sources.ts';

/** A checkout with one provider's part of the archive. */
function aCheckout(files: Record<string, string | Uint8Array> = {}, provider = 'aws'): Folder {
  const folder = new Folder(files);
  const part = path.join('pricing', provider);
  cpSync(path.join(ROOT, part), path.join(folder.path, part), { recursive: true });
  return folder;
}

const editionsIn = (folder: Folder, store = 'aws/s3-standard') =>
  readdirSync(path.join(folder.path, 'pricing', store))
    .filter((name) => /^\d/.test(name))
    .toSorted();

const offer = () => new TextDecoder().decode(excerpt('aws-offer.json'));
/** The excerpt, in which the first band of Standard storage costs less. */
const cheaper = () =>
  offer().replace('"0.0230000000"', '"0.0220000000"').replaceAll('2026-07-28', '2026-10-01');

const importing = (folder: Folder, ...args: string[]) =>
  runCli(['prices', 'import', ...args], { cwd: folder.path });

describe('stowage prices import', () => {
  test('says that nothing changed, and writes nothing', async () => {
    using folder = aCheckout({ 'index.json': offer() });
    const before = editionsIn(folder);
    const { exit, stdout } = await importing(folder, 'index.json', '--store', 'aws/s3-standard');
    expect(exit).toBe(0);
    expect(stdout).toMatch(/Nothing changed: 5 prices agree/);
    expect(editionsIn(folder)).toEqual(before);
  });

  test('writes a new edition that the check accepts, and the second run changes nothing', async () => {
    using folder = aCheckout({ 'index.json': cheaper() });
    const before = editionsIn(folder);
    const store = ['--store', 'aws/s3-standard'];
    const dry = await importing(folder, 'index.json', ...store, '--dry-run');
    expect(dry.stdout).toMatch(/Would write pricing\/aws\/s3-standard\/2026-10-01\.yaml: 1 changed, 4 agree/);
    expect(editionsIn(folder)).toEqual(before);

    const wet = await importing(folder, 'index.json', ...store);
    expect(wet.exit).toBe(0);
    expect(wet.stdout).toMatch(/0\.023 per GB-month +0\.022 per GB-month +−4\.35% +us-east-1/);
    expect(editionsIn(folder)).toEqual([...before, '2026-10-01.yaml']);
    expect(folder.read('pricing/aws/s3-standard/2026-10-01.yaml')).toContain('id: aws-offer-2026-10-01');
    const check = await runCli(['prices', 'check', '--root', folder.path]);
    expect(check.stdout).toMatch(/no problems/);

    const again = await importing(folder, 'index.json', ...store);
    expect(again.stdout).toMatch(/Nothing changed: 5 prices agree/);
    expect(editionsIn(folder)).toEqual([...before, '2026-10-01.yaml']);
  });

  test('reads the metered-unit map for several stores at once, as JSON', async () => {
    using folder = aCheckout({ 's3.json': excerpt('aws-unit-map.json') });
    const stores = ['aws/s3-standard', 'aws/s3-standard-ia'];
    const { exit, stdout } = await importing(
      folder,
      's3.json',
      '--json',
      ...stores.flatMap((store) => ['--store', store]),
    );
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject(
      stores.map((store) => ({
        store,
        format: 'aws-unit-map',
        seen: '2025-10-22',
        edition: null,
        changes: [],
      })),
    );
  });

  test('does not write where an edition of that day says otherwise, nor against a price seen since', async () => {
    using folder = aCheckout({ 'index.json': offer().replace('"0.0230000000"', '"0.0220000000"') });
    const before = editionsIn(folder);
    const since = await importing(folder, 'index.json', '--store', 'aws/s3-standard');
    expect(since.exit).toBe(1);
    expect(since.stderr).toMatch(/seen unchanged on 2026-07-28, though .*2026-07-28 has other prices/);
    const same = await importing(
      folder,
      'index.json',
      '--store',
      'aws/s3-standard',
      '--retrieved',
      before.at(-1)?.slice(0, 10) ?? '',
    );
    expect(same.exit).toBe(1);
    expect(same.stderr).toMatch(/is there already and says otherwise; an edition is never changed/);
    expect(editionsIn(folder)).toEqual(before);
  });
});

describe('a store without an edition', () => {
  const newStore = (priceList: unknown) =>
    JSON.stringify({ title: 'A new class', short: 'New class', priceList });

  test('gets its first one of an AWS offer file, by the rules of another', async () => {
    using folder = aCheckout({
      'index.json': anOffer([
        anOfferRow({
          usagetype: 'TimedStorage-NEW-ByteHrs',
          bands: [['0', '0.0110000000']],
          attributes: { volumeType: 'New' },
        }),
        anOfferRow({ sku: 'STANDARDSKU2' }),
      ]),
      'pricing/aws/s3-new/store.yaml': newStore({
        meters: [
          {
            meter: 'storage',
            unit: 'GB-month',
            usageType: 'TimedStorage-NEW-ByteHrs',
            rateNames: ['New Storage per GB-Mo'],
          },
        ],
      }),
    });
    const store = ['index.json', '--store', 'aws/s3-new'];
    const alone = await importing(folder, ...store);
    expect(alone.exit).toBe(2);
    expect(alone.stderr).toMatch(
      /aws\/s3-new has no edition; name the store whose rules it takes with --like/,
    );
    const { exit } = await importing(folder, ...store, '--like', 'aws/s3-one-zone-ia');
    expect(exit).toBe(0);
    const text = folder.read('pricing/aws/s3-new/2026-07-28.yaml');
    expect(text).toMatch(/us-east-1:\n +storage: 0\.011 per GB-month\n +requests: \{ put: unknown/);
    expect(text).toMatch(/Rules are those of aws\/s3-one-zone-ia\/[\d.-]+, taken over as they stand/);
    const again = await importing(folder, ...store);
    expect(again.stdout).toMatch(/Nothing changed: 1 prices agree/);
  });

  test('gets its first one of a whole Azure file, in the regions that are places here', async () => {
    const items = ['northeurope', 'westeurope', 'moonbase'].flatMap((region) =>
      (
        [
          ['Cold GZRS Data Stored', 0.005, '1 GB/Month'],
          ['Cold GZRS Write Operations', 0.2, '10K'],
          ['Cold GZRS Data Retrieval', 0.03, '1 GB'],
        ] as const
      ).map(([meterName, retailPrice, unitOfMeasure]) =>
        anAzureItem({
          armRegionName: region,
          meterId: `${region} ${meterName}`,
          meterName,
          retailPrice,
          unitOfMeasure,
          skuName: 'Cold GZRS',
          productName: 'Azure Data Lake Storage Gen2 Flat Namespace',
        }),
      ),
    );
    using folder = aCheckout(
      {
        'page.json': anAzurePage(items),
        'pricing/azure/lake-cold-gzrs/store.yaml': newStore({
          product: 'Azure Data Lake Storage Gen2 Flat Namespace',
          sku: 'Cold GZRS',
        }),
      },
      'azure',
    );
    const store = ['page.json', '--store', 'azure/lake-cold-gzrs', '--retrieved', '2026-11-20'];
    const { exit, stdout } = await importing(folder, ...store, '--like', 'azure/blob-cold');
    expect(exit).toBe(0);
    expect(stdout).toMatch(/new regions: northeurope, westeurope/);
    expect(stdout).toMatch(/left out: moonbase/);
    const text = folder.read('pricing/azure/lake-cold-gzrs/2026-11-20.yaml');
    expect(text).toMatch(/northeurope:\n +storage: 0\.005 per GB-month/);
    expect(text).toMatch(/retrieval: 0\.03 per GB/);
    const again = await importing(folder, ...store);
    expect(again.stdout).toMatch(/Nothing changed: 6 prices agree/);
  });
});

describe('price lists without a day of their own', () => {
  const catalog = (nanos: number) =>
    aGooglePage([
      {
        skuId: 'IOWA',
        description: 'Standard Storage Iowa',
        regions: ['us-central1'],
        usageUnit: 'GiBy.mo',
        bands: [
          [0, '0', 0],
          [5, '0', nanos],
        ],
      },
      {
        skuId: 'CLASSA',
        description: 'Regional Standard Class A Operations',
        regions: ['global'],
        usageUnit: 'count',
        bands: [
          [0, '0', 0],
          [5000, '0', 5000],
        ],
      },
    ]);
  const store = ['--store', 'google/standard'];

  test('with nothing of the store’s regions have no answer', async () => {
    using folder = aCheckout(
      { 'page.json': anAzurePage([anAzureItem({ armRegionName: 'moonbase' })]) },
      'azure',
    );
    const { exit, stdout } = await importing(
      folder,
      ...['page.json', '--store', 'azure/blob-hot', '--retrieved', '2026-11-20'],
    );
    expect(exit).toBe(1);
    expect(stdout).toMatch(/No price of the file could be compared/);
    expect(stdout).toMatch(/no place known here, or without a price of storage, so left out: moonbase/);
  });

  test('add the regions that are places here, of a whole file, and say nothing the second time', async () => {
    const item = (armRegionName: string, meterName: string, retailPrice: number, unitOfMeasure = '10K') =>
      anAzureItem({
        armRegionName,
        meterId: `${armRegionName} ${meterName}`,
        meterName,
        retailPrice,
        unitOfMeasure,
        skuName: 'Archive LRS',
        productName: 'General Block Blob v2',
      });
    const items = ['uksouth', 'ukwest', 'japaneast', 'moonbase'].flatMap((region) => [
      item(region, 'Archive LRS Data Stored', 0.0018, '1 GB/Month'),
      item(region, 'Archive LRS Write Operations', 0.13),
      item(region, 'Archive Read Operations', 6.5),
      item(region, 'Archive Data Retrieval', 0.0244, '1 GB'),
      item(region, 'Archive Priority Read Operations', 65),
      item(region, 'Archive Priority Data Retrieval', 0.13, '1 GB'),
    ]);
    using folder = aCheckout({ 'page.json': anAzurePage(items) }, 'azure');
    const flags = ['page.json', '--store', 'azure/blob-archive', '--retrieved', '2026-11-20'];
    const first = await importing(folder, ...flags);
    expect(first.stderr).toBe('');
    expect(first.exit).toBe(0);
    expect(first.stdout).toMatch(/new regions: uksouth, ukwest/);
    expect(first.stdout).toMatch(/left out: japaneast, moonbase/);
    const second = await importing(folder, ...flags);
    expect(second.stdout).toMatch(/Nothing changed: 12 prices agree/);
    expect(second.exit).toBe(0);
  });

  test('want --retrieved', async () => {
    using folder = aCheckout({ 'skus.json': catalog(20_000_000) }, 'google');
    const { exit, stderr } = await importing(folder, 'skus.json', ...store);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/does not say when it was fetched; add --retrieved DATE/);
  });

  test('of Google: what is free is the allowance, and a changed price an edition that the check accepts', async () => {
    using folder = aCheckout(
      { 'skus.json': catalog(20_000_000), 'later.json': catalog(21_000_000) },
      'google',
    );
    const same = await importing(folder, 'skus.json', ...store, '--retrieved', '2026-11-20');
    expect(same.stdout).toMatch(/Nothing changed: 2 prices agree/);
    const args = ['later.json', ...store, '--retrieved', '2026-11-20'];
    const changed = await importing(folder, ...args);
    expect(changed.stderr).toBe('');
    expect(changed.stdout).toMatch(/0\.02 per GB-month +0\.021 per GB-month +\+5% +us-central1/);
    expect((await runCli(['prices', 'check', '--root', folder.path])).stdout).toMatch(/no problems/);
    expect((await importing(folder, ...args)).stdout).toMatch(/Nothing changed: 2 prices agree/);
  });

  test('of Azure: rows fill what was unknown, and the second run changes nothing', async () => {
    const meters: [string, number][] = [
      ['Hot LRS Write Operations', 0.05],
      ['Hot Read Operations', 0.004],
    ];
    const bands = [0, 51_200, 512_000].map((tierMinimumUnits, i) =>
      anAzureItem({ tierMinimumUnits, retailPrice: [0.0184, 0.0177, 0.017][i] }),
    );
    const operations = meters.map(([meterName, retailPrice]) =>
      anAzureItem({ meterId: meterName, meterName, retailPrice, unitOfMeasure: '10K' }),
    );
    using folder = aCheckout({ 'page.json': anAzurePage([...bands, ...operations]) }, 'azure');
    const args = ['page.json', '--store', 'azure/blob-hot', '--retrieved', '2026-11-20'];
    const first = await importing(folder, ...args);
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/WRITE requests +unknown +0\.005 per 1000 requests/);
    expect((await runCli(['prices', 'check', '--root', folder.path])).stdout).toMatch(/no problems/);
    expect((await importing(folder, ...args)).stdout).toMatch(/Nothing changed: 5 prices agree/);
  });
});

describe('misunderstood', () => {
  test.each([
    [['nowhere.json', '--store', 'aws/s3-standard'], /nowhere\.json: there is no such file/],
    [['index.json'], /say whose prices to read: --store aws\/s3-standard/],
    [['index.json', '--store', 'aws/s3-standrad'], /did you mean aws\/s3-standard/],
    [['index.json', '--store', 'aws/transfer'], /no store is called "aws\/transfer"/],
    [['index.json', '--stor', 'aws/s3-standard'], /unknown flag --stor .*did you mean --store\?/],
    [
      ['notes.txt', '--store', 'aws/s3-standard'],
      /notes\.txt: is of no known price list format; .*aws-offer wants/,
    ],
    [['cut.json', '--store', 'aws/s3-standard'], /cut\.json: byte \d+: .*cut short/],
    [['azure.json', '--store', 'aws/s3-standard'], /azure\.json: is a page of the Azure .* no store of aws/],
    [
      ['twins.json', '--store', 'aws/s3-standard'],
      /matches 2 rows .*STANDARDSKU at 0\.023; TWINSKU at 0\.024/,
    ],
    [['.', '--store', 'aws/s3-standard'], /is a folder; name a file/],
    [[], /needs a price list FILE/],
  ])('%j', async (args, message) => {
    using folder = aCheckout({
      'index.json': offer(),
      'notes.txt': 'prices went up\n',
      'cut.json': offer().slice(0, 3000),
      'azure.json': excerpt('azure-retail.json'),
      'twins.json': anOffer([anOfferRow(), anOfferRow({ sku: 'TWINSKU', bands: [['0', '0.024']] })]),
    });
    const { exit, stdout, stderr } = await importing(folder, ...args);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

const MEBIBYTE = 1024 * 1024;
const LARGE = 30 * MEBIBYTE;
const MOST_MEMORY = 512 * MEBIBYTE;

describe('a file of 30 MB', () => {
  test('is read within 512 MiB of memory', async () => {
    using folder = aCheckout();
    const file = path.join(folder.path, 'index.json');
    writeFileSync(file, aLargeOffer());
    expect(statSync(file).size).toBeGreaterThan(LARGE);
    const { exit, stdout, stderr } = await runProgram(
      ['prices', 'import', 'index.json', '--store', 'aws/s3-standard', '--dry-run'],
      { cwd: folder.path, env: { NODE_OPTIONS: SAYING_MEMORY } },
    );
    expect(exit).toBe(0);
    expect(stdout).toMatch(/Nothing changed: 5 prices agree/);
    const peak = Number(/peak (\d+) KiB/.exec(stderr)?.[1]) * 1024;
    expect(peak).toBeGreaterThan(LARGE);
    expect(peak).toBeLessThan(MOST_MEMORY);
  });
});

/**
 * Says the largest resident set of the program when the process ends. `maxRSS` would say that of who started it, where that was
 * larger: Linux hands it on.
 */
const SAYING_MEMORY = `--import=data:text/javascript;base64,${Buffer.from(
  `import { existsSync, readFileSync } from 'node:fs';
  const most = () => existsSync('/proc/self/status')
    ? /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]
    : process.resourceUsage().maxRSS;
  process.on('exit', () => process.stderr.write('peak ' + most() + ' KiB\\n'));`,
).toString('base64')}`;

/** The excerpt's six SKUs among as many others as it takes, alike in shape. */
function aLargeOffer(): string {
  const whole = JSON.parse(offer()) as {
    products: Record<string, unknown>;
    terms: { OnDemand: Record<string, unknown> };
  };
  const [product, term] = [whole.products['WDAC2WRXVNRSNQS6'], whole.terms.OnDemand['WDAC2WRXVNRSNQS6']].map(
    (one) => JSON.stringify(one),
  );
  const each = (product?.length ?? 0) + (term?.length ?? 0);
  const skus = Array.from({ length: Math.ceil(LARGE / each) }, (_, i) => `X${String(i).padStart(15, '0')}`);
  const named = (text: string | undefined) =>
    skus.map((sku) => `"${sku}":${text?.replaceAll('WDAC2WRXVNRSNQS6', sku)}`).join(',\n');
  const joined = (own: object, others: string) => `${JSON.stringify(own).slice(0, -1)},${others}}`;
  return `{"offerCode":"AmazonS3","publicationDate":"2026-07-28T13:10:00Z","products":${joined(whole.products, named(product))},"terms":{"OnDemand":${joined(whole.terms.OnDemand, named(term))}}}`;
}
