/** What a placement asks of each of its stores in a month: objects and bytes kept, bytes to the internet, requests and bytes a second at the peak. */
import { itemAt } from '../../at.ts';
import { loadOn } from '../../latency/load/load.ts';
import type { Demand } from '../../latency/load/load.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import type { PlanContext } from '../context/types.ts';
import { loadOfPart } from '../costs/part-load.ts';
import type { Placement } from '../placement.ts';
import { heldStores } from './parts.ts';
import { ROUTER, WRITER } from './term.ts';
import type { Term, Which } from './term.ts';
import { termsOf } from './terms.ts';

export interface StoreDemand extends Demand {
  storedBytes: number;
  objects: number;
  internetBytes: number;
}

/** By place among the holders. Rates are the month's mean times the scenario's peak; jobs ask at no rate, but for bytes. */
export function demandIn(
  context: PlanContext,
  terms: readonly Term[],
  which: Which,
  m: number,
): Map<number, StoreDemand> {
  const { workload } = context;
  const { days } = itemAt(workload[which], m).month;
  const perSecond = workload.peak / (days * 86_400);
  const found = new Map<number, StoreDemand>();
  for (const { store, part, times, isJob } of terms) {
    if (store === WRITER || store === ROUTER) continue;
    const own = found.get(store) ?? { ...NOTHING };
    found.set(store, own);
    const one = loadOfPart(part);
    own.storedBytes += (one.byteHours * times) / (days * HOURS_PER_DAY);
    own.objects += (one.objectHours * times) / (days * HOURS_PER_DAY);
    own.internetBytes += one.internetBytes * times;
    if (isJob) continue;
    own.readsPerSecond += one.reads * times * perSecond;
    own.writesPerSecond += one.writes * times * perSecond;
    own.readBytesPerSecond += one.readBytes * times * perSecond;
    own.writeBytesPerSecond += one.writeBytes * times * perSecond;
  }
  return found;
}

const NOTHING: StoreDemand = {
  storedBytes: 0,
  objects: 0,
  internetBytes: 0,
  readsPerSecond: 0,
  writesPerSecond: 0,
  readBytesPerSecond: 0,
  writeBytesPerSecond: 0,
};

/** By billed month. */
export function demandOf(context: PlanContext, placement: Placement): Map<number, StoreDemand>[] {
  return context.workload.months.map((_, m) =>
    demandIn(context, termsOf(context, placement, 'months', m), 'months', m),
  );
}

/** Of stores that are opened several times to pass a limit of one subscription: how often the busiest month needs them. */
export function subscriptionsOf(context: PlanContext, placement: Placement): Map<number, number> {
  const named = placement.timelines.flatMap((timeline) => timeline.flatMap(({ holders }) => holders));
  if (placement.cache) named.push(placement.cache.hot);
  const found = new Map<number, number>();
  const held = heldStores(context);
  const isScoped = (s: number) =>
    itemAt(held, s).edition.limits.some(({ scope }) => scope === 'subscription');
  if (![...new Set(named)].some(isScoped)) return found;
  for (const month of demandOf(context, placement))
    for (const [s, own] of month) {
      if (!isScoped(s)) continue;
      const { store, ref, edition } = itemAt(held, s);
      const { findings } = loadOn(ref, edition.limits, own, context.opsShare(store));
      for (const one of findings)
        if (one.scope === 'subscription') found.set(s, Math.max(found.get(s) ?? 1, one.units ?? 1));
    }
  return found;
}
