/** Where the answer changes, and what would bring in the stores it does without. */
import { groupBy } from '#core/group-by.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import type { Block } from './table.ts';

export function flipBlocks({ switchPoints, turned, rivals }: Plan): Block[] {
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

/** Other stores each, and of moves that only come earlier or later the nearest, with how many there are. */
function switchItems(points: readonly SwitchPoint[]): string[] {
  return [...groupBy(points, ({ path }) => path).values()].flatMap((own) => {
    const ages = own.filter(({ kind }) => kind === 'age');
    const near = nearest(ages);
    return own
      .filter((one) => one.kind === 'plan' || one === near)
      .map((one) =>
        one === near && ages.length > 1
          ? `${one.words} ${ages.length - 1} more such ${ages.length === 2 ? 'change' : 'changes'} of age: --json.`
          : one.words,
      );
  });
}

function nearest(points: readonly SwitchPoint[]): SwitchPoint | undefined {
  const off = ({ value, now }: SwitchPoint) => Math.abs(value - (now ?? 0));
  return points.reduce<SwitchPoint | undefined>(
    (best, one) => (best && off(best) <= off(one) ? best : one),
    undefined,
  );
}
