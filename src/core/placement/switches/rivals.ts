/** Candidate stores that the proven best does without: what stands in their way, and the rate that would bring each in. */
import type { Question } from '../../question.ts';
import { overviewMoney } from '../../text/money.ts';
import type { Candidate } from '../../report/plan-types.ts';
import type { PriceIn, Rival } from '../../report/switch-types.ts';
import { candidateLatency } from '../worked/candidate-latency.ts';
import { candidateOf } from '../worked/candidate.ts';
import { storesOfAny } from '../not-by-age/placement.ts';
import type { AnyPlacement } from '../not-by-age/placement.ts';
import { singleStore } from '../policy.ts';
import { changesAlong } from './course.ts';
import { priceKnobs } from './price-knobs.ts';
import type { PriceKnob } from './price-knobs.ts';
import { placed, rateWords } from './switch-words.ts';
import { turning } from './switch-points.ts';
import { pricedScenario } from './priced-scenario.ts';
import type { Contender, PricedScenario } from './priced-scenario.ts';
import type { Steps } from '../../steps.ts';

/** A pause, or the next rival; in the order of the candidates. Nothing where no plan is proven. */
type RivalSteps = Steps<void, Rival | undefined>;

/** Throws as `plan` does. */
export function* planRivals(question: Question): RivalSteps {
  const { scenario } = question;
  const today = pricedScenario(scenario, question);
  const winner = today.winner();
  if (!winner) return;
  for (const [s, store] of today.context.stores.entries()) {
    if (has(winner.placement, s)) continue;
    const own = today.bestWith(s);
    yield undefined;
    const placement = own?.placement ?? singleStore(s, today.context.workload.readers.length);
    const prices: PriceIn[] = [];
    for (const knob of priceKnobs(today, placement, s)) {
      const found = yield* priceIn(knob, s, today, question);
      if (found) prices.push(found);
    }
    const discounts = { ...scenario.discounts, [store.store]: 1 };
    const free = pricedScenario({ ...scenario, discounts }, question, { like: today }).winner();
    yield undefined;
    const alone = aloneIn(today, s);
    const found: Omit<Rival, 'words'> = {
      store: store.ref,
      id: own?.id ?? null,
      more: own ? own.total - winner.total : null,
      alone: alone.feasible,
      violations: alone.violations,
      prices,
      ifFree: free !== null && has(free.placement, s),
    };
    yield { ...found, words: rivalWords(today, found, own?.placement ?? null) };
  }
}

function has(placement: AnyPlacement, store: number): boolean {
  return storesOfAny(placement).includes(store);
}

/** The highest rate below today's at which the store is in the best plan. */
function* priceIn(
  knob: PriceKnob,
  store: number,
  today: PricedScenario,
  question: Question,
): Steps<PriceIn | null> {
  const isIn = (one: Contender) => has(one.placement, store);
  const { course } = turning(knob, question, (a, b) => isIn(a) === isIn(b));
  const now = knob.now ?? 0;
  const changes = yield* changesAlong(course, [0, now]);
  const last = changes.findLast(({ below }) => below !== null && isIn(below));
  if (!last?.below) return null;
  return { meter: knob.meter, unit: knob.unit, now, value: last.low, id: last.below.id };
}

function aloneIn(
  { context, grid, ground, contest }: PricedScenario,
  store: number,
): Pick<Candidate, 'feasible' | 'violations'> {
  const policy = singleStore(store, context.workload.readers.length);
  const worked = {
    context,
    exact: ground.exact,
    grid,
    latency: candidateLatency(context, grid),
    verdicts: contest.judged,
    probeCost: () => null,
  };
  return candidateOf(worked, policy, contest.evaluate(policy)?.feasible ?? 'no');
}

function rivalWords(
  today: PricedScenario,
  rival: Omit<Rival, 'words'>,
  placement: AnyPlacement | null,
): string {
  const { context, currency } = today;
  const [violation] = rival.violations;
  const alone = violation
    ? ` Alone it fails ${violation.requirement}: ${violation.found} against ${violation.required}.`
    : rival.alone === 'unproven'
      ? ' Alone it is not proven.'
      : '';
  const best =
    rival.more === null
      ? 'No plan with it is proven.'
      : `Its best plan, ${placed(context, placement)}, costs ${overviewMoney(rival.more, currency)} a month more.`;
  const cheaper = rival.prices.map(
    ({ meter, unit, now, value }) => `${meter} at ${rateWords(unit, value)} (now ${rateWords(unit, now)})`,
  );
  const price =
    cheaper.length > 0
      ? `It would be in the best plan with ${cheaper.join(', or ')}.`
      : rival.ifFree
        ? 'No one of its rates would bring it in, only several at once.'
        : rival.more === null
          ? 'No price would bring it in.'
          : 'No price would bring it in: even free of charge it is not in the best plan.';
  return `${rival.store}: ${best}${alone} ${price}`;
}
