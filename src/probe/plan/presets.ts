/** What to measure, by name: what a plan asks of a store, and the methods of published benchmarks. */

export interface Preset {
  /** What for, or whose method it is. */
  title: string;
  measure: readonly {
    op: 'MIXED' | ('GET' | 'PUT' | 'LIST' | 'DELETE')[];
    size: string | string[];
    requests: number;
    concurrency?: number;
    rate?: string;
    warmup?: number;
    objects?: number;
    mix?: Partial<Record<'GET' | 'PUT', number>>;
    cache?: string;
  }[];
}

export const PRESETS = {
  latency: {
    title:
      'As a plan asks for it: GET of 10 KiB, 1 MiB and 8 MiB, PUT of 10 KiB, and LIST, one at a time, often enough for a p99',
    measure: [
      { op: ['GET', 'PUT'], size: '10 KiB', requests: 2000, concurrency: 1 },
      { op: ['GET'], size: '1 MiB', requests: 1000, concurrency: 1 },
      { op: ['GET'], size: '8 MiB', requests: 400, concurrency: 1, objects: 20 },
      { op: ['LIST'], size: '10 KiB', requests: 400, concurrency: 1 },
    ],
  },
  'prisma-latency': {
    title: 'As Prisma measured single requests: 1,000 reads and writes of 10 KiB, one at a time',
    measure: [
      { op: ['GET', 'PUT'], size: '10 KiB', requests: 1000, concurrency: 1, warmup: 20, objects: 100 },
    ],
  },
  'prisma-bulk': {
    title: 'As Prisma measured throughput: 50 MiB, 100 times, one at a time',
    measure: [{ op: ['PUT', 'GET'], size: '50 MiB', requests: 100, concurrency: 1, warmup: 2, objects: 10 }],
  },
  objectbench: {
    title:
      'As objectbench does: sizes from 1 kB to 100 MB, each written, read and deleted 100 times, one at a time',
    measure: [
      {
        op: ['PUT', 'GET', 'DELETE'],
        size: ['1 kB', '10 kB', '100 kB', '1 MB', '10 MB', '100 MB'],
        requests: 100,
        concurrency: 1,
        warmup: 0,
        objects: 10,
      },
    ],
  },
  'dev-1mb': {
    title:
      'As an article on S3 Express and R2 says it did: 1 MB, which in its script is 1024 × 1024 bytes, 100 at a time; throughput by the clock on the wall',
    measure: [
      { op: ['PUT', 'GET'], size: '1 MiB', requests: 2000, concurrency: 100, warmup: 100, objects: 100 },
    ],
  },
  'warp-tiers': {
    title:
      'As Vultr measured its tiers with warp: 4 kB to 10 MB, each written and read for two minutes, at an eighth of 800 operations and 600 MiB a second, the share of one of eight clients on its lowest tier',
    measure: [
      { op: ['PUT', 'GET'], size: ['4 kB', '64 kB', '512 kB'], requests: 12_000, rate: '100/s' },
      { op: ['PUT', 'GET'], size: '1 MB', requests: 9000, rate: '75/s' },
      { op: ['PUT', 'GET'], size: '10 MB', requests: 900, rate: '7.5/s' },
    ],
  },
  'prisma-accelerated-fs': {
    title:
      'As Prisma measured a file system over object stores: files of 10 KiB, 50 MiB, 500 MiB and 5 GiB of them, 1,000 reads and 1,000 writes mixed one at a time, through a cache of 100 MiB that holds the files written last',
    measure: [5120, 51_200, 524_288].map((objects) => ({
      op: 'MIXED' as const,
      mix: { GET: 1, PUT: 1 },
      size: '10 KiB',
      cache: '100 MiB',
      requests: 2000,
      concurrency: 1,
      warmup: 0,
      objects,
    })),
  },
} satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as [PresetName, ...PresetName[]];
