/** Where the answer changes, and what would bring in the stores it does without. */
import { frontierFigure, pointWords } from '#core/answer/figures/frontier.ts';
import { monthLines, monthsFigure } from '#core/answer/figures/months.ts';
import { oddsFigure, oddsRows, tornadoFigure } from '#core/answer/figures/uncertainty.ts';
import { turnedPhrase } from '#core/answer/words/input-name.ts';
import type { Names } from '#core/answer/words/names.ts';
import { sureSentences, worthSentences } from '#core/answer/words/uncertainty.ts';
import { frontierPoints } from '#core/report/frontier.ts';
import { offNow } from '#core/report/input-figure.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import { percent } from '#core/text/numbers.ts';
import { capital, listing } from '#core/text/words.ts';
import { listOf, tableOf, textOf, type Block } from './table.ts';

type Flips = Pick<Plan, 'switchPoints' | 'turned' | 'rivals'>;

export function flipBlocks({ switchPoints, turned, rivals }: Flips, names: Names): Block[] {
  const nameOf = (one: Named) => turnedPhrase(one, names.store);
  const items = switchItems(switchPoints, nameOf);
  const idle = turned.filter(({ path }) => !switchPoints.some((point) => point.path === path));
  if (idle.length > 0) items.push(`No change within the range tried (--json): ${listing(idle.map(nameOf))}.`);
  return [
    ...listOf('Switch points', items),
    ...listOf(
      'Why the others lose',
      rivals.map(({ words }) => words),
    ),
  ];
}

/** Of each input, so many changes on either side of its value now. */
const NEAR = 2;

/** The nearest changes of each input, and how many more there are. */
function switchItems(points: readonly SwitchPoint[], nameOf: (one: Named) => string): string[] {
  return [...Map.groupBy(points, ({ path }) => path).values()].flatMap((own) => {
    const nearest = own.toSorted((a, b) => offNow(a) - offNow(b));
    const isAbove = ({ value, now }: SwitchPoint) => now === null || value > now;
    const near = new Set(
      [true, false].flatMap((above) => nearest.filter((one) => isAbove(one) === above).slice(0, NEAR)),
    );
    const farther = own.length - near.size;
    const items = own.filter((one) => near.has(one)).map(({ words }) => words);
    return farther === 0
      ? items
      : [
          ...items,
          `${capital(own[0] ? nameOf(own[0]) : '')}: ${farther} more switch ${farther === 1 ? 'point' : 'points'} farther away (--json).`,
        ];
  });
}

type Named = Pick<SwitchPoint, 'input' | 'path'>;

/** Where the p99s were swept. Nothing where fewer than two placements are on it. */
export function frontierBlocks(plan: Plan, names: Names): Block[] {
  const all = frontierPoints(plan);
  const points = all.filter(({ isOn }) => isOn);
  const [cheapest, fastest] = [points[0], points.at(-1)];
  if (plan.frontierStep === null || !cheapest || !fastest || points.length < 2) return [];
  const step = percent(plan.frontierStep, { figures: 3 });
  const text = `Cost against p99: ${pointWords(cheapest)} to ${pointWords(fastest)}, ${points.length} placements whatever it takes to run them. A p99 less than ${step} apart counts as the same.`;
  return [
    { kind: 'text', text },
    { kind: 'table', table: frontierFigure(all, names) },
  ];
}

/** Placements that a table of months has room for. */
const COLUMNS = 4;

/** Null where the plan has one month only. */
export function monthsTable({ overTime, today, recommendation }: Plan, names: Names) {
  if (!overTime) return null;
  const spoken = [recommendation?.id, today?.id];
  return monthsFigure(overTime, monthLines(overTime, spoken, names.cell, { most: COLUMNS }));
}

/** What the plan's text says of time: today's placement first. */
export function timeBlocks({ today, overTime }: Plan): Block[] {
  return [
    ...listOf("From today's placement", today?.words ?? []),
    ...listOf('Over time', overTime?.words ?? []),
  ];
}

/** Empty where nothing of the scenario is a range. */
export function uncertaintyBlocks({ uncertainty, recommendation }: Plan, names: Names): Block[] {
  if (!uncertainty) return [];
  const { currency } = uncertainty;
  const rows = oddsRows(uncertainty, recommendation?.id, names.cell);
  const worth = worthSentences(uncertainty, names).map(({ words, command }) =>
    command === null ? words : { text: words, command },
  );
  return [
    ...listOf('Uncertainty', sureSentences(uncertainty, recommendation?.id, names.placement)),
    ...tableOf(oddsFigure(rows, currency)),
    ...textOf(
      rows.length > 0 &&
        'wins: draws in which it is the cheapest that meets the requirements. regret: what it costs a month more than the winner, where it meets them.',
    ),
    ...(uncertainty.tornado ? tableOf(tornadoFigure(uncertainty.tornado, currency, names)) : []),
    ...listOf('Value of measuring', worth),
  ];
}
