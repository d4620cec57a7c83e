/** Methods of published benchmarks, to be repeated on stores of one's own choice. */

export interface Preset {
  /** Whose method it is. */
  title: string;
  measure: readonly {
    op: ('GET' | 'PUT' | 'DELETE')[];
    size: string | string[];
    requests: number;
    concurrency: number;
    warmup: number;
    objects: number;
  }[];
}

export const PRESETS = {
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
      'As an article on S3 Express and R2 says it did: 1 MB, 100 at a time; throughput by the clock on the wall',
    measure: [
      { op: ['PUT', 'GET'], size: '1 MB', requests: 2000, concurrency: 100, warmup: 100, objects: 100 },
    ],
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as [PresetName, ...PresetName[]];
