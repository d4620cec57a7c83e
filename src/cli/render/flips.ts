/** Where the answer changes, and what would bring in the stores it does without. */
import type { Plan } from '#core/report/plan-types.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import type { Block } from './table.ts';

type Flips = Pick<Plan, 'switchPoints' | 'turned' | 'rivals'>;

export function flipBlocks({ switchPoints, turned, rivals }: Flips): Block[] {
  const blocks: Block[] = [];
  const items = switchItems(switchPoints);
  const idle = turned.filter(({ path }) => !switchPoints.some((point) => point.path === path));
  if (idle.length > 0)
    items.push(
      `It stays the same as far as these were turned (--json): ${idle.map(({ path }) => path).join(', ')}.`,
    );
  if (items.length > 0) blocks.push({ kind: 'list', title: 'Where the answer changes', items });
  if (rivals.length > 0)
    blocks.push({ kind: 'list', title: 'Left aside', items: rivals.map(({ words }) => words) });
  return blocks;
}

/** Of each input, so many changes to other stores on either side of its value now. */
const NEAR = 2;

/** The nearest changes of each input, and how many more there are; of moves that only come earlier or later, one. */
function switchItems(points: readonly SwitchPoint[]): string[] {
  return [...Map.groupBy(points, ({ path }) => path).values()].flatMap((own) => {
    const [ages, plans] = (['age', 'plan'] as const).map((kind) =>
      own.filter((one) => one.kind === kind).toSorted((a, b) => distance(a) - distance(b)),
    ) as [SwitchPoint[], SwitchPoint[]];
    const above = ({ value, now }: SwitchPoint) => now === null || value > now;
    const near = new Set([
      ...plans.filter((one) => !above(one)).slice(0, NEAR),
      ...plans.filter(above).slice(0, NEAR),
      ...ages.slice(0, 1),
    ]);
    const farther = [
      ...more(plans.filter((one) => !near.has(one)).length, 'to other stores'),
      ...more(ages.slice(1).length, 'of its ages alone'),
    ];
    const items = own.filter((one) => near.has(one)).map(({ words }) => words);
    return farther.length === 0
      ? items
      : [...items, `${own[0]?.path}, turned farther: ${farther.join(' and ')} (--json).`];
  });
}

const more = (count: number, which: string) =>
  count === 0 ? [] : [`${count} more ${count === 1 ? 'change' : 'changes'} ${which}`];

/** From the value now: in its ratio where it has one. */
function distance({ value, now }: SwitchPoint): number {
  return now ? Math.abs(Math.log(Math.max(value, Number.MIN_VALUE) / now)) : value;
}
