/** One fixed corpus of usages, every meter in use: the same thousand on every machine and in every run. */
import type { Archive } from '#core/pricing/archive.ts';
import type { Usage } from '#core/pricing/usage.ts';

export const CORPUS_SIZE = 1000;
const AS_OF = '2026-11-20';
const HOURS = 720;

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
];

/** Usages priced by `archive`, and the stores they name, in order of first use. */
export function corpus(archive: Archive): {
  usages: Usage[];
  stores: { store: string; region: string }[];
  storeOf: number[];
} {
  const stores = STORES.filter(({ store }) => archive.stores.includes(store));
  const next = numbers(20_261_120);
  /** Log-uniform between two powers of ten. */
  const some = (low: number, high: number) => Math.round(10 ** (low + (high - low) * next()));
  const storeOf: number[] = [];
  const usages = Array.from({ length: CORPUS_SIZE }, (_, i): Usage => {
    const s = i % stores.length;
    const { store, region } = stores[s] ?? { store: '', region: '' };
    const [small, large] = [some(3, 5), some(5, 8)];
    const [few, many] = [some(3, 7), some(3, 6)];
    const [puts, gets] = [some(3, 8), some(4, 9)];
    storeOf.push(s);
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
  return { usages, stores, storeOf };
}

/** Park and Miller's minimal generator, as shares of one: chance that is the same everywhere. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
