/** Usages of several doings in one month, added up by store and region so that their pools, tiers and rounding are shared. */
import { transferStore, writerPaysEgress } from '../placement/costs/writer-egress.ts';
import type { PlacedStore, PlanContext } from '../placement/context/types.ts';
import type { Term as PlacedTerm } from '../placement/bill/term.ts';
import { requestsPart, sumParts, transitionPart } from '../placement/costs/usage-parts.ts';
import type { UsagePart } from '../placement/costs/usage-parts.ts';
import type { Usage } from '../pricing/bills/usage.ts';
import type { Month } from '../workload/months.ts';
import type { MoveEvent } from './events.ts';

type Term = Pick<PlacedTerm, 'part' | 'times'>;

/** `times` of each usage. */
export function addUp(all: readonly { usages: readonly Usage[]; times: number }[]): Usage[] {
  const found = new Map<string, { first: Usage; terms: Term[]; subscriptions: number }>();
  for (const { usages, times } of all) {
    if (times === 0) continue;
    for (const usage of usages) {
      const key = `${usage.store}@${usage.region ?? ''}`;
      const known = found.get(key) ?? { first: usage, terms: [], subscriptions: 1 };
      known.terms.push({ part: usage, times });
      known.subscriptions = Math.max(known.subscriptions, usage.subscriptions ?? 1);
      found.set(key, known);
    }
  }
  return [...found.values()].map(({ first, terms, subscriptions }) => ({
    ...first,
    ...sumParts(terms),
    ...(subscriptions > 1 ? { subscriptions } : {}),
  }));
}

/** `times` of events in a month, by store. Egress of providers in `waived` is left out. `held` events count days. */
export function eventUsages(
  context: PlanContext,
  events: readonly MoveEvent[],
  month: Month,
  times: number,
  waived: readonly string[] = [],
): Usage[] {
  const { scenario, writer } = context;
  const terms = new Map<string, { store: string; region: string; terms: Term[] }>();
  const add = (store: string, region: string, part: UsagePart, count: number) => {
    const key = `${store}@${region}`;
    const known = terms.get(key) ?? { store, region, terms: [] };
    known.terms.push({ part, times: count * times });
    terms.set(key, known);
  };
  const at = ({ store, region }: PlacedStore, part: UsagePart, count: number) =>
    add(store, region, part, count);
  for (const event of events) {
    const { objects } = event;
    switch (event.kind) {
      case 'copy': {
        const out = event.from.parts.copyOut(event.to);
        at(event.from, waived.includes(event.from.site.provider) ? { ...out, egress: [] } : out, objects);
        at(event.from, requestsPart(event.asks.source), objects);
        at(event.to, event.to.parts.arrival, objects);
        at(event.to, requestsPart(event.asks.target), objects);
        break;
      }
      case 'transition':
        at(event.to, transitionPart, objects);
        break;
      case 'write':
        at(event.to, event.to.parts.arrival, objects);
        if (event.to.parts.writerEgress && writerPaysEgress(context, event.to))
          add(transferStore(writer.site.provider), writer.site.region, event.to.parts.writerEgress, objects);
        break;
      case 'hold':
        at(event.at, event.at.parts.holding, objects * 24);
        break;
      case 'exit':
        at(event.from, event.from.parts.exit(event.hoursInStore, event.deleted), objects);
        break;
      case 'early':
        at(event.from, { ...event.from.parts.exit(event.hoursInStore, true), requests: [] }, objects);
        break;
    }
  }
  return [...terms.values()].map(({ store, region, terms: own }) => ({
    store,
    region,
    asOf: scenario.asOf,
    ...(scenario.knownOn ? { knownOn: scenario.knownOn } : {}),
    period: month.period,
    ...sumParts(own),
  }));
}
