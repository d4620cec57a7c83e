/** What is known of a store's latency, and its words. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { KNOWN_PARTS, knownOf } from '#core/latency/known.ts';
import type { Known, KnownPart } from '#core/latency/known.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { KNOWN_COLUMNS, isUnmeasured, knownTitle, probeCostWords } from '#core/answer/figures/known.ts';
import type { KnownRow } from '#core/answer/figures/known.ts';
import { someFacts } from '#tests/helpers/a-store-file.ts';
import { aDataset } from '#tests/helpers/datasets.ts';

const facts = (id: string) =>
  id === 'aws/s3-standard-ia'
    ? someFacts(id, {
        latencyLike: {
          store: 'aws/s3-standard',
          operations: ['GET'],
          source: 'https://example.com',
          quote: 'like S3',
        },
      })
    : undefined;

const quantiles = (cells: Record<string, string | number>) =>
  [10, 20, 30, 50, 90].map((value, i) => ({
    statistic: ['p10', 'p50', 'p75', 'p90', 'p99'][i] ?? '',
    value,
    ...cells,
  }));
const small = aDataset('small', [
  ...quantiles({ size_bytes: 1024 }),
  ...quantiles({ size_bytes: 1024, metric: 'first_byte' }),
  ...quantiles({ size_bytes: 1024, store_region: 'aws/eu-west-1', client_place: 'aws/eu-west-1' }),
]);
const large = aDataset('large', quantiles({ size_bytes: 8 * 1024 ** 2, samples: 400 }), {
  measuredBy: { name: 'Amazon', sells: ['aws/s3-standard'] },
  status: 'vendor',
  source: { url: 'https://example.org', date: '2025-11-30', retrieved: '2026-02-03' },
});

const knownBy = (datasets: readonly Dataset[], store = 'aws/s3-standard') =>
  knownOf(store, 'aws/us-east-1', { facts }, evidenceBase(datasets));
const part = (known: readonly Known[], key: KnownPart) => known.find((one) => one.part === key);

describe('what is known of a store', () => {
  it('stands by operation and size, one answer for each', () => {
    expect(knownBy([small]).map((one) => one.part)).toEqual(KNOWN_PARTS.map(({ key }) => key));
  });

  it('counts a request once, however often it was timed, and names who, when and where', () => {
    const known = knownBy([small, large]);
    expect(part(known, 'smallGet')).toMatchObject({
      requests: 2000,
      sources: [{ dataset: 'small', by: 'somebody', sells: null, month: '2026-01' }],
      regions: ['aws/eu-west-1', 'aws/us-east-1'],
    });
    expect(part(known, 'smallGet')?.grade).not.toBe('missing');
    expect(part(known, 'largeGet')).toMatchObject({
      requests: 400,
      sources: [{ dataset: 'large', by: 'Amazon', sells: 'it', month: '2025-11' }],
      regions: ['aws/us-east-1'],
    });
    for (const key of ['put', 'list'] as const)
      expect(part(known, key)).toMatchObject({ grade: 'missing', sources: [], requests: null });
  });

  it('tells who sells the store from who sells another', () => {
    const rival = aDataset('rival', quantiles({ size_bytes: 1024 }), {
      measuredBy: { name: 'Tigris', sells: ['tigris/standard'] },
      status: 'vendor',
    });
    expect(part(knownBy([rival]), 'smallGet')?.sources).toMatchObject([{ by: 'Tigris', sells: 'another' }]);
  });

  it('is what its provider says where a store like it was measured, and only for those operations', () => {
    const known = knownBy([small], 'aws/s3-standard-ia');
    expect(part(known, 'smallGet')).toMatchObject({
      grade: 'vendor-equivalent',
      like: 'aws/s3-standard',
      sources: [],
    });
    expect(part(known, 'put')).toMatchObject({ grade: 'missing', like: null });
  });

  it('is nothing by a claim', () => {
    const claim = aDataset('claim', quantiles({ size_bytes: 1024 }), { status: 'claimed' });
    for (const one of knownBy([claim])) expect(one).toMatchObject({ grade: 'missing', sources: [] });
  });

  it('takes a size that is not stated as a small one', () => {
    const known = knownBy([aDataset('unsized', quantiles({ size_bytes: '' }))]);
    expect(part(known, 'smallGet')?.sources).toHaveLength(1);
    expect(part(known, 'largeGet')?.sources).toHaveLength(0);
  });
});

describe('in words', () => {
  const row = (store: string, datasets: readonly Dataset[], changes: Partial<KnownRow> = {}): KnownRow => ({
    store,
    name: store,
    region: 'us-east-1',
    known: knownBy(datasets, store),
    cost: 0.0123,
    atLeast: false,
    currency: 'USD',
    from: 'aws/us-east-1',
    command: 'stowage probe run',
    ...changes,
  });
  const told = (one: KnownRow) => Object.fromEntries(KNOWN_COLUMNS.map(({ title, of }) => [title, of(one)]));

  it('a store that nobody measured says so four times, and what it would cost', () => {
    const one = row('wasabi/pay-as-you-go', [small]);
    expect(isUnmeasured(one)).toBe(true);
    expect(told(one)).toEqual({
      Store: 'wasabi/pay-as-you-go',
      Region: 'us-east-1',
      'GET ≤ 1 MiB': 'not measured',
      'GET > 1 MiB': 'not measured',
      PUT: 'not measured',
      LIST: 'not measured',
      Measured: '',
      'One run': '$0.01',
      Command: 'stowage probe run',
    });
  });

  it('a store that was measured says by whom, a seller as one; another says like which', () => {
    expect(told(row('aws/s3-standard', [small, large]))['Measured']).toBe(
      '2,400 requests in eu-west-1 and us-east-1: somebody, 2026-01; Amazon, who sells it, 2025-11',
    );
    expect(told(row('aws/s3-standard-ia', [small]))['Measured']).toBe(
      'answers like aws/s3-standard, as its provider says',
    );
  });

  it('figures of which no latency follows are not taken for none', () => {
    const mean = aDataset('mean', [{ statistic: 'mean', value: 30, store: 'azure/blob-hot' }]);
    const one = row('azure/blob-hot', [mean]);
    expect(isUnmeasured(one)).toBe(false);
    expect(told(one)['GET ≤ 1 MiB']).toBe('too few figures');
  });

  it('the title counts those that nobody measured', () => {
    const all = [row('wasabi/pay-as-you-go', [small]), row('aws/s3-standard', [small])];
    expect(knownTitle(all)).toBe('Nobody has measured the latency of 1 of 2 stores');
    expect(knownTitle(all.slice(1))).toBe('Each of 1 stores was measured');
  });

  it.each([
    [0, false, 'nothing'],
    [0, true, 'unknown'],
    [0.0001, false, '< $0.01'],
    [0.0001, true, 'unknown'],
    [0.12, true, 'at least $0.12'],
  ])('%d, at least: %s, is %s', (cost, atLeast, words) => {
    expect(probeCostWords({ cost, atLeast, currency: 'USD' })).toBe(words);
  });
});
