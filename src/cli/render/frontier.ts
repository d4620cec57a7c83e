/** Cost against p99 in text: the cheapest placement for each p99, and who beats the rest. */
import type { Names } from '#core/answer/words/names.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import { gradeWords } from '#core/latency/types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { frontierPoints } from '#core/report/frontier.ts';
import type { FrontierPoint } from '#core/report/frontier.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { percent } from '#core/text/numbers.ts';
import { formatMs } from '#core/units.ts';
import type { Block, Table } from './table.ts';

export function frontierTable(plan: Plan, names: Names): Table {
  return {
    columns: [
      { title: 'placement', wrap: true },
      { title: '$/month', align: 'right' },
      { title: 'read p99', align: 'right' },
      { title: 'evidence', drop: true },
      { title: 'verdict' },
      { title: 'beaten by', beneath: 'beaten by ' },
    ],
    rows: frontierPoints(plan).map(({ candidate, p99Ms, beatenBy }) => [
      names.cell(candidate.id),
      overviewMoney(candidate.monthly.total, candidate.monthly.currency),
      formatMs(p99Ms),
      gradeWords(candidate.read.grade),
      verdictWords(candidate),
      beatenBy === null ? '' : names.cell(beatenBy),
    ]),
  };
}

/** Where the p99s were swept. Nothing where fewer than two placements are on it. */
export function frontierBlocks(plan: Plan, names: Names): Block[] {
  const points = frontierPoints(plan).filter(({ isOn }) => isOn);
  const [cheapest, fastest] = [points[0], points.at(-1)];
  if (plan.frontierStep === null || !cheapest || !fastest || points.length < 2) return [];
  const step = percent(plan.frontierStep, { figures: 3 });
  const text = `Cost against p99: ${pointWords(cheapest)} to ${pointWords(fastest)}, ${points.length} placements whatever it takes to run them. A p99 less than ${step} apart counts as the same.`;
  return [
    { kind: 'text', text },
    { kind: 'table', table: frontierTable(plan, names) },
  ];
}

function pointWords({ candidate: { monthly }, p99Ms }: FrontierPoint): string {
  return `${overviewMoney(monthly.total, monthly.currency)}/month at ${formatMs(p99Ms)}`;
}
