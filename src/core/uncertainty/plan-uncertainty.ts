/**
 * How sure a plan is: its candidates billed and judged in many quasi-random draws of every range and of every store's place in its
 * latency band, the same draws for all. What it recommends stays; this says how often it is right, what it costs to be wrong, which input
 * matters and what knowing it is worth.
 */
import { addAt, itemAt, numberAt } from '../at.ts';
import { hasBand } from '../latency/levels.ts';
import type { Answered } from '../placement/answer/answered.ts';
import { withValues } from '../placement/variations/ranges.ts';
import { deskAt } from '../placement/desk.ts';
import type { FullDesk } from '../placement/desk.ts';
import type { Placement } from '../placement/placement.ts';
import { currencyOf } from '../report/currency-of.ts';
import type { Plan } from '../report/plan-types.ts';
import type { Measure, UncertainInput, Uncertainty } from '../report/uncertainty-types.ts';
import { drawOf } from './at-draw.ts';
import { disputedPrices } from './disputed-prices.ts';
import { informationOf } from './information.ts';
import { rangedInputs } from './inputs.ts';
import type { DrawnInput } from './inputs.ts';
import { sobolPoints } from './sobol.ts';
import { candidateOdds, tallyOf } from './tally.ts';
import type { Contestant, Tally } from './tally.ts';
import { tornadoOf } from './tornado.ts';
import { winShares } from './outcomes.ts';
import { allSteps } from '../steps.ts';
import type { Steps } from '../steps.ts';

interface UncertaintyOptions {
  /** A power of two fills every axis evenly. */
  draws?: number;
}

export const DEFAULT_DRAWS = 256;
export const MOST_DRAWS = 65_536;

/** Draws whose winner is searched for, besides the placements that the plan shows. */
const SEARCHED = 9;
/** Coordinates that no input uses, to see what chance makes of them. */
const IDLE = 4;
/** What sums of costs in another order may differ by. */
const ROUNDING = 1e-9;
const SEED = 20_261_122;

/** Null where nothing in the scenario is a range. Throws as `plan` does. */
export function planUncertainty(
  desk: FullDesk,
  answer: Answered,
  options: UncertaintyOptions = {},
): Uncertainty | null {
  return allSteps(uncertaintySteps(desk, answer, options));
}

/** The same with a pause after each draw, a millisecond or so apart: who drives it may do something else then, or stop. */
export function* uncertaintySteps(
  desk: FullDesk,
  answer: Answered,
  { draws = DEFAULT_DRAWS }: UncertaintyOptions = {},
): Steps<Uncertainty | null> {
  if (!Number.isInteger(draws) || draws < 1 || draws > MOST_DRAWS)
    throw new RangeError(`draws are a whole number from 1 to ${MOST_DRAWS}`);
  const { scenario, archive } = desk.question;
  const ranges = rangedInputs(scenario);
  if (ranges.length === 0) return null;

  const { plan } = answer;
  const prices = disputedPrices(archive, desk.context.stores);
  const inputs = [...ranges, ...bandedInputs(desk), ...prices.inputs];
  const dimensions = inputs.length + IDLE;
  const points = sobolPoints(draws, dimensions, SEED);
  const share = (d: number, i: number) => numberAt(points, d * dimensions + i);
  const valuesOf = (d: number) => new Map(inputs.map(({ shown, at }, i) => [shown.path, at(share(d, i))]));

  const contestants = shownContestants(answer);
  const known = contestants.map(({ placement }) => placement);
  for (let d = 0; d < Math.min(SEARCHED, draws); d += 1) {
    const found = deskAt(desk, withValues(scenario, valuesOf(d))).best({
      known,
      stores: 2,
    });
    const placement = found?.placement;
    if (placement && !contestants.some((one) => isAlike(desk, one.placement, placement)))
      contestants.push({ id: desk.id(placement), placement, shown: false });
    yield;
  }

  const chosenPlan = plan.candidates.find(({ id }) => id === plan.recommendation?.id);
  const tally: Tally = tallyOf(contestants.length, draws, chosenPlan?.monthly.atLeast ?? false);
  for (let d = 0; d < draws; d += 1) {
    const values = valuesOf(d);
    const draw = drawOf(desk, withValues(scenario, values), prices.at(values));
    const judge = draw.judge((store) => values.get(levelPath(desk, store)) ?? 0.5);
    let [winner, least] = [-1, Infinity];
    for (const [p, { placement }] of contestants.entries()) {
      tally.note(p, d, judge(placement));
      const value = draw.value(placement);
      if (value < least) [winner, least] = [p, value];
    }
    if (winner >= 0) addAt(tally.recommended, winner, 1);
    yield;
  }

  const columns = Array.from({ length: dimensions }, (_, i) =>
    Float64Array.from({ length: draws }, (_one, d) => share(d, i)),
  );
  const chosen = contestants.findIndex(({ id }) => id === chosenPlan?.id);
  const { outcomes } = tally;
  const worth =
    chosen < 0
      ? null
      : informationOf(outcomes, chosen, columns.slice(0, inputs.length), columns.slice(inputs.length));
  const tornado = yield* tornadoOf(plan, contestants, scenario, ranges, desk, prices);
  return {
    draws,
    currency: currencyOf(plan),
    inputs: inputs.map(({ shown }) => shown),
    candidates: candidateOdds(contestants, tally, chosen),
    noneWins: winShares(outcomes).none,
    tornado,
    information: worth && {
      best: contestants[worth.best]?.id ?? '',
      everything: worth.everything,
      noise: worth.noise,
      inputs: inputs
        .map(({ shown }, i) => {
          const value = itemAt(worth.each, i);
          return {
            path: shown.path,
            worth: value,
            clear: value > worth.noise + ROUNDING * (chosenPlan?.monthly.total ?? 0),
            measure: measureOf(shown, plan),
          };
        })
        .sort((a, b) => b.worth - a.worth || (a.path < b.path ? -1 : 1)),
    },
  };
}

/** The cards, the runner-up and every single store. */
function shownContestants({ plan, placements }: Answered): Contestant[] {
  const wanted = new Set([...plan.cards, plan.runnerUp?.id]);
  return plan.candidates.flatMap(({ id, kind }, i) => {
    const placement = itemAt(placements, i);
    return wanted.has(id) || kind === 'single' ? [{ id, placement, shown: true }] : [];
  });
}

/** The same stores entered alike, whatever the ages of the moves. */
function isAlike(desk: FullDesk, a: Placement, b: Placement): boolean {
  return desk.arrangement(a) === desk.arrangement(b);
}

/** Of each store whose latency for some reader lies in a band: where in it. */
function bandedInputs(desk: FullDesk): DrawnInput[] {
  const { context, rooms } = desk;
  const { readers, classes } = context.workload;
  const isBanded = (s: number, q: number, k: number) =>
    (['total', 'first_byte'] as const).some((metric) =>
      hasBand(rooms[0]?.grid.read(s, q, k, metric) ?? null),
    );
  return context.stores.flatMap(({ ref: store }, s): DrawnInput[] =>
    readers.some((_, q) => classes.some((_class, k) => isBanded(s, q, k)))
      ? [
          {
            shown: { path: levelPath(desk, s), kind: 'latency', store, low: 0.05, high: 0.95, used: 0.5 },
            at: (u) => u,
          },
        ]
      : [],
  );
}

const levelPath = ({ context }: FullDesk, store: number) => `latency.${context.stores[store]?.ref}`;

/** What a log of requests says (`workload/profile-scenario.ts`). */
const IN_A_LOG = [/\.size$/, /\.arrivals$/, /\.retention$/, /\.rate$/];

/** Which of our commands would measure an input, and for how much; null where none would. */
function measureOf({ path, kind, store }: UncertainInput, { candidates }: Plan): Measure | null {
  if (kind === 'range')
    return IN_A_LOG.some((one) => one.test(path))
      ? { command: 'stowage derive LOG... --scenario', price: 0, place: null }
      : null;
  // A price is not measured: its provider says which source is right.
  if (kind === 'price') return null;
  const missing = candidates.flatMap((one) => one.missing).find((one) => one.store === store);
  return missing ? { command: missing.probe, price: missing.probeCost, place: missing.place } : null;
}
