/** What the scenario's geography costs, whatever the answer: leaving a provider that bills it, and readers who want different copies. */
import { itemAt } from '../../at.ts';
import type { Finding } from '../../findings/index.ts';
import { billOf } from '../bill/bill-of.ts';
import { listPrices } from '../bill/list-prices.ts';
import { populationParts } from '../bill/parts.ts';
import type { PlanContext } from '../context/types.ts';
import type { FullDesk } from '../desk.ts';
import { agePlacement } from '../ids.ts';
import type { Placement } from '../placement.ts';
import { movesOf } from './moves.ts';

/** Stores, the cheapest for a reader at list price, whose bills are compared. */
const BILLED = 4;

export function geographyOf(desk: FullDesk): Finding[] {
  return [...leaving(desk.context), ...readersDiffer(desk)];
}

/** Egress of moving every new object out of a provider that bills it, by age and by a second write. */
function leaving(context: PlanContext): Finding[] {
  const { stores, workload, archive, writer } = context;
  const [thresholdDays] = workload.edges;
  if (thresholdDays === undefined) return [];
  return [...new Set(stores.map(({ site }) => site.provider))].flatMap((from): Finding[] => {
    const hot = stores.findIndex(({ site }) => site.provider === from);
    const cold = stores.findIndex(({ site }) => site.provider !== from);
    if (cold < 0 || archive.transfers(from).length === 0) return [];
    const moved = agePlacement(context, { hot, cold, thresholdDays, entry: 'tier' });
    return movesOf(context, moved).findings.flatMap((found): Finding[] => {
      if (found.code !== 'tiering-egress') return [];
      const { amount, currency } = found;
      const code = writer.site.provider === from ? 'dual-write-same-egress' : 'dual-write-spares-egress';
      return [
        { ...found, from, to: 'another provider' },
        { code, writer: workload.writer, from, amount, currency },
      ];
    });
  });
}

/** The reader beside the fastest store, and those whom it would serve at a price that another store does not ask. */
function readersDiffer({ context, rooms, singles, judge }: FullDesk): Finding[] {
  const { stores, workload } = context;
  const { readers } = workload;
  const { grid } = itemAt(rooms, 0);
  const [fastest] = stores
    .flatMap((_, s) =>
      readers.flatMap((_reader, q) => {
        const prediction = grid.read(s, q, 0, 'total');
        return prediction ? [{ s, q, p50Ms: prediction.best.quantile(0.5) }] : [];
      }),
    )
    .sort((a, b) => a.p50Ms - b.p50Ms);
  if (!fastest || readers.length < 2) return [];
  const serving = (s: number, q: number) => servingCost(context, itemAt(singles(), s), s, q);
  const [parts, price] = [populationParts(context), listPrices(context)];
  const atList = (s: number, q: number) => price(s, itemAt(parts(0, s).reads, q));
  const holding = stores.flatMap((_, s) => (judge(itemAt(singles(), s)).violations.length === 0 ? [s] : []));
  const away = readers.flatMap(({ place }, q) => {
    if (q === fastest.q) return [];
    const amount = serving(fastest.s, q);
    const [cheapest] = holding
      .toSorted((a, b) => atList(a, q) - atList(b, q))
      .slice(0, BILLED)
      .map((s) => ({ store: itemAt(stores, s).ref, amount: serving(s, q) }))
      .sort((a, b) => a.amount - b.amount);
    return cheapest && amount > 2 * cheapest.amount + 1 ? [{ place, amount, cheapest }] : [];
  });
  if (away.length === 0) return [];
  const { s, q, p50Ms } = fastest;
  return [
    {
      code: 'readers-differ',
      fastest: itemAt(stores, s).ref,
      place: itemAt(readers, q).place,
      p50Ms,
      amount: serving(s, q),
      away,
      currency: context.billing.into,
    },
  ];
}

/** What a reader's reads add to the bill of a month where a store holds everything and answers them. */
function servingCost(context: PlanContext, single: Placement, store: number, reader: number): number {
  const bill = (server: number) =>
    billOf(context)({
      timelines: single.timelines.map((timeline) =>
        timeline.map((stage) => ({ ...stage, servers: stage.servers.with(reader, server) })),
      ),
    }).low;
  return bill(store) - bill(-1);
}
