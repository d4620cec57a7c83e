/** Inputs of a scenario by the names people call them. */
import { formatBytes, formatCount, formatDays, formatMs } from '../../units.ts';
import type { Names } from './names.ts';

/** Of an input that is a store's latency or price. */
export type InputNames = Pick<Names, 'store'>;

const NAMES: Readonly<Record<string, string>> = {
  size: 'object size',
  arrivals: 'rate of arrivals',
  standing: 'standing stock',
  retention: 'retention',
  growth: 'growth',
  rate: 'rate of reads',
  hitRatio: 'CDN hit ratio',
  lastMile: 'last mile',
};

/** `workload.objects.retention` → `retention`; a reader or a size class by its number from 1. */
export function inputName(path: string, names: InputNames): string {
  const latency = /^latency\.(.*)$/.exec(path)?.[1];
  if (latency !== undefined) return `the latency of ${names.store(latency)}`;
  const price = /^price\.(.*)$/.exec(path)?.[1];
  if (price !== undefined) return `the disputed prices of ${names.store(price)}`;
  const last = path.slice(path.lastIndexOf('.') + 1);
  const place = /\[(\d+)\]/.exec(path)?.[1];
  const of = path.includes('readers[') ? 'of reader' : 'of class';
  return `${NAMES[last] ?? path}${place === undefined ? '' : ` ${of} ${Number(place) + 1}`}`;
}

/** What switch points, `solve` and maps turn, at the head of a line. */
export const INPUT_TITLES: Readonly<Record<string, string>> = {
  reads: 'Reads a day',
  size: 'Mean object size',
  arrivals: 'New objects a day',
  standing: 'Standing objects',
  retention: 'Retention',
  'hot-share': 'Reads in the first days',
  'outside-share': "Reads from outside the writer's cloud",
  'cache-share': 'Cache hit ratio',
  'read-p99': 'Required read p99',
  'first-byte-p99': 'Required first byte p99',
};

/** One end of an input's range in the unit its path stands for: sizes, days, milliseconds, shares, counts a day. */
export function formatRangeEnd(path: string, value: number): string {
  if (path.startsWith('price.')) return value > 0.5 ? 'the other source' : 'as taken';
  if (/\.(size|standing)$/.test(path)) return formatBytes(value);
  if (/\.retention$/.test(path)) return formatDays(value);
  if (/\.lastMile$/.test(path)) return formatMs(value);
  if (/\.(growth|hitRatio)$/.test(path)) return `${Number((value * 100).toPrecision(3))}%`;
  return `${formatCount(value)}/day`;
}
