/** What an answer becomes at other prices or in another version of its scenario, and whether a check fails for it. */
import { overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { Misunderstood } from '../failures.ts';

export interface Drift {
  /** Price dates. */
  from: string;
  to: string;
  /** The recommended on either side; null of a usage. */
  names: readonly [string, string] | null;
  /** A month; null where nothing is recommended or priced. */
  before: number | null;
  after: number | null;
  currency: string;
}

/** What fails a check. */
export interface FailOn {
  winner: boolean;
  /** Change of the cost, as a share; null: none fails. */
  share: number | null;
}

/** `winner,5%`. Throws `Misunderstood`. */
export function failOnOf(text: string | undefined): FailOn {
  const result: FailOn = { winner: false, share: null };
  for (const word of text?.split(',') ?? []) {
    const [, figure] = /^(\d+(?:\.\d+)?) ?%$/.exec(word.trim()) ?? [];
    if (word.trim() === 'winner') result.winner = true;
    else if (figure !== undefined) result.share = Number(figure) / 100;
    else
      throw new Misunderstood(
        `--fail-on "${word}" is not understood; write winner, a share such as 5%, or both: winner,5%`,
      );
  }
  return result;
}

/** Null: what was or is costs nothing, or is not known. */
export function changeOf({ before, after }: Drift): number | null {
  return before === null || after === null || before === 0 ? null : after / before - 1;
}

export const isMoved = ({ names, before, after }: Drift): boolean =>
  (names !== null && names[0] !== names[1]) || before !== after;

export function isTooFar(drift: Drift, { winner, share }: FailOn): boolean {
  const change = changeOf(drift);
  return (
    (winner && drift.names !== null && drift.names[0] !== drift.names[1]) ||
    (share !== null && change !== null && Math.abs(change) > share)
  );
}

/** `at the prices of 2026-11-25: R2 Standard instead of Tigris Standard, $153k → $138k / month (−9.8%)`. */
export function driftWords(drift: Drift): string {
  const { to, names, before, after, currency } = drift;
  const amount = (value: number | null) => (value === null ? 'unknown' : overviewMoney(value, currency));
  const change = changeOf(drift);
  const share = change === null ? '' : ` (${percent(change, { signed: true })})`;
  const winner = names !== null && names[0] !== names[1] ? `${names[1]} instead of ${names[0]}, ` : '';
  return `at the prices of ${to}: ${winner}${amount(before)} → ${amount(after)} / month${share}`;
}
