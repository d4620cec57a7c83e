/** What one object of each size uses of each store, and of the limits that it keeps to. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import { populationParts } from '../bill/parts.ts';
import type { PlanContext } from '../context/types.ts';
import {
  exitPart,
  keptPart,
  operationPart,
  requestsPart,
  sumParts,
  transitionPart,
} from '../costs/usage-parts.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { writerPaysEgress } from '../costs/writer-egress.ts';
import { COPY_ASKS, DELETION_ASKS, NIGHTLY_FROM_DAYS, listsPerObjectDay } from '../movers.ts';
import type { StoreUse, Use } from '../search/problem.ts';
import type { LimitPools } from './limit-pools.ts';
import type { Prices } from './prices.ts';
import { joined } from './uses.ts';

/** `uses[kind][store]`; `kinds`: a population of each size class. */
export function storeUses(
  context: PlanContext,
  prices: Prices,
  limits: LimitPools,
  kinds: readonly number[],
): StoreUse[][] {
  const { workload } = context;
  const { held, writer } = prices;
  const partsOf = populationParts(context);
  const asked = (s: number, part: UsagePart) => joined(prices.use(s, part), limits.asked(s, part));
  // Jobs and other operations are the same whatever the size of what is held.
  const others = held.map(({ parts, restore }, s): (Use | null)[] => {
    const mayRead = restore !== 'never';
    const operations = sumParts(
      workload.operationsPerDay.map(({ perDay }, i) => ({
        part: itemAt(parts.operations, i),
        times: perDay,
      })),
    );
    const reads = workload.operationsPerDay.some(({ operation }) => operation === 'GetObject');
    return [
      ...parts.jobs.map((job) => (mayRead ? joined(prices.use(s, job), limits.asked(s, job, true)) : null)),
      ...(workload.operationsPerDay.length > 0
        ? [restore === null || !reads ? asked(s, operations) : null]
        : []),
    ];
  });
  return kinds.map((p) => {
    const { workload: kind } = itemAt(context.populations, p);
    return held.map((store, s): StoreUse => {
      const parts = partsOf(p, s);
      const { storage } = store.edition.rules;
      const softDays = (storage.softDeleteHours ?? 0) / HOURS_PER_DAY;
      const minimumDays = Math.max(0, storage.minimumHours / HOURS_PER_DAY - softDays);
      const early = prices.monthly(s, exitPart(kind, storage.softDeleteHours ?? 0, false));
      const sent = writer !== null && writerPaysEgress(context, store) ? parts.writerEgress : null;
      const arriving = asked(s, parts.arrival);
      const copied = memo((part: UsagePart) => asked(s, part));
      const looked = copied(requestsPart(COPY_ASKS.source));
      const copyOut = memo((part: UsagePart) => joined(copied(part), looked));
      const lists = prices.days * listsPerObjectDay(NIGHTLY_FROM_DAYS);
      const drop = prices.monthly(
        s,
        sumParts([
          { part: operationPart('DeleteObject'), times: 1 },
          { part: keptPart(kind, Infinity), times: softDays > 0 ? 1 : 0 },
        ]),
      );
      return {
        hold: joined(prices.monthly(s, parts.holding, true), limits.held(s, kind.meanSizeBytes)),
        read: [
          ...parts.reads.map((part) => (store.restore === 'never' ? null : asked(s, part))),
          ...itemAt(others, s),
        ],
        write: sent && writer !== null ? joined(arriving, prices.use(writer, sent)) : arriving,
        put: joined(arriving, asked(s, requestsPart(COPY_ASKS.target))),
        out: held.map((to) => copyOut(parts.copyOut(to))),
        list: copied(requestsPart({ ListObjectsV2: lists })),
        into: prices.use(s, transitionPart),
        drop,
        leave: joined(drop, copied(requestsPart(DELETION_ASKS.source))),
        early,
        minimumDays,
        earlyOnMove: storage.earlyDeleteOn.includes('transition'),
        isLeftBehind: kind.meanSizeBytes < store.edition.transitionFromBytes,
      };
    });
  });
}
