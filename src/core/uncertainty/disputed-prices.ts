/** Prices that two sources give differently, as inputs of the draws: either source is as likely to be right. */
import type { CandidateStore } from '../placement/context/candidate-store.ts';
import type { Archive } from '../pricing/archive.ts';
import { withOtherFigures } from '../pricing/editions/other-figures.ts';
import type { DrawnInput } from './inputs.ts';

export interface PriceDraws {
  /** 0: the figures that the edition takes; 1: the other source's. */
  inputs: readonly DrawnInput[];
  /** Prices at the values drawn, by path; the same archive for the same choice of sources. */
  at(values: ReadonlyMap<string, number>): Archive;
}

const pathOf = ({ ref }: CandidateStore) => `price.${ref}`;

export function disputedPrices(archive: Archive, stores: readonly CandidateStore[]): PriceDraws {
  const disputed = stores.filter(({ edition, region }) => withOtherFigures(archive, edition, region));
  const made = new Map<string, Archive>();
  return {
    inputs: disputed.map((one) => ({
      shown: { path: pathOf(one), kind: 'price', store: one.ref, low: 0, high: 1, used: 0 },
      at: (u) => (u < 0.5 ? 0 : 1),
    })),
    at(values) {
      const other = disputed.filter((one) => (values.get(pathOf(one)) ?? 0) > 0.5);
      const key = other.map(pathOf).join(' ');
      const known =
        made.get(key) ??
        other.reduce((sum, of) => withOtherFigures(sum, of.edition, of.region)?.archive ?? sum, archive);
      made.set(key, known);
      return known;
    },
  };
}
