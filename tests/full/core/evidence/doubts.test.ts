/** What was found by hand in the articles is found by rule, with the arithmetic done once more here. */
import { describe, expect, it } from 'vitest';
import type { Dataset } from '#core/evidence/dataset.ts';
import { doubtsOf } from '#core/evidence/doubts/index.ts';
import { describeEvidenceFinding, weightOf } from '#core/findings/evidence-findings.ts';
import type { EvidenceFinding } from '#core/findings/evidence-findings.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

type Code = EvidenceFinding['code'];
type Of<C extends Code> = Extract<EvidenceFinding, { code: C }>;

const dataset = (id: string): Dataset => {
  const found = allDatasets().find((one) => one.id === id);
  if (!found) throw new Error(`no dataset ${id}`);
  return found;
};
const ofCode = <C extends Code>(found: readonly EvidenceFinding[], code: C): Of<C>[] =>
  found.filter((one): one is Of<C> => one.code === code);
const about = <C extends Code>(id: string, code: C) => ofCode(doubtsOf(dataset(id), allDatasets()), code);
const among = (rows: Record<string, string | number>[], overrides = {}) =>
  doubtsOf(aDataset('a-set', rows, overrides));

describe("the DEV article's Express and R2", () => {
  const little = about('dev-2024-claimed', 'little-mismatch');
  const of = (store: string, operation: string, gbps: number) => {
    const found = little.find(
      (one) =>
        one.store === store &&
        one.operation === operation &&
        Math.abs(one.perSecond * 1_048_576 * 8 - gbps * 1e9) < 1e6,
    );
    if (!found) throw new Error(`no finding on ${store} ${operation}`);
    return found;
  };

  it.each([
    ['aws/s3-express-one-zone', 'GET', 18.4, 5, 11.5],
    ['aws/s3-express-one-zone', 'PUT', 18.4, 8, 18.4],
    ['cloudflare/r2-standard', 'GET', 5.7, 18, 12.825],
    ['cloudflare/r2-standard', 'PUT', 5.7, 32, 22.8],
  ])(
    '%s %s: %s Gbit/s at %s ms are %s of its "1 MB" in flight, not 10,000',
    (store, op, gbps, ms, inFlight) => {
      const found = of(store, op, gbps);
      expect(found.concurrency).toBe(10_000);
      expect(found.printed).toEqual({ statistic: 'p50', ms });
      // By hand with 10⁶ bytes, here with the 1,048,576 of the article's own script.
      expect(found.inFlight * 1.048576).toBeCloseTo(inFlight, 6);
      expect(weightOf(found)).toBe('impossible');
    },
  );

  it('10,000 in flight at 18.4 Gbit/s last 4.35 s each, where a p99 of 8 ms is printed', () => {
    const found = of('aws/s3-express-one-zone', 'GET', 18.4);
    expect(found.meanMs / 1.048576).toBeCloseTo(4348, 0);
    expect(found.highest).toEqual({ statistic: 'p99', ms: 8 });
  });

  it('10,000 in flight at 5 ms would carry 16.8 Tbit/s; 1.2 Tbit/s are printed, and mean 66.7 ms', () => {
    const found = of('aws/s3-express-one-zone', 'GET', 1200);
    expect((found.bytesPerSecond?.carried ?? 0) * 8).toBeCloseTo(16.777e12, -10);
    expect((found.bytesPerSecond?.printed ?? 0) * 8).toBeCloseTo(1.2e12, 0);
    expect(found.meanMs / 1.048576).toBeCloseTo(66.7, 1);
  });

  it('is found from either side: latencies and throughputs stand in two folders of one harness', () => {
    expect(about('dev-2024-rates-claimed', 'little-mismatch')).toEqual(expect.arrayContaining(little));
    expect(ofCode(doubtsOf(dataset('dev-2024-claimed')), 'little-mismatch')).toEqual([]);
  });

  it('prints its p99 of 4 MB reads as 8, 18 and 42 ms', () => {
    expect(about('dev-2024-claimed', 'answers-differ')).toEqual([
      {
        code: 'answers-differ',
        store: 'aws/s3-express-one-zone',
        operation: 'GET',
        sizeBytes: 4_000_000,
        statistic: 'p99',
        valuesMs: [8, 18, 42],
      },
    ]);
  });

  it("puts R2's p99 of 1 MB below the fastest 10 KiB read that another harness saw", () => {
    expect(
      about('dev-2024-claimed', 'below-another-floor').find((one) => one.store.startsWith('cloudflare')),
    ).toMatchObject({
      printed: { statistic: 'p99', ms: 26 },
      other: { dataset: 'prisma-2026', floorMs: 41.9 },
    });
  });
});

describe("Vultr's tiers", () => {
  const disagree = about('vultr-tiers-2025', 'columns-disagree');
  const error = (one: Of<'columns-disagree'>) => one.bytesPerSecond / one.expected - 1;
  const name = (one: Of<'columns-disagree'>) => `${one.store} ${one.operation} ${one.sizeBytes}`;

  it('has two rows whose columns exclude each other, and a third that was taken for an outlier', () => {
    expect(
      Object.fromEntries(disagree.map((one) => [name(one), Number((100 * error(one)).toFixed(1))])),
    ).toEqual({
      'vultr/premium GET 4000': -10.3,
      'vultr/premium PUT 1000000': -2.0,
      'vultr/standard PUT 64000': -4.0,
    });
  });

  it('forgives what rounding to one decimal of MiB/s leaves open: 361.3 × 4 kB printed as 1.3 MiB/s', () => {
    expect(disagree.map(name)).not.toContain('vultr/standard GET 4000');
    expect((361.3 * 4000) / 2 ** 20).toBeCloseTo(1.378, 3);
  });

  it('as printed, 1024 KB and 10240 KB were 1 MB and 10 MB', () => {
    const vultr = dataset('vultr-tiers-2025');
    const printed = vultr.measurements.map((row) => {
      const kilobytes = Number(/^printed size (\d+) KB/.exec(row.note ?? '')?.[1] ?? NaN);
      return Number.isNaN(kilobytes) ? row : { ...row, size_bytes: kilobytes * 1000 };
    });
    const found = ofCode(doubtsOf({ ...vultr, measurements: printed }), 'size-mislabelled');
    expect(found.map(({ sizeBytes, impliedBytes }) => [sizeBytes, impliedBytes])).toEqual([
      [1_024_000, 1_000_000],
      [10_240_000, 10_000_000],
    ]);
    expect(about('vultr-tiers-2025', 'size-mislabelled')).toEqual([]);
  });

  it('prints one rate of the premium tier as that of another size of the standard tier', () => {
    expect(about('vultr-tiers-2025', 'cells-alike')).toMatchObject([
      {
        value: 613.7,
        cells: [
          { store: 'vultr/standard', sizeBytes: 1_000_000 },
          { store: 'vultr/premium', sizeBytes: 4000 },
        ],
      },
    ]);
  });

  it('does more and larger objects a second: no rate that falls with size errs by less than 31.7 %', () => {
    const found = about('vultr-tiers-2025', 'faster-when-larger');
    const share = (store: string, operation: string) =>
      Number(
        (
          100 * (found.find((one) => one.store === store && one.operation === operation)?.irreducible ?? 0)
        ).toFixed(1),
      );
    expect([
      share('vultr/standard', 'PUT'),
      share('vultr/standard', 'GET'),
      share('vultr/premium', 'PUT'),
      share('vultr/premium', 'GET'),
      share('vultr/performance', 'PUT'),
      share('vultr/performance', 'GET'),
      share('vultr/accelerated', 'PUT'),
      share('vultr/accelerated', 'GET'),
    ]).toEqual([31.7, 30.3, 13.6, 18.1, 7.0, 0, 0, 11.7]);
  });

  it('reaches no limit of operations; the best row comes to 84.8 %', () => {
    const shares = about('vultr-tiers-2025', 'limit-unreached')
      .filter(({ unit }) => unit === '1/s')
      .map(({ best, limit }) => best / limit);
    expect(shares).toHaveLength(4);
    expect(Math.max(...shares)).toBeCloseTo(0.848, 3);
  });
});

describe("BigBitBus's restore", () => {
  it('takes a tenth of what is printed: 1,000 × 4 s are 1.11 h, not over 11', () => {
    const [azure, google] = about('bigbitbus-restore-claimed', 'sum-mismatch');
    expect(azure).toMatchObject({ requests: 1000, eachMs: 4000, printedSeconds: 39_600, relation: 'gt' });
    expect((1000 * 4) / 3600).toBeCloseTo(1.11, 2);
    expect(azure && weightOf(azure)).toBe('impossible');
    expect(azure && describeEvidenceFinding(azure)).toContain('9.9 times as long');
    // A bound that holds is no contradiction, and no estimate.
    expect(google).toMatchObject({ eachMs: 1000, printedSeconds: 10_800, relation: 'lt' });
    expect(google && weightOf(google)).toBe('misleading');
  });
});

describe("Prisma's mixed phase", () => {
  it('is not paced by the floor: 2,000 floors are 7 to 18 % of it for Tigris, 10 to 15 % for R2', () => {
    const found = about('prisma-2026', 'floor-is-not-the-pace');
    const shares = (store: string) =>
      found
        .filter((one) => one.store === store)
        .map((one) => Number(((100 * one.requests * one.floorMs) / 1000 / one.printedSeconds).toFixed(1)));
    expect(shares('tigris/standard')).toEqual([17.9, 10.7, 6.7]);
    expect(shares('cloudflare/r2-standard')).toEqual([15.1, 12.2, 10.3]);
  });
});

describe('datasets that are honest', () => {
  it.each(['macaron-2024', 'mountpoint-s3-2026'])('%s is told of nothing impossible or misleading', (id) => {
    const found = doubtsOf(dataset(id), allDatasets());
    expect(found.filter((one) => weightOf(one) !== 'limited')).toEqual([]);
  });

  it('macaron is told what its own caveats say: far requests of two kinds, and 1,000 are few for a p999', () => {
    const found = doubtsOf(dataset('macaron-2024'), allDatasets());
    expect(found.map(({ code }) => code)).toEqual([
      'two-populations',
      'loop-unsaid',
      'too-few-samples',
      'too-few-samples',
    ]);
    expect(ofCode(found, 'two-populations')).toMatchObject([{ cells: 6 }]);
    expect(ofCode(found, 'too-few-samples')).toMatchObject([
      { statistic: 'p001', cells: 44, samples: 1000, needed: 3688 },
      { statistic: 'p999', cells: 44, samples: 1000, needed: 3688 },
    ]);
  });
});

const rated = (
  store: string,
  concurrency: number,
  perSecond: number,
  meanMs: number,
): Record<string, string | number>[] => {
  const cell = { store, concurrency, loop: 'closed' };
  return [
    { ...cell, statistic: 'mean', value: meanMs },
    { ...cell, metric: 'rate', statistic: 'value', value: perSecond, unit: '1/s', samples: '' },
  ];
};

describe('waiting that rows cannot say', () => {
  const cell = (loop: string): Record<string, string | number>[] => [
    { statistic: 'p50', value: 10, samples: 1000, loop },
    { statistic: 'p99', value: 40, samples: 1000, loop },
    { statistic: 'max', value: 800, samples: 1000, loop },
    { metric: 'rate', statistic: 'mean', value: 200, unit: '1/s', samples: 1000, loop },
  ];
  const method = { loop: null, temperature: null, connections: null };

  it('of an open loop: how many were due while its slowest passed, unless its times count from then', () => {
    const found = ofCode(among(cell('open')), 'due-times-unsaid');
    expect(found).toMatchObject([{ due: 160, perSecond: 200, slowest: { statistic: 'max', ms: 800 } }]);
    expect(found.map((one) => describeEvidenceFinding(one)).join()).toMatch(
      /200\/s × 800 ms = 160 more were due/,
    );
    const due = aDataset('due', cell('open'), { method: { ...method, timedFrom: 'due' } });
    expect(ofCode(doubtsOf(due), 'due-times-unsaid')).toEqual([]);
  });

  it('of a client of which nobody says whether it waits', () => {
    const unsaid = aDataset('unsaid', cell(''), { method });
    const found = ofCode(doubtsOf(unsaid), 'loop-unsaid');
    expect(found).toMatchObject([{ unsent: 79, medianMs: 10 }]);
    expect(found.map((one) => describeEvidenceFinding(one)).join()).toMatch(
      /800 ms ÷ 10 ms − 1 = 79 requests/,
    );
    const even = cell('').map((row) => ({ ...row, value: Math.min(Number(row['value']), 60) }));
    expect(ofCode(doubtsOf(aDataset('even', even, { method })), 'loop-unsaid')).toEqual([]);
  });
});

describe('one rule each', () => {
  it("a closed loop over several stores tells a store's cap as its latency", () => {
    // 32 workers against three stores: each answer's mean is 32 over the rate, whatever capped the rate.
    const found = ofCode(
      among([
        ...rated('tigris/standard', 32, 5000, 6.3),
        ...rated('aws/s3-standard', 32, 1200, 26.4),
        ...rated('cloudflare/r2-standard', 32, 50, 639),
      ]),
      'throughput-as-latency',
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.stores.map(({ inFlight }) => Number(inFlight.toFixed(1)))).toEqual([31.5, 31.7, 31.9]);
  });

  it('more in flight at one rate is a queue', () => {
    const capped = among([
      ...rated('aws/s3-standard', 8, 1000, 8),
      ...rated('aws/s3-standard', 32, 1010, 31.7),
    ]);
    expect(capped.map(({ code }) => code)).toEqual(['queue-as-latency']);
    const free = among([...rated('aws/s3-standard', 8, 1000, 8), ...rated('aws/s3-standard', 32, 4000, 8)]);
    expect(free).toEqual([]);
  });

  it('a rate, a mean and a concurrency of one run agree; of two they do not', () => {
    expect(among(rated('aws/s3-standard', 10, 1000, 9.8))).toEqual([]);
    expect(among(rated('aws/s3-standard', 10, 1000, 30))).toMatchObject([
      { code: 'little-mismatch', meanMs: 10, inFlight: 30 },
    ]);
    expect(among(rated('aws/s3-standard', 10, 1000, 2))).toMatchObject([{ code: 'little-mismatch' }]);
    const open = rated('aws/s3-standard', 10, 1000, 30).map((row) => ({ ...row, loop: 'open' }));
    expect(among(open)).toEqual([]);
  });

  it('operations of one mixed run share its places: none of them is alone in flight', () => {
    const mixed = (getMs: number) => [
      ...rated('aws/s3-standard', 4, 200, getMs),
      ...rated('aws/s3-standard', 4, 100, 12).map((row) => ({ ...row, operation: 'PUT' })),
    ];
    // 200/s × 9 ms + 100/s × 12 ms = 3 of 4 places.
    expect(among(mixed(9))).toEqual([]);
    // 0.4 + 1.2 = 1.6 of 4: the client itself took the rest.
    const idle = ofCode(among(mixed(2)), 'little-mismatch');
    expect(idle.map(({ operation }) => operation)).toEqual(['GET', 'PUT']);
    expect(idle.map(weightOf)).toEqual(['misleading', 'misleading']);
    expect(idle.map((one) => describeEvidenceFinding(one)).join()).toContain(
      'busy or held back for 60% of the time',
    );
  });

  it('a closed loop leaves out what it did not send while it waited', () => {
    const rows = [
      { statistic: 'p50', value: 10, loop: 'closed' },
      { statistic: 'p99', value: 40, loop: 'closed' },
      { statistic: 'max', value: 2300, loop: 'closed' },
    ];
    expect(ofCode(among(rows), 'coordinated-omission')).toMatchObject([{ unsent: 229, medianMs: 10 }]);
    expect(among(rows.map((row) => ({ ...row, loop: 'open' })))).toEqual([]);
  });

  it('an interval of a p99 needs 368 requests', () => {
    expect(among([{ statistic: 'p99', value: 40, samples: 367 }])).toMatchObject([
      { code: 'too-few-samples', statistic: 'p99', samples: 367, needed: 368 },
    ]);
    expect(among([{ statistic: 'p99', value: 40, samples: 368 }])).toEqual([]);
  });

  it('quantiles that fall exclude each other: more than all requests would have to be somewhere', () => {
    const cell = [
      { statistic: 'p50', value: 30 },
      { statistic: 'p95', value: 45 },
      { statistic: 'p99', value: 10 },
      { statistic: 'mean', value: 28 },
    ];
    const found = among([
      ...cell,
      ...cell.map((row) => ({ ...row, size_bytes: 2048, value: row.value / 2 })),
    ]);
    expect(found).toEqual([
      {
        code: 'quantiles-disordered',
        store: 'aws/s3-standard',
        operation: 'GET',
        sizeBytes: 1024,
        metric: 'total',
        unit: 'ms',
        smallerShare: { statistic: 'p95', p: 0.95, value: 45 },
        largerShare: { statistic: 'p99', p: 0.99, value: 10 },
        cells: 2,
      },
    ]);
    expect(found.map(weightOf)).toEqual(['impossible']);
    expect(found.map((one) => describeEvidenceFinding(one)).join()).toContain(
      'p95 is printed as 45 ms and p99 as 10 ms. At least 5% at 45 ms or above and 99% at 10 ms or below are 104% of the requests.',
    );
    const rising = cell.slice(0, 2);
    expect(among(rising)).toEqual([]);
    expect(among([...rising, { statistic: 'min', value: 31 }])).toMatchObject([
      { smallerShare: { statistic: 'min', p: 0 }, largerShare: { statistic: 'p50' } },
    ]);
    expect(among([...rising, { statistic: 'max', value: 40 }])).toMatchObject([
      { smallerShare: { statistic: 'p95' }, largerShare: { statistic: 'max', p: 1 } },
    ]);
  });

  it('bounds and ranges that let quantiles rise are in order', () => {
    const then = (row: Record<string, string | number>) =>
      among([{ statistic: 'p50', value: 30, relation: 'approx', value_low: 25, value_high: 35 }, row]);
    expect(then({ statistic: 'p99', value: 28, relation: 'approx', value_low: 24, value_high: 29 })).toEqual(
      [],
    );
    expect(then({ statistic: 'p99', value: 20, relation: 'gt' })).toEqual([]);
    expect(then({ statistic: 'p99', value: 20, relation: 'lt' })).toMatchObject([
      { code: 'quantiles-disordered' },
    ]);
  });

  it('a mean lies where its quantiles let it', () => {
    const cell = (mean: number) => [
      { statistic: 'min', value: 10 },
      { statistic: 'p50', value: 20 },
      { statistic: 'max', value: 100 },
      { statistic: 'mean', value: mean },
    ];
    expect(among(cell(15))).toEqual([]);
    // At least (10 + 20) / 2, at most (20 + 100) / 2.
    expect(among(cell(14))).toMatchObject([{ code: 'mean-impossible', lowMs: 15, highMs: 60 }]);
    expect(among(cell(61))).toMatchObject([{ code: 'mean-impossible' }]);
  });

  it('a slowest request of a time-out and one request more is a retry', () => {
    const rows = [
      { statistic: 'p50', value: 13 },
      { statistic: 'max', value: 5020 },
    ];
    expect(among(rows)).toMatchObject([{ code: 'retry-inside', timeoutMs: 5000, medianMs: 13 }]);
    expect(
      among([
        { statistic: 'p50', value: 13 },
        { statistic: 'max', value: 5400 },
      ]),
    ).toEqual([]);
  });

  it('cold and warm under one name show as a gap, or say so themselves', () => {
    const bimodal = [
      ['p10', 5],
      ['p25', 5.5],
      ['p50', 6],
      ['p75', 60],
      ['p90', 65],
    ].map(([statistic, value]) => ({ statistic: statistic ?? '', value: value ?? 0 }));
    expect(among(bimodal)).toMatchObject([{ code: 'two-populations', below: { ms: 6 }, above: { ms: 60 } }]);
    expect(among([{ statistic: 'mean', value: 5, temperature: 'mixed' }])).toEqual([
      { code: 'temperatures-mixed', rows: 1 },
    ]);
  });

  it('a seller beside its rivals is named; beside its own stores it is not', () => {
    const rows = ['tigris/standard', 'cloudflare/r2-standard'].map((store) => ({
      store,
      statistic: 'mean',
      value: 5,
    }));
    const by = (sells: string[]) => ({ measuredBy: { name: 'A seller', sells } });
    expect(among(rows, by(['tigris/standard']))).toEqual([
      {
        code: 'vendor-measures-rival',
        vendor: 'A seller',
        sells: ['tigris/standard'],
        rivals: ['cloudflare/r2-standard'],
      },
    ]);
    expect(among(rows, by([]))).toEqual([]);
    expect(among(rows, by(['tigris/standard', 'cloudflare/r2-standard']))).toEqual([]);
  });

  it('nothing comes faster than light in fibre', () => {
    // Frankfurt and Ireland lie 1,088 km apart: 10.7 ms there and back.
    const far = (ms: number) =>
      among([
        { statistic: 'min', value: ms, store_region: 'aws/eu-west-1', client_place: 'aws/eu-central-1' },
      ]);
    expect(far(9)).toMatchObject([{ code: 'faster-than-light' }]);
    expect(far(12)).toEqual([]);
  });
});

it('every finding reads as a sentence with its figures', () => {
  const all = allDatasets().flatMap((one) => doubtsOf(one, allDatasets()));
  expect(all.length).toBeGreaterThan(30);
  for (const finding of all) {
    const words = describeEvidenceFinding(finding);
    expect(words).toMatch(/\d/);
    expect(words).not.toMatch(/NaN|undefined|null|Infinity/);
  }
});
