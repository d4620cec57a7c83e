/** Latencies of stores that nobody measured, where their provider says that they answer like another. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { likenesses } from '#core/latency/estimates/vendor-equivalent.ts';
import { predict, predictor } from '#core/latency/predict.ts';
import type { LatencyQuery } from '#core/latency/types.ts';
import { someFacts } from '#tests/helpers/a-store-file.ts';
import { aDataset } from '#tests/helpers/datasets.ts';

const like = (store: string, operations: string[]) => ({
  latencyLike: { store, operations, source: 'https://example.com', quote: `like ${store}` },
});
const facts = (id: string) =>
  ({
    'aws/s3-standard-ia': someFacts(id, like('aws/s3-standard', ['GET', 'PUT'])),
    'aws/s3-one-zone-ia': someFacts(id, like('aws/s3-standard', ['GET'])),
    'aws/s3-glacier-instant-retrieval': someFacts(id, like('aws/s3-standard-ia', ['GET', 'PUT'])),
  })[id];

/** S3 Standard as one harness measured it: GET alone. */
const row = (metric: string, value: number) => ({ size_bytes: 1_000_000, statistic: metric, value });
const rows = [row('p50', 30), row('p90', 60), row('p99', 120)];
const base = evidenceBase([aDataset('ours', rows)]);
const query = (store: string, changes: Partial<LatencyQuery> = {}): LatencyQuery => ({
  store,
  at: 'aws/us-east-1',
  operation: 'GET',
  metric: 'total',
  sizeBytes: 1_000_000,
  from: 'aws/eu-west-1',
  like: likenesses({ facts }, store, changes.operation ?? 'GET'),
  ...changes,
});

it('a store that is another price list of one has its figures and their grade', () => {
  const shared = {
    facts: (id: string) =>
      id === 'aws/s3-in-euros' ? someFacts(id, { sameAs: 'aws/s3-standard' }) : undefined,
  };
  const like = likenesses(shared, 'aws/s3-in-euros', 'GET');
  const [own, found] = [
    predict(query('aws/s3-standard'), base),
    predict(query('aws/s3-in-euros', { like }), base),
  ];
  expect(found?.grade).toBe(own?.grade);
  for (const end of ['low', 'best', 'high'] as const)
    expect(found?.[end].quantile(0.99)).toBe(own?.[end].quantile(0.99));
  expect(found?.adjustments).toContainEqual({
    kind: 'vendor',
    words: 'aws/s3-standard was measured, which aws/s3-in-euros is another price list of',
  });
});

describe('a store that answers like another', () => {
  const own = predict(query('aws/s3-standard'), base);
  const found = predict(query('aws/s3-standard-ia'), base);

  it('takes its figures, and the slow side half as wide again', () => {
    for (const p of [0.05, 0.5, 0.9, 0.99, 0.999]) {
      const [best = NaN, high = NaN] = [own?.best.quantile(p), own?.high.quantile(p)];
      expect(high).toBeGreaterThan(best * 1.01);
      expect(found?.best.quantile(p)).toBe(best);
      expect(found?.low.quantile(p)).toBe(own?.low.quantile(p));
      expect((found?.high.quantile(p) ?? NaN) / (best * (high / best) ** 1.5)).toBeCloseTo(1, 6);
    }
  });

  it('says so, and takes a grade of its own', () => {
    expect([own?.grade, found?.grade]).toEqual(['extrapolated', 'vendor-equivalent']);
    expect(found?.adjustments.at(-1)).toEqual({
      kind: 'vendor',
      words:
        'aws/s3-standard-ia answers like aws/s3-standard, as its provider says (“like aws/s3-standard”, https://example.com): the slow side half as wide again',
    });
    expect(found?.evidence).toEqual(own?.evidence);
  });

  it('may be like one that is like another: widened once', () => {
    const third = predict(query('aws/s3-glacier-instant-retrieval'), base);
    expect(third?.high.quantile(0.99)).toBe(found?.high.quantile(0.99));
  });

  it('keeps to the operations that the provider speaks of', () => {
    const put = aDataset(
      'puts',
      rows.map((one) => ({ ...one, operation: 'PUT' })),
    );
    const both = evidenceBase([...base.datasets, put]);
    expect(predict(query('aws/s3-standard-ia', { operation: 'PUT' }), both)?.grade).toBe('vendor-equivalent');
    expect(predict(query('aws/s3-one-zone-ia', { operation: 'PUT' }), both)).toBeNull();
  });

  it('answers for itself once it was measured', () => {
    const measured = aDataset(
      'theirs',
      rows.map((one) => ({ ...one, store: 'aws/s3-standard-ia' })),
    );
    const both = evidenceBase([...base.datasets, measured]);
    expect(predict(query('aws/s3-standard-ia'), both)?.grade).toBe('extrapolated');
    expect(predict(query('aws/s3-glacier-instant-retrieval'), both)?.evidence[0]?.dataset).toBe('theirs');
  });

  it('is not reported as unmeasured', () => {
    const stores = ['aws/s3-standard-ia', 'aws/s3-express-one-zone'];
    const { findings } = predictor(
      stores.map((store) => query(store)),
      base,
    );
    expect(findings()).toEqual([
      { code: 'evidence-missing', store: 'aws/s3-express-one-zone', operation: 'GET' },
    ]);
  });
});
