/** The certified plan of a scenario: the search to its end, the other cards, and what is remarked on. */
import type { Candidate, Plan } from '../../report/plan-types.ts';
import { memoWith } from '../../memo.ts';
import { cacheFigures, cachePart } from '../../rereads/caches/figures.ts';
import { cacheSearch } from '../../rereads/caches/search.ts';
import { allSteps } from '../../steps.ts';
import type { Steps } from '../../steps.ts';
import { answerFrom, contendersOf, limits } from './answered.ts';
import type { Answered, Certifying, Found, PlanOptions } from './answered.ts';
import { MOST_OF_FASTER, cardsOf } from './cards.ts';
import type { Contender } from './cards.ts';
import { NO_EFFORT } from './effort.ts';
import { reasonsAgainst } from './reasons-against.ts';
import { reasonsOnReads } from './reasons-on-reads.ts';
import { remarksOf } from './remarks.ts';
import { bringCaches } from '../caches.ts';
import type { FullDesk } from '../desk.ts';
import type { Judged } from '../desk-types.ts';
import { LIKELY } from '../judge/lateness.ts';
import { missingOf } from '../judge/missing.ts';
import type { Placement } from '../placement.ts';

bringCaches({ search: cacheSearch, figures: cacheFigures, part: cachePart });

/** From one level of sureness to the next where cheaper plans that may fail are looked for. */
const OPEN_LEVELS = [1 / 256, 0.25];
/** Evaluations granted to what the plan says besides. */
const ASIDE_SCANS = 2000;
const BARE_SCANS = 100;
/** Of what the recommended costs. */
const MOST_OF_CACHES = 2;
/** Of the recommended one's p99: where what is faster is looked for. */
const FASTER_SHARES = [0.9, 0.7, 0.5];
/** Of its p99, what a plan gains on the one before it on the frontier. */
const LEAST_FASTER = 0.02;
const TOGETHER = 1e-9;

export const certifying: Certifying = {
  cards: cardsOf,
  frontier: frontierOf,
  bare: bareOf,
  missing: missingOf,
  remarks: remarksOf,
  against: (context, chosen, candidates) => [
    ...reasonsOnReads(context, chosen),
    ...reasonsAgainst(context, chosen, candidates),
  ],
};

/** What a row shows: the cards alone. */
const forRow: Certifying = {
  ...certifying,
  frontier: () => [],
  bare: () => null,
  remarks: () => [],
  against: reasonsOnReads,
};

/** The plan, certified; without options once for a desk. */
export function answered(desk: FullDesk, options?: PlanOptions): Answered {
  return options ? answerTo(desk, options) : usual(desk);
}

const answerTo = (desk: FullDesk, options?: PlanOptions) =>
  answerFrom(desk, allSteps(findSteps(desk, options)), options?.isRow ? forRow : certifying, options);
const usual = memoWith((desk: FullDesk) => answerTo(desk));

/** `quick`: what single stores and pairs gave, where that is known. */
export function* findSteps(desk: FullDesk, options: PlanOptions = {}, quick?: Found): Steps<Found> {
  const pairs = quick ? quick.best : yield* desk.bestSteps({ ...limits(options), stores: 2 });
  const best = yield* desk.bestSteps({ ...limits(options), known: pairs ? [pairs.placement] : [] });
  yield* desk.shownSteps(limits(options));
  if (best) {
    // Plans that may fail, for the second card: cheaper than the first, and more or less sure.
    const { high, effort } = best.judged;
    const below = (high ?? Infinity) + effort;
    let held = 0;
    for (const level of desk.asked === null ? [1] : OPEN_LEVELS) {
      // What holds at the next level holds at this one.
      if (held >= level) continue;
      const open = yield* desk.at(level, below, { stores: 2, isStrict: false, scans: ASIDE_SCANS });
      if (!open.best) break;
      held = desk.judge(open.best).sureness ?? 1;
    }
    // Caches are shown beside it, though they cost more and have to be run.
    for (const level of new Set([desk.asked ?? 1, LIKELY]))
      desk.caches(level, MOST_OF_CACHES * below, { effort: NO_EFFORT });
    const p99Ms = desk.p99Ms(best.placement);
    let fastest = p99Ms ?? 0;
    for (const share of FASTER_SHARES) {
      const withinMs = share * (p99Ms ?? 0);
      if (fastest <= withinMs) continue;
      const shown = share === FASTER_SHARES[0];
      const options = { stores: 2, scans: ASIDE_SCANS, withinMs, shown } as const;
      const faster = yield* desk.at(heldLevel(desk, best.judged), MOST_OF_FASTER * below, options);
      if (!faster.best) break;
      fastest = desk.p99Ms(faster.best) ?? fastest;
    }
  }
  return { best, isFinished: true, billed: [...desk.known.values()] };
}

/** Any placement in full, beside the plan's. `curves`: with the points of its latencies. */
export function candidateFor(desk: FullDesk, placement: Placement, curves = false): Candidate {
  return contendersOf(desk, certifying, curves)(placement).candidate();
}

/** Each the cheapest for some p99, the cheapest first, of all that was billed; what hardly gains on the one before is none. */
function frontierOf(pool: readonly Contender[]): Contender[] {
  const sorted = pool
    .filter(({ judged }) => judged.violations.length === 0 && judged.high === judged.low)
    .sort((a, b) => a.judged.low - b.judged.low);
  const found: Contender[] = [];
  let fastest = Infinity;
  for (const one of sorted) {
    const p99 = one.p99Ms();
    if (p99 === null || p99 > fastest * (1 - LEAST_FASTER)) continue;
    fastest = p99;
    found.push(one);
  }
  return found;
}

/** The level at which others hold as surely, as far as that is asked. */
function heldLevel({ asked }: FullDesk, { sureness }: Judged): number {
  return asked === null ? 1 : Math.max(LIKELY, Math.min(sureness ?? 1, asked));
}

/** What is cheapest whatever it takes to run, among what holds as surely. */
function bareOf(desk: FullDesk, { id, judged }: Contender): Plan['bare'] {
  const found = allSteps(
    desk.at(heldLevel(desk, judged), (judged.high ?? Infinity) * (1 - TOGETHER), {
      effort: NO_EFFORT,
      stores: 2,
      scans: BARE_SCANS,
    }),
  );
  const { best } = found;
  if (!best) return null;
  const saves = (judged.high ?? 0) - (desk.judge(best).high ?? Infinity);
  const bare = desk.id(best);
  return saves > 0 && bare !== id ? { id: bare, saves } : null;
}
