/** The moves of a chain at other ages: which are asked for, and which of the answers lie along one of them. */
import type { WantedChain } from '#core/placement/chains/at-ages.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import type { ChainMove } from './desk.svelte.ts';
import { thresholdAges } from '#web/charts/strips/thresholds.ts';

const ages = ({ steps }: Candidate) => steps.map(({ leftDays }) => leftDays);
const entries = ({ steps }: Candidate) => steps.map(({ entry }) => (entry === 'dual' ? 'dual' : 'tier'));

/** What can be moved: chains of three stores. */
export function isMovable(candidate: Candidate): boolean {
  return candidate.steps.length === 2 && !candidate.split;
}

/** The chain with each of its moves at every age that lies between its neighbours. */
export function chainsAround(candidate: Candidate, endDays: number, curve: readonly number[]): WantedChain[] {
  const own = ages(candidate);
  return own.flatMap((current, step) =>
    thresholdAges(endDays, curve, current)
      .filter((days) => days > (own[step - 1] ?? 0) && days < (own[step + 1] ?? endDays))
      .map((days) => ({
        stores: candidate.stores,
        entries: entries(candidate),
        ages: own.map((age, i) => (i === step ? days : age)),
      })),
  );
}

/** Each move of a chain at the ages that some of `chains` have it at; none for what is not moved by hand. */
export function movesAmong(chains: readonly Candidate[], candidate: Candidate): ChainMove[][] {
  return isMovable(candidate) ? candidate.steps.map((_, step) => alongStep(chains, candidate, step)) : [];
}

/** Those that differ from the chain in one move alone, it among them, by the age of that move. */
export function alongStep(chains: readonly Candidate[], candidate: Candidate, step: number): ChainMove[] {
  const own = ages(candidate);
  const found = new Map<number, Candidate>([[own[step] ?? 0, candidate]]);
  for (const one of chains) {
    const other = ages(one);
    const isAlong =
      one.stores.join() === candidate.stores.join() &&
      entries(one).join() === entries(candidate).join() &&
      other.every((age, i) => i === step || Math.abs(age - (own[i] ?? 0)) < 1e-6);
    const days = other[step];
    if (isAlong && days !== undefined && Math.abs(days - (own[step] ?? 0)) > 1e-6) found.set(days, one);
  }
  return [...found].map(([days, one]) => ({ days, candidate: one })).sort((a, b) => a.days - b.days);
}
