/** A move from today's placement: what it costs once, what it saves, and when it has paid. */
import { goingOn, monthsWords, oneOffParts } from '../../migration/words.ts';
import type { Candidate } from '../../report/plan-types.ts';
import type { MigrationAnswer } from '../../report/time-types.ts';
import { overviewMoney } from '../../text/money.ts';
import type { Names } from '../words/names.ts';
import { figureOf } from './figure.ts';

/** Of several moves, what each takes. */
export function movesFigure(candidates: readonly Candidate[], names: Names) {
  const moves = candidates.flatMap(({ id, monthly: { currency }, migration }) =>
    migration ? [{ id, currency, ...migration }] : [],
  );
  return figureOf(
    moves,
    [
      { title: 'move to', wrap: true, of: ({ id }) => names.cell(id) },
      { title: 'once', kind: 'money', of: ({ oneOff }) => oneOff.total },
      {
        title: 'of it',
        of: ({ oneOff, currency }) => {
          const [largest] = oneOffParts(oneOff);
          return largest ? `${largest.name} ${overviewMoney(largest.amount, currency)}` : '';
        },
      },
      { title: 'saves a month', kind: 'money', none: 'unknown', of: ({ monthlySaving }) => monthlySaving },
      { title: 'pays after', kind: 'number', of: payback },
      { title: 'back again', kind: 'money', of: ({ exitCost }) => exitCost },
    ],
    { currency: ({ currency }) => currency },
  );
}

function payback({ paybackMonths: months, balance, monthlySaving }: MigrationAnswer): string {
  if (monthlySaving === null) return 'unknown';
  return months === null ? 'never' : `${monthsWords(months)}${goingOn(months, balance.length)}`;
}

/** `3.2 months (90%: 2 months to 5 months)`; never where it does not pay. */
export function paybackText(move: MigrationAnswer): string {
  const { paybackMonths: months, paybackInterval, balance } = move;
  if (months === null || !paybackInterval) return payback(move);
  const [from, to] = paybackInterval.map((end) => (end === null ? 'never' : monthsWords(end)));
  return `${monthsWords(months)} (90%: ${from} to ${to})${goingOn(months, balance.length)}`;
}

/** `$18.0k once, saves $8.48k/month, pays after 2.1 months`. */
export function moveWords({ migration, monthly }: Candidate): string {
  if (!migration) return 'nothing to move';
  const money = (amount: number) => overviewMoney(amount, monthly.currency);
  const { oneOff, monthlySaving, paybackMonths } = migration;
  if (monthlySaving === null) return `${money(oneOff.total)} once; what it saves is not known`;
  const saving =
    monthlySaving < 0 ? `costs ${money(-monthlySaving)}/month more` : `saves ${money(monthlySaving)}/month`;
  const pays = paybackMonths === null ? 'never pays' : `pays after ${payback(migration)}`;
  return `${money(oneOff.total)} once, ${saving}, ${pays}`;
}

export function moveTitle(migration: MigrationAnswer, currency: string): string {
  const { oneOff, paybackMonths: months, monthlySaving, balance } = migration;
  const once = overviewMoney(oneOff.total, currency);
  if (monthlySaving === null) return `${once} to move, and what it saves is not known`;
  if (months === null) return `${once} to move never comes back`;
  if (months === 0) return 'The move pays from the first day';
  const back = `${once} to move is back after ${payback(migration)}`;
  return months > balance.length || monthlySaving <= 0
    ? back
    : `${back}, at ${overviewMoney(monthlySaving, currency)}/month saved`;
}

interface Balance {
  /** Months since the start of the move. */
  after: number;
  amount: number;
}

/** From what the move costs on, a point a month. */
export function balanceOf({ oneOff, balance }: MigrationAnswer): Balance[] {
  return [-oneOff.total, ...balance].map((amount, after) => ({ after, amount }));
}

export function moveDescription(migration: MigrationAnswer, currency: string): string {
  const last = balanceOf(migration).at(-1);
  const after =
    last && last.after > 0
      ? `, ${overviewMoney(last.amount, currency)} after ${monthsWords(last.after)}`
      : '';
  return `Savings so far less what the move costs: ${overviewMoney(-migration.oneOff.total, currency)} at its start${after}. Paid back: ${paybackText(migration)}.`;
}
