/** A cache by re-read, said in words and rows. */
import { figureOf } from '#core/answer/figures/figure.ts';
import { placementTitle } from '#core/answer/words/placement.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import type { Candidate, CandidateCache } from '#core/report/plan-types.ts';
import { formatBytes, formatDays } from '#core/units.ts';
import { percent } from '#core/text/numbers.ts';
import { listing } from '#core/text/words.ts';
import { storeName } from '#web/words/names.ts';

export function ttlWords({ cache }: Candidate): string {
  return formatDays((cache?.ttlHours ?? 0) / 24);
}

export function cacheTitle(candidate: Candidate, nameOf: NameOf = storeName): string {
  const { cache, stores } = candidate;
  if (!cache) return '';
  return `${percent(cache.hitShare)} of reads find a copy in ${nameOf(stores[0] ?? '')}, kept ${ttlWords(candidate)} after each`;
}

export function cacheDescription(candidate: Candidate, nameOf: NameOf = storeName): string {
  const { cache, stores } = candidate;
  if (!cache) return '';
  const [hot = '', cold = ''] = stores.map(nameOf);
  return [
    `${placementTitle(candidate.id, nameOf)}.`,
    `${percent(cache.hitShare)} of reads are answered by ${hot}, which holds ${formatBytes(cache.hotBytes)} on average.`,
    `The other ${percent(1 - cache.hitShare)} are answered by ${cold}, and each of ${cachedSizes(cache)} leaves a copy.`,
  ].join(' ');
}

export function cacheFigure({ segments }: Candidate) {
  const [young, old] = segments;
  return figureOf(young && old ? [young, old] : [], [
    {
      title: 'since the last read, from',
      key: 'since the last read, from day',
      kind: 'days',
      of: (one) => one.fromDays,
    },
    { title: 'to', key: 'to day', kind: 'days', of: (one) => one.toDays },
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
  ]);
}

/** `each object`, `each object up to 65.5 kB`. */
function cachedSizes({ fromBytes, upToBytes }: CandidateCache): string {
  if (upToBytes !== null) return `each object up to ${formatBytes(upToBytes)}`;
  return fromBytes === null ? 'each object' : `each object from ${formatBytes(fromBytes)} on`;
}
