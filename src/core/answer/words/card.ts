/** What the cards of an answer are called, what each costs against the recommended, and what it holds on. */
import { differenceEnds, differenceOf } from '../../report/cost-difference.ts';
import type { Candidate, CardRole } from '../../report/plan-types.ts';
import { overviewMoney } from '../../text/money.ts';
import { listing } from '../../text/words.ts';
import { conditionInFull } from './condition.ts';
import { dearerBy } from './difference.ts';
import type { Names } from './names.ts';
import { shareOf } from './saving.ts';

export const CARD_NAMES: Record<CardRole, string> = {
  recommended: 'Recommended',
  cheaper: 'Cheaper, if confirmed',
  surer: 'Surer',
  faster: 'Faster',
};

/** `It saves $22.0k/month (33%) against the recommended.` */
export function differenceWords(card: Candidate, chosen: Candidate, called = 'the recommended'): string {
  const more = differenceOf(card, chosen);
  if (more === null) return endsWords(card, chosen, called);
  const size = Math.abs(more);
  const amount = `${overviewMoney(size, card.monthly.currency)}/month`;
  const share = shareOf(size, chosen.monthly.total);
  return more < 0
    ? `It saves ${amount}${share} against ${called}.`
    : `It costs ${amount}${share} more than ${called}.`;
}

/** Where a bill has two ends. */
function endsWords(card: Candidate, chosen: Candidate, called: string): string {
  const { currency } = card.monthly;
  const [more, less] = [dearerBy(card, chosen), dearerBy(chosen, card)];
  if (more !== null) return `It costs ${more}/month more than ${called}.`;
  if (less !== null) return `It saves ${less}/month against ${called}.`;
  const [low, high] = differenceEnds(card, chosen);
  return low === null || high === null
    ? `By how much it is cheaper or dearer than ${called} is not known.`
    : `It costs up to ${overviewMoney(-low, currency)}/month less or up to ${overviewMoney(high, currency)}/month more than ${called}.`;
}

/** What has to be so; of the cheaper card also what measurements have to show. */
export function holdsWords({ card, conditions, missing }: Candidate, names: Names): string[] {
  const asked = [...new Set(missing.map((one) => conditionInFull(one, names)))];
  return [
    ...conditions.map(({ words }) => `It holds only ${words}.`),
    ...(card === 'cheaper' && asked.length > 0 ? [`It holds if ${listing(asked)}.`] : []),
  ];
}
