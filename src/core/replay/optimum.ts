/**
 * What an owner who knew all later reads would do with each object: the store, or the two stores and the moment of the move, that
 * cost least at list prices. The choices are then billed like any placement, so it is a mark to compare with and no proven least.
 */
import { itemAt } from '../at.ts';
import { memo } from '../memo.ts';
import { listPrices } from '../placement/bill/list-prices.ts';
import { heldStores } from '../placement/bill/parts.ts';
import { placed } from '../placement/build.ts';
import type { PlanContext } from '../placement/context/types.ts';
import { storeParts } from '../placement/costs/store-parts.ts';
import { requestsPart, sumParts } from '../placement/costs/usage-parts.ts';
import type { UsagePart } from '../placement/costs/usage-parts.ts';
import { transferStore, writerPaysEgress } from '../placement/costs/writer-egress.ts';
import { COPY_ASKS, DELETION_ASKS } from '../placement/movers.ts';
import { billTotal } from '../pricing/bills/bill.ts';
import { putRequests } from '../workload/workload.ts';
import type { Group } from './group.ts';
import type { Life } from './life.ts';
import { measured } from './measured.ts';
import type { Ground, Measured } from './measured.ts';

export interface Choice {
  /** One, or the first and the second. */
  stores: readonly number[];
  /** Age at the move, of an object older than the trace since its start; 0 where there is none. */
  ageDays: number;
}

/** Objects for which the same was chosen. */
export interface ChosenGroup extends Pick<Choice, 'stores'> {
  group: Group;
  /** Sum of the ages at their moves. */
  ages: number;
}

/** Dollars, or what the plan counts in, of an object of one size in one store. */
interface Prices {
  write: number;
  hour: number;
  read: number;
  /** Into each of the stores. */
  move: readonly number[];
  minimumHours: number;
}

/** Chooses among `stores`, places in the plan's. `traceDays`: what ends with the trace is held that long. */
export function chooser(
  context: PlanContext,
  stores: readonly number[],
  traceDays: number,
): (life: Life) => Choice {
  const pricesOf = memo((bin: number) => stores.map((store) => pricesIn(context, stores, store, 2 ** bin)));
  return (life) => {
    const prices = pricesOf(Math.max(0, Math.round(Math.log2(Math.max(1, life.sizeBytes)))));
    const born = life.bornDays ?? 0;
    const end = life.endDays ?? traceDays;
    const times = [born, ...life.readDays, end];
    const n = life.readDays.length;
    let best: Choice = { stores: [itemAt(stores, 0)], ageDays: 0 };
    let least = Infinity;
    const held = (own: Prices, hours: number, ends: boolean) =>
      own.hour * (ends ? Math.max(hours, own.minimumHours) : hours);
    for (const [a, first] of prices.entries()) {
      const written = life.bornDays === null ? 0 : first.write;
      const alone = written + held(first, (end - born) * 24, life.endDays !== null) + n * first.read;
      if (alone < least) [least, best] = [alone, { stores: [itemAt(stores, a)], ageDays: 0 }];
      for (const [b, then] of prices.entries()) {
        if (a === b) continue;
        // Just after an event where the first store is dearer to hold, else just before the next.
        const early = first.hour > then.hour;
        for (let i = 0; i <= n; i += 1) {
          const at = early ? itemAt(times, i) : itemAt(times, i + 1);
          if (at >= end || at <= born) continue;
          const total =
            written +
            held(first, (at - born) * 24, life.bornDays !== null) +
            i * first.read +
            itemAt(first.move, b) +
            held(then, (end - at) * 24, life.endDays !== null) +
            (n - i) * then.read;
          if (total < least)
            [least, best] = [total, { stores: [itemAt(stores, a), itemAt(stores, b)], ageDays: at - born }];
        }
      }
    }
    return best;
  };
}

function pricesIn(context: PlanContext, stores: readonly number[], store: number, sizeBytes: number): Prices {
  const { workload, scenario, archive, billing, writer } = context;
  const { bytes } = scenario.workload.reads;
  const one = {
    share: 1,
    sizeBytes,
    readBytes: bytes === 'whole' ? sizeBytes : Math.min(bytes, sizeBytes),
    put: putRequests(sizeBytes, scenario.workload.writes.partSize),
  };
  const price = listPrices(context);
  const held = heldStores(context);
  const own = itemAt(held, store);
  const alike = { ...workload, classes: [one], meanSizeBytes: sizeBytes };
  const parts = storeParts(own, alike);
  const sends = writerPaysEgress(context, own) && parts.writerEgress;
  const { asOf } = scenario;
  const transfer = { store: transferStore(writer.site.provider), region: writer.site.region, asOf };
  const many = (part: UsagePart) => sumParts([{ part, times: MANY }]);
  const moved = (to: number) => {
    const target = storeParts(itemAt(held, to), alike);
    return (
      price(to, target.arrival) +
      price(to, requestsPart(COPY_ASKS.target)) +
      price(store, parts.copyOut(itemAt(held, to))) +
      price(store, requestsPart(COPY_ASKS.source)) +
      price(store, requestsPart(DELETION_ASKS.source))
    );
  };
  return {
    write:
      price(store, parts.arrival) +
      (sends
        ? billTotal([{ ...many(sends), ...transfer, period: 'edition-month' }], archive, billing).total / MANY
        : 0),
    hour: price(store, parts.holding),
    read: workload.readers.reduce(
      (sum, { share }, q) => sum + share * price(store, itemAt(parts.reads, q)),
      0,
    ),
    move: stores.map((to) => (to === store ? 0 : moved(to))),
    minimumHours: own.edition.rules.storage.minimumHours,
  };
}

/** So that what is free of a month's transfer weighs little. */
const MANY = 1e7;

/** No job lists buckets for it: nobody could write one. */
export function choicesOf(ground: Ground, choices: readonly ChosenGroup[]): Measured {
  const groups = choices.map(({ group }) => group);
  const { context } = measured(
    ground,
    groups,
    groups.map(({ kind }) => kind.timeline),
  );
  const { timelines } = placed(context, ({ name }) => {
    const { stores, ages, group } = itemAt(choices, Number(name));
    const movedDays = Math.max(SOONEST_DAYS, ages / group.lives);
    return stores.map((store, k) => ({ fromDays: k * movedDays, holders: [store] }));
  });
  const made = measured(ground, groups, timelines);
  return { ...made, terms: () => made.terms(false) };
}

const SOONEST_DAYS = 1e-3;
