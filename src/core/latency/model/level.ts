/** How long a store takes to begin and how fast it sends, by the medians of its sources: the typical time of a size. */
import { itemAt } from '../../at.ts';
import { MID } from './observations.ts';
import type { Observation } from './observations.ts';
import { average } from './pool.ts';

export interface What {
  metric: 'total' | 'first_byte';
  sizeBytes: number;
}

/** Small requests reach to 1 MiB. */
export const isSmall = ({ metric, sizeBytes }: What) => metric === 'first_byte' || sizeBytes <= 2 ** 20;

/** One harness, and what it observed of a store's operation: each observation with a median. */
export interface Source {
  id: string;
  observed: readonly Observation[];
}

/** Typical time of a store's operation: `latencyMs` + bytes × `msPerByte`, and whether anybody measured either. */
export interface Level {
  latencyMs: number;
  msPerByte: number;
  hasLatency: boolean;
  hasTransfer: boolean;
}

export const typicalMs = ({ latencyMs, msPerByte }: Level, { metric, sizeBytes }: What) =>
  latencyMs + (metric === 'total' ? sizeBytes * msPerByte : 0);

/** Of the typical time, what goes into sending the bytes. */
export const sentShare = (level: Level, what: What) => 1 - level.latencyMs / typicalMs(level, what);

/** Single streams of one store lie so far apart in ln t, for clients differ: S3's at 27, 48, 83, 94 and 98 MB/s. */
const CLIENT_SPEED = 0.55;

/** A variance of ln t: a request has of it the share of its time that it sends. */
export const betweenClients = (level: Level, what: What) => (CLIENT_SPEED * sentShare(level, what)) ** 2;

/** First bytes and small requests say how long a store takes to begin, large ones how fast it sends. */
const [BEGIN_UP_TO, SEND_FROM] = [64 * 1024, 1e6];

/** The geometric mean. */
export const typical = (values: readonly number[]) =>
  values.length > 0 ? Math.exp(average(values.map((one) => Math.log(one)))) : null;

const medianMs = ({ at }: Observation) => Math.exp(itemAt(at, MID)?.mean ?? NaN);

/** By the sources of one store. `otherwiseMs`: how long it takes to begin where none of them says so. */
export function levelBy(
  sources: readonly Source[],
  otherwiseMs: number | null,
): { latencyMs: number | null; msPerByte: number | null } {
  const each = sources.map(({ observed }) => {
    const least = Math.max(BEGIN_UP_TO, Math.min(...observed.map((one) => one.sizeBytes)));
    const small = observed.filter(
      (one) => one.metric === 'first_byte' || (one.sizeBytes <= least && isSmall(one)),
    );
    const large = observed.filter((one) => one.metric === 'total' && one.sizeBytes >= SEND_FROM);
    return { beginMs: typical(small.map(medianMs)), large };
  });
  const latencyMs = typical(each.flatMap(({ beginMs }) => beginMs ?? []));
  const msPerByte = each.flatMap(({ large, beginMs }) => {
    const begin = beginMs ?? latencyMs ?? otherwiseMs;
    if (begin === null) return [];
    const sent = large.map((one) => Math.max(medianMs(one) - begin, medianMs(one) / 4) / one.sizeBytes);
    return typical(sent) ?? [];
  });
  return { latencyMs, msPerByte: typical(msPerByte) };
}
