import type { Choice, NodeBound } from './bound.ts';

/** What all nodes of a search share. */
export interface Incumbent {
  /** A plan is of use only below this: what was found, less what need not be told apart. */
  goal(): number;
  /** Bills a choice exactly and keeps it where it is the best so far. */
  offer(bound: NodeBound, choice: Choice): void;
  /** Counts one evaluation of a bound. */
  spend(): void;
}
