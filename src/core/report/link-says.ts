/** What a link says that it answered, beside today's answer. */
import { exactMoney } from '../text/money.ts';
import { surePercent } from '../answer/words/verdict.ts';

/** The recommendation of a link's day, as the link says it: nobody vouches for its figures. */
export interface Answered {
  /** Of a placement. */
  id: string;
  /** A month. */
  total: number;
  /** Null where no latency was required. */
  sureness: number | null;
  /** Version of the formulas and the rule. */
  model: number;
}

/** Two sentences. `today`: null where nothing is recommended. */
export function linkSays(
  answered: Answered | null,
  today: Answered | null,
  { nameOf, currency = 'USD' }: { nameOf: (id: string) => string; currency?: string },
): string {
  const answerWords = ({ id, total, sureness }: Answered) =>
    `${nameOf(id)} at ${exactMoney(total, currency)} a month${sureness === null ? '' : `, ${surePercent(sureness)} sure`}`;
  const now = today ? `Today's answer is ${answerWords(today)}` : 'Today nothing is recommended';
  if (!answered)
    return `This link was made before links kept their answer, and the rule that recommends has changed since. ${now}.`;
  const said = `This link says the answer was ${answerWords(answered)}.`;
  const why = changeSince(answered, today);
  return why === null ? `${said} Today's answer is the same.` : `${said} ${now}: ${why} since.`;
}

/** Null: nothing has. Of one model, a link's answer changes with what is known alone. */
function changeSince(answered: Answered, today: Answered | null): string | null {
  if (today && answered.model !== today.model) return 'the rule that recommends has changed';
  if (!today || answered.id !== today.id) return 'prices or evidence have changed';
  if (Math.abs(answered.total - today.total) >= 0.01) return 'prices have changed';
  return isLike(answered.sureness, today.sureness) ? null : 'evidence has changed';
}

/** A link has three decimals of it. */
function isLike(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < 1e-3;
}
