/** Candidate stores that the recommended placement does without: what stands in their way, and the rate that would bring each in. */
import { leastBy } from '../../at.ts';
import { isOwn, scaledTerm } from '../../pricing/sheets/discounts.ts';
import type { Steps } from '../../steps.ts';
import { meterWords } from '../../answer/words/meters.ts';
import { violationWords } from '../../answer/words/condition.ts';
import { surePercent } from '../../answer/words/verdict.ts';
import type { PriceIn, Rival } from '../../report/switch-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { overviewMoney } from '../../text/money.ts';
import { inputFigure } from '../../report/input-figure.ts';
import { capital } from '../../text/words.ts';
import { itemise } from '../bill/bill-of.ts';
import { namesOfContext } from '../context/names.ts';
import type { FullDesk } from '../desk.ts';
import { singlePlacement } from '../ids.ts';
import type { Placement } from '../placement.ts';
import { changesAlong } from './changes.ts';
import { knownAlong } from './known.ts';
import type { Standing } from './known.ts';
import { priceKnobs } from './price-knobs.ts';
import type { PriceKnob } from './price-knobs.ts';
import { askedAt, billedOf, holds, standingOf } from './turned.ts';

/** A pause, or the next rival; in the order of the candidates. Nothing where no placement is recommended. */
type RivalSteps = Steps<void, Rival | undefined>;

export function* planRivals(desk: FullDesk): RivalSteps {
  const { context } = desk;
  const advised = desk.best();
  if (!advised) return;
  const best = standingOf(desk, advised.placement);
  const billed = billedOf(desk);
  for (const [s, store] of context.stores.entries()) {
    if (holds(desk, best.placement, s)) continue;
    yield undefined;
    const own = billed
      .filter(({ placement, value }) => value < Infinity && holds(desk, placement, s))
      .slice(0, 1);
    const scaled = (part: number) => scaledPrices(context.scenario, store.store, part);
    const found = yield* bringsIn(desk, s, { high: 1, at: scaled, known: [best, ...own] });
    const with_ = [...own, ...found.with.map((one) => standingOf(desk, one))].filter(
      ({ value }) => value < Infinity,
    );
    const cheapest = leastBy(with_, ({ value }) => value);
    const prices: PriceIn[] = [];
    const single = standingOf(desk, singlePlacement(context, s));
    const { monthly } = itemise(context, (cheapest ?? single).placement);
    if (found.isIn)
      for (const knob of priceKnobs(context.scenario, monthly, store)) {
        const known = cheapest ? [best, cheapest] : [best];
        const { last } = yield* bringsIn(desk, s, { high: knob.now ?? 0, at: knob.at, known });
        if (last) prices.push(priceIn(knob, last));
      }
    const { feasible, violations } = single.judged;
    const rival: Omit<Rival, 'words'> = {
      store: store.ref,
      id: cheapest?.id ?? null,
      more: cheapest && cheapest.judged.low - best.judged.low,
      alone: feasible,
      violations,
      prices,
      ifFree: found.isIn,
    };
    yield { ...rival, words: rivalWords(desk, rival, best, cheapest) };
  }
}

interface Cheaper {
  /** Today's, from nothing. */
  high: number;
  at(value: number): Scenario;
  known: readonly Standing[];
}

/** What is best as prices of the store fall from today's to nothing. */
function* bringsIn(
  desk: FullDesk,
  store: number,
  { high, at, known: before }: Cheaper,
): Steps<{ isIn: boolean; with: Placement[]; last: { value: number; id: string } | null }> {
  const isIn = (placement: Placement) => holds(desk, placement, store);
  const names = { id: desk.id, arrangement: (placement: Placement) => (isIn(placement) ? 'in' : 'out') };
  const known = knownAlong((value: number) => askedAt(desk, at(value)), names);
  for (const { placement } of before) known.add(placement);
  const changes = yield* changesAlong(known, [0, high]);
  const last = changes.findLast(({ below }) => below && isIn(below.placement));
  return {
    isIn: known.winner(0)?.arrangement === 'in',
    with: known.at(high).flatMap(({ placement }) => (isIn(placement) ? [placement] : [])),
    last: last?.below ? { value: last.low, id: last.below.id } : null,
  };
}

function priceIn({ meter, unit, now }: PriceKnob, { value, id }: { value: number; id: string }): PriceIn {
  return { meter, unit, now: now ?? 0, value, id };
}

/** Every price of a store at a part of what it is. */
function scaledPrices(scenario: Scenario, store: string, part: number): Scenario {
  const own = Object.entries({ [store]: 0, ...scenario.discounts }).filter(
    ([name, term]) => name === store || (isOwn(term) && name.split(/[@:]/)[0] === store),
  );
  const discounts = Object.fromEntries(own.map(([name, term]) => [name, scaledTerm(term, part)]));
  return { ...scenario, discounts: { ...scenario.discounts, ...discounts } };
}

function rivalWords(
  { context, currency }: FullDesk,
  { store, more, alone, violations, prices, ifFree }: Omit<Rival, 'words'>,
  best: Standing,
  own: Standing | null,
): string {
  const money = (amount: number) => `${overviewMoney(Math.abs(amount), currency)}/month`;
  const names = namesOfContext(context);
  const [violation] = violations;
  const asSingle = violation
    ? ` Alone it misses a requirement. ${capital(violationWords(violation, currency))}.`
    : alone === 'yes'
      ? ''
      : ' Alone it is not sure to meet the requirements.';
  const cost =
    !own || more === null
      ? 'No placement with it meets the requirements.'
      : `The best placement with it, ${names.placement(own.id)}, ${
          more >= 0
            ? `costs ${money(more)} more`
            : own.judged.effort > best.judged.effort
              ? `saves ${money(more)}, too little for what has to be run`
              : `saves ${money(more)}, but is ${surePercent(own.judged.sureness ?? 1)} sure`
        }.`;
  const cheaper = prices.map(
    ({ meter, unit, now, value }) =>
      `${meterWords(meter)} at ${inputFigure(unit, value)} (now ${inputFigure(unit, now)})`,
  );
  const price =
    cheaper.length > 0
      ? `It would be recommended with ${cheaper.join(', or ')}.`
      : ifFree
        ? 'No single price cut would make it win, only several at once.'
        : 'No price would make it win.';
  return `${names.store(store)}: ${cost}${asSingle} ${price}`;
}
