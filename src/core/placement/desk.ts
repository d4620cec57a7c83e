/** A scenario's desk: the recommended placement by the whole rule, and what any placement is worth there. */
import { itemAt } from '../at.ts';
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
import type { Rule } from './answer/recommend.ts';
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
import { roomsOf } from './room.ts';
import { serveInTime } from './serve.ts';
import type { Serve } from './serve.ts';
import type { Room } from './room.ts';
import { searchesOf } from './searches.ts';
import type { CacheOptions, SearchAt } from './searches.ts';

/** With what only the plan in full asks of it. */
export interface FullDesk extends Desk {
  rooms: readonly Room[];
  roomOf(placement: Placement): Room;
  bestSteps(options?: BestOptions): Steps<Advised | null>;
  /** Plans that hold at a level; not strict: also those that stand under a condition. */
  at: SearchAt;
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
  const first = itemAt(rooms, 0);
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
  /** Stores that move objects between tiers by themselves: at the same cost, that gains nothing. */
  const tieredIn = (placement: Placement) =>
    [...holdersIn(placement)].filter((s) => context.stores[s]?.edition.rules.storage.accessTiers.length)
      .length;

  const base = lazily(() =>
    baseOf(
      checks,
      singles().toSorted((a, b) => tieredIn(a) - tieredIn(b)),
      asked,
    ),
  );
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

  const at = searchesOf({ rooms, prices, caches, costWith, note });

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
      prefer: (a, b) =>
        holdersIn(a).size - holdersIn(b).size || tieredIn(a) - tieredIn(b) || (id(a) < id(b) ? -1 : 1),
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

function holdersIn({ timelines }: Placement): Set<number> {
  return new Set(timelines.flatMap((one) => one.flatMap(({ holders }) => holders)));
}
