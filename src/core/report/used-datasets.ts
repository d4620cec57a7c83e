/** The datasets that a plan's figures rest on. */
import type { EvidenceBase } from '../latency/evidence-base.ts';
import type { Candidate } from './plan-types.ts';

export function usedDatasets(
  candidates: readonly Candidate[],
  evidence: EvidenceBase,
): { id: string; hash: string }[] {
  const used = new Set(
    candidates.flatMap((one) => [...one.read.evidence, ...one.write.evidence].map((ref) => ref.dataset)),
  );
  return evidence.datasets.filter((dataset) => used.has(dataset.id)).map(({ id, hash }) => ({ id, hash }));
}
