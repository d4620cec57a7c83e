/** The full file of warp read the plain way: every line split, every number sorted, for the importer to be held against. */
import { zstdDecompressSync } from 'node:zlib';
import type { Measurement } from '#core/evidence/dataset.ts';
import { quantileRanks } from '#core/evidence/quantile-interval.ts';

export type Request = Record<string, string>;

export function requestsOf(packed: Uint8Array): Request[] {
  const [header = '', ...lines] = new TextDecoder().decode(zstdDecompressSync(packed)).split('\n');
  const names = header.split('\t');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i] ?? '', cell])));
}

/** Nanoseconds since 1970. */
export function nsOf(stamp: string): bigint {
  const [, second = '', digits = '', zone = ''] =
    /^([^.Z+]+?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(stamp) ?? [];
  return BigInt(Date.parse(`${second}${zone}`)) * 1_000_000n + BigInt(digits.padEnd(9, '0'));
}

/** By exact sort, and nearest rank in whole numbers: `p999` of n is the element ⌈n·999/1000⌉. */
const PARTS = { p1: 10, p5: 50, p25: 250, p50: 500, p75: 750, p90: 900, p95: 950, p99: 990, p999: 999 };

export function latencyRows(
  base: Omit<
    Measurement,
    'statistic' | 'value' | 'value_low' | 'value_high' | 'samples' | 'unit' | 'relation'
  >,
  ns: readonly number[],
): Measurement[] {
  const rising = ns.toSorted((a, b) => a - b);
  const n = rising.length;
  const at = (rank: number) => (rising[rank - 1] ?? NaN) / 1e6;
  const row = (statistic: string, value: number, low: number | null = null, high: number | null = null) => ({
    ...base,
    statistic,
    value,
    unit: 'ms' as const,
    relation: 'eq' as const,
    value_low: low,
    value_high: high,
    samples: n,
  });
  const mean = ns.reduce((sum, one) => sum + one, 0) / n;
  const squares = ns.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const tenDigits = (value: number) => Number(value.toPrecision(10));
  return [
    row('min', at(1)),
    ...Object.entries(PARTS).flatMap(([name, part]) => {
      const ranks = quantileRanks(n, part / 1000);
      return ranks ? [row(name, at(Math.ceil((n * part) / 1000)), at(ranks.low), at(ranks.high))] : [];
    }),
    row('max', at(n)),
    row('mean', tenDigits(mean / 1e6)),
    row('stddev', tenDigits(Math.sqrt(squares / (n - 1)) / 1e6)),
  ];
}

/** What one operation of one size is worth: latencies, errors, rate and, where it has bytes, throughput. */
export function rowsOfOne(
  requests: readonly Request[],
  shared: Pick<Measurement, 'store' | 'store_region' | 'client_place' | 'client_runtime'>,
  {
    operation,
    sizeBytes,
    note,
    rateNote,
  }: {
    operation: Measurement['operation'];
    sizeBytes: number | null;
    note: string | null;
    rateNote: string | null;
  },
): Measurement[] {
  const good = requests.filter(({ error }) => error === '');
  const starts = good.map(({ start = '' }) => nsOf(start));
  const first = starts.reduce((a, b) => (b < a ? b : a));
  const end = good.reduce((last, { duration_ns }, i) => {
    const ended = Number((starts[i] ?? 0n) - first) + Number(duration_ns);
    return Math.max(last, ended);
  }, 0);
  const base = {
    ...shared,
    layer: 'store',
    operation,
    size_bytes: sizeBytes,
    concurrency: new Set(requests.map(({ client_id, thread }) => `${client_id} ${thread}`)).size,
    loop: 'closed',
    temperature: null,
    measured_at: `${new Date(Number(first / 1_000_000n)).toISOString().slice(0, 19)}Z`,
    note,
  } as const;
  const firstBytes = good.flatMap(({ start = '', first_byte = '' }) =>
    first_byte === '' ? [] : [Number(nsOf(first_byte) - nsOf(start))],
  );
  const mean = { statistic: 'mean', value_low: null, value_high: null, relation: 'eq' } as const;
  const perSecond = (total: number) => Number((total / (end / 1e9)).toPrecision(10));
  const bytes = good.reduce((sum, one) => sum + Number(one.bytes), 0);
  return [
    ...latencyRows(
      { ...base, metric: 'total' },
      good.map(({ duration_ns }) => Number(duration_ns)),
    ),
    ...(firstBytes.length > 0 ? latencyRows({ ...base, metric: 'first_byte' }, firstBytes) : []),
    {
      ...base,
      ...mean,
      metric: 'errors',
      value: (requests.length - good.length) / requests.length,
      unit: 'share',
      samples: requests.length,
    },
    {
      ...base,
      ...mean,
      note: rateNote,
      metric: 'rate',
      value: perSecond(good.length),
      unit: '1/s',
      samples: good.length,
    },
    ...(bytes > 0
      ? [
          {
            ...base,
            ...mean,
            note: rateNote,
            metric: 'throughput',
            value: perSecond(bytes),
            unit: 'bytes/s',
            samples: good.length,
          } as const,
        ]
      : []),
  ];
}
