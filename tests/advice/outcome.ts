/** What became of the workloads, as a table and a closing line. */
import { overviewMoney } from '#core/text/money.ts';
import type { Card, Judgement } from './judged.ts';

export interface Outcome extends Judgement {
  workload: string;
  /** The recommended placement in words; null where there is none. */
  placement: string | null;
  card: Card | null;
  /** Of one plan, everything read before. */
  cpuSeconds: number;
}

const TITLES = ['workload', 'recommended', 'a month', 'moving', 'CPU s', ''];
const ON_THE_RIGHT = [2, 3, 4];

export function outcomeTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(cells);
  const widths = TITLES.map((title, i) =>
    i === TITLES.length - 1
      ? 0
      : Math.max(...[title, ...rows.map((row) => row[i] ?? '')].map(({ length }) => length)),
  );
  const draw = (row: readonly string[]) =>
    row
      .map((cell, i) =>
        ON_THE_RIGHT.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [TITLES, ...rows].map(draw).join('\n');
}

/** `12 accepted, 2 rejected`. */
export function closingLine(outcomes: readonly Outcome[]): string {
  const rejected = outcomes.filter(({ reasons }) => reasons.length > 0).length;
  return `${outcomes.length - rejected} accepted, ${rejected} rejected`;
}

function cells({ workload, placement, card, reasons, toRead, cpuSeconds }: Outcome): string[] {
  const verdict = reasons.length === 0 ? 'accepted' : `REJECTED: ${reasons.join('. ')}`;
  return [
    workload,
    placement ?? 'none',
    card ? overviewMoney(card.monthly.low, 'USD', card.monthly.high === null) : '',
    card ? String(card.moving) : '',
    cpuSeconds.toFixed(2),
    toRead === null ? verdict : `${verdict}. To be read by a person: ${toRead}`,
  ];
}
