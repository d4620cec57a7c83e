/**
 * Whether the stays of a chain keep to their stores' limits. What is asked of a stay follows from its own ages and readers, so
 * one answer serves the chains of all other stores; where it depends on them too, the whole chain is asked later.
 */
import { APART, BESIDE_BOTH, BESIDE_FIRST, chainOfCode } from './class.ts';
import type { ChainCode } from './class.ts';
import type { PlanContext } from '../context/types.ts';

/** By shape and stay: of first and second age, and of who serves before each, those that the stay's own part follows from. */
const OWN = {
  [APART]: [
    [1, 0, 0, 0],
    [1, 1, 0, 0],
    [0, 1, 0, 0],
  ],
  [BESIDE_FIRST]: [
    [1, 0, 1, 0],
    [1, 1, 1, 0],
    [0, 1, 0, 0],
  ],
  [BESIDE_BOTH]: [
    [1, 0, 1, 0],
    [1, 1, 0, 1],
    [1, 1, 1, 1],
  ],
} as const;

/** False where the stay, or one of all, is past a limit for certain. */
type ChainLimits = (code: ChainCode, only?: number) => boolean;

export function chainLimits({ limits, stores, workload }: PlanContext): ChainLimits {
  const isFree = stores.map((_, s) => limits.isFree(s));
  const isFair = stores.map((store) => store.edition.rules.egress?.fairUseTimesStored !== undefined);
  const hedges = stores.some(({ parts }) => parts.away.some(({ requests }) => requests > 0));
  if (hedges) return () => true;
  const ages = workload.edges.length + 2;
  const divisions = 2 ** workload.readers.length;
  const known = new Map<number, boolean>();
  return (code, only) => {
    const shape = code.shape === BESIDE_FIRST || code.shape === BESIDE_BOTH ? code.shape : APART;
    for (let stay = only ?? 0; stay <= (only ?? 2); stay += 1) {
      const store = code.stores[stay] ?? -1;
      // Bytes that leave by a copy depend on where they go: the last is not copied on.
      if (isFree[store] || (isFair[store] && stay < 2)) continue;
      const [first, second, before, until] = OWN[shape][stay] ?? OWN[APART][0];
      let key = (store * 3 + shape) * 3 + stay;
      key = (key * ages + first * code.first) * ages + second * code.second;
      key = (key * divisions + before * code.olderServes[0]) * divisions + until * code.olderServes[1];
      let within = known.get(key);
      if (within === undefined)
        known.set(key, (within = limits.stayWithin(chainOfCode(workload, code), stay)));
      if (!within) return false;
    }
    return true;
  };
}
