/** What a placement must earn a month for what has to be run beside one store. Never in a bill, always in the choice. */
import type { Effort } from '../../report/plan-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { hasRule } from '../context/candidate-store.ts';
import type { PlanContext } from '../context/types.ts';
import { staysOf } from '../placement.ts';
import type { Placement } from '../placement.ts';

/** A month, in the currency of the plan, for one of each. */
export interface EffortPrices {
  /** A lifecycle rule, a second store in one account, or a second write there. */
  rule: number;
  /** A further account or region holding objects, each copy job or second write between them, or a job inside one. */
  account: number;
  /** A router by size or popularity, or a cache of one's own. */
  router: number;
  /** A CDN that is chosen and not there already. */
  cdn: number;
}

export const NO_EFFORT: EffortPrices = { rule: 0, account: 0, router: 0, cdn: 0 };

/** How many of each a placement has. */
export type Mechanisms = Record<keyof EffortPrices, number>;

/** `base`: bill of the simplest placement that holds; `inDollars`: dollars for one unit of the plan's currency. */
export function effortPrices({ effort }: Scenario, base: number, inDollars: number): EffortPrices {
  const price = ({ share, atLeast }: { share: number; atLeast: number }) =>
    Math.max(share * base, atLeast / inDollars);
  return {
    rule: price(effort.rule),
    account: price(effort.account),
    router: price(effort.router),
    cdn: price(effort.cdn),
  };
}

/** Copies that the scenario demands are none of its mechanisms. */
export function mechanismsOf(
  { stores, copies, populations }: Pick<PlanContext, 'stores' | 'copies' | 'populations'>,
  { timelines, cdn, cache }: Placement,
): Mechanisms {
  const chosen = new Set<number>();
  const rules = new Set<string>();
  /** Copy jobs between accounts. */
  const jobs = new Set<string>();
  let [within, written, writtenWithin] = [0, 0, 0];
  const held = [...stores, ...copies];
  const account = (s: number) => `${held[s]?.site.provider}@${held[s]?.region}`;
  for (const [p, timeline] of timelines.entries()) {
    for (const s of timeline.flatMap(({ holders }) => holders)) if (s < stores.length) chosen.add(s);
    for (const { store, how, from } of timeline.flatMap(({ entered }) => entered)) {
      if (from === null) continue;
      if (how === 'rule') rules.add(`${from} ${store}`);
      else if (account(from) === account(store)) within = 1;
      else jobs.add(`${from} ${store}`);
    }
    // What a job copied, it deletes. A job that deletes a copy held in another account takes the effort of a rule.
    for (const { entry, toDays, into } of staysOf(timeline, populations[p]?.workload.lifeDays ?? Infinity)) {
      if (toDays === null || into.length > 0) continue;
      const after = timeline.findLast(({ fromDays }) => fromDays <= toDays)?.holders ?? [];
      if (after.some((s) => s < stores.length && account(s) === account(entry.store))) within = 1;
      else rules.add(`${entry.store}`);
    }
    const first = (timeline[0]?.holders ?? []).filter((s) => s < stores.length).map(account);
    const apart = new Set(first).size;
    writtenWithin = Math.max(writtenWithin, first.length - apart);
    if (populations[p]?.stream === 'new') written = Math.max(written, apart - 1);
  }
  if (cache) chosen.add(cache.hot);
  const accounts = new Set([...chosen].map(account)).size;
  const first = new Map<string, string>();
  let routed = 0;
  for (const [p, { stream, sizeClass, slice }] of populations.entries()) {
    const entered = timelines[p]?.[0]?.holders.join();
    if (entered === undefined) continue;
    // Where a rule joins two stores of one account, it tells standing objects apart by size as well.
    const tells = stream === 'old' && accounts === 1 && canFilter(stores, [...chosen]);
    const key = tells ? `${stream} ${slice === null ? '' : sizeClass}` : stream;
    if (tells && slice === null) continue;
    if ((first.get(key) ?? entered) !== entered) routed = 1;
    first.set(key, entered);
  }
  return {
    account: Math.max(0, accounts - 1, jobs.size + written) + within,
    rule: Math.max(chosen.size - accounts, rules.size + writtenWithin),
    router: cache ? 1 : routed,
    cdn: cdn === undefined ? 0 : 1,
  };
}

function canFilter(stores: PlanContext['stores'], chosen: readonly number[]): boolean {
  const all = chosen.flatMap((s) => stores[s] ?? []);
  return all.some((from) => all.some((to) => from !== to && hasRule(from, to)));
}

export function effortOf(mechanisms: Mechanisms, prices: EffortPrices): Effort {
  const codes = ['rule', 'account', 'router', 'cdn'] as const;
  const lines = codes.flatMap((code) =>
    mechanisms[code] > 0 ? [{ code, count: mechanisms[code], amount: mechanisms[code] * prices[code] }] : [],
  );
  return { total: lines.reduce((sum, { amount }) => sum + amount, 0), lines };
}
