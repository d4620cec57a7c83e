/** One fixed corpus of usages, every meter in use: the same thousand on every machine and in every run. */
import type { Archive } from '#core/pricing/archive.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';

export const CORPUS_SIZE = 1000;
const AS_OF = '2026-11-20';
const HOURS = 720;

/** The meters no store of the archive has yet, beside the ones most have; its prices are artificial. */
const EVERYTHING = parseEdition('pricing/bench/everything/2026-01-01.yaml', {
  currency: 'USD',
  gigabyte: 1e9,
  month: 'calendar',
  precision: 'day',
  confirmed: '2026-11-20',
  recorded: '2026-11-20',
  confidence: 'official',
  zones: 3,
  operations: {
    classes: {
      write: ['PutObject', 'UploadPart'],
      read: ['GetObject', 'HeadObject'],
      list: ['ListObjectsV2'],
    },
    free: ['DeleteObject'],
  },
  rules: {
    storage: {
      averaging: 'byte-hours',
      minimumObjectBytes: 65_536,
      overheadBytesPerObject: 512,
      minimumHours: 720,
      earlyDeleteOn: ['delete'],
      quantum: 1,
    },
    requests: { read: { free: { perDay: 1000 }, quantum: 1000 } },
    upload: { aboveBytesPerRequest: 524_288 },
    retrieval: {},
    egress: { free: { timesStored: 1 } },
    monitoring: { minimumObjectBytes: 131_072 },
  },
  regions: {
    north: {
      storage: [{ upTo: 50_000, price: '0.03 per GB-month' }, { price: '0.02 per GB-month' }],
      requests: {
        write: '0.005 per 1000 requests',
        read: '0.0004 per 1000 requests',
        list: '0.005 per 1000 requests',
      },
      upload: '0.003 per GB',
      retrieval: '0.001 per GB',
      egress: {
        internet: [{ upTo: 10_000, price: '0.09 per GB' }, { price: '0.05 per GB' }],
        'same-region': '0 per GB',
        'other-region': '0.02 per GB',
      },
      transition: '0.01 per 1000 objects',
      monitoring: '0.0025 per 1000 object-months',
      replication: '0.02 per GB',
      subscription: { price: '20 per month', includes: { storage: 1000 } },
      minimum: { price: '500 per month', counts: ['upload', 'retrieval'] },
      billedCopies: 2,
    },
  },
  sources: [{ id: 'none', url: 'https://example.com/', retrieved: '2026-11-20' }],
});

/** The archive and the artificial store. */
export function benchArchive(archive: Archive): Archive {
  return {
    stores: [...archive.stores, EVERYTHING.store],
    facts: (store) => archive.facts(store),
    editions: (store) => (store === EVERYTHING.store ? [EVERYTHING] : archive.editions(store)),
    transfers: (provider) => archive.transfers(provider),
  };
}

/** Stores whose meters together are every kind there is. */
const STORES: readonly { store: string; region: string }[] = [
  { store: 'aws/s3-express-one-zone', region: 'us-east-1' },
  { store: 'aws/s3-standard', region: 'us-east-1' },
  { store: 'aws/s3-standard-ia', region: 'us-east-1' },
  { store: 'cloudflare/r2-standard', region: 'enam' },
  { store: 'cloudflare/r2-infrequent-access', region: 'enam' },
  { store: 'tigris/standard', region: 'global' },
  { store: 'tigris/standard', region: 'dual-region' },
  { store: 'backblaze/b2', region: 'us-east' },
  { store: 'wasabi/pay-as-you-go', region: 'us-east-1' },
  { store: 'vultr/standard', region: 'ewr' },
  { store: 'bench/everything', region: 'north' },
];

/** Usages priced by `archive`. */
export function corpus(archive: Archive): Usage[] {
  const stores = STORES.filter(({ store }) => archive.stores.includes(store));
  const next = numbers(20_261_120);
  /** Log-uniform between two powers of ten. */
  const some = (low: number, high: number) => Math.round(10 ** (low + (high - low) * next()));
  return Array.from({ length: CORPUS_SIZE }, (_, i): Usage => {
    const { store, region } = stores[i % stores.length] ?? { store: '', region: '' };
    const [small, large] = [some(3, 5), some(5, 8)];
    const [few, many] = [some(3, 7), some(3, 6)];
    const [puts, gets] = [some(3, 8), some(4, 9)];
    return {
      store,
      region,
      asOf: AS_OF,
      period: 'edition-month',
      byteHours: (few * small + many * large) * HOURS,
      held: [
        { sizeBytes: small, objectHours: few * HOURS },
        { sizeBytes: large, objectHours: many * HOURS },
      ],
      requests: [
        { operation: 'PutObject', count: puts, bytesEach: small },
        { operation: 'UploadPart', count: some(2, 6), bytesEach: 8 * 2 ** 20 },
        { operation: 'GetObject', count: gets, bytesEach: large },
        { operation: 'HeadObject', count: some(2, 6), bytesEach: 0 },
        { operation: 'ListObjectsV2', count: some(2, 5), bytesEach: 0 },
        { operation: 'DeleteObject', count: some(2, 6), bytesEach: 0 },
      ],
      egress: [
        { to: 'internet', bytes: some(9, 15) },
        { to: 'same-region', bytes: some(9, 14) },
        { to: { region: 'us-east-2' }, bytes: some(9, 13) },
        { to: 'other-region', bytes: some(9, 13) },
      ],
      deletedEarly: [{ bytes: some(8, 12), sizeBytes: small, ageHours: 24 * Math.floor(29 * next()) }],
      transitionsIn: some(2, 6),
      replicated: { bytes: some(8, 12), objects: some(2, 5) },
    };
  });
}

/** Park and Miller's minimal generator, as shares of one: chance that is the same everywhere. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
