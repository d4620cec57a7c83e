/** What arrives, moves and leaves along the lives of new objects, each with what it adds to the bill of the first month. */
import { bump, itemAt } from '../../at.ts';
import type { Finding } from '../../findings/index.ts';
import { billTotal } from '../../pricing/bills/bill.ts';
import type { Move } from '../../report/plan-types.ts';
import { subscriptionsOf } from '../bill/demand.ts';
import { heldStores } from '../bill/parts.ts';
import { eventsOf } from '../bill/events.ts';
import type { MoveEvent } from '../bill/events.ts';
import { termsOf } from '../bill/terms.ts';
import type { Term } from '../bill/term.ts';
import { usagesIn } from '../bill/usages.ts';
import type { PlanContext } from '../context/types.ts';
import type { Placement } from '../placement.ts';
import { storesOf } from '../shape.ts';
import { hotFirst } from './segments.ts';

export interface MovesFound {
  moves: Move[];
  findings: Finding[];
}

export function movesOf(context: PlanContext, placement: Placement): MovesFound {
  if (placement.cache) return { moves: [], findings: [] };
  const terms = termsOf(context, placement, 'months', 0);
  const subscriptions = subscriptionsOf(context, placement);
  const total = (some: readonly Term[]) =>
    billTotal(
      usagesIn(context, storesOf(context, placement), some, subscriptions, 'months', 0),
      context.archive,
      context.billing,
    ).total;
  const whole = total(terms);
  const held = heldStores(context);
  const ref = (store: number | null) => (store === null ? null : itemAt(held, store).ref);
  const keyOf = ({ kind, atDays, from, to }: MoveEvent) => `${kind} ${atDays} ${from} ${to}`;
  const events = new Map<string, MoveEvent>();
  const bytes = new Map<string, number>();
  for (const { event, bytesPerMonth } of eventsOf(context, placement)) {
    events.set(keyOf(event), event);
    bump(bytes, keyOf(event), bytesPerMonth);
  }
  const isFirst = hotFirst(context, placement);
  const ordered = [...events].sort(
    ([, a], [, b]) => a.atDays - b.atDays || isFirst(a.to ?? Infinity, b.to ?? Infinity) || 0,
  );
  const moves = ordered.map(([key, { kind, atDays, from, to }]): Move => {
    const rest = terms.filter(({ event }) => !event || keyOf(event) !== key);
    return {
      atDays,
      kind,
      from: ref(from),
      to: ref(to),
      bytesPerMonth: bytes.get(key) ?? 0,
      amount: rest.length < terms.length ? whole - total(rest) : 0,
    };
  });
  const sent = terms.filter(({ event, store, part }) => event?.from === store && part.egress.length > 0);
  const first = sent[0]?.event;
  const without = terms.map((term) =>
    sent.includes(term) ? { ...term, part: { ...term.part, egress: [] } } : term,
  );
  const amount = first ? whole - total(without) : 0;
  return {
    moves,
    findings:
      first && amount >= 1
        ? [
            {
              code: 'tiering-egress',
              from: ref(first.from) ?? '',
              to: ref(first.to) ?? '',
              amount,
              bytes: sent.reduce(
                (sum, { part, times }) => sum + part.egress.reduce((all, one) => all + one.bytes, 0) * times,
                0,
              ),
              currency: context.billing.into,
            },
          ]
        : [],
  };
}
