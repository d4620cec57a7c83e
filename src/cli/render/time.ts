/** A plan over time as tables: cost by month, and the move from today's placement. */
import type { Names } from '#core/answer/words/names.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import { goingOn, monthsWords, oneOffParts } from '#core/migration/words.ts';
import { exactMoney, formatUnitPrice, overviewMoney } from '#core/text/money.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import type { MigrationAnswer } from '#core/report/time-types.ts';
import { formatQuantity } from '#core/text/numbers.ts';
import type { Block, Table } from './table.ts';

/** Placements a table of months has room for, besides those the answer speaks of. */
const COLUMNS = 4;

/** Null where the plan has one month only. */
export function monthsTable({ overTime, today, recommendation }: Plan, names: Names): Table | null {
  if (!overTime) return null;
  const { months, placements, currency, first, whole } = overTime;
  const spoken = [whole, first, recommendation?.id, today?.id];
  const shown = placements
    .filter(({ id, feasible }) => spoken.includes(id) || feasible !== 'no')
    .sort((a, b) => Number(spoken.includes(b.id)) - Number(spoken.includes(a.id)) || a.sum - b.sum)
    .slice(0, COLUMNS);
  const money = (amount: number, atLeast: boolean) => overviewMoney(amount, currency, atLeast);
  return {
    columns: [
      { title: 'month' },
      ...shown.map(({ id }) => ({ title: names.cell(id), align: 'right' as const })),
    ],
    rows: months.map((month, m) => [
      month,
      ...shown.map(({ totals, atLeast }) => money(totals[m] ?? 0, atLeast)),
    ]),
    footer: ['sum', ...shown.map(({ sum, atLeast }) => money(sum, atLeast))],
  };
}

/** What a move adds to the bills, line by line. */
export function migrationTable({ oneOff }: MigrationAnswer, currency: string, names: Names): Table {
  const exact = (amount: number) => exactMoney(amount, currency);
  return {
    columns: [
      { title: 'step' },
      { title: 'store', wrap: true },
      { title: 'meter' },
      { title: 'quantity', align: 'right' },
      { title: 'unit' },
      { title: 'unit price', align: 'right' },
      { title: 'amount', align: 'right' },
    ],
    rows: oneOff.lines.map((line) => [
      line.step.replace('-', ' '),
      names.store(`${line.store}@${line.region}`),
      meterWords(line.meter),
      formatQuantity(line.quantity),
      line.unit,
      line.unitPrice === null ? 'unknown' : formatUnitPrice(line.unitPrice, currency),
      line.amount === null ? 'unknown' : exact(line.amount),
    ]),
    footer: ['total', '', '', '', '', '', exactMoney(oneOff.total, currency, oneOff.atLeast)],
  };
}

/** `$18.0k once, saves $8.48k a month, pays after 2.1 months`. */
export function migrationFigure({ migration, monthly }: Candidate): string {
  if (!migration) return 'nothing to move';
  const money = (amount: number) => overviewMoney(amount, monthly.currency);
  const { oneOff, monthlySaving, paybackMonths, balance } = migration;
  const saving = monthlySaving < 0 ? `costs ${money(-monthlySaving)} more` : `saves ${money(monthlySaving)}`;
  const pays =
    paybackMonths === null
      ? 'never pays'
      : `pays after ${monthsWords(paybackMonths)}${goingOn(paybackMonths, balance.length)}`;
  return `${money(oneOff.total)} once, ${saving} a month, ${pays}`;
}

/** What the plan's text says of time: today's placement first. */
export function timeBlocks({ today, overTime }: Plan): Block[] {
  const blocks: Block[] = [];
  if (today) blocks.push({ kind: 'list', title: "From today's placement", items: today.words });
  if (overTime && overTime.words.length > 0)
    blocks.push({ kind: 'list', title: 'Over time', items: overTime.words });
  return blocks;
}

/** Of several moves, what each takes. */
export function movesTable(candidates: readonly Candidate[], names: Names): Table {
  return {
    columns: [
      { title: 'move to', wrap: true },
      { title: 'once', align: 'right' },
      { title: 'of it' },
      { title: 'saves a month', align: 'right' },
      { title: 'pays after', align: 'right' },
      { title: 'back again', align: 'right' },
    ],
    rows: candidates.flatMap(({ id, monthly, migration }) => {
      if (!migration) return [];
      const money = (amount: number) => overviewMoney(amount, monthly.currency);
      const { oneOff, monthlySaving, paybackMonths, exitCost, balance } = migration;
      const largest = oneOffParts(oneOff)[0];
      return [
        [
          names.cell(id),
          money(oneOff.total),
          largest ? `${largest.name} ${money(largest.amount)}` : '',
          money(monthlySaving),
          paybackMonths === null
            ? 'never'
            : `${monthsWords(paybackMonths)}${goingOn(paybackMonths, balance.length)}`,
          money(exitCost),
        ],
      ];
    }),
  };
}
