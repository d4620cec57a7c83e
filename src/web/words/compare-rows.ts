/** Two answers side by side: what differs in their scenarios, and each figure of both with the difference. */
import { costWords } from '#core/answer/words/cost.ts';
import { latencyWords } from '#core/answer/words/latency.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import { placementTitle } from '#core/answer/words/placement.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import type { Comparison } from '#core/report/compare.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import { capital } from '#core/text/words.ts';
import { overviewMoney } from '#core/text/money.ts';
import { placeShown, storeShown } from '#web/form/shown.ts';
import { labelOf } from '#web/form/labels.ts';

export interface CompareRow {
  name: string;
  pinned: string;
  now: string;
  /** Of money, with its sign; empty where both are equal or no amounts. */
  difference: string;
}

/** What a link adds so that its answer stays: no part of the question. */
const ADDED = /^(knownOn|datasets|model)\b/;
const NONE = '–';
const MOST_WORDS = 4;

/** Keys whose values differ, as the form calls them. */
export function scenarioRows({ keys }: Comparison): CompareRow[] {
  return keys
    .filter(({ path }) => !ADDED.test(path))
    .map(({ path, a, b }) => ({
      name: labelOf(path),
      pinned: shown(path, a),
      now: shown(path, b),
      difference: '',
    }));
}

function shown(path: string, value: unknown): string {
  if (value === null) return NONE;
  if (Array.isArray(value)) {
    const words = value.slice(0, MOST_WORDS).map((one) => shown(path, one));
    return `${words.join(', ') || NONE}${value.length > MOST_WORDS ? ` and ${value.length - MOST_WORDS} more` : ''}`;
  }
  if (/\.at$|writer$/.test(path)) return placeShown(value);
  return /^(current|stores|copies|requirements\.exclude)\b/.test(path) ? storeShown(value) : String(value);
}

/** Placement, cost, each meter of it, p99 and verdict. */
export function answerRows(
  [pinned, now]: readonly [Candidate, Candidate],
  { total, meters, currency }: Comparison,
  nameOf: NameOf,
): CompareRow[] {
  const row = (name: string, of: (one: Candidate) => string, difference = ''): CompareRow => ({
    name,
    pinned: of(pinned),
    now: of(now),
    difference,
  });
  const money = (amount: number | null, of: string | null) =>
    amount === null ? 'unknown' : overviewMoney(amount, of ?? 'USD');
  return [
    row('Placement', (one) => placementTitle(one.id, nameOf)),
    row(
      'Cost a month',
      (one) => costWords(one.monthly),
      signed(total.change, (by) => overviewMoney(by, currency.a ?? 'USD')),
    ),
    ...meters
      .filter(({ a, b }) => a !== 0 || b !== 0)
      .map(({ meter, a, b, change }) => ({
        name: capital(meterWords(meter)),
        pinned: money(a, currency.a),
        now: money(b, currency.b),
        difference: signed(change, (by) => overviewMoney(by, currency.a ?? 'USD')),
      })),
    row('Read latency', (one) => latencyWords(one.read)),
    row('Verdict', (one) => (one.sureness === null ? NONE : verdictWords(one))),
  ];
}

function signed(change: number | null, words: (by: number) => string): string {
  if (change === null || Math.abs(change) < 0.005) return '';
  return `${change > 0 ? '+' : '−'}${words(Math.abs(change))}`;
}
