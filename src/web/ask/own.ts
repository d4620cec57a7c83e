/** Datasets that the visitor keeps in this browser, for scenarios that name them: asked by the planner's worker. */
import { evidenceBase, type EvidenceBase } from '#core/latency/evidence-base.ts';
import { keptFiles } from '#web/data/kept.ts';
import { ownDataset } from '#web/data/own-dataset.ts';

/** The base with those of `ids` that are kept here; itself where none is. */
export async function withKept(base: EvidenceBase, ids: readonly string[]): Promise<EvidenceBase> {
  const kept = await keptFiles().catch(() => []);
  const own = kept.filter(({ id }) => ids.includes(id)).map((files) => ownDataset(files).dataset);
  return own.length > 0 ? evidenceBase([...base.datasets, ...own], base.named) : base;
}
