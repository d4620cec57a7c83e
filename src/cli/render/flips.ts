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

/** Of each input, so many changes on either side of its value now. */
const NEAR = 2;

/** The nearest changes of each input, and how many more there are. */
function switchItems(points: readonly SwitchPoint[]): string[] {
  return [...Map.groupBy(points, ({ path }) => path).values()].flatMap((own) => {
    const nearest = own.toSorted((a, b) => distance(a) - distance(b));
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
          `${own[0]?.path}: ${farther} more ${farther === 1 ? 'change' : 'changes'} farther away (--json).`,
        ];
  });
}

/** From the value now: in its ratio where it has one. */
function distance({ value, now }: SwitchPoint): number {
  return now ? Math.abs(Math.log(Math.max(value, Number.MIN_VALUE) / now)) : value;
}
