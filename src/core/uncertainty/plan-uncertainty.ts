/**
 * How sure a plan is: its candidates billed and judged in many quasi-random draws of every range and of every store's place in its
 * latency band, the same draws for all. What it recommends stays; this says how often it is right, what it costs to be wrong, which input
 * matters and what knowing it is worth.
 */
import { addAt, itemAt, numberAt } from '../at.ts';
import { hasBand } from '../latency/levels.ts';
import type { Answered } from '../placement/answer/answered.ts';
import { withValues } from '../placement/variations/range-ends.ts';
import { deskAt } from '../placement/desk.ts';
import type { FullDesk } from '../placement/desk.ts';
import type { Placement } from '../placement/placement.ts';
import { currencyOf } from '../report/currency-of.ts';
import type { Plan } from '../report/plan-types.ts';
import type { Measure, UncertainInput, Uncertainty } from '../report/uncertainty-types.ts';
import { drawOf } from './at-draw.ts';
import type { Draw } from './at-draw.ts';
import { disputedPrices } from './disputed-prices.ts';
import { informationOf } from './information.ts';
import { rangedInputs } from './inputs.ts';
import type { RangedInput } from './inputs.ts';
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

  const { context } = desk;
  const { plan } = answer;
  const banded = bandedStores(desk);
  const prices = disputedPrices(archive, context.stores);
  const used = ranges.length + banded.length + prices.inputs.length;
  const dimensions = used + IDLE;
  const points = sobolPoints(draws, dimensions, SEED);
  const share = (d: number, i: number) => numberAt(points, d * dimensions + i);
  const levels = (d: number) => (store: number) => {
    const i = banded.indexOf(store);
    return i < 0 ? 0.5 : share(d, ranges.length + i);
  };
  const valuesOf = (d: number, inputs: readonly RangedInput[], from: number) =>
    new Map(inputs.map(({ path, at }, i) => [path, at(share(d, from + i))]));
  const drawn = (d: number): Draw =>
    drawOf(
      desk,
      withValues(scenario, valuesOf(d, ranges, 0)),
      prices.at(valuesOf(d, prices.inputs, ranges.length + banded.length)),
    );

  const contestants = shownContestants(answer);
  const known = contestants.map(({ placement }) => placement);
  for (let d = 0; d < Math.min(SEARCHED, draws); d += 1) {
    const found = deskAt(desk, withValues(scenario, valuesOf(d, ranges, 0))).best({
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
    const draw = drawn(d);
    const judge = draw.judge(levels(d));
    let [winner, least] = [-1, Infinity];
    for (const [p, { placement }] of contestants.entries()) {
      tally.note(p, d, judge(placement));
      const value = draw.value(placement);
      if (value < least) [winner, least] = [p, value];
    }
    if (winner >= 0) addAt(tally.recommended, winner, 1);
    yield;
  }

  const inputs: UncertainInput[] = [
    ...ranges.map(({ path, low, high, used }) => ({
      path,
      kind: 'range' as const,
      store: null,
      low,
      high,
      used,
    })),
    ...banded.map((store) => ({
      path: `latency.${context.stores[store]?.ref}`,
      kind: 'latency' as const,
      store: context.stores[store]?.ref ?? null,
      low: 0.05,
      high: 0.95,
      used: 0.5,
    })),
    ...prices.inputs.map(({ path, store, low, high, used: taken }) => ({
      path,
      kind: 'price' as const,
      store,
      low,
      high,
      used: taken,
    })),
  ];
  const columns = Array.from({ length: dimensions }, (_, i) =>
    Float64Array.from({ length: draws }, (_one, d) => share(d, i)),
  );
  const chosen = contestants.findIndex(({ id }) => id === chosenPlan?.id);
  const { outcomes } = tally;
  const worth =
    chosen < 0 ? null : informationOf(outcomes, chosen, columns.slice(0, used), columns.slice(used));
  const tornado = yield* tornadoOf(plan, contestants, scenario, ranges, desk, prices);
  return {
    draws,
    currency: currencyOf(plan),
    inputs,
    candidates: candidateOdds(contestants, tally, chosen),
    noneWins: winShares(outcomes).none,
    tornado,
    information: worth && {
      best: contestants[worth.best]?.id ?? '',
      everything: worth.everything,
      noise: worth.noise,
      inputs: inputs
        .map((input, i) => {
          const value = itemAt(worth.each, i);
          return {
            path: input.path,
            worth: value,
            clear: value > worth.noise + ROUNDING * (chosenPlan?.monthly.total ?? 0),
            measure: measureOf(input, plan),
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

/** Stores whose latency for some reader lies in a band. */
function bandedStores({ context, rooms: [room] }: FullDesk): number[] {
  const { readers, classes } = context.workload;
  return [...context.stores.keys()].filter((s) =>
    readers.some((_, q) =>
      classes.some(
        (_class, k) =>
          hasBand(room?.grid.read(s, q, k, 'total') ?? null) ||
          hasBand(room?.grid.read(s, q, k, 'first_byte') ?? null),
      ),
    ),
  );
}

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
