/** What the cards of an answer are called, what each costs against the recommended, and what it holds on. */
import { differenceOf } from '../../report/cost-difference.ts';
import type { Candidate, CardRole } from '../../report/plan-types.ts';
import { overviewMoney } from '../../text/money.ts';
import { listing } from '../../text/words.ts';
import { conditionInFull } from './condition.ts';
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
  if (more === null) return `By how much it is cheaper or dearer than ${called} is not known.`;
  const size = Math.abs(more);
  const amount = `${overviewMoney(size, card.monthly.currency)}/month`;
  const share = shareOf(size, chosen.monthly.total);
  return more < 0
    ? `It saves ${amount}${share} against ${called}.`
    : `It costs ${amount}${share} more than ${called}.`;
}

/** What has to be so; of the cheaper card also what measurements have to show. */
export function holdsWords({ card, conditions, missing }: Candidate, names: Names): string[] {
  const asked = [...new Set(missing.map((one) => conditionInFull(one, names)))];
  return [
    ...conditions.map(({ words }) => `It holds only ${words}.`),
    ...(card === 'cheaper' && asked.length > 0 ? [`It holds if ${listing(asked)}.`] : []),
  ];
}
