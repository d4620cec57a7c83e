/** A split by popularity or size, said in words and rows. */
import { figureOf } from '#core/answer/figures/figure.ts';
import { placementTitle } from '#core/answer/words/placement.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import { percent } from '#core/text/numbers.ts';
import { storeName, storeWithRegion } from '#web/words/names.ts';

interface SplitRow {
  what: string;
  /** Share of each part. */
  parts: number[];
}

export function splitRows({ split }: Candidate): SplitRow[] {
  const of = (key: 'objects' | 'bytes' | 'reads') => (split?.parts ?? []).map((part) => part[key]);
  return [
    { what: 'Objects', parts: of('objects') },
    { what: 'Bytes', parts: of('bytes') },
    { what: 'Reads', parts: of('reads') },
  ];
}

export function splitTitle({ split }: Candidate, nameOf: NameOf = storeName): string {
  const [first] = split?.parts ?? [];
  if (!first) return '';
  return `${percent(first.reads)} of reads and ${percent(first.bytes)} of the bytes are in ${nameOf(first.store)}`;
}

export function splitDescription(candidate: Candidate, nameOf: NameOf = storeName): string {
  const parts = (candidate.split?.parts ?? []).map(
    ({ store, objects, bytes, reads }) =>
      `${storeWithRegion(store)} holds ${percent(objects)} of objects and ${percent(bytes)} of bytes, and serves ${percent(reads)} of reads.`,
  );
  return [`${placementTitle(candidate.id, nameOf)}.`, ...parts].join(' ');
}

export function splitFigure({ split }: Candidate) {
  return figureOf(split?.parts ?? [], [
    { title: 'store', of: ({ store }) => store, words: ({ store }) => storeWithRegion(store) },
    { title: 'share of objects', kind: 'share', of: ({ objects }) => objects },
    { title: 'share of bytes', kind: 'share', of: ({ bytes }) => bytes },
    { title: 'share of reads', kind: 'share', of: ({ reads }) => reads },
  ]);
}
