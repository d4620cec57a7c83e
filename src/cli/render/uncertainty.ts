/** How sure a plan is, as blocks of text: sentences, the placements over the draws, what moves the cost, what knowing is worth. */
import type { Plan } from '#core/report/plan-types.ts';
import { overviewMoney } from '#core/text/money.ts';
import type { Spread, Tornado, UncertainCandidate, Uncertainty } from '#core/report/uncertainty-types.ts';
import { inputName } from '#core/answer/words/input-name.ts';
import type { Names } from '#core/answer/words/names.ts';
import { mostTelling, sureSentences, worthSentences } from '#core/answer/words/uncertainty.ts';
import { percent } from '#core/text/numbers.ts';
import { formatMs, formatRangeEnd } from '#core/units.ts';
import type { Block, Table } from './table.ts';

const SHOWN = 6;

/** Empty where nothing of the scenario is a range. */
export function uncertaintyBlocks({ uncertainty, recommendation }: Plan, names: Names): Block[] {
  if (!uncertainty) return [];
  const blocks: Block[] = [];
  const sure = sureSentences(uncertainty, recommendation?.id, names.placement);
  if (sure.length > 0) blocks.push({ kind: 'list', title: 'Uncertainty', items: sure });
  const telling = mostTelling(uncertainty, recommendation?.id, SHOWN);
  if (telling.length > 0)
    blocks.push(
      { kind: 'table', table: oddsTable(uncertainty, telling, names) },
      {
        kind: 'text',
        text: 'wins: draws in which it is the cheapest that meets the requirements. regret: what it costs a month more than the winner, where it meets them.',
      },
    );
  if (uncertainty.tornado)
    blocks.push({ kind: 'table', table: tornadoTable(uncertainty, uncertainty.tornado) });
  const worth = worthSentences(uncertainty).map(({ words, command }) =>
    command === null ? words : { text: words, command },
  );
  if (worth.length > 0) blocks.push({ kind: 'list', title: 'Value of measuring', items: worth });
  return blocks;
}

function oddsTable(
  { currency }: Uncertainty,
  candidates: readonly UncertainCandidate[],
  names: Names,
): Table {
  const money = (amount: number) => overviewMoney(amount, currency);
  return {
    columns: [
      { title: 'over the draws', wrap: true },
      { title: '$/month P10', align: 'right' },
      { title: 'P50', align: 'right' },
      { title: 'P90', align: 'right' },
      { title: 'p99 P10–P90', align: 'right' },
      { title: 'meets', align: 'right' },
      { title: 'wins', align: 'right' },
      { title: 'regret', align: 'right' },
    ],
    rows: candidates.map(({ id, cost, p99Ms, meets, wins, regret, atLeast }) => [
      names.cell(id),
      `${atLeast ? '≥ ' : ''}${money(cost.p10)}`,
      money(cost.p50),
      money(cost.p90),
      latencies(p99Ms),
      percent(meets, { whole: true }),
      percent(wins, { whole: true }),
      regret === null ? '' : money(regret),
    ]),
  };
}

function latencies(spread: Spread | null): string {
  return spread ? `${formatMs(spread.p10)} – ${formatMs(spread.p90)}` : 'unknown';
}

function tornadoTable({ currency }: Uncertainty, { bars, runnerUp }: Tornado): Table {
  const money = (amount: number) => overviewMoney(amount, currency);
  const saving = (amount: number | null) => (amount === null ? '' : money(amount));
  return {
    columns: [
      { title: 'what moves its cost', wrap: true },
      { title: 'from', align: 'right' },
      { title: 'to', align: 'right' },
      { title: '$/month', align: 'right' },
      { title: 'to', align: 'right' },
      { title: 'variance', align: 'right' },
      ...(runnerUp === null
        ? []
        : ([
            { title: 'saves', align: 'right' },
            { title: 'to', align: 'right' },
          ] as const)),
    ],
    rows: bars.map(({ path, low, high, variance }) => [
      inputName(path),
      formatRangeEnd(path, low.value),
      formatRangeEnd(path, high.value),
      money(low.cost),
      money(high.cost),
      variance === null ? '' : shareOfVariance(variance),
      ...(runnerUp === null ? [] : [saving(low.saving), saving(high.saving)]),
    ]),
  };
}

/** `61% ± 3`: the share that goes when this alone is known, and its standard error. */
function shareOfVariance({ first, firstError }: { first: number; firstError: number }): string {
  const share = percent(Math.min(Math.max(first, 0), 1), { whole: true });
  const error = Math.round(firstError * 100);
  return error === 0 ? share : `${share} ± ${error}`;
}
