import { describe, expect, test } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { checkArchive } from '#core/pricing/editions/check.ts';
import { parseEdition, parseTransfer } from '#core/pricing/editions/parse-edition.ts';
import { someFacts } from '#tests/helpers/a-store-file.ts';
import { aRegion, aTransferFile, anEditionFile } from '#tests/helpers/an-edition.ts';

type Files = Record<string, Record<string, unknown>>;

/** An archive of files by `provider/store/date`; folders called transfer are transfer tables. */
function anArchive(files: Files, emptyStores: string[] = []): { archive: Archive; providers: string[] } {
  const paths = Object.keys(files).toSorted();
  const isTransfer = (path: string) => path.split('/')[1] === 'transfer';
  const folderOf = (path: string) => path.split('/').slice(0, 2).join('/');
  const editions = paths
    .filter((path) => !isTransfer(path))
    .map((path) => parseEdition(`${path}.yaml`, files[path]));
  const transfers = paths.filter(isTransfer).map((path) => parseTransfer(`${path}.yaml`, files[path]));
  return {
    archive: {
      stores: [...new Set([...paths.filter((path) => !isTransfer(path)).map(folderOf), ...emptyStores])],
      facts: (id) => someFacts(id),
      editions: (store) => editions.filter((edition) => edition.store === store),
      transfers: (provider) => transfers.filter((transfer) => transfer.provider === provider),
    },
    providers: [...new Set(transfers.map(({ provider }) => provider))],
  };
}

function problemsOf(files: Files, emptyStores: string[] = []): string[] {
  const { archive, providers } = anArchive(files, emptyStores);
  return checkArchive(archive, providers).map(({ code, at, place }) => `${code} ${at} ${place}`.trim());
}

const dearer = { regions: { 'us-east-1': aRegion({ storage: '0.03 per GB-month' }) } };

describe('an archive', () => {
  test('of one edition is whole', () => {
    expect(problemsOf({ 'aws/s3/2026-01-01': anEditionFile() })).toEqual([]);
  });

  test('has no folder without an edition', () => {
    expect(problemsOf({}, ['aws/nothing'])).toEqual(['empty-store aws/nothing']);
  });

  test('every problem carries a remedy', () => {
    const { archive, providers } = anArchive({
      'aws/s3/2026-01-01': anEditionFile({ places: ['aws/atlantis'] }),
    });
    expect(checkArchive(archive, providers)[0]?.remedy).not.toBe('');
  });
});

describe('editions of a region follow each other', () => {
  test('a price seen after a newer edition changed it overlaps', () => {
    const files = {
      'aws/s3/2026-01-01': anEditionFile({ confirmed: '2026-03-01' }),
      'aws/s3/2026-02-01': anEditionFile(dearer),
    };
    expect(problemsOf(files)).toEqual(['overlap aws/s3/2026-01-01 regions.us-east-1']);
  });

  test('rules that change count as well', () => {
    const other = anEditionFile({ rules: { storage: { averaging: 'daily-peak' } } });
    expect(
      problemsOf({
        'aws/s3/2026-01-01': anEditionFile({ confirmed: '2026-03-01' }),
        'aws/s3/2026-02-01': other,
      }),
    ).toEqual(['overlap aws/s3/2026-01-01 regions.us-east-1']);
  });

  test('a price that did not change may be seen later, and so may a region the newer edition lacks', () => {
    const elsewhere = anEditionFile({
      confirmed: '2026-03-01',
      regions: { 'us-east-1': aRegion(), 'eu-west-1': aRegion({ storage: '0.04 per GB-month' }) },
    });
    expect(problemsOf({ 'aws/s3/2026-01-01': elsewhere, 'aws/s3/2026-02-01': anEditionFile() })).toEqual([]);
  });

  test('the day before the next edition is still its own', () => {
    expect(
      problemsOf({
        'aws/s3/2026-01-01': anEditionFile({ confirmed: '2026-01-31' }),
        'aws/s3/2026-02-01': anEditionFile(dearer),
      }),
    ).toEqual([]);
  });
});

describe('a correction', () => {
  test('takes the place of an edition of the same date', () => {
    const files = {
      'aws/s3/2026-01-01': anEditionFile(),
      'aws/s3/2026-01-01.2': anEditionFile({ ...dearer, supersedes: 'aws/s3/2026-01-01' }),
    };
    expect(problemsOf(files)).toEqual([]);
  });

  test('names an edition that exists', () => {
    expect(problemsOf({ 'aws/s3/2026-01-01': anEditionFile({ supersedes: 'aws/s3/2025-01-01' }) })).toEqual([
      'supersedes-nothing aws/s3/2026-01-01 supersedes',
    ]);
    expect(problemsOf({ 'aws/s3/2026-01-01': anEditionFile({ supersedes: 'aws/s3/2026-01-01' }) })).toEqual([
      'supersedes-nothing aws/s3/2026-01-01 supersedes',
    ]);
  });

  test('leaves no days and no regions without a price', () => {
    const late = anEditionFile({ supersedes: 'aws/s3/2026-01-01' });
    const two = anEditionFile({ regions: { 'us-east-1': aRegion(), 'eu-west-1': aRegion() } });
    expect(problemsOf({ 'aws/s3/2026-01-01': anEditionFile(), 'aws/s3/2026-02-01': late })).toEqual([
      'supersedes-gap aws/s3/2026-02-01 supersedes',
    ]);
    expect(problemsOf({ 'aws/s3/2026-01-01': two, 'aws/s3/2026-01-01.2': late })).toEqual([
      'supersedes-gap aws/s3/2026-01-01.2 supersedes',
    ]);
  });
});

describe('claimed prices', () => {
  test('stand under claimed/, and nothing else does', () => {
    const claimed = anEditionFile({ confidence: 'claimed', places: ['aws/us-east-1'] });
    expect(problemsOf({ 'claimed/s3/2026-01-01': claimed })).toEqual([]);
    expect(problemsOf({ 'aws/s3/2026-01-01': claimed })).toEqual([
      'claimed-mixed aws/s3/2026-01-01 confidence',
    ]);
    expect(problemsOf({ 'claimed/s3/2026-01-01': { ...claimed, confidence: 'official' } })).toEqual([
      'claimed-mixed claimed/s3/2026-01-01 confidence',
    ]);
    const oneRegion = anEditionFile({ regions: { 'us-east-1': aRegion({ confidence: 'claimed' }) } });
    expect(problemsOf({ 'aws/s3/2026-01-01': oneRegion })).toEqual([
      'claimed-mixed aws/s3/2026-01-01 regions.us-east-1.confidence',
    ]);
  });
});

describe('what an edition names exists', () => {
  test('places and regions', () => {
    expect(problemsOf({ 'aws/s3/2026-01-01': anEditionFile({ places: ['aws/atlantis'] }) })).toEqual([
      'unknown-place aws/s3/2026-01-01 places[0]',
    ]);
    expect(problemsOf({ 'aws/s3/2026-01-01': anEditionFile({ regions: { atlantis: aRegion() } }) })).toEqual([
      'unknown-place aws/s3/2026-01-01 regions.atlantis',
    ]);
    expect(
      problemsOf({
        'aws/s3/2026-01-01': anEditionFile({ regions: { everywhere: aRegion(), 'us-east-1': aRegion() } }),
      }),
    ).toEqual(['unknown-place aws/s3/2026-01-01 regions.everywhere']);
  });

  test('stores that objects move to, of the same provider', () => {
    expect(problemsOf({ 'aws/s3/2026-01-01': anEditionFile({ transitionsTo: ['aws/glacier'] }) })).toEqual([
      'unknown-store aws/s3/2026-01-01 transitionsTo',
    ]);
  });

  test('the transfer table that bills its egress', () => {
    const file = anEditionFile({ regions: { 'us-east-1': aRegion({ egress: 'transfer' }) } });
    expect(problemsOf({ 'aws/s3/2026-01-01': file })).toEqual([
      'no-transfer-table aws/s3/2026-01-01 regions',
    ]);
    expect(problemsOf({ 'aws/s3/2026-01-01': file, 'aws/transfer/2026-01-01': aTransferFile() })).toEqual([]);
  });

  test('regions of a transfer table', () => {
    const regions = {
      'us-east-1': {
        internet: { group: 'a', tiers: '0.09 per GB' },
        'same-region': '0 per GB',
        'other-region': { default: '0.02 per GB', except: { atlantis: '1 per GB' } },
      },
    };
    expect(problemsOf({ 'aws/transfer/2026-01-01': aTransferFile({ regions }) })).toEqual([
      'unknown-place aws/transfer/2026-01-01 regions.us-east-1.other-region.except.atlantis',
    ]);
  });

  test('one scope for one pool', () => {
    const rules = (scope: string) => ({
      rules: { storage: { averaging: 'byte-hours', pool: { id: 'shared', scope } } },
    });
    expect(
      problemsOf({
        'aws/a/2026-01-01': anEditionFile(rules('account')),
        'aws/b/2026-01-01': anEditionFile(rules('provider')),
      }),
    ).toEqual(['pool-scope aws/b/2026-01-01 pool shared']);
  });

  test('one currency for one pool', () => {
    const rules = { storage: { averaging: 'byte-hours', pool: { id: 'shared', scope: 'account' } } };
    expect(
      problemsOf({
        'aws/a/2026-01-01': anEditionFile({ rules }),
        'aws/b/2026-01-01': anEditionFile({ rules, currency: 'EUR' }),
      }),
    ).toEqual(['pool-currency aws/b/2026-01-01 pool shared']);
  });
});
