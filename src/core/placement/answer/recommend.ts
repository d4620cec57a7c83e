/**
 * The rule of what to recommend: least bill + effort + doubt among plans whose best estimate meets every requirement. Sure plans are
 * searched; those that are less sure, level by level, as long as the doubt of a level leaves room for something cheaper.
 */
import type { Steps } from '../../steps.ts';
import { LEVEL_STEPS } from '../judge/lateness.ts';

/** A plan and its bill + effort; 0 where its value alone tells that. */
export interface Costed<P> {
  plan: P;
  cost: number;
}

/** What was found at a level: the cheapest in bill + effort of all that hold there. */
export interface FoundAt<P> {
  best: P | null;
  /** No plan that holds at the level costs less. */
  bound: number;
  /** Others that were billed on the way. */
  kept: readonly Costed<P>[];
  isFinished: boolean;
}

export interface Rule<P> {
  /** What is asked; null: no latency is required. */
  asked: number | null;
  /** What a plan of this sureness carries for the risk of being wrong; infinite where it is out of the question. */
  doubt(sureness: number): number;
  /** Searches plans that hold at a level and cost less than `below`. */
  at(level: number, below: number): Steps<FoundAt<P>>;
  /** Bill + effort + doubt. */
  value(plan: P): number;
  sureness(plan: P): number | null;
  /** No hard limit is broken, the budget among them, which the search does not know. */
  isSound(plan: P): boolean;
  /** Of two plans that are worth the same. */
  prefer(a: P, b: P): number;
}

export interface Recommended<P> {
  plan: P;
  gap: number | null;
}

const STEP = 1 / LEVEL_STEPS;
/** Levels are passed over in strides, so that searches of two and of three stores ask the same. */
const STRIDE = 8 * STEP;
/** A plan must be as likely as not to hold. */
const BEST_ESTIMATE = 0.5;
/** Plans this near to the best are told apart by their exact bills. */
const NEAR = 1.01;
const SAME = 1e-9;
/** Two ways to add up a bill differ by less. */
export const ROUNDED = 1 + 1e-6;
/** Steps in which the surest plan is looked for where none is likely. */
const HALVINGS = 5;

/** `singles`: among which the surest plan is looked for where none is likely; null: it is not. */
export function* recommended<P>(
  rule: Rule<P>,
  known: readonly P[],
  singles: (() => readonly P[]) | null,
): Steps<Recommended<P> | null> {
  const { asked, doubt, value, prefer } = rule;
  let best: P | null = null;
  let isFinished = true;
  const worth = () => (best === null ? Infinity : value(best));
  const consider = (plan: P) => {
    const [now, next] = [worth(), value(plan)];
    if (!Number.isFinite(next)) return;
    if (next < now * (1 - SAME) || (next <= now * (1 + SAME) && best !== null && prefer(plan, best) < 0))
      best = plan;
  };
  const take = ({ best: found, kept, isFinished: done }: FoundAt<P>) => {
    for (const { plan, cost } of kept) if (cost <= worth() * ROUNDED) consider(plan);
    if (found !== null) consider(found);
    isFinished &&= done;
  };
  // Doubt is a share of the cheapest that is sure: what is less sure spares no search for that.
  const isSure = (plan: P) => (rule.sureness(plan) ?? 1) >= (asked ?? 0);
  for (const plan of known) if (isSure(plan)) consider(plan);
  const sure = Math.max(BEST_ESTIMATE, asked ?? 1);
  const mayBeUnsure = asked !== null && Number.isFinite(doubt(asked - STEP));
  let level = mayBeUnsure ? BEST_ESTIMATE : sure;
  // What costs least of all that is likely is often sure: then it is proved for every level at once.
  let found = yield* rule.at(level, worth() * NEAR);
  let { bound } = found;
  if (level < sure && found.best !== null && !isSure(found.best)) {
    const first = yield* rule.at(sure, worth() * NEAR);
    take(first);
    for (const plan of known) consider(plan);
    ({ bound } = first);
    for (;;) {
      take(found);
      if (found.best === null) {
        bound = Math.min(bound, found.bound);
        break;
      }
      const reached = Math.max(level, rule.sureness(found.best) ?? 1);
      // Of all that hold from this level on, the surest carry the least doubt.
      bound = Math.min(bound, found.bound + doubt(reached));
      level = reached + STEP;
      for (;;) {
        const next = Math.min(sure, (Math.floor(level / STRIDE + SAME) + 1) * STRIDE);
        const least = found.bound + doubt(next - STEP);
        if (level >= sure || least < worth() / NEAR) break;
        bound = Math.min(bound, least);
        level = next;
      }
      if (level >= sure) break;
      found = yield* rule.at(level, worth());
    }
  } else {
    take(found);
    for (const plan of known) consider(plan);
  }
  if (best !== null) {
    const total = worth();
    const gap = total > bound ? (total - bound) / Math.abs(total) : 0;
    return { plan: best, gap: isFinished ? gap : null };
  }
  const surest = singles && (yield* surestOf(rule, singles()));
  return surest === null ? null : { plan: surest, gap: null };
}

/** Where no plan is as likely as not: the one that is most likely, single stores first. */
function* surestOf<P>({ sureness, isSound, at, prefer }: Rule<P>, singles: readonly P[]): Steps<P | null> {
  const likely = (plan: P) => sureness(plan) ?? 1;
  let best = singles
    .filter((one) => likely(one) > 0)
    .reduce<P | null>(
      (a, b) =>
        a === null || likely(b) > likely(a) || (likely(b) === likely(a) && prefer(b, a) < 0) ? b : a,
      null,
    );
  let [low, high] = [best === null ? 0 : likely(best), BEST_ESTIMATE];
  for (let i = 0; i < HALVINGS && high - low > STEP; i += 1) {
    const middle = (low + high) / 2;
    const found: FoundAt<P> = yield* at(middle, Infinity);
    if (found.best === null || !isSound(found.best)) high = middle;
    else [best, low] = [found.best, Math.max(middle, likely(found.best))];
  }
  return best;
}
