import { describe, expect, it, test } from 'vitest';
import {
  Allowance,
  ByteRule,
  EditionFile,
  EgressRule,
  MeterRule,
  MonitoringRule,
  OnlineRule,
  RegionPrices,
  ReplicationRule,
  RequestRule,
  Rules,
  SegmentRule,
  StorageRule,
} from '#core/pricing/editions/edition.ts';
import { regionWords, ruleWords, transferWords } from '#core/report/rule-words.ts';
import { aRegion, anEditionFile } from '#tests/helpers/an-edition.ts';
import { aStore } from '#tests/helpers/an-archive.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function wordsOf(store: string, date: string): string[] {
  const edition = archive.editions(store).find((one) => one.date === date);
  if (!edition) throw new Error(`${store} has no edition of ${date}`);
  return ruleWords(edition);
}

describe('rules in words', () => {
  it('say what a threshold leaves unbilled', () => {
    const words = wordsOf('aws/s3-express-one-zone', '2023-11-28');
    expect(words).toContain('A GB is 2³⁰ bytes; a month is as many hours as the calendar month has.');
    expect(words.some((one) => /retrieved.* are billed above 512 KiB of each request/.test(one))).toBe(true);
  });

  it('say what is free, how it is rounded, and over what', () => {
    const words = wordsOf('cloudflare/r2-standard', '2026-08-31').join('\n');
    expect(words).toContain('Free storage: 10 GB-months a month, summed over');
    expect(words).toMatch(/rounded up to a multiple of 1M requests/);
  });

  it('say the least size and the least time', () => {
    const words = wordsOf('aws/s3-standard-ia', '2025-10-22').join('\n');
    expect(words).toContain('An object is billed as at least 128 KiB.');
    expect(words).toMatch(/billed for at least 30 days, whether it ends by/);
  });

  it('say an allowance in every form it takes', () => {
    const free = { amount: 5, perDay: 2, timesStored: 3 };
    const [edition] = aStore({ egress: { free } }).editions('acme/store');
    expect(edition && ruleWords(edition)).toContain(
      'Free egress: 5 GB a month and 2 GB a day and 3 times the average stored.',
    );
  });

  it('say of a transfer table what is free, and over what', () => {
    const table = archive.transfers('aws').at(-1);
    expect(table && transferWords(table)).toContain(
      'Free egress to the internet: 100 GB a month, summed over the account, taken from the first tier.',
    );
  });

  test.each(archive.stores)('%s: sentences, each once', (store) => {
    for (const edition of archive.editions(store)) {
      const words = ruleWords(edition);
      expect(words.filter((one) => !/^[A-Z].*\.$/.test(one) || /undefined|NaN|null/.test(one))).toEqual([]);
      expect(new Set(words).size).toBe(words.length);
    }
  });
});

/** For every key of the schema, a file that sets it: the words have to change with it. */
const STORED: Record<string, object> = {
  pool: { pool: { id: 'p', scope: 'account' } },
  free: { free: { amount: 5 } },
  quantum: { quantum: 1 },
  averaging: { averaging: 'daily-peak' },
  minimumObjectBytes: { minimumObjectBytes: 4096 },
  overheadBytesPerObject: { overheadBytesPerObject: 100 },
  minimumHours: { minimumHours: 720, earlyDeleteOn: ['delete'] },
  earlyDeleteOn: { minimumHours: 720, earlyDeleteOn: ['delete', 'overwrite'] },
  softDeleteHours: { softDeleteHours: 168 },
  accessTiers: { accessTiers: [{ name: 'cold', unreadHours: 720 }] },
};
const METER: Record<string, object> = {
  pool: STORED.pool ?? {},
  free: STORED.free ?? {},
  quantum: { quantum: 10 },
};
const BYTES = {
  ...METER,
  aboveBytesPerRequest: { aboveBytesPerRequest: 512 },
  operations: { operations: ['PutObject'] },
};
const RULES: Record<string, Record<string, object>> = {
  storage: STORED,
  requests: { ...METER, perBytes: { perBytes: 4096 } },
  upload: BYTES,
  retrieval: BYTES,
  egress: { ...METER, fairUseTimesStored: { fairUseTimesStored: 1 } },
  transition: METER,
  monitoring: { minimumObjectBytes: { minimumObjectBytes: 4096 } },
  segments: { ...METER, bytes: { bytes: 64_000_000 } },
  buckets: METER,
  replication: { ...METER, operations: { operations: ['PutObject'] } },
  online: {
    ...METER,
    bytesPerObject: { bytesPerObject: 8192 },
    restoredHours: { restoredHours: 48 },
    asks: { asks: ['put'] },
  },
  restore: { bulk: { bulk: { operation: 'GetObject', hours: 12 } } },
};
/** What a rule of the name needs beside the key that is looked at. */
const BESIDE: Record<string, object> = {
  segments: { bytes: 1000 },
  online: { bytesPerObject: 4096, restoredHours: 24 },
};
const ALLOWANCE: Record<string, object> = {
  amount: { amount: 5 },
  perDay: { perDay: 5 },
  perHour: { perHour: 5 },
  timesStored: { timesStored: 3 },
  pool: { amount: 1, pool: { id: 'p', scope: 'account' } },
  regions: { amount: 1, regions: ['north'] },
};

function wordsWith(rules: Record<string, unknown>, file: Record<string, unknown> = {}): string {
  const storage = { averaging: 'byte-hours', ...(rules.storage as object | undefined) };
  const parsed = EditionFile.parse(anEditionFile({ gigabyte: 1e9, rules: { ...rules, storage }, ...file }));
  return ruleWords({
    ...parsed,
    store: 'acme/store',
    provider: 'acme',
    date: '2026-01-01',
    id: 'acme/store/2026-01-01',
  }).join('\n');
}
const named = (rule: string, of: object) => ({ [rule]: rule === 'requests' ? { get: of } : of });

describe('every key that the schema has is put into words', () => {
  it('of the rules, none is forgotten here', () => {
    expect(Object.keys(RULES).sort()).toEqual(Object.keys(Rules.shape).sort());
    const shapes = {
      storage: StorageRule,
      requests: RequestRule,
      upload: ByteRule,
      retrieval: ByteRule,
      egress: EgressRule,
      monitoring: MonitoringRule,
      segments: SegmentRule,
      replication: ReplicationRule,
      online: OnlineRule,
      transition: MeterRule,
      buckets: MeterRule,
    };
    for (const [rule, { shape }] of Object.entries(shapes))
      expect([rule, Object.keys(RULES[rule] ?? {}).sort()]).toEqual([rule, Object.keys(shape).sort()]);
    expect(Object.keys(ALLOWANCE).sort()).toEqual(Object.keys(Allowance.shape).sort());
  });

  test.each(
    Object.entries(RULES).flatMap(([rule, keys]) =>
      Object.entries(keys).map(([key, of]) => [rule, key, of] as const),
    ),
  )('%s.%s', (rule, key, of) => {
    const plain = named(rule, { ...BESIDE[rule] });
    expect(wordsWith(named(rule, { ...BESIDE[rule], ...of }))).not.toBe(
      wordsWith(key === 'earlyDeleteOn' ? named(rule, STORED.minimumHours ?? {}) : plain),
    );
  });

  test.each(Object.entries(ALLOWANCE))('free.%s', (key, of) => {
    const without = key === 'pool' || key === 'regions' ? { amount: 1 } : {};
    expect(wordsWith({ storage: { free: of } })).not.toBe(wordsWith({ storage: { free: without } }));
  });

  const FILE: Record<string, Record<string, unknown>> = {
    kind: {
      kind: 'cdn',
      regions: {
        north: {
          egress: { internet: '0.1 per GB' },
          requests: { put: '0 per request', get: '0 per request' },
          serves: ['internet/FR'],
        },
      },
    },
    gigabyte: { gigabyte: 2 ** 30 },
    month: { month: '730 h' },
    until: { until: '2027-01-01' },
    operations: {
      operations: { classes: { put: ['PutObject'], get: ['GetObject'] }, failed: { free: ['404'] } },
    },
    restoreHours: { restoreHours: null },
    transitionsFrom: { transitionsFrom: { 'acme/hot': 30 } },
    transitionsTo: { transitionsTo: ['acme/cold'] },
    transitionAfterDays: { transitionsTo: ['acme/cold'], transitionAfterDays: 30 },
    transitionFromBytes: { transitionsTo: ['acme/cold'], transitionFromBytes: 131_072 },
    byNameOnly: { byNameOnly: true },
  };
  /** Identity and provenance, which the page and the terminal show apart, and prices. */
  const NO_RULES = [
    'currency',
    'precision',
    'confirmed',
    'recorded',
    'supersedes',
    'confidence',
    'sources',
    'notes',
    'zones',
    'durability',
    'sla',
    'limits',
    'places',
    'placement',
    'regions',
    'rules',
  ];

  it('of the file, none is forgotten here', () => {
    expect([...Object.keys(FILE), ...NO_RULES].sort()).toEqual(Object.keys(EditionFile.shape).sort());
  });

  test.each(Object.entries(FILE))('%s', (key, file) => {
    const { [key]: _, ...without } = file;
    expect(wordsWith({}, file)).not.toBe(wordsWith({}, key === 'kind' ? {} : without));
  });

  const REGION: Record<string, Record<string, unknown>> = {
    serves: { serves: ['internet/FR'] },
    billedCopies: { billedCopies: 2 },
    billedWrites: { billedCopies: 2, billedWrites: 1 },
    subscription: {
      subscription: {
        price: '5.00 per month',
        pool: { id: 'p', scope: 'account' },
        prorated: true,
        includes: { storage: 250 },
      },
    },
    minimum: { minimum: { price: '5.00 per month', counts: ['storage'] } },
    conflict: { conflict: { source: 'other', storage: '0.03 per GB-month' } },
  };

  it('of a region, none is forgotten here', () => {
    const prices = [
      'storage',
      'accessTiers',
      'requests',
      'upload',
      'retrieval',
      'restore',
      'online',
      'egress',
      'transition',
      'monitoring',
      'segments',
      'buckets',
      'replication',
    ];
    const shownApart = ['source', 'confidence', 'confirmed', 'zones', 'absentOn'];
    expect([...Object.keys(REGION), ...prices, ...shownApart].sort()).toEqual(
      Object.keys(RegionPrices.shape).sort(),
    );
  });

  test.each(Object.entries(REGION))('of a region: %s', (key, prices) => {
    const wordsIn = (of: Record<string, unknown>) => regionWords(RegionPrices.parse(aRegion(of))).join('\n');
    const { [key]: _, ...without } = prices;
    expect(wordsIn(prices)).not.toBe(wordsIn(without));
  });

  it('says what a fee includes, over what, and that part of a month is part of it', () => {
    expect(regionWords(RegionPrices.parse(aRegion(REGION.subscription)))).toEqual([
      'The fee of 5.00 per month includes 250 GB-months of storage, summed over the account.',
      'Of part of a month, the fee and what it includes are that part.',
    ]);
  });
});
