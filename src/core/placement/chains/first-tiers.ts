/**
 * What the first tiers of the writer's provider add to the bound of one chain. A bound takes each unit at the lowest price that its
 * pool can reach, as what a chain puts there is not known before the chain is: its reads, copies and writes are then past the
 * first tiers together.
 */
import type { PastTiers } from '../../pricing/totals/past-tiers.ts';
import type { PlanContext } from '../context/types.ts';
import type { PlanTariffs, Vector } from '../costs/tariffs.ts';
import { hasBit } from './class.ts';
import type { ChainGrid } from './grid.ts';
import type { GridStay } from './grid-stays.ts';
import { addTimes } from '../costs/tariffs.ts';
import { ARRIVES } from './stay-vectors.ts';

/** Mean over the months, for a chain of which no stay has its exact bill in the bound. */
type FirstTiers = (stays: readonly GridStay[]) => number;

export function firstTiers(
  context: PlanContext,
  { writer, months }: PlanTariffs,
  { counts, sums, background }: ChainGrid,
  past: PastTiers | null,
): FirstTiers {
  if (writer === null || !past || past.pools === 0) return () => 0;
  const H = past.pools;
  const put = (index: number, vector: Vector | null | undefined) =>
    vector ? past.put(index, vector) : new Float64Array(H);
  const each = counts.map((count, m) => {
    const [sent, all] = [new Float64Array(H), new Float64Array(H)];
    for (const { index, vector } of background[m] ?? []) {
      const own = put(index, vector);
      addTimes(all, own, 1);
      if (index === writer) addTimes(sent, own, 1);
    }
    const stores = context.stores.map((_, s) => {
      const own = sums[m]?.[s];
      const readBy = (own?.readBy ?? []).map((vector) => put(s, vector));
      const copyOut = context.stores.map((to) => put(s, own?.own.copyOut(to)));
      return {
        written: put(writer, months[m]?.stores[s]?.writerEgress),
        readBy,
        copyOut,
        isIn: [...readBy, ...copyOut].some((amounts) => amounts.some((amount) => amount > 0)),
      };
    });
    return { count, sent, all, stores };
  });
  const [sent, all] = [new Float64Array(H), new Float64Array(H)];
  return (stays) => {
    let total = 0;
    for (const month of each) {
      sent.set(month.sent);
      all.set(month.all);
      const { arrivals, reads, reaching } = month.count;
      let isIn = false;
      for (const { store, entry, to, answers, copiedTo } of stays) {
        const own = month.stores[store];
        if (!own) continue;
        if (entry === ARRIVES) {
          addTimes(sent, own.written, arrivals);
          addTimes(all, own.written, arrivals);
        }
        if (!own.isIn) continue;
        isIn = true;
        for (const { from, to: until, bits, on } of answers) {
          const answered = (reads[until] ?? 0) - (reads[from] ?? 0);
          for (let q = 0; q < own.readBy.length; q += 1)
            if (on === null || hasBit(bits, q) === on) addTimes(all, own.readBy[q] ?? all, answered);
        }
        if (copiedTo >= 0) addTimes(all, own.copyOut[copiedTo] ?? all, reaching[to] ?? 0);
      }
      if (isIn) total += past.head(all) - past.head(sent);
    }
    return total / each.length;
  };
}
