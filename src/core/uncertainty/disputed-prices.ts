/** Prices that two sources give differently, as inputs of the draws: either source is as likely to be right. */
import type { CandidateStore } from '../placement/context/candidate-store.ts';
import type { Archive } from '../pricing/archive.ts';
import { withOtherFigures } from '../pricing/editions/other-figures.ts';
import type { RangedInput } from './inputs.ts';

/** 0: the figures that the edition takes; 1: the other source's. */
interface DisputedPrice extends RangedInput {
  store: string;
  of: CandidateStore;
}

export interface PriceDraws {
  inputs: readonly DisputedPrice[];
  /** Prices at the values drawn, by path; the same archive for the same choice of sources. */
  at(values: ReadonlyMap<string, number>): Archive;
}

export function disputedPrices(archive: Archive, stores: readonly CandidateStore[]): PriceDraws {
  const inputs = stores.flatMap((of): DisputedPrice[] =>
    withOtherFigures(archive, of.edition, of.region)
      ? [
          {
            path: `price.${of.ref}`,
            store: of.ref,
            of,
            low: 0,
            high: 1,
            used: 0,
            at: (u) => (u < 0.5 ? 0 : 1),
          },
        ]
      : [],
  );
  const made = new Map<string, Archive>();
  return {
    inputs,
    at(values) {
      const other = inputs.filter(({ path }) => (values.get(path) ?? 0) > 0.5);
      const key = other.map(({ path }) => path).join(' ');
      const known =
        made.get(key) ??
        other.reduce((sum, { of }) => withOtherFigures(sum, of.edition, of.region)?.archive ?? sum, archive);
      made.set(key, known);
      return known;
    },
  };
}
