/** Two stores of which one holds a part, a split or a cache by re-read, as the drawing has them: bars in rows, words and figures. */
import { figureOf, type Figure } from '#core/answer/figures/figure.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import { placementTitle } from '#core/answer/words/placement.ts';
import type { Candidate, CandidateCache, CandidateSplit } from '#core/report/plan-types.ts';
import { percent } from '#core/text/numbers.ts';
import { capital, listing } from '#core/text/words.ts';
import { formatBytes, formatDays } from '#core/units.ts';
import { storeName, storeWithRegion } from '#web/words/names.ts';

interface Bar {
  /** 0: the first store, which is hot; 1: the second. */
  part: number;
  /** Shares of the width. */
  from: number;
  to: number;
  /** For who cannot see it. */
  label: string;
  /** From the longest to the shortest. */
  names: string[];
}

export interface PartDrawing {
  title: string;
  description: string;
  figures: Figure;
  rows: { what: string; bars: Bar[] }[];
  /** Where copies leave, with words from the longest to the shortest: above on either side of it, and under it. */
  turn: { at: number; above: [before: string[], after: string[]]; under: [string, string, string] } | null;
}

export function splitDrawing(id: string, { parts }: CandidateSplit, nameOf: NameOf): PartDrawing {
  const [first] = parts;
  const told = parts.map(
    ({ store, objects, bytes, reads }) =>
      `${storeWithRegion(store)} holds ${percent(objects)} of objects and ${percent(bytes)} of bytes, and serves ${percent(reads)} of reads.`,
  );
  return {
    title: first
      ? `${percent(first.reads)} of reads and ${percent(first.bytes)} of the bytes are in ${nameOf(first.store)}`
      : '',
    description: [`${placementTitle(id, nameOf)}.`, ...told].join(' '),
    figures: figureOf(parts, [
      { title: 'store', of: ({ store }) => store, words: ({ store }) => storeWithRegion(store) },
      { title: 'share of objects', kind: 'share', of: ({ objects }) => objects },
      { title: 'share of bytes', kind: 'share', of: ({ bytes }) => bytes },
      { title: 'share of reads', kind: 'share', of: ({ reads }) => reads },
    ]),
    rows: (['objects', 'bytes', 'reads'] as const).map((key) => ({
      what: capital(key),
      bars: parts.map(({ store, [key]: share }, part) => {
        const from = part === 0 ? 0 : (first?.[key] ?? 0);
        const [whole, bare] = [storeWithRegion(store), nameOf(store)].map(
          (name) => `${name}, ${percent(share)}`,
        );
        return {
          part,
          from,
          to: from + share,
          label: `${capital(key)}: ${storeWithRegion(store)} ${percent(share)}`,
          names: [whole ?? '', bare ?? '', percent(share)],
        };
      }),
    })),
    turn: null,
  };
}

/** Of the width; how long copies are kept is said in words, as that reaches from minutes to months. */
const TURN = 0.6;

export function cacheDrawing(
  { id, stores, segments }: Candidate,
  cache: CandidateCache,
  nameOf: NameOf,
): PartDrawing {
  const [hot = '', cold = ''] = stores;
  const [hits, misses] = [percent(cache.hitShare), percent(1 - cache.hitShare)];
  const [ttl, held] = [formatDays(cache.ttlHours / 24), formatBytes(cache.hotBytes)];
  return {
    title: `${hits} of reads find a copy in ${nameOf(hot)}, kept ${ttl} after each`,
    description: [
      `${placementTitle(id, nameOf)}.`,
      `${hits} of reads are answered by ${nameOf(hot)}, which holds ${held} on average.`,
      `The other ${misses} are answered by ${nameOf(cold)}, and each of ${cachedSizes(cache)} leaves a copy.`,
    ].join(' '),
    figures: figureOf(segments.slice(0, 2), [
      {
        title: 'since the last read, from',
        key: 'since the last read, from day',
        kind: 'days',
        of: ({ fromDays }) => fromDays,
      },
      { title: 'to', key: 'to day', kind: 'days', of: ({ toDays }) => toDays },
      {
        title: 'held in',
        of: ({ holders }) => holders.join(' and '),
        words: ({ holders }) => listing(holders.map(storeName)),
      },
      {
        title: 'answered by',
        of: ({ servers }) => [...new Set(Object.values(servers))].join(' and '),
        words: ({ servers }) => listing([...new Set(Object.values(servers))].map(storeName)),
      },
      { title: 'share of reads', kind: 'share', of: ({ readShare }) => readShare },
    ]),
    rows: [
      {
        to: TURN,
        label: `${storeWithRegion(hot)} answers ${hits} of reads`,
        names: [`${storeWithRegion(hot)}, ${held} of copies`, `${nameOf(hot)}, ${held}`, nameOf(hot)],
      },
      {
        to: 1,
        label: `${storeWithRegion(cold)} holds every object`,
        names: [`${storeWithRegion(cold)}, every object`, `${nameOf(cold)}, all`, nameOf(cold)],
      },
    ].map((bar, part) => ({ what: '', bars: [{ part, from: 0, ...bar }] })),
    turn: {
      at: TURN,
      above: [
        [`${hits} of reads come in this time`, `${hits} of reads`, hits],
        [`${misses} come later, or first`, `${misses} later, or first`, misses],
      ],
      under: ['last read', ttl, 'later'],
    },
  };
}

/** `each object`, `each object up to 65.5 kB`. */
function cachedSizes({ fromBytes, upToBytes }: CandidateCache): string {
  if (upToBytes !== null) return `each object up to ${formatBytes(upToBytes)}`;
  return fromBytes === null ? 'each object' : `each object from ${formatBytes(fromBytes)} on`;
}
