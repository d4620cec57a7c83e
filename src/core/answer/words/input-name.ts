/** Inputs of a scenario by the names people call them. */
import { capital } from '../../text/words.ts';
import { formatBytes, formatCount, formatDays, formatMs } from '../../units.ts';
import { meterWords } from './meters.ts';
import type { NameOf, Names } from './names.ts';

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

/** What switch points, `solve` and maps turn. */
const TURNED: Readonly<Record<string, string>> = {
  reads: 'reads a day',
  size: 'mean object size',
  arrivals: 'new objects a day',
  standing: 'standing objects',
  retention: 'retention',
  'hot-share': 'reads in the first days',
  'outside-share': "reads from outside the writer's cloud",
  'cache-share': 'cache hit ratio',
  'read-p99': 'required read p99',
  'first-byte-p99': 'required first byte p99',
};

/** Within a sentence: `reads a day`, `storage price of S3 Standard`. */
export function turnedPhrase({ input, path }: { input: string; path: string }, nameOf: NameOf): string {
  const [ref = '', meter = ''] = path.split(' ');
  return input === 'price' ? `${meterWords(meter)} price of ${nameOf(ref)}` : (TURNED[input] ?? path);
}

/** The same at the head of a line. */
export const turnedTitle = (...[of, nameOf]: Parameters<typeof turnedPhrase>) =>
  capital(turnedPhrase(of, nameOf));

/** One end of an input's range in the unit its path stands for: sizes, days, milliseconds, shares, counts a day. */
export function formatRangeEnd(path: string, value: number): string {
  if (path.startsWith('price.')) return value > 0.5 ? 'the other source' : 'as taken';
  if (/\.(size|standing)$/.test(path)) return formatBytes(value);
  if (/\.retention$/.test(path)) return formatDays(value);
  if (/\.lastMile$/.test(path)) return formatMs(value);
  if (/\.(growth|hitRatio)$/.test(path)) return `${Number((value * 100).toPrecision(3))}%`;
  return `${formatCount(value)}/day`;
}
