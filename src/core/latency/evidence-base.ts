import type { Dataset } from '../evidence/dataset.ts';

/** The datasets a prediction may use. Claimed datasets serve only when `named`, and then before all others. */
export interface EvidenceBase {
  datasets: readonly Dataset[];
  /** Ids of claimed datasets the user named. */
  named: readonly string[];
  /** Ids of others to be used before the rest, in this order. */
  first?: readonly string[];
}

/** A base of these datasets. One base, asked many times, computes each answer once. */
export function evidenceBase(datasets: readonly Dataset[], named: readonly string[] = []): EvidenceBase {
  return { datasets, named };
}
