/** What the scenario's own figures say about its geography: the price of leaving a provider, and which reader wants which copy. */
import type { Finding } from '../findings/index.ts';
import type { LatencyGrid } from './latency-grid.ts';
import { chainOf } from './chain.ts';
import { tieringEgress } from './moves.ts';
import type { PlanContext } from './plan-context.ts';
import { singleStore } from './policy.ts';
import type { Exact } from './exact-cost.ts';

export function insights(context: PlanContext, exact: Exact, grid: LatencyGrid): Finding[] {
  return [...leaving(context, exact), ...readersDiffer(context, exact, grid)];
}

/** Egress of moving every object out of a provider that bills it, by tiering and by dual write. */
function leaving(context: PlanContext, exact: Exact): Finding[] {
  const { stores, workload, archive, writer } = context;
  const [firstEdge] = workload.edges;
  if (firstEdge === undefined) return [];
  const found: Finding[] = [];
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
    found.push({ code: 'tiering-egress', from: provider, to: 'another provider', amount, bytes });
    found.push(
      writer.site.provider === provider
        ? { code: 'dual-write-same-egress', writer: workload.writer, from: provider, amount }
        : { code: 'dual-write-spares-egress', writer: workload.writer, from: provider, amount },
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
  const usable = stores.map((_, s) => context.limits.within(singleStore(s, workload.readers.length)));
  const costs = stores.map((_, s) => servingCosts(context, exact, s));
  const readers = workload.readers.map((reader, q) => {
    const offers = stores.flatMap((store, s) =>
      usable[s] ? [{ store: store.ref, amount: costs[s]?.[q] ?? Infinity }] : [],
    );
    const amount = costs[fastest.s]?.[q] ?? 0;
    const own = { store: fastest.store.ref, amount };
    return {
      place: reader.place,
      amount,
      cheapest: offers.reduce((a, b) => (b.amount < a.amount ? b : a), own),
    };
  });
  const near = readers[fastest.q];
  const away = readers.filter(
    (reader, q) => q !== fastest.q && reader.amount > 2 * reader.cheapest.amount + 1,
  );
  if (!near || away.length === 0) return [];
  return [
    {
      code: 'readers-differ',
      fastest: fastest.store.ref,
      place: near.place,
      p50Ms: fastest.p50Ms,
      amount: near.amount,
      away,
    },
  ];
}

/** What each reader's reads add to the bill of a month when the store holds everything. */
function servingCosts(context: PlanContext, exact: Exact, s: number): number[] {
  const { readers } = context.workload;
  const alone = chainOf(singleStore(s, readers.length));
  const whole = exact.firstMonth(alone);
  return readers.map((_, reader) => whole - exact.firstMonth(alone, { event: 'read', reader }));
}
