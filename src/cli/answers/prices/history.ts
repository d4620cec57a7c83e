import { figureOf } from '#core/answer/figures/figure.ts';
import { historyOf } from '#core/pricing/editions/price-history.ts';
import type { HistoryStep } from '#core/pricing/editions/price-history.ts';
import type { PriceChange } from '#core/pricing/editions/edition-diff.ts';
import type { Run } from '../../command.ts';
import { give } from '../../formats.ts';
import { CHANGE_COLUMNS, changesFigure, factWords } from '../../render/price-changes.ts';
import type { Block } from '../../render/table.ts';
import { storeOperand } from '../../store-operand.ts';

/** A store's editions, oldest first, each with what it changed. */
export const history: Run = (args, deps) => {
  const { archive } = deps.catalog;
  const { store, region } = storeOperand(args.operands[0] ?? '', archive);
  const steps = historyOf(archive.editions(store)).map((step) => ({
    ...step,
    prices: (step.diff?.prices ?? []).filter((one) => region === undefined || isHere(one, region)),
    facts: step.diff?.facts ?? [],
  }));
  give(args, deps, {
    json: steps.map(({ edition, diff, prices, facts }) => ({
      edition: edition.id,
      date: edition.date,
      precision: edition.precision,
      confirmed: edition.confirmed,
      confidence: edition.confidence,
      supersedes: edition.supersedes ?? null,
      regions: Object.keys(edition.regions),
      against: diff?.from ?? null,
      prices,
      facts,
    })),
    csv: figureOf(
      steps.flatMap(({ edition, prices }) => prices.map((one) => ({ ...one, edition: edition.id }))),
      [{ title: 'edition', of: ({ edition }) => edition }, ...CHANGE_COLUMNS],
    ),
    blocks: () => steps.flatMap(stepBlocks),
  });
};

/** One price list everywhere covers a place that is asked for. */
function isHere(change: PriceChange, region: string): boolean {
  return change.region === region || change.region === 'everywhere';
}

function stepBlocks({
  edition,
  diff,
  prices,
  facts,
}: HistoryStep & Pick<NonNullable<HistoryStep['diff']>, 'prices' | 'facts'>): Block[] {
  const blocks: Block[] = [
    { kind: 'heading', text: `${edition.id} (${PRECISION_WORDS[edition.precision]})` },
    {
      kind: 'text',
      text: `${edition.confidence}, last seen unchanged ${edition.confirmed}, ${regionCount(Object.keys(edition.regions))}${edition.supersedes === undefined ? '' : `; corrects ${edition.supersedes}`}`,
    },
  ];
  if (!diff) blocks.push({ kind: 'text', text: 'The first prices known.' });
  else if (prices.length > 0) blocks.push({ kind: 'table', table: changesFigure(prices) });
  else blocks.push({ kind: 'text', text: `No price differs from ${diff.from}.` });
  if (facts.length > 0) blocks.push({ kind: 'list', title: 'Rules and facts', items: facts.map(factWords) });
  return blocks;
}

const PRECISION_WORDS = {
  day: 'the day it took effect',
  bounded: 'took effect by that day',
  observed: 'first seen that day',
};

function regionCount(regions: readonly string[]): string {
  return regions.length === 1 ? `region ${regions[0]}` : `${regions.length} regions`;
}
