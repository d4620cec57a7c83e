/** What a link says that it answered, beside today's answer. */
import { exactMoney } from '../text/money.ts';
import { CORRECTED } from '../scenario/model.ts';
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
    `${nameOf(id)} at ${exactMoney(total, currency)}/month${sureness === null ? '' : `, ${surePercent(sureness)} sure`}`;
  const now = today ? `Today's answer is ${answerWords(today)}` : 'Today nothing is recommended';
  if (!answered)
    return `This link was made before links kept their answer, and rules have changed since. ${now}.`;
  const said = `This link says the answer was ${answerWords(answered)}.`;
  const why = changeSince(answered, today);
  return why === null ? `${said} Today's answer is the same.` : `${said} ${now}: ${why} since.`;
}

/** Null: nothing has. Of one model, a link's answer changes with what is known alone. */
function changeSince(answered: Answered, today: Answered | null): string | null {
  const isSame = answered.id === today?.id && Math.abs(answered.total - today.total) < 0.01;
  if (today && isSame && isLike(answered.sureness, today.sureness)) return null;
  if (today && answered.model !== today.model) return rulesSince(answered.model, today.model);
  if (!today || answered.id !== today.id) return 'prices or evidence have changed';
  return isSame ? 'evidence has changed' : 'prices have changed';
}

/** With the codes of the rules of bills that were corrected; the first model recommended by another rule. */
function rulesSince(before: number, now: number): string {
  const codes = Object.entries(CORRECTED).flatMap(([model, own]) =>
    Number(model) > before && Number(model) <= now ? own : [],
  );
  return [
    ...(before === 1 ? ['the rule that recommends has changed'] : []),
    ...(codes.length > 0 ? [`rules of bills were corrected (${codes.join(', ')})`] : []),
  ].join(', and ');
}

/** A link has three decimals of it. */
function isLike(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) < 1e-3;
}
