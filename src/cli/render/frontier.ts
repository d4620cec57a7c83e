/** Cost against p99 in text: the cheapest placement for each p99, and who beats the rest. */
import { gradeWords } from '#core/latency/types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { frontierPoints } from '#core/report/frontier.ts';
import type { FrontierPoint } from '#core/report/frontier.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { percent } from '#core/text/numbers.ts';
import { formatMs } from '#core/units.ts';
import type { Block, Table } from './table.ts';

export function frontierTable(plan: Plan): Table {
  return {
    columns: [
      { title: 'placement', wrap: true },
      { title: '$/month', align: 'right' },
      { title: 'read p99', align: 'right' },
      { title: 'evidence' },
      { title: 'feasible' },
      { title: 'beaten by', beneath: 'beaten by ' },
    ],
    rows: frontierPoints(plan).map(({ candidate, p99Ms, beatenBy }) => [
      candidate.id,
      overviewMoney(candidate.monthly.total, candidate.monthly.currency),
      formatMs(p99Ms),
      gradeWords(candidate.read.grade),
      candidate.feasible,
      beatenBy ?? '',
    ]),
  };
}

/** Where the p99s were swept. Nothing where fewer than two placements are on it. */
export function frontierBlocks(plan: Plan): Block[] {
  const points = frontierPoints(plan).filter(({ isOn }) => isOn);
  const [cheapest, fastest] = [points[0], points.at(-1)];
  if (plan.frontierStep === null || !cheapest || !fastest || points.length < 2) return [];
  const step = percent(plan.frontierStep, { figures: 3 });
  const text = `Cost against p99: ${points.length} placements, each the cheapest found for its p99, whatever it takes to run, from ${pointWords(cheapest)} to ${pointWords(fastest)}. p99s less than ${step} apart count as one.`;
  return [
    { kind: 'text', text },
    { kind: 'table', table: frontierTable(plan) },
  ];
}

function pointWords({ candidate: { monthly }, p99Ms }: FrontierPoint): string {
  return `${overviewMoney(monthly.total, monthly.currency)} a month at ${formatMs(p99Ms)}`;
}
