import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '#core/evidence/dataset.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { Pool } from '#core/latency/model/fit.ts';
import { tripsFor } from '#core/latency/model/path.ts';
import { predict, predictor } from '#core/latency/predict.ts';
import { usualLatency } from '#core/latency/usual.ts';
import { findPlace, greatCircleKm } from '#core/places.ts';
import { roundTrip } from '#core/latency/client/round-trip.ts';
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
  sizeBytes: 1000,
  from: 'aws/us-east-1',
  ...overrides,
});
const express = (overrides: Partial<LatencyQuery> = {}) =>
  ask({ store: 'aws/s3-express-one-zone', ...overrides });

function predicted(query: LatencyQuery, from = base): Prediction {
  const prediction = predict(query, from);
  if (!prediction) throw new Error(`nothing predicted for ${JSON.stringify(query)}`);
  return prediction;
}

const words = ({ adjustments }: Prediction) =>
  adjustments.map((one) => `${one.kind}: ${one.words}`).join('\n');
const width = ({ low, high }: Prediction, p: number) => high.quantile(p) / low.quantile(p);

type Figures = Record<string, number>;
type Row = Record<string, string | number>;
const cell = (figures: Figures, of: Row = {}): Row[] =>
  Object.entries(figures).map(([statistic, value]) => ({ statistic, value, ...of }));
const harness = (id: string) => ({ harness: { id, tool: 't', version: null } });
const source = (id: string, figures: Figures, of: Row = {}) => aDataset(id, cell(figures, of), harness(id));

describe('what many sources measured', () => {
  it('is near all of them: S3, 1 kB, in us-east-1, by Skyrise 26.9 / 59 / 105 / 178 ms', () => {
    const { best, low, high, grade, evidence } = predicted(ask());
    expect(grade).toBe('measured');
    for (const [p, ms] of [
      [0.5, 26.9],
      [0.9, 59.1],
      [0.99, 105.3],
      [0.999, 177.8],
    ] as const) {
      // At p90 five sources say 59, 47, 39, 27 and 26 ms: their geometric mean is 0.64 of Skyrise's.
      expect(best.quantile(p) / ms).toBeGreaterThan(0.64);
      expect(best.quantile(p) / ms).toBeLessThan(1.2);
      expect(low.quantile(p)).toBeLessThan(ms);
      expect(high.quantile(p)).toBeGreaterThan(ms);
    }
    expect(evidence.map((one) => one.dataset)).toEqual(
      expect.arrayContaining(['skyrise-2024', 'macaron-2024', 'prisma-2026', 'grebennikov-2025']),
    );
  });

  it('counts objects that were read again and again only where nobody read others', () => {
    const hot = aDataset('hot', cell({ p50: 9, p99: 30 }, { temperature: 'warm' }), harness('hot'));
    const median = (...datasets: Dataset[]) => predicted(ask(), evidenceBase(datasets)).best.quantile(0.5);
    const usual = source('usual', { p50: 25, p99: 100 });
    expect(median(usual, hot)).toBeCloseTo(median(usual), 9);
    expect(median(hot)).toBeLessThan(median(usual));
  });

  it('has a rare component of its own: S3 Express writes 7.3, 12.3 and 25.3 ms at p50, p99 and p99.9', () => {
    const { best, low, high } = predicted(express({ operation: 'PUT' }));
    for (const [p, ms] of [
      [0.5, 7.35],
      [0.99, 12.3],
      [0.999, 25.3],
    ] as const) {
      expect(best.quantile(p) / ms).toBeGreaterThan(0.8);
      expect(best.quantile(p) / ms).toBeLessThan(1.25);
      expect(low.quantile(p)).toBeLessThan(ms);
      expect(high.quantile(p)).toBeGreaterThan(ms);
    }
    expect(best.quantile(0.999) / best.quantile(0.99)).toBeGreaterThan(1.6);
  });

  it('has no tail narrower than the pool’s where none was printed, over an ocean either', () => {
    const one = evidenceBase(
      allDatasets().filter(({ id }) => id !== 'skyrise-2024' && id !== 'grebennikov-2025'),
    );
    const near = predicted(express({ at: 'aws/eu-west-1', from: 'aws/eu-west-1' }), one);
    const { steps } = new Pool(one.datasets).tail;
    const spread = Math.sqrt((steps[2]?.variance ?? NaN) + (steps[3]?.variance ?? NaN));
    expect(width(near, 0.99)).toBeGreaterThan(Math.exp(2 * 1.645 * spread));
    expect(words(near)).toContain('no p99 in prisma-compute-2026');
    const far = predicted(express({ at: 'aws/us-east-2', from: 'aws/eu-west-1' }), one);
    expect(far.high.quantile(0.99) / far.best.quantile(0.5)).toBeGreaterThan(1.2);
  });
});

describe('one source alone', () => {
  it('is given back at its median, its p99 and between, whatever the pool has to shrink to', () => {
    const alone = evidenceBase([source('a', { p50: 20, p90: 40, p99: 90 })]);
    const { best, grade } = predicted(ask({ sizeBytes: 1024 }), alone);
    expect(best.quantile(0.5)).toBeCloseTo(20, 6);
    expect(grade).toBe('measured');
  });

  it('answers alone and as measured where the user put it first', () => {
    const own = aDataset('own', cell({ p50: 15, p99: 60 }));
    const { best } = predicted(ask({ sizeBytes: 1024 }), {
      ...evidenceBase([...allDatasets(), own]),
      first: ['own'],
    });
    expect(best.quantile(0.5)).toBeCloseTo(15, 9);
    expect(best.quantile(0.99)).toBeCloseTo(60, 9);
  });

  it('gives way to the dataset that supersedes it', () => {
    const older = source('old', { p50: 20, p99: 40 }, { store: 'a/b' });
    const newer = aDataset('new', cell({ p50: 10, p99: 20 }, { store: 'a/b' }), { supersedes: 'old' });
    const prediction = predicted(ask({ store: 'a/b', sizeBytes: 1024 }), evidenceBase([older, newer]));
    expect(prediction.best.quantile(0.5)).toBeCloseTo(10, 6);
    expect(prediction.evidence.map((one) => one.dataset)).toEqual(['new']);
  });
});

describe('partial pooling', () => {
  const others = ['c/d', 'e/f', 'g/h'].map((store, i) =>
    source(`of-${i}`, { p50: 10 * 3 ** i, p90: 20 * 3 ** i, p99: 60 * 3 ** i }, { store }),
  );
  const of = (...sources: Figures[]) =>
    predicted(
      ask({ sizeBytes: 1024 }),
      evidenceBase([...others, ...sources.map((figures, i) => source(`mine-${i}`, figures))]),
    );

  it('adds an agreeing source: the band narrows at every quantile', () => {
    const figures = { p50: 30, p90: 60, p99: 150 };
    const [one, two, three] = [of(figures), of(figures, figures), of(figures, figures, figures)];
    for (const p of [0.5, 0.9, 0.99]) {
      expect(width(two, p)).toBeLessThan(width(one, p));
      expect(width(three, p)).toBeLessThan(width(two, p));
    }
  });

  it('adds a source that disagrees: the band widens, and holds both', () => {
    const [one, two] = [
      of({ p50: 30, p90: 60, p99: 150 }),
      of({ p50: 30, p90: 60, p99: 150 }, { p50: 8, p90: 16, p99: 40 }),
    ];
    for (const p of [0.5, 0.9, 0.99]) expect(width(two, p)).toBeGreaterThan(width(one, p));
    expect(two.low.quantile(0.5)).toBeLessThan(8);
    expect(two.high.quantile(0.5)).toBeGreaterThan(30);
  });

  it('never widens a band by more requests of the same figures', () => {
    const counted = (samples: number) =>
      predicted(
        ask({ sizeBytes: 1024 }),
        evidenceBase([...others, source('mine', { p50: 30, p90: 60, p99: 150 }, { samples })]),
      );
    const widths = [50, 500, 5000, 1_000_000].map((samples) => width(counted(samples), 0.99));
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  });

  it('lies between the source and the pool', () => {
    const { best } = of({ p50: 300, p90: 600, p99: 1500 });
    expect(best.quantile(0.5)).toBeLessThan(300);
    expect(best.quantile(0.5)).toBeGreaterThan(150);
  });
});

describe('what serves no prediction', () => {
  const good = cell({ p50: 20, p90: 40, p99: 90 });
  const asked = ask({ sizeBytes: 1024 });
  const without = predicted(asked, evidenceBase([aDataset('good', good)]));

  it.each([
    ['no place of the client', { client_place: '' }],
    ['no region', { store_region: '' }],
    ['no size', { size_bytes: '' }],
    ['a layer above the store', { layer: 'end_to_end' }],
    ['a mixed phase', { operation: 'MIXED' }],
    ['a bound', { relation: 'lt' }],
  ])('%s', (_, of) => {
    const bad = aDataset('bad', cell({ p50: 200, p90: 400, p99: 4000 }, of), harness('bad'));
    const beside = predicted(asked, evidenceBase([aDataset('good', good), bad]));
    for (const p of [0.5, 0.9, 0.99]) expect(beside.high.quantile(p)).toBe(without.high.quantile(p));
    expect(predict(asked, evidenceBase([bad]))).toBeNull();
  });

  it('what a seller measured of a rival', () => {
    const seller = aDataset('seller', cell({ p50: 200, p99: 900 }), {
      ...harness('seller'),
      status: 'vendor',
      measuredBy: { name: 'a seller', sells: ['acme/one'] },
    });
    expect(predict(asked, evidenceBase([seller]))).toBeNull();
  });

  it('a mean of ten requests through a file system', () => {
    expect(predict(ask(), evidenceBase([dataset('mountpoint-s3-2026')]))).toBeNull();
  });

  it('two medians: they lend each other no tail', () => {
    const medians = aDataset('medians', [...cell({ p50: 32 }), ...cell({ p50: 40 }, { operation: 'PUT' })]);
    expect(predict(asked, evidenceBase([medians]))).toBeNull();
  });
});

describe('quantiles printed out of order', () => {
  it.each([
    ['two', { p50: 40, p99: 10 }, { p50: 10, p99: 40 }],
    ['many', { p10: 8, p50: 30, p75: 12, p90: 35, p99: 20 }, { p10: 8, p50: 12, p75: 20, p90: 30, p99: 35 }],
  ])('are taken sorted, of %s, said so and called no measurement', (_, printed, sorted) => {
    const near = (figures: Figures) =>
      predicted(ask({ sizeBytes: 1024 }), evidenceBase([aDataset('a-set', cell(figures))]));
    const [found, inOrder] = [near(printed), near(sorted)];
    for (const p of [0.1, 0.5, 0.9, 0.99])
      expect(found.best.quantile(p)).toBeCloseTo(inOrder.best.quantile(p), 9);
    expect(found.grade).toBe('extrapolated');
    expect(words(found)).toContain('quantiles printed out of order are taken sorted (a-set: GET 1 KiB');
    expect(words(inOrder)).not.toContain('sorted');
  });
});

describe('size', () => {
  const sized = evidenceBase([
    aDataset('grid', [
      ...cell({ p50: 20, p90: 40, p99: 80 }, { size_bytes: 1000 }),
      ...cell({ p50: 60, p90: 90, p99: 160 }, { size_bytes: 1_001_000 }),
    ]),
  ]);
  const medianAt = (sizeBytes: number) => predicted(ask({ sizeBytes }), sized).best.quantile(0.5);

  it('lies straight between two sizes of one source: half way from 20 to 60 ms at 501,000 bytes', () => {
    expect(medianAt(501_000)).toBeCloseTo(40, 6);
    expect(predicted(ask({ sizeBytes: 501_000 }), sized).grade).toBe('interpolated');
  });

  it('goes on by the typical time beyond the last, 20 ms and 40 ms for each million bytes', () => {
    const { best, grade } = predicted(ask({ sizeBytes: 10_001_000 }), sized);
    expect(best.quantile(0.5) / (20 + 40 * 10.001)).toBeCloseTo(1, 1);
    expect(grade).toBe('extrapolated');
  });

  it('widens the band beside its measurements more than at them', () => {
    const p99At = (sizeBytes: number) => width(predicted(ask({ sizeBytes }), sized), 0.99);
    expect(p99At(1_001_000)).toBeLessThan(p99At(2_500_000));
    expect(p99At(2_500_000)).toBeLessThan(p99At(20_000_000));
  });

  it('is not known where nobody measured what takes most of the time', () => {
    const small = evidenceBase([aDataset('small', cell({ p50: 20, p99: 80 }))]);
    expect(predict(ask({ sizeBytes: 100_000_000 }), small)).toBeNull();
    expect(predict(ask({ sizeBytes: 10_000 }), small)).not.toBeNull();
  });

  it('grows with size on the datasets shipped', () => {
    const medians = [1024, 10_240, 1_000_000, 4_000_000, 50_000_000].map((sizeBytes) =>
      predicted(ask({ sizeBytes })).best.quantile(0.5),
    );
    expect(medians).toEqual(medians.toSorted((a, b) => a - b));
  });
});

describe('the way', () => {
  it('takes one round trip, and one more for each doubling of what the first flight of 14,600 bytes carries', () => {
    expect(tripsFor(14_600)).toBe(1);
    expect(tripsFor(3 * 14_600)).toBeCloseTo(2, 12);
    expect(tripsFor(255 * 14_600)).toBeCloseTo(8, 12);
  });

  it('explains Macaron’s fastest far requests, on connections that were open: 64 KiB, 1 MiB and 4 MiB', () => {
    const fastest = (sizeBytes: number, region: string) => {
      const row = dataset('macaron-2024').measurements.find(
        (one) => one.size_bytes === sizeBytes && one.store_region === region && one.statistic === 'p1',
      );
      return row?.value ?? NaN;
    };
    for (const sizeBytes of [65_536, 1_048_576, 4_194_304]) {
      const far = fastest(sizeBytes, 'aws/eu-central-1') - fastest(sizeBytes, 'aws/us-east-1');
      const trip = fastest(1024, 'aws/eu-central-1') - fastest(1024, 'aws/us-east-1');
      expect(tripsFor(sizeBytes) / (far / trip)).toBeGreaterThan(0.7);
      expect(tripsFor(sizeBytes) / (far / trip)).toBeLessThan(1.15);
    }
  });

  it('is the same for every store: none wins across an ocean by a narrow tail', () => {
    const added = (query: LatencyQuery) =>
      predicted({ ...query, from: 'aws/eu-west-1' }).best.quantile(0.5) - predicted(query).best.quantile(0.5);
    expect(added(ask())).toBeCloseTo(added(express()), 6);
  });

  it('cannot tell readers within the area of a hint apart: R2 at apac from Singapore and Tokyo', () => {
    const from = (place: string) =>
      predicted(ask({ store: 'cloudflare/r2-standard', at: 'cloudflare/apac', from: place }));
    const [singapore, tokyo] = [from('prisma/sin'), from('prisma/tyo')];
    for (const p of [0.1, 0.5, 0.99]) expect(singapore.best.quantile(p)).toBe(tokyo.best.quantile(p));
    expect(from('aws/us-east-1').best.quantile(0.5)).toBeGreaterThan(singapore.best.quantile(0.5) + 100);
  });

  it('grows with distance, and is graded extrapolated', () => {
    const far = ['aws/us-east-1', 'aws/us-east-2', 'aws/eu-west-1', 'aws/ap-southeast-1'].map((from) =>
      predicted(ask({ from })),
    );
    const medians = far.map(({ best }) => best.quantile(0.5));
    expect(medians).toEqual(medians.toSorted((a, b) => a - b));
    expect(far.map(({ grade }) => grade)).toEqual([
      'measured',
      'extrapolated',
      'extrapolated',
      'extrapolated',
    ]);
  });

  it('takes a zone for its region', () => {
    expect(predicted(ask({ from: 'aws/us-east-1/use1-az4' })).grade).toBe('measured');
  });

  it('says that a reader on the internet has a last mile nobody measured', () => {
    const prediction = predicted(ask({ from: 'internet/europe' }));
    expect(prediction.grade).toBe('extrapolated');
    expect(words(prediction)).toContain('last mile');
    const spread = (one: Prediction) => one.high.quantile(0.5) - one.low.quantile(0.5);
    expect(spread(prediction)).toBeGreaterThan(spread(predicted(ask({ from: 'aws/eu-central-1' }))));
  });
});

describe('a round trip', () => {
  it('is nothing within a region, the same both ways, and never faster than light in glass', () => {
    expect(roundTrip('aws/us-east-1', 'aws/us-east-1/use1-az4')?.ms).toBe(0);
    expect(roundTrip(null, 'aws/us-east-1')?.ms).toBe(0);
    expect(roundTrip('aws/us-east-1', 'aws/mars-1')).toBeNull();
    const places = [
      'aws/us-east-1',
      'aws/us-west-1',
      'aws/eu-west-1',
      'aws/eu-central-1',
      'aws/ap-southeast-1',
      'aws/sa-east-1',
    ];
    for (const a of places) {
      for (const b of places.filter((one) => one !== a)) {
        const [from, to] = [findPlace(a), findPlace(b)];
        const way = roundTrip(a, b);
        if (!from || !to || !way) throw new Error('places are known');
        expect(way.ms).toBeCloseTo(roundTrip(b, a)?.ms ?? 0, 9);
        expect(way.lowMs).toBeGreaterThan((2 * greatCircleKm(from, to)) / 204.3);
        expect(way.lowMs).toBeLessThan(way.ms);
        expect(way.highMs).toBeGreaterThan(way.ms);
      }
    }
  });

  // Round trips printed by others: 18 ms (Prisma 2026), 58 and 91 ms (CloudPing 2024, less the regions' own time).
  it.each([
    ['aws/eu-west-1', 'prisma/fra', 18],
    ['aws/us-west-1', 'aws/us-east-1', 58.4],
    ['aws/eu-central-1', 'aws/us-east-1', 90.9],
  ])('from %s to %s lies in its band around %d ms', (store, client, ms) => {
    const way = roundTrip(store, client);
    expect(way?.lowMs).toBeLessThan(ms);
    expect(way?.highMs).toBeGreaterThan(ms);
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
    expect(predictor([query], base).findings()).toEqual([
      { code: 'evidence-missing', store, operation: 'GET' },
    ]);
  });

  it('has the width of all stores, and no store that was measured is as wide', () => {
    const query = ask({ store: 'backblaze/b2', at: null });
    const usual = usualLatency(query, base);
    if (!usual) throw new Error('stores were measured');
    const ratio = (p: number) => usual.high.quantile(p) / usual.low.quantile(p);
    for (const store of ['aws/s3-standard', 'aws/s3-express-one-zone', 'tigris/standard'])
      for (const p of [0.5, 0.99]) expect(width(predicted(ask({ store })), p)).toBeLessThan(ratio(p));
    for (const ms of [4.8, 26.9, 85]) {
      expect(usual.low.quantile(0.5)).toBeLessThan(ms);
      expect(usual.high.quantile(0.5)).toBeGreaterThan(ms);
    }
    expect(usualLatency(query, evidenceBase([]))).toBeNull();
  });

  it('is null for an operation without evidence, and from a place nobody knows', () => {
    expect(predict(ask({ operation: 'DELETE' }), base)).toBeNull();
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
    const all = predictor([query, ask(), ask({ operation: 'PUT' })], base);
    const predictions = [0, 1, 2].map((i) => all.of(i));
    expect(predictions.filter((one) => one && named(one))).toEqual([]);
    expect(all.findings()).toEqual([]);
  });

  it('serve alone when named, graded claimed, and never widen what was measured', () => {
    const prediction = predicted(query, claims);
    expect(prediction.grade).toBe('claimed');
    expect(prediction.best.quantile(0.99)).toBeCloseTo(8, 6);
    expect(predictor([query], claims).findings()).toContainEqual({
      code: 'dataset-claimed',
      dataset: 'dev-2024-claimed',
    });
    const standard = predicted(ask(), claims);
    expect(standard.grade).toBe('measured');
    expect(standard.high.quantile(0.99)).toBe(predicted(ask()).high.quantile(0.99));
  });
});

describe('a cell where the client was the bottleneck', () => {
  const curve = (layer: string, times: number, of: Row = {}): Row[] =>
    Object.entries({ p10: 8, p50: 12, p75: 16, p90: 30, p99: 60 }).map(([statistic, ms]) => ({
      layer,
      statistic,
      value: ms * times,
      ...of,
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
  const asked = [
    ask({ sizeBytes: 1024 }),
    ask({ sizeBytes: 100_000 }),
    ask({ from: 'aws/eu-west-1' }),
    ask({ sizeBytes: 2e8 }),
  ];

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
    expect(predicted(ask({ sizeBytes: 1024 }), both).best.quantile(0.5)).toBeCloseTo(12, 6);
  });

  it('answers nothing alone, and that is said', () => {
    const limited = evidenceBase([
      aDataset('a-probe', [...curve('end_to_end', 1), bulk('end_to_end', 80e6)]),
    ]);
    for (const query of asked) expect(predict(query, limited)).toBeNull();
    const { of, findings } = predictor([ask()], limited);
    expect(of(0)).toBeNull();
    expect(findings()).toEqual([{ code: 'evidence-missing', store: 'aws/s3-standard', operation: 'GET' }]);
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
    const shape = predicted(express()).best;
    expect(best.quantile(0.99)).toBeCloseTo(43, 6);
    expect(best.quantile(0.5) / (43 * (shape.quantile(0.5) / shape.quantile(0.99)))).toBeCloseTo(1, 6);
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
      p: fc.double({ min: 0.0005, max: 0.9998, noNaN: true }),
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
        for (const end of ['low', 'best', 'high'] as const)
          expect(prediction[end].quantile(p)).toBeLessThanOrEqual(
            prediction[end].quantile(p + 1e-4) * (1 + 1e-9),
          );
        expect(prediction.evidence.length).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
  });

  it('is the same however often it is asked', () => {
    const fresh = evidenceBase(allDatasets());
    for (const p of [0.01, 0.5, 0.99])
      expect(predicted(express(), fresh).high.quantile(p)).toBe(predicted(express()).high.quantile(p));
    expect(predict(express(), base)).toBe(predict(express(), base));
  });
});
