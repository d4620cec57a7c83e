import type { Dataset } from '../evidence/dataset.ts';

/** The datasets a prediction may use. Claimed datasets serve only when `named`. */
export interface EvidenceBase {
  datasets: readonly Dataset[];
  /** Ids of claimed datasets the user named. */
  named: readonly string[];
}
