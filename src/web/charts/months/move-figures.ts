/** A move from today's placement as months, rows, a title and a description. */
import { goingOn, monthsWords } from '#core/migration/words.ts';
import type { MigrationAnswer, MigrationStep, Today } from '#core/report/time-types.ts';
import type { Figures } from '#web/words/csv.ts';
import { overviewMoney, roundToCents } from '#core/text/money.ts';
import { byGroup, type GroupTotal } from '#web/words/meters.ts';

type MoveLine = MigrationAnswer['oneOff']['lines'][number];

const STEPS: Record<MigrationStep, string> = {
  copy: 'The copy',
  'double-running': 'Both kept and written',
  leaving: 'Leaving the old place',
};

/** What the move costs once, by step and group of meters. */
export function moveParts({ oneOff }: MigrationAnswer): (GroupTotal<MoveLine> & { step: string })[] {
  return (Object.keys(STEPS) as MigrationStep[]).flatMap((step) =>
    byGroup(oneOff.lines.filter((line) => line.step === step)).map((part) => ({
      step: STEPS[step],
      ...part,
    })),
  );
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

/** `3.2 months (2 months to 5 months, 90 %)`; never where it does not pay. */
export function paybackText({
  paybackMonths: months,
  paybackInterval: interval,
  balance,
}: MigrationAnswer): string {
  if (months === null) return 'never';
  const end = (one: number | null) => (one === null ? 'never' : monthsWords(one));
  return `${monthsWords(months)}${interval ? ` (${end(interval[0])} to ${end(interval[1])}, 90 %)` : ''}${goingOn(months, balance.length)}`;
}

export function moveTitle(migration: MigrationAnswer, currency: string): string {
  const { oneOff, paybackMonths: months, monthlySaving, balance } = migration;
  const once = overviewMoney(oneOff.total, currency);
  if (months === null) return `${once} to move never comes back`;
  if (months === 0) return 'The move pays from the first day';
  if (months > balance.length)
    return `${once} to move is back after ${monthsWords(months)}${goingOn(months, balance.length)}`;
  return `${once} to move is back after ${monthsWords(months)}${monthlySaving > 0 ? `, at ${overviewMoney(monthlySaving, currency)} saved a month` : ''}`;
}

export function moveDescription(migration: MigrationAnswer, currency: string): string {
  const points = balanceOf(migration);
  const last = points.at(-1);
  return [
    `Savings so far less what the move costs: ${overviewMoney(-migration.oneOff.total, currency)} at its start`,
    last && last.after > 0
      ? `, ${overviewMoney(last.amount, currency)} after ${monthsWords(last.after)}`
      : '',
    `. Paid back: ${paybackText(migration)}.`,
  ].join('');
}

export function moveFigures(migration: MigrationAnswer, { months, currency }: Today): Figures {
  return {
    columns: ['what', 'when', currency],
    rows: [
      ...moveParts(migration).map(({ step, group, amount }) => [
        `${step}: ${group.name.toLowerCase()}`,
        'once',
        roundToCents(amount),
      ]),
      ['the move in all', 'once', roundToCents(migration.oneOff.total)],
      ...migration.balance.map((amount, m) => [
        'saved in all, less the move',
        `by the end of ${months[m]?.month ?? `month ${m + 1}`}`,
        roundToCents(amount),
      ]),
      ['moving back out', 'once', roundToCents(migration.exitCost)],
    ],
  };
}
