/** What a change of prices does to scenarios, as blocks and as a table. */
import { signed } from '#core/answer/figures/compare.ts';
import { figureOf, type Column, type Figure } from '#core/answer/figures/figure.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import type { Names } from '#core/answer/words/names.ts';
import { exactMoney, overviewMoney } from '#core/text/money.ts';
import type { LineDifference } from '#core/report/bill-difference.ts';
import type { CandidateDifference, PlanDifference } from '#core/report/plan-difference.ts';
import { heading, listOf, strong, tableOf, textOf, type Block } from './table.ts';

/** What a change of prices does to a scenario: the winner, and what moved on its bill. */
export function differenceBlocks(difference: PlanDifference, title: string, names: Names): Block[] {
  const { winner, candidates, editions } = difference;
  const moved = [...new Set([winner.from, winner.to])].flatMap((id) => {
    const one = candidates.find((candidate) => candidate.id === id);
    const lines = one?.lines.filter(({ change }) => change === null || Math.abs(change) >= LEAST_SHOWN) ?? [];
    if (!one || lines.length === 0) return [];
    return [
      ...textOf(`What changed for ${names.placement(one.id)}:`),
      ...tableOf(linesFigure(lines, one.currency, names)),
    ];
  });
  return [
    heading(title),
    strong(winnerWords(difference, names)),
    ...tableOf(candidatesFigure(difference, names)),
    ...moved,
    ...listOf(
      'Other price lists',
      editions.map(
        ({ store, region, from, to }) =>
          `${names.store(`${store}@${region}`)}: ${from ?? 'no prices'} → ${to ?? 'no prices'}`,
      ),
    ),
  ];
}

function winnerWords({ winner, candidates }: PlanDifference, names: Names): string {
  const money = (id: string | null, side: 'from' | 'to') =>
    overview(
      candidates.find((candidate) => candidate.id === id),
      side,
    );
  const named = (id: string | null, side: 'from' | 'to') =>
    id === null ? 'nothing' : `${names.placement(id)} (${money(id, side)})`;
  if (winner.changed)
    return `The recommendation changes from ${named(winner.from, 'from')} to ${named(winner.to, 'to')}.`;
  if (winner.to === null) return 'Nothing is recommended on either side.';
  const [before, after] = [money(winner.to, 'from'), money(winner.to, 'to')];
  return `The recommendation stays ${names.placement(winner.to)}, ${before === after ? `at ${after}` : `${before} → ${after}`}/month.`;
}

/** Empty where there is no such placement. */
function overview(one: CandidateDifference | undefined, side: 'from' | 'to'): string {
  if (!one) return '';
  const { [side]: amount, currency, atLeast } = one;
  return amount === null ? 'no price' : overviewMoney(amount, currency, atLeast[side]);
}

/** One row a scenario: its winner, and the store whose prices changed alone. */
export function effectFigure(
  effects: readonly { scenario: string; difference: PlanDifference }[],
  store: string,
  names: Names,
): Figure {
  const of = ({ difference: { candidates } }: (typeof effects)[number], id: string | null) =>
    candidates.find((one) => one.id === id);
  const cellOf = (id: string | null) => (id === null ? 'nothing' : names.cell(id));
  return figureOf(effects, [
    { title: 'scenario', wrap: true, of: ({ scenario }) => scenario },
    {
      title: 'recommended',
      wrap: true,
      of: ({ difference: { winner } }) =>
        winner.changed ? `${cellOf(winner.from)} → ${cellOf(winner.to)}` : cellOf(winner.to),
    },
    { title: 'was', kind: 'money', of: (one) => overview(of(one, one.difference.winner.from), 'from') },
    { title: 'is', kind: 'money', of: (one) => overview(of(one, one.difference.winner.to), 'to') },
    {
      title: 'the store alone',
      beneath: `${names.store(store)} alone: `,
      of: ({ difference: { candidates } }) => {
        const alone = candidates.find(({ id }) => id.replace(/@.*$/, '') === `single:${store}`);
        return alone && `${overview(alone, 'from')} → ${overview(alone, 'to')}`;
      },
    },
  ]);
}

/** To the cent; `≥` where a price is not known. */
function candidatesFigure({ candidates, from, to }: PlanDifference, names: Names): Figure {
  const total = (side: 'from' | 'to', title: string): Column<CandidateDifference> => ({
    title,
    kind: 'cents',
    of: (one) => one[side],
    words: ({ [side]: amount, atLeast, currency }) =>
      amount === null ? '' : `${atLeast[side] ? '≥ ' : ''}${exactMoney(amount, currency)}`,
  });
  return figureOf(candidates, [
    { title: 'placement', wrap: true, of: ({ id }) => names.cell(id) },
    total('from', from === to ? 'was' : from),
    total('to', from === to ? 'is' : to),
    {
      title: 'change',
      kind: 'cents',
      of: (one) => (one.from === null || one.to === null ? '' : moved(one.change, one.currency)),
    },
  ]);
}

function linesFigure(lines: readonly LineDifference[], currency: string, names: Names): Figure {
  const amountOf = (side: LineDifference['from']) =>
    side && (side.amount === null ? 'unknown' : exactMoney(side.amount, currency));
  return figureOf(lines, [
    { title: 'store', wrap: true, of: ({ store, region }) => names.store(`${store}@${region}`) },
    { title: 'meter', of: ({ meter }) => meterWords(meter) },
    { title: 'was', kind: 'cents', of: ({ from }) => amountOf(from) },
    { title: 'is', kind: 'cents', of: ({ to }) => amountOf(to) },
    { title: 'by price', kind: 'cents', of: ({ byPrice }) => moved(byPrice, currency) },
    { title: 'by quantity', kind: 'cents', of: ({ byQuantity }) => moved(byQuantity, currency) },
    { title: 'price list', beneath: '', of: editionWords },
  ]);
}

/** `aws/s3-standard/2025-10-22 → …/2026-07-28`. */
function editionWords({ from, to }: LineDifference): string {
  const [before, after] = [from?.editions.join(', ') ?? 'nothing', to?.editions.join(', ') ?? 'nothing'];
  return before === after ? before : `${before} → ${after}`;
}

const LEAST_SHOWN = 0.005;

const moved = (change: number | null, currency: string) =>
  signed(change, (by) => exactMoney(by, currency), 'unknown');
