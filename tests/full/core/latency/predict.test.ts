import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf } from '#core/latency/cells/cells.ts';
import { GRID_P } from '#core/latency/distributions/curve.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { nearCurve, roundTripsAt } from '#core/latency/estimates/grid-at-size.ts';
import { fitGrid, sizeGrid } from '#core/latency/estimates/size-grid.ts';
import { predict, predictTogether } from '#core/latency/predict.ts';
import type { LatencyQuery, Prediction } from '#core/latency/types.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const base = evidenceBase(allDatasets());
const dataset = (id: string) => {
  const found = allDatasets().find((one) => one.id === id);
  if (!found) throw new Error(`no dataset ${id}`);
  return found;
};

const ask = (overrides: Partial<LatencyQuery> = {}): LatencyQuery => ({
  store: 'aws/s3-standard',
  at: 'aws/us-east-1',
  operation: 'GET',
  metric: 'total',
  sizeBytes: 1024,
  from: 'aws/us-east-1',
  ...overrides,
});
const express = (overrides: Partial<LatencyQuery> = {}) =>
  ask({ store: 'aws/s3-express-one-zone', sizeBytes: 10_240, ...overrides });

function predicted(query: LatencyQuery, from = base): Prediction {
  const prediction = predict(query, from);
  if (!prediction) throw new Error(`nothing predicted for ${JSON.stringify(query)}`);
  return prediction;
}

const words = ({ adjustments }: Prediction) =>
  adjustments.map((one) => `${one.kind}: ${one.words}`).join('\n');

describe('what was measured', () => {
  it('is given back: S3 1 KiB near, 16.9 / 38.6 / 80.2 ms at p50 / p90 / p99', () => {
    const { best, grade } = predicted(ask());
    expect(grade).toBe('measured');
    // Two runs of 1,000; the anchors are of one, by a slightly higher order statistic.
    expect(best.quantile(0.5) / 16.9).toBeCloseTo(1, 1);
    expect(Math.abs(best.quantile(0.9) / 38.6 - 1)).toBeLessThan(0.05);
    expect(Math.abs(best.quantile(0.99) / 80.2 - 1)).toBeLessThan(0.1);
  });

  it('is given back far away, too: 1 KiB of us-west-1 and eu-central-1 read from us-east-1', () => {
    for (const [at, median] of [
      ['aws/us-west-1', 284],
      ['aws/eu-central-1', 408],
    ] as const) {
      const prediction = predicted(ask({ at }));
      expect(prediction.grade).toBe('measured');
      expect(prediction.best.quantile(0.5) / median).toBeCloseTo(1, 2);
      expect(words(prediction)).toContain('opened a connection');
    }
  });

  it('leaves a binomial interval around every quantile', () => {
    const { low, best, high } = predicted(ask());
    expect(low.quantile(0.99)).toBeLessThan(0.95 * best.quantile(0.99));
    expect(high.quantile(0.99)).toBeGreaterThan(1.05 * best.quantile(0.99));
  });

  it('is a mean of ten in mountpoint: medians of 30 runs 27.84 and 6.28 ms', () => {
    const { means, cells } = cellsOf(dataset('mountpoint-s3-2026'));
    const read = (store: string) => means.find((one) => one.store === store && one.operation === 'GET');
    expect(read('aws/s3-standard')?.ms).toBeCloseTo(27.83, 2);
    expect(read('aws/s3-express-one-zone')?.ms).toBeCloseTo(6.28, 2);
    expect(read('aws/s3-express-one-zone')?.runs).toBe(30);
    // No mean of means is ever a cell with quantiles.
    expect(cells).toEqual([]);
  });
});

describe('quantiles printed out of order', () => {
  const near = (values: Record<string, number>) => {
    const rows = Object.entries(values).map(([statistic, value]) => ({ statistic, value, size_bytes: 1024 }));
    return predicted(ask(), evidenceBase([aDataset('a-set', rows)]));
  };

  it.each([
    ['two', { p50: 40, p99: 10 }, { p50: 10, p99: 40 }],
    ['many', { p10: 8, p50: 30, p75: 12, p90: 35, p99: 20 }, { p10: 8, p50: 12, p75: 20, p90: 30, p99: 35 }],
  ])('are taken sorted, of %s, said so and called no measurement', (_, printed, sorted) => {
    const [found, inOrder] = [near(printed), near(sorted)];
    for (const p of [0.1, 0.5, 0.9, 0.99])
      expect(found.best.quantile(p)).toBeCloseTo(inOrder.best.quantile(p), 9);
    expect(found.grade).toBe('extrapolated');
    expect(words(found)).toContain('quantiles printed out of order are taken sorted (a-set: GET 1 KiB');
    expect(words(inOrder)).not.toContain('sorted');
  });
});

describe('size and distance', () => {
  const grid = sizeGrid(dataset('macaron-2024'), 'aws/s3-standard', 'GET');
  if (!grid) throw new Error('macaron gives a grid');

  it('predicts a size left out from its neighbours to 12 % at the median, 20 % at p99, on average', () => {
    const at = (p: number) => grid.holdOut[GRID_P.indexOf(p)] ?? NaN;
    expect(at(0.5)).toBeGreaterThan(0.05);
    expect(at(0.5)).toBeLessThan(0.13);
    expect(at(0.99)).toBeLessThan(0.22);
    expect(words(predicted(ask({ sizeBytes: 100_000 })))).toContain(
      `missed by ${Math.round(100 * at(0.5))} % at the median`,
    );
  });

  it('holds a size out by the very fit it predicts with', () => {
    const { cells } = cellsOf(dataset('macaron-2024'));
    const errors = [4096, 65_536, 1_048_576].map((held) => {
      const fit = fitGrid(
        grid.dataset,
        grid.store,
        'GET',
        cells.filter((cell) => cell.sizeBytes !== held),
      );
      const truth = nearCurve(grid, held).curve[GRID_P.indexOf(0.5)] ?? NaN;
      return fit ? (nearCurve(fit, held).curve[GRID_P.indexOf(0.5)] ?? NaN) / truth - 1 : NaN;
    });
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(0.22);
  });

  it('fits about four round trips at the median of a small request, one at the fastest tenth', () => {
    const trips = roundTripsAt(grid, 1024) ?? [];
    expect(trips[GRID_P.indexOf(0.5)]).toBeGreaterThan(3);
    expect(trips[GRID_P.indexOf(0.5)]).toBeLessThan(5);
    expect(trips[GRID_P.indexOf(0.05)]).toBeLessThan(1.6);
  });

  it('grows with size and with distance', () => {
    const medians = [1024, 10_240, 1_000_000, 4_000_000, 50_000_000].map((sizeBytes) =>
      predicted(ask({ sizeBytes })).best.quantile(0.5),
    );
    expect(medians).toEqual(medians.toSorted((a, b) => a - b));
    const far = ['aws/us-east-1', 'aws/us-east-2', 'aws/eu-west-1', 'aws/ap-southeast-1'].map((from) =>
      predicted(ask({ from })).best.quantile(0.5),
    );
    expect(far).toEqual(far.toSorted((a, b) => a - b));
  });

  it('grades a size between measured ones interpolated, one beyond them and another region extrapolated', () => {
    expect(predicted(ask({ sizeBytes: 10_240 })).grade).toBe('interpolated');
    expect(predicted(ask({ from: 'aws/eu-west-1' })).grade).toBe('interpolated');
    expect(predicted(ask({ sizeBytes: 50_000_000 })).grade).toBe('extrapolated');
    expect(predicted(ask({ at: 'aws/ap-south-1', from: 'aws/ap-south-1' })).grade).toBe('extrapolated');
    expect(predicted(ask({ metric: 'first_byte', sizeBytes: 4_000_000 })).grade).toBe('extrapolated');
  });

  it('takes a zone for its region', () => {
    expect(predicted(ask({ from: 'aws/us-east-1/use1-az4' })).grade).toBe('measured');
  });

  it('says that a reader on the internet has a last mile nobody measured', () => {
    const prediction = predicted(ask({ from: 'internet/DE' }));
    expect(prediction.grade).toBe('extrapolated');
    expect(words(prediction)).toContain('last mile');
    const spread = (one: Prediction) => one.high.quantile(0.5) - one.low.quantile(0.5);
    expect(spread(prediction)).toBeGreaterThan(spread(predicted(ask({ from: 'aws/eu-central-1' }))));
  });
});

describe('S3 Express', () => {
  it('has a median, a borrowed tail, and a band with a heavier one', () => {
    const prediction = predicted(express());
    const { low, best, high } = prediction;
    expect(prediction.grade).toBe('extrapolated');
    expect(best.quantile(0.5)).toBeCloseTo(7, 6);
    expect(best.quantile(0.99) / best.quantile(0.5)).toBeCloseTo(17.743 / 14.454, 3);
    expect(high.quantile(0.99) / best.quantile(0.5)).toBeGreaterThan(4);
    expect(low.quantile(0.5)).toBeCloseTo(7 * (6.28 / best.meanMs), 0);
    expect(prediction.evidence.map((one) => one.dataset)).toEqual(
      expect.arrayContaining(['prisma-2026', 'endive-cas-2025', 'macaron-2024', 'mountpoint-s3-2026']),
    );
    expect(words(prediction)).toMatch(/tail-shape: median 7 ms.*1\.23.*102453/);
  });

  it('is 25 ms from Frankfurt, of which the way keeps its own narrow spread', () => {
    const { best, high } = predicted(express({ at: 'aws/eu-west-1', from: 'prisma/fra' }));
    expect(best.quantile(0.5)).toBeCloseTo(25, 6);
    expect(best.quantile(0.99)).toBeLessThan(30);
    expect(high.quantile(0.99)).toBeLessThan(60);
  });

  it('takes about 38 ms more for 4 MB, at the throughput of 50 MiB', () => {
    const prediction = predicted(express({ sizeBytes: 4_000_000 }));
    expect(prediction.best.quantile(0.5)).toBeCloseTo(45, 0);
    expect(words(prediction)).toMatch(/size: size 10 KiB → 4 MB: \+ 37\.\d ms/);
  });
});

describe('R2 and Tigris', () => {
  const r2 = ask({
    store: 'cloudflare/r2-standard',
    at: 'cloudflare/eeur',
    sizeBytes: 10_240,
    from: 'prisma/fra',
  });
  const tigris = ask({ store: 'tigris/standard', at: null, sizeBytes: 10_240, from: 'prisma/fra' });

  it('have the median of the probe, and show the other root in the band', () => {
    const prediction = predicted(r2);
    expect(prediction.best.quantile(0.5)).toBeCloseTo(85, 6);
    expect(prediction.best.floorMs).toBeCloseTo(41.9, 6);
    expect(prediction.high.quantile(0.99)).toBeGreaterThan(2 * prediction.best.quantile(0.99));
    expect(prediction.grade).toBe('extrapolated');
  });

  it('keep a printed range as a band', () => {
    const { low, best, high } = predicted(tigris);
    expect(best.quantile(0.5)).toBeCloseTo(16, 6);
    expect(best.quantile(0.99)).toBeCloseTo(300, 6);
    expect(low.quantile(0.5)).toBeLessThan(14.1);
    expect(high.quantile(0.5)).toBeGreaterThan(17.9);
  });

  it('place Tigris near every reader, and R2 at its hint', () => {
    expect(predicted({ ...tigris, from: 'aws/ap-southeast-1' }).best.quantile(0.5)).toBeCloseTo(16, 6);
    expect(predicted({ ...r2, from: 'aws/ap-southeast-1' }).best.quantile(0.5)).toBeGreaterThan(200);
  });
});

describe('what nobody measured', () => {
  it.each([
    'backblaze/b2',
    'wasabi/pay-as-you-go',
    'aws/s3-standard-ia',
    'cloudflare/r2-infrequent-access',
    'vultr/standard',
    'vultr/accelerated',
  ])('is null for %s, with a finding', (store) => {
    const query = ask({ store, at: null });
    expect(predict(query, base)).toBeNull();
    expect(predictTogether([query], base).findings).toEqual([
      { code: 'evidence-missing', store, operation: 'GET' },
    ]);
  });

  it('is null for an operation without evidence', () => {
    expect(predict(ask({ store: 'tigris/standard', at: null, operation: 'PUT' }), base)).toBeNull();
    expect(predict(ask({ operation: 'DELETE' }), base)).toBeNull();
  });

  it('is null from a place nobody knows', () => {
    expect(predict(ask({ from: 'aws/mars-1' }), base)).toBeNull();
  });
});

describe('claimed datasets', () => {
  const claims = evidenceBase(allDatasets(), ['dev-2024-claimed']);
  const query = express({ sizeBytes: 1_048_576 });

  it('never serve unless named', () => {
    const named = (prediction: Prediction) =>
      prediction.evidence.some((one) => one.dataset === 'dev-2024-claimed');
    expect(named(predicted(query))).toBe(false);
    expect(predict(query, evidenceBase([dataset('dev-2024-claimed')]))).toBeNull();
    const all = predictTogether([query, ask(), ask({ operation: 'PUT' })], base);
    expect(all.predictions.filter((one) => one && named(one))).toEqual([]);
    expect(all.findings.map(({ code }) => code)).not.toContain('dataset-claimed');
  });

  it('serve first when named, graded claimed, and never widen what was measured', () => {
    const prediction = predicted(query, claims);
    expect(prediction.grade).toBe('claimed');
    expect(prediction.best.quantile(0.99)).toBeCloseTo(8, 6);
    expect(predictTogether([query], claims).findings).toContainEqual({
      code: 'dataset-claimed',
      dataset: 'dev-2024-claimed',
    });
    const standard = predicted(ask(), claims);
    expect(standard.grade).toBe('measured');
    expect(standard.high.quantile(0.99)).toBe(predicted(ask()).high.quantile(0.99));
  });
});

describe('one harness', () => {
  const four = [
    ask({ sizeBytes: 10_240 }),
    express(),
    ask({ store: 'cloudflare/r2-standard', at: 'cloudflare/enam', sizeBytes: 10_240 }),
    ask({ store: 'tigris/standard', at: null, sizeBytes: 10_240 }),
  ];

  it('serves every store it covers, so no finding', () => {
    const { predictions, findings } = predictTogether(four, base);
    expect(findings).toEqual([]);
    for (const one of predictions) expect(one?.evidence[0]?.dataset).toBe('prisma-2026');
  });

  it('does not cover two stores that only two harnesses measured: graded no better than extrapolated', () => {
    const mine = aDataset('mine', [
      { statistic: 'p50', value: 20, store: 'backblaze/b2', store_region: 'backblaze/us-east' },
      { statistic: 'p99', value: 90, store: 'backblaze/b2', store_region: 'backblaze/us-east' },
    ]);
    const both = evidenceBase([...allDatasets(), mine]);
    const b2 = ask({ store: 'backblaze/b2', at: 'backblaze/us-east' });
    expect(predicted(b2, both).grade).toBe('measured');
    const { predictions, findings } = predictTogether([ask(), b2], both);
    expect(findings).toMatchObject([
      { code: 'cross-harness', stores: ['backblaze/b2', 'aws/s3-standard'].toSorted() },
    ]);
    expect(predictions.map((one) => one?.grade)).toEqual(['extrapolated', 'extrapolated']);
  });

  it('is widened by the disagreement of the others', () => {
    const { best, high, evidence } = predicted(ask({ sizeBytes: 10_240 }));
    expect(best.quantile(0.5)).toBeLessThan(22);
    expect(high.quantile(0.5)).toBeGreaterThanOrEqual(32);
    expect(evidence.map((one) => one.dataset)).toContain('prisma-2026');
  });

  it('gives way to the dataset that supersedes it', () => {
    const older = aDataset('old', [
      { statistic: 'p50', value: 20, store: 'a/b' },
      { statistic: 'p99', value: 40, store: 'a/b' },
    ]);
    const newer = aDataset(
      'new',
      [
        { statistic: 'p50', value: 10, store: 'a/b' },
        { statistic: 'p99', value: 20, store: 'a/b' },
      ],
      { supersedes: 'old' },
    );
    const prediction = predicted(ask({ store: 'a/b' }), evidenceBase([older, newer]));
    expect(prediction.high.quantile(0.5)).toBeCloseTo(10, 6);
  });
});

describe('a cell where the client was the bottleneck', () => {
  type Row = Record<string, string | number>;
  const curve = (layer: string, times: number, cell: Row = {}): Row[] =>
    Object.entries({ p10: 8, p50: 12, p75: 16, p90: 30, p99: 60 }).map(([statistic, ms]) => ({
      layer,
      statistic,
      value: ms * times,
      ...cell,
    }));
  const bulk = (layer: string, value: number): Row => ({
    layer,
    metric: 'throughput',
    statistic: 'mean',
    size_bytes: 50 * 2 ** 20,
    concurrency: 1,
    unit: 'bytes/s',
    value,
  });
  const GRID = [0.01, 0.1, 0.5, 0.9, 0.99, 0.999];
  const asked = [ask(), ask({ sizeBytes: 100_000 }), ask({ from: 'aws/eu-west-1' }), ask({ sizeBytes: 2e8 })];

  it('changes no answer that others give: of the same cell, of other sizes, of more in flight, of bulk', () => {
    const fine = [
      ...curve('store', 1),
      ...curve('store', 2, { size_bytes: 2 ** 20 }),
      ...curve('store', 1.5, { concurrency: 1, operation: 'PUT' }),
      bulk('store', 80e6),
    ];
    const limited = [
      ...curve('end_to_end', 10),
      ...curve('end_to_end', 20, { size_bytes: 2 ** 20 }),
      ...curve('end_to_end', 30, { size_bytes: 4096 }),
      ...curve('end_to_end', 40, { concurrency: 64 }),
      ...curve('end_to_end', 10, { metric: 'first_byte' }),
      bulk('end_to_end', 1e6),
    ];
    const [alone, both] = [
      evidenceBase([aDataset('a-probe', fine)]),
      evidenceBase([aDataset('a-probe', [...limited, ...fine])]),
    ];
    for (const query of asked) {
      const [without, beside] = [predicted(query, alone), predicted(query, both)];
      for (const end of ['low', 'best', 'high'] as const)
        expect(GRID.map((p) => beside[end].quantile(p))).toEqual(GRID.map((p) => without[end].quantile(p)));
      expect([beside.grade, words(beside)]).toEqual([without.grade, words(without)]);
    }
    expect(predicted(asked[0] ?? ask(), both).best.quantile(0.5)).toBeCloseTo(12, 6);
  });

  it('answers nothing alone, and that is said', () => {
    const limited = evidenceBase([
      aDataset('a-probe', [...curve('end_to_end', 1), bulk('end_to_end', 80e6)]),
    ]);
    for (const query of asked) expect(predict(query, limited)).toBeNull();
    const { predictions, findings } = predictTogether([ask()], limited);
    expect(predictions).toEqual([null]);
    expect(findings).toEqual([{ code: 'evidence-missing', store: 'aws/s3-standard', operation: 'GET' }]);
  });
});

describe('assumed quantiles', () => {
  it('are taken as stated, graded assumed, and the way added', () => {
    const prediction = predicted(express({ assume: { p50: 7, p99: 12 } }));
    expect(prediction.grade).toBe('assumed');
    expect(prediction.best.quantile(0.99)).toBeCloseTo(12, 6);
    expect(prediction.high.quantile(0.99)).toBeCloseTo(12, 6);
    const far = predicted(express({ assume: { p50: 7, p99: 12 }, from: 'aws/eu-west-1' }));
    expect(far.grade).toBe('assumed');
    expect(far.best.quantile(0.99)).toBeGreaterThan(70);
  });

  it('take the shape of the evidence when there is one of them', () => {
    const { best } = predicted(express({ assume: { p99: 43 } }));
    expect(best.quantile(0.99)).toBeCloseTo(43, 6);
    expect(best.quantile(0.5)).toBeCloseTo(43 / (17.743 / 14.454), 1);
    const unknown = predicted(ask({ store: 'backblaze/b2', at: null, assume: { p99: 43 } }));
    expect(unknown.best.quantile(0.5)).toBeCloseTo(43, 3);
  });
});

describe('every prediction', () => {
  it('has low ≤ best ≤ high at every p, and says where it comes from', () => {
    const stores = fc.constantFrom(
      ['aws/s3-standard', 'aws/us-east-1'],
      ['aws/s3-standard', 'aws/eu-central-1'],
      ['aws/s3-express-one-zone', 'aws/us-east-1'],
      ['aws/s3-express-one-zone', 'aws/eu-west-1'],
      ['cloudflare/r2-standard', 'cloudflare/weur'],
      ['tigris/standard', null],
      ['tigris/standard', 'tigris/fra'],
    ) as fc.Arbitrary<[string, string | null]>;
    const froms = fc.constantFrom(
      'aws/us-east-1',
      'aws/eu-west-1',
      'prisma/fra',
      'internet/europe',
      'internet/JP',
      'aws/ap-south-1',
    );
    const asked = fc.record({
      stores,
      from: froms,
      operation: fc.constantFrom('GET' as const, 'PUT' as const),
      metric: fc.constantFrom('total' as const, 'first_byte' as const),
      sizeBytes: fc.integer({ min: 0, max: 200_000_000 }),
      p: fc.double({ min: 0.0005, max: 0.9999, noNaN: true }),
    });
    fc.assert(
      fc.property(asked, ({ stores: [store, at], p, ...query }) => {
        const prediction = predict({ ...query, store, at }, base);
        if (!prediction) return;
        const [low, best, high] = [prediction.low, prediction.best, prediction.high].map((d) =>
          d.quantile(p),
        ) as [number, number, number];
        expect(low).toBeLessThanOrEqual(best);
        expect(best).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThan(0);
        expect(Number.isFinite(high)).toBe(true);
        expect(prediction.low.cdf(best)).toBeGreaterThanOrEqual(prediction.high.cdf(best));
        expect(prediction.evidence.length).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
  });

  it('is the same however often it is asked', () => {
    const fresh = evidenceBase(allDatasets());
    for (const p of GRID_P)
      expect(predicted(express(), fresh).high.quantile(p)).toBe(predicted(express()).high.quantile(p));
    expect(predict(express(), base)).toBe(predict(express(), base));
  });
});
