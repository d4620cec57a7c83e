/** A scenario's desk: the recommended placement by the whole rule, and what any placement is worth there. */
import { allSteps } from '../steps.ts';
import type { Steps } from '../steps.ts';
import { lazily, memo, memoWith } from '../memo.ts';
import type { Question } from '../question.ts';
import type { Effort } from '../report/plan-types.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { BilledMonths } from '../workload/workload.ts';
import { effortOf, effortPrices, mechanismsOf } from './answer/effort.ts';
import type { EffortPrices } from './answer/effort.ts';
import { ROUNDED, recommended } from './answer/recommend.ts';
import type { Costed, FoundAt, Rule } from './answer/recommend.ts';
import type { Advised, BestOptions, Desk, Judged } from './desk-types.ts';
import { budgetIn, dollarsFor } from './context/plan-currency.ts';
import { baseOf } from './base.ts';
import type { Base } from './base.ts';
import { LIKELY } from './judge/lateness.ts';
import type { Lateness } from './judge/lateness.ts';
import { slowIn } from './judge/slow.ts';
import { weighed } from './judge/weighed.ts';
import type { Facts } from './judge/weighed.ts';
import { arrangementOf, placementId, singlePlacement } from './ids.ts';
import type { Placement } from './placement.ts';
import { placementOf } from './problem/placement-of.ts';
import { roomsOf } from './room.ts';
import { serveInTime } from './serve.ts';
import type { Serve } from './serve.ts';
import type { Room } from './room.ts';
import { searchSteps } from './search/search.ts';
import type { Begun } from './search/search.ts';

/** With what only the plan in full asks of it. */
export interface FullDesk extends Desk {
  rooms: readonly Room[];
  roomOf(placement: Placement): Room;
  bestSteps(options?: BestOptions): Steps<Advised | null>;
  /** Plans that hold at a level; not strict: also those that stand under a condition. */
  at(level: number, below: number, options: AtOptions): Steps<FoundAt<Placement>>;
  /** Bills the pairs of stores that cost least, to be shown beside the best. */
  shownSteps(limits?: Pick<BestOptions, 'scans'>): Steps<void>;
  /** Who answers where nobody chose, by the best estimate. */
  serve: Serve;
  /** Everything in each store. */
  singles(): readonly Placement[];
  /** The cheapest caches of one's own that hold at a level, known from then on. */
  caches(level: number, below: number, options?: CacheOptions): readonly Placement[];
  effort(placement: Placement): Effort;
  prices(): EffortPrices;
  scenario: Scenario;
  /** Bill of the simplest placement that holds, which effort is a share of. */
  base(): Base;
  /** What doubt is a share of. */
  doubtBase(): number;
  /** The cheapest plan that is sure enough, of those that searches have found; null: none did, or no latency is asked. */
  sure(): Placement | null;
  /** Dollars for one unit of its currency. */
  inDollars: number;
  /** Of a month, in its currency: the scenario gives dollars. */
  budget: number | undefined;
  /** What is asked; null: no latency is. */
  asked: number | null;
  lateness: Lateness;
  /** Of all reads, by the best estimate; null where it is not known. */
  p99Ms(placement: Placement): number | null;
  /** Every placement that a search has billed, by id. */
  known: ReadonlyMap<string, Placement>;
}

export interface AtOptions extends Pick<BestOptions, 'stores' | 'scans'> {
  /** Plans of the cheapest pairs of stores are billed too, to be shown beside the best. */
  shown?: boolean;
  isStrict?: boolean;
  effort?: EffortPrices;
  /** The p99 of reads that the best estimate is to keep, besides what the scenario requires. */
  withinMs?: number;
}

interface CacheOptions extends Pick<AtOptions, 'isStrict' | 'effort'> {
  most?: number;
}

/** The search promises 1 %: a larger gap is left where its evaluations ran out. */
const PROMISED = 0.0101;
/** Of months that differ the search knows their mean alone: that leaves room for what their own bills add. */
const TOLERANCE_OF_MEANS = 0.005;

/** Made once for a question. `billed`: the months that bills are taken over, where they are others. Throws `RangeError` as `planContext` does. */
export function deskOf(question: Question, billed?: BilledMonths): FullDesk {
  return billed ? deskIn(question, question.scenario, billed) : usualDesk(question);
}

const usualDesk = memoWith((question: Question) => deskIn(question, question.scenario));

/** The same question with another scenario. Placements of the one can be judged at the other. */
export function deskAt({ question }: Desk, scenario: Scenario): FullDesk {
  return deskIn({ ...question, scenario }, scenario);
}

function deskIn(question: Question, scenario: Scenario, billed?: BilledMonths): FullDesk {
  const rooms = roomsOf(question, scenario, billed);
  const [first] = rooms;
  if (!first) throw new RangeError('a scenario has at least one room');
  const { context } = first;
  const currency = context.billing.into;
  const asked = first.lateness.isAsked ? scenario.requirements.sureness : null;
  const inDollars = dollarsFor(currency, scenario);
  const budget = budgetIn(currency, scenario);
  const ofPlacement = (placement: Placement) => rooms.find(({ cdn }) => cdn === placement.cdn) ?? first;
  const serve = serveInTime(context, first.lateness, LIKELY);
  const id = memoWith((placement: Placement) => placementId(context, placement, serve));
  const known = new Map<string, Placement>();
  const singles = lazily(() => context.stores.map((_, s) => singlePlacement(context, s, serve)));

  /** What does not hang on effort, which is a share of the base. */
  const checks = memoWith((placement: Placement) => {
    const { bill, sureness, judgement } = ofPlacement(placement);
    return { ...bill(placement), ...sureness(placement), ...judgement(placement) };
  });
  const base = lazily(() => baseOf(checks, singles(), asked));
  const prices = lazily(() => effortPrices(scenario, base().amount, inDollars));
  /** The cheapest plan that is sure enough, and its bill + effort, once it was searched. */
  let sure: { placement: Placement; value: number } | null = null;
  const doubtBase = () => Math.min(base().amount, sure?.value ?? Infinity);
  const doubtOf = (level: number | null) => {
    if (asked === null || level === null || level >= asked) return 0;
    return scenario.doubt === 'none' ? Infinity : ((asked - level) / asked) * doubtBase();
  };
  const effort = (placement: Placement) => effortOf(mechanismsOf(context, placement), prices());

  /** All but the doubt, which hangs on what was found sure. */
  const facts = memo((key: string): Facts => {
    const placement = known.get(key);
    if (!placement) throw new RangeError('a placement is known before it is judged');
    const room = ofPlacement(placement);
    const { level, byRequirement, keeps: _, ...checked } = checks(placement);
    const slow =
      checked.notMeasured.length > 0 ? [] : slowIn(room.lateness, room.latency(), placement, byRequirement);
    return {
      ...checked,
      effort: effort(placement).total,
      sureness: level,
      violations: [...slow, ...checked.violations],
    };
  });
  const judge = (placement: Placement): Judged => {
    const key = id(placement);
    if (!known.has(key)) known.set(key, placement);
    const own = facts(key);
    return weighed(own, { budget, asked, doubt: doubtOf(own.sureness) });
  };

  const isSound = (placement: Placement) => {
    const { violations, conditions, high } = judge(placement);
    return violations.length === 0 && conditions.length === 0 && high !== null;
  };

  const note = (found: readonly Placement[]) => {
    for (const one of found) {
      const key = id(one);
      if (!known.has(key)) known.set(key, one);
    }
  };
  const costWith = (placement: Placement, own: EffortPrices) =>
    (ofPlacement(placement).bill(placement).high ?? Infinity) +
    effortOf(mechanismsOf(context, placement), own).total;

  const caches: FullDesk['caches'] = (
    level,
    below,
    { isStrict = true, effort: own = prices(), most = 1 } = {},
  ) => {
    const found = first.caches(singles())({
      below,
      most,
      effort: (cache) => effortOf(mechanismsOf(context, cache), own).total,
      isFine(cache) {
        if (!first.holds(cache, level)) return false;
        const { violations, conditions } = first.judgement(cache);
        return violations.length === 0 && (!isStrict || conditions.length === 0);
      },
    });
    note(found);
    return found;
  };

  /** Searches of single stores and pairs, by room, level and strictness. */
  const begun = new Map<string, Begun>();

  function* at(
    level: number,
    below: number,
    { isStrict = true, effort: own = prices(), withinMs, ...limits }: AtOptions = {},
  ): Steps<FoundAt<Placement>> {
    const kept: Costed<Placement>[] = [];
    let [best, top, bound, isFinished]: [Placement | null, number, number, boolean] = [
      null,
      below,
      Infinity,
      true,
    ];
    const isUsual = own === prices() && withinMs === undefined && limits.scans === undefined;
    for (const room of rooms) {
      const more = room.cdn === undefined ? 0 : own.cdn;
      // The bills of months that differ may come to less than the bill of their mean.
      const isMean = room.context.workload.months.length > 1;
      const options = {
        below: top - more,
        ...(isMean ? { tolerance: TOLERANCE_OF_MEANS } : {}),
        ...limits,
      };
      const key = [room.cdn, level, isStrict].join(' ');
      const before = isUsual ? begun.get(key) : undefined;
      const found = yield* before && before.below >= options.below
        ? searchSteps(before.problem, { ...options, begun: before })
        : searchSteps(room.problem(level, isStrict, own, withinMs), options);
      if (isUsual && limits.stores === 2) begun.set(key, found.begun);
      const placed = (one: (typeof found)['kept'][number]): Placement => {
        const placement = placementOf(room.context, one);
        return room.cdn === undefined ? placement : { ...placement, cdn: room.cdn };
      };
      for (const one of found.kept)
        kept.push({ plan: placed(one), cost: isMean ? 0 : one.bill + one.effort + more });
      const total = found.best ? found.best.bill + found.best.effort : top - more;
      isFinished &&= !Number.isFinite(total) || total - found.bound <= PROMISED * Math.abs(total);
      const over = found.best && isMean ? total + more - costWith(placed(found.best), own) : 0;
      bound = Math.min(bound, found.bound + more - Math.max(0, over));
      if (found.best === null) continue;
      best = placed(found.best);
      top = total + more;
      kept.push({ plan: best, cost: isMean ? 0 : top });
    }
    const seeksCaches = limits.stores !== 1 && withinMs === undefined;
    for (const one of seeksCaches ? caches(level, top, { isStrict, effort: own }) : []) {
      const total = costWith(one, own);
      kept.push({ plan: one, cost: total });
      bound = Math.min(bound, total);
      if (total < top) [best, top] = [one, total];
    }
    note(kept.map(({ plan }) => plan));
    return { best, bound, kept, isFinished };
  }

  function* bestSteps({ known: before = [], likely, ...limits }: BestOptions = {}): Steps<Advised | null> {
    const { stores = 3 } = limits;
    const rule: Rule<Placement> = {
      asked,
      doubt: doubtOf,
      *at(level, below) {
        const found = yield* at(level, below, limits);
        if (asked !== null)
          for (const { plan: placement, cost } of [
            ...found.kept,
            ...before.map((plan) => ({ plan, cost: 0 })),
          ]) {
            if (cost > (sure?.value ?? Infinity) * ROUNDED) continue;
            const { value, sureness } = judge(placement);
            if (sureness !== null && sureness >= asked && value < (sure?.value ?? Infinity))
              sure = { placement, value };
          }
        return found;
      },
      value: (placement) => judge(placement).value,
      sureness: (placement) => judge(placement).sureness,
      isSound,
      prefer: (a, b) => storesIn(a) - storesIn(b) || (id(a) < id(b) ? -1 : 1),
    };
    if (!likely) note(singles());
    const found = yield* recommended(rule, before, likely ? null : () => singles().filter(isSound));
    return (
      found && {
        placement: found.plan,
        judged: judge(found.plan),
        gap: stores === 3 ? found.gap : null,
      }
    );
  }

  let isShown = false;
  function* shownSteps(limits: Pick<BestOptions, 'scans'> = {}): Steps<void> {
    if (isShown) return;
    isShown = true;
    yield* at(asked ?? 1, Infinity, { ...limits, stores: 2, shown: true });
  }

  const usual = lazily(() => ({ best: allSteps(bestSteps()) }));
  return {
    question,
    context,
    lateness: first.lateness,
    currency,
    rooms,
    roomOf: ofPlacement,
    asked,
    inDollars,
    budget,
    known,
    serve,
    singles,
    caches,
    base,
    doubtBase,
    sure: () => sure?.placement ?? null,
    effort,
    prices,
    scenario,
    judge,
    p99Ms: (placement) => ofPlacement(placement).latency().readP99(placement),
    at,
    bestSteps,
    shownSteps,
    best: (options) => (options ? allSteps(bestSteps(options)) : usual().best),
    id,
    arrangement: (placement) => arrangementOf(context, placement),
  };
}

function storesIn({ timelines }: Placement): number {
  return new Set(timelines.flatMap((one) => one.flatMap(({ holders }) => holders))).size;
}
