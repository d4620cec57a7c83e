/** What a change of prices does to scenarios, as blocks and as a table. */
import type { Table } from '#core/answer/figures/figure.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import type { Names } from '#core/answer/words/names.ts';
import { exactMoney, overviewMoney } from '#core/text/money.ts';
import type { LineDifference } from '#core/report/bill-difference.ts';
import type { CandidateDifference, PlanDifference } from '#core/report/plan-difference.ts';
import type { Block } from './table.ts';

/** What a change of prices does to a scenario: the winner, and what moved on its bill. */
export function differenceBlocks(difference: PlanDifference, title: string, names: Names): Block[] {
  const { winner, candidates } = difference;
  const blocks: Block[] = [
    { kind: 'heading', text: title },
    { kind: 'text', text: winnerWords(difference, names), strong: true },
    { kind: 'table', table: candidateTable(difference, names) },
  ];
  for (const id of new Set([winner.from, winner.to])) {
    const one = candidates.find((candidate) => candidate.id === id);
    const lines = one?.lines.filter(({ change }) => change === null || Math.abs(change) >= LEAST_SHOWN) ?? [];
    if (one && lines.length > 0)
      blocks.push(
        { kind: 'text', text: `What changed for ${names.placement(one.id)}:` },
        { kind: 'table', table: lineTable(lines, one.currency, names) },
      );
  }
  if (difference.editions.length > 0)
    blocks.push({
      kind: 'list',
      title: 'Other price lists',
      items: difference.editions.map(
        ({ store, region, from, to }) =>
          `${names.store(`${store}@${region}`)}: ${from ?? 'no prices'} → ${to ?? 'no prices'}`,
      ),
    });
  return blocks;
}

function winnerWords({ winner, candidates }: PlanDifference, names: Names): string {
  const money = (id: string | null, side: 'from' | 'to') => {
    const one = candidates.find((candidate) => candidate.id === id);
    return one ? overview(one, side) : '';
  };
  const named = (id: string | null, side: 'from' | 'to') =>
    id === null ? 'nothing' : `${names.placement(id)} (${money(id, side)})`;
  if (winner.changed)
    return `The recommendation changes from ${named(winner.from, 'from')} to ${named(winner.to, 'to')}.`;
  if (winner.to === null) return 'Nothing is recommended on either side.';
  const [before, after] = [money(winner.to, 'from'), money(winner.to, 'to')];
  return `The recommendation stays ${names.placement(winner.to)}, ${before === after ? `at ${after}` : `${before} → ${after}`}/month.`;
}

function overview({ currency, atLeast, ...totals }: CandidateDifference, side: 'from' | 'to'): string {
  const amount = totals[side];
  return amount === null ? 'no price' : overviewMoney(amount, currency, atLeast[side]);
}

/** One row a scenario: its winner, and the store whose prices changed alone. */
export function effectTable(
  effects: readonly { scenario: string; difference: PlanDifference }[],
  store: string,
  names: Names,
): Table {
  return {
    columns: [
      { title: 'scenario', wrap: true },
      { title: 'recommended', wrap: true },
      { title: 'was', align: 'right' },
      { title: 'is', align: 'right' },
      { title: 'the store alone', beneath: `${names.store(store)} alone: ` },
    ],
    rows: effects.map(({ scenario, difference: { winner, candidates } }) => {
      const named = (id: string | null) => candidates.find((one) => one.id === id);
      const [old, now] = [named(winner.from), named(winner.to)];
      const alone = candidates.find(
        ({ id }) => id.startsWith(`single:${store}@`) || id === `single:${store}`,
      );
      const [before, after] = [winner.from, winner.to].map((id) =>
        id === null ? 'nothing' : names.cell(id),
      );
      return [
        scenario,
        winner.changed ? `${before} → ${after}` : (after ?? ''),
        old ? overview(old, 'from') : '',
        now ? overview(now, 'to') : '',
        alone ? `${overview(alone, 'from')} → ${overview(alone, 'to')}` : '',
      ];
    }),
  };
}

function candidateTable({ candidates, from, to }: PlanDifference, names: Names): Table {
  const sameDay = from === to;
  return {
    columns: [
      { title: 'placement', wrap: true },
      { title: sameDay ? 'was' : from, align: 'right' },
      { title: sameDay ? 'is' : to, align: 'right' },
      { title: 'change', align: 'right' },
    ],
    rows: candidates.map((one) => [
      names.cell(one.id),
      exactly(one, 'from'),
      exactly(one, 'to'),
      one.from === null || one.to === null ? '' : moved(one.change, one.currency),
    ]),
  };
}

/** To the cent; `≥` where a price is not known. */
function exactly({ currency, atLeast, ...totals }: CandidateDifference, side: 'from' | 'to'): string {
  const amount = totals[side];
  return amount === null ? '' : `${atLeast[side] ? '≥ ' : ''}${exactMoney(amount, currency)}`;
}

function lineTable(lines: readonly LineDifference[], currency: string, names: Names): Table {
  return {
    columns: [
      { title: 'store', wrap: true },
      { title: 'meter' },
      { title: 'was', align: 'right' },
      { title: 'is', align: 'right' },
      { title: 'by price', align: 'right' },
      { title: 'by quantity', align: 'right' },
      { title: 'price list', beneath: '' },
    ],
    rows: lines.map((line) => [
      names.store(`${line.store}@${line.region}`),
      meterWords(line.meter),
      amountOf(line.from?.amount, currency),
      amountOf(line.to?.amount, currency),
      moved(line.byPrice, currency),
      moved(line.byQuantity, currency),
      editionWords(line),
    ]),
  };
}

/** `aws/s3-standard/2025-10-22 → …/2026-07-28`. */
function editionWords({ from, to }: LineDifference): string {
  const [before, after] = [from?.editions.join(', ') ?? 'nothing', to?.editions.join(', ') ?? 'nothing'];
  return before === after ? before : `${before} → ${after}`;
}

function amountOf(amount: number | null | undefined, currency: string): string {
  if (amount === undefined) return '';
  return amount === null ? 'unknown' : exactMoney(amount, currency);
}

const LEAST_SHOWN = 0.005;

function moved(change: number | null, currency: string): string {
  if (change === null) return 'unknown';
  if (Math.abs(change) < LEAST_SHOWN) return '0';
  return `${change > 0 ? '+' : ''}${exactMoney(change, currency)}`;
}
