/** How sure a plan is, as blocks of text: sentences, the placements over the draws, what moves the cost, what knowing is worth. */
import { oddsFigure, oddsRows, tornadoFigure } from '#core/answer/figures/uncertainty.ts';
import type { Names } from '#core/answer/words/names.ts';
import { sureSentences, worthSentences } from '#core/answer/words/uncertainty.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { Block } from './table.ts';

/** Empty where nothing of the scenario is a range. */
export function uncertaintyBlocks({ uncertainty, recommendation }: Plan, names: Names): Block[] {
  if (!uncertainty) return [];
  const { currency } = uncertainty;
  const blocks: Block[] = [];
  const sure = sureSentences(uncertainty, recommendation?.id, names.placement);
  if (sure.length > 0) blocks.push({ kind: 'list', title: 'Uncertainty', items: sure });
  const rows = oddsRows(uncertainty, recommendation?.id, names.cell);
  if (rows.length > 0)
    blocks.push(
      { kind: 'table', table: oddsFigure(rows, currency) },
      {
        kind: 'text',
        text: 'wins: draws in which it is the cheapest that meets the requirements. regret: what it costs a month more than the winner, where it meets them.',
      },
    );
  if (uncertainty.tornado)
    blocks.push({ kind: 'table', table: tornadoFigure(uncertainty.tornado, currency, names) });
  const worth = worthSentences(uncertainty, names).map(({ words, command }) =>
    command === null ? words : { text: words, command },
  );
  if (worth.length > 0) blocks.push({ kind: 'list', title: 'Value of measuring', items: worth });
  return blocks;
}
