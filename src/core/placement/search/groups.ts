/** Which populations enter the same stores. */
import { isStanding } from './problem.ts';
import type { Problem } from './problem.ts';
import type { Mechanisms } from './holders.ts';

export type Groups = readonly (readonly number[])[];

/** Populations alone with a router; else streams, of standing ones by size class where a rule with a size filter tells those apart. */
export function groupsIn({
  populations,
  accounts,
  moves,
}: Problem): (stores: readonly number[], more: Pick<Mechanisms, 'router'>) => Groups {
  const by = (key: (p: number) => string): Groups => {
    const groups = new Map<string, number[]>();
    for (let p = 0; p < populations.length; p += 1) groups.set(key(p), [...(groups.get(key(p)) ?? []), p]);
    return [...groups.values()];
  };
  const alone = by(String);
  const streams = by((p) => `${populations[p]!.stream}`);
  const filtered = by((p) => {
    const { stream, sizeClass } = populations[p]!;
    return isStanding(populations[p]!) ? `${stream} ${sizeClass}` : `${stream}`;
  });
  return (stores, { router }) => {
    if (router) return alone;
    const isFiltered =
      stores.every((s) => accounts[s] === accounts[stores[0]!]) &&
      stores.some((a) => stores.some((b) => moves[a]![b]!.lifecycleAfter !== null));
    return isFiltered ? filtered : streams;
  };
}
