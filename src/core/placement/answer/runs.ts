/** What a placement takes to run: rules, copy jobs, writes, routers and stores beyond the first. */
import { itemAt } from '../../at.ts';
import type { Run } from '../../report/plan-types.ts';
import { heldStores } from '../bill/parts.ts';
import type { PlanContext } from '../context/types.ts';
import { staysOf } from '../placement.ts';
import type { Placement } from '../placement.ts';
import { needsRouter } from '../routing.ts';
import { storesOf } from '../shape.ts';

/** None for one store; the copies that a scenario demands run anyway. `chosen`: CDNs that we chose for the readers. */
export function runsOf(context: PlanContext, placement: Placement, chosen: readonly string[] = []): Run[] {
  const { populations } = context;
  const held = heldStores(context);
  const isChosen = (store: number) => store < context.stores.length;
  const runs = new Map<string, Run>();
  const add = (code: Run['code'], from: string | null, to: string | null, atDays: number | null) =>
    runs.set([code, from, to, atDays].join(' '), { code, from, to, atDays });
  const ref = (store: number) => itemAt(held, store).ref;
  const [first, ...others] = storesOf(context, placement);
  if (placement.cache)
    return others.map((cold) => ({ code: 'cache', from: ref(cold), to: ref(first ?? cold), atDays: null }));
  /** Stores that something is run for, in which objects come to lie. */
  const fed = new Set<number>();
  const entered = { new: new Set<string>(), old: new Set<string>() };
  for (const [p, timeline] of placement.timelines.entries()) {
    const one = itemAt(populations, p);
    const written: number[] = [];
    for (const { entry, fromDays, toDays, into } of staysOf(timeline, one.workload.lifeDays)) {
      const { store, how, from } = entry;
      if (!isChosen(store)) continue;
      // A job looks first whether the other store has the object whole; what a job copied, it deletes.
      if (toDays !== null && into.length === 0) add('drop-job', ref(store), null, toDays);
      if (from === null) {
        written.push(store);
        continue;
      }
      fed.add(store);
      add(how === 'rule' ? 'lifecycle-rule' : 'copy-job', ref(from), ref(store), fromDays);
    }
    entered[one.stream].add(written.join());
    // Standing objects are in both already, and stay.
    if (one.stream === 'old') continue;
    const [main, ...besides] = written.sort((a, b) => Number(b === first) - Number(a === first));
    for (const store of besides) {
      fed.add(store);
      add('dual-write', main === undefined ? null : ref(main), ref(store), 0);
    }
  }
  const isSplit = entered.new.size > 1 || entered.old.size > 1;
  if (isSplit || (context.scenario.router === 'worker' && needsRouter(context, placement)))
    add('router', null, null, null);
  for (const store of others)
    if (!fed.has(store)) add('second-store', first === undefined ? null : ref(first), ref(store), null);
  for (const via of chosen) add('cdn', null, via, null);
  return [...runs.values()];
}
