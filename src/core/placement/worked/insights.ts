/** What the scenario's own figures say about its geography: the price of leaving a provider, and which reader wants which copy. */
import type { Finding } from '../../findings/index.ts';
import { memo } from '../../memo.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { chainOf } from '../chain.ts';
import { tieringEgress } from './moves.ts';
import { totalsCurrency } from '../context/plan-currency.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import type { Exact } from '../costs/exact-cost.ts';

export function insights(context: PlanContext, exact: Exact, grid: LatencyGrid): Finding[] {
  return [...leaving(context, exact), ...readersDiffer(context, exact, grid)];
}

/** Egress of moving every object out of a provider that bills it, by tiering and by dual write. */
function leaving(context: PlanContext, exact: Exact): Finding[] {
  const { stores, workload, archive, writer } = context;
  const [firstEdge] = workload.edges;
  if (firstEdge === undefined) return [];
  const found: Finding[] = [];
  const currency = totalsCurrency(context);
  for (const provider of new Set(stores.map((store) => store.site.provider))) {
    if (archive.transfers(provider).length === 0) continue;
    const hot = stores.findIndex((store) => store.site.provider === provider);
    const cold = stores.findIndex((store) => store.site.provider !== provider);
    if (hot < 0 || cold < 0) continue;
    const policy = {
      hot,
      cold,
      thresholdDays: firstEdge,
      entry: 'tier' as const,
      coldServes: workload.readers.map(() => false),
    };
    const { amount, bytes } = tieringEgress(context, exact, chainOf(policy));
    if (amount < 1) continue;
    found.push({ code: 'tiering-egress', from: provider, to: 'another provider', amount, bytes, currency });
    found.push(
      writer.site.provider === provider
        ? { code: 'dual-write-same-egress', writer: workload.writer, from: provider, amount, currency }
        : { code: 'dual-write-spares-egress', writer: workload.writer, from: provider, amount, currency },
    );
  }
  return found;
}

/** Readers beside the fastest store, and those whom it would serve at a price another store does not ask. */
function readersDiffer(context: PlanContext, exact: Exact, grid: LatencyGrid): Finding[] {
  const { stores, workload } = context;
  const medians = stores.flatMap((store, s) =>
    workload.readers.flatMap((_, q) => {
      const prediction = grid.read(s, q, 0, 'total');
      return prediction ? [{ store, s, q, p50Ms: prediction.best.quantile(0.5) }] : [];
    }),
  );
  const fastest = medians.sort((a, b) => a.p50Ms - b.p50Ms)[0];
  if (!fastest) return [];
  const usable = stores.flatMap((_, s) =>
    context.limits.within(singleStore(s, workload.readers.length)) ? [s] : [],
  );
  const serving = servingCost(context, exact);
  const away = workload.readers.flatMap(({ place }, q) => {
    if (q === fastest.q) return [];
    const amount = serving(fastest.s, q);
    let cheapest = { store: fastest.store.ref, amount };
    for (const s of usable) {
      const offer = serving(s, q);
      if (offer < cheapest.amount) cheapest = { store: stores[s]?.ref ?? '', amount: offer };
    }
    return amount > 2 * cheapest.amount + 1 ? [{ place, amount, cheapest }] : [];
  });
  const near = workload.readers[fastest.q];
  if (!near || away.length === 0) return [];
  return [
    {
      code: 'readers-differ',
      fastest: fastest.store.ref,
      place: near.place,
      p50Ms: fastest.p50Ms,
      amount: serving(fastest.s, fastest.q),
      away,
      currency: totalsCurrency(context),
    },
  ];
}

/** What a reader's reads add to the bill of a month when the store holds everything. */
function servingCost(context: PlanContext, exact: Exact): (store: number, reader: number) => number {
  const alone = memo((s: number) => chainOf(singleStore(s, context.workload.readers.length)));
  return (s, reader) => exact.firstMonth(alone(s)) - exact.firstMonth(alone(s), { event: 'read', reader });
}
