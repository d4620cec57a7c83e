/** An answer beside what an expert accepts: pure, so that tests can hand in any answer. */
import { overviewMoney } from '#core/text/money.ts';
import type { Accepted } from './accept.ts';

/** The placement that is recommended first. */
export interface Card {
  /** `store` or `store@region` of all that hold objects. */
  stores: readonly string[];
  /** Mechanisms beyond one store: lifecycle rules, copy jobs, second writes, routers, caches. */
  moving: number;
  /** Dollars a month. `high` is null where a price is unknown and nothing bounds the bill. */
  monthly: { low: number; high: number | null };
}

export interface Answer {
  card: Card | null;
  /** Every sentence that the terminal prints. */
  sentences: readonly string[];
}

export interface Judgement {
  /** Why it is rejected; empty where it is accepted. */
  reasons: string[];
  /** What a person has to look for in the answer, because no pattern does. */
  toRead: string | null;
}

export function judged({ card, sentences }: Answer, accepted: Accepted): Judgement {
  const unsaid = (accepted.mustMention ?? []).filter(
    (pattern) => !sentences.some((sentence) => new RegExp(pattern, 'i').test(sentence)),
  );
  return {
    reasons: [
      ...(card ? cardReasons(card, accepted) : ['no placement is recommended']),
      ...(unsaid.length === 0
        ? []
        : [`must say: ${accepted.says} (no sentence matches ${unsaid.join(', ')})`]),
    ],
    toRead: accepted.mustMention === undefined ? (accepted.says ?? null) : null,
  };
}

function cardReasons({ stores, moving, monthly: { low, high } }: Card, accepted: Accepted): string[] {
  const reasons: string[] = [];
  const classes = [...new Set(stores.map((store) => store.replace(/@.*/, '')))];
  const { oneOf, provider, atMost } = accepted;
  if (oneOf && !oneOf.some((set) => classes.every((one) => set.includes(one)))) {
    const sets = oneOf.map((set) => set.join(' + '));
    reasons.push(`${classes.join(' + ')} not among ${sets.join(', ')}`);
  }
  const others = classes.filter((one) => provider !== undefined && !one.startsWith(`${provider}/`));
  if (others.length > 0) reasons.push(`${others.join(', ')} not of ${provider}`);
  if (moving > accepted.moving) reasons.push(`more moving parts than ${accepted.moving}: ${moving}`);
  if (low > atMost) reasons.push(`dearer than ${overviewMoney(atMost)}: ${overviewMoney(low)}`);
  else if (high === null) reasons.push(`an unknown price: at least ${overviewMoney(low)}, and no upper end`);
  else if (high > atMost) reasons.push(`may be dearer than ${overviewMoney(atMost)}: ${overviewMoney(high)}`);
  return reasons;
}
