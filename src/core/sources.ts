/** What a scenario is checked against and planned from. */
import type { EvidenceBase } from './latency/evidence-base.ts';
import type { Archive } from './pricing/archive.ts';

export interface Sources {
  /** With the stores that the scenario names loaded. */
  archive: Archive;
  evidence: EvidenceBase;
}
