/** Where the answer changes, and what would bring in the stores it does without. */
import { INPUT_TITLES } from '#core/answer/words/input-name.ts';
import type { Names } from '#core/answer/words/names.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import { capital, listing } from '#core/text/words.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import type { Block } from './table.ts';

type Flips = Pick<Plan, 'switchPoints' | 'turned' | 'rivals'>;

export function flipBlocks({ switchPoints, turned, rivals }: Flips, names: Names): Block[] {
  const nameOf = (one: Named) => inputWords(one, names);
  const blocks: Block[] = [];
  const items = switchItems(switchPoints, nameOf);
  const idle = turned.filter(({ path }) => !switchPoints.some((point) => point.path === path));
  if (idle.length > 0) items.push(`No change within the range tried (--json): ${listing(idle.map(nameOf))}.`);
  if (items.length > 0) blocks.push({ kind: 'list', title: 'Switch points', items });
  if (rivals.length > 0)
    blocks.push({ kind: 'list', title: 'Why the others lose', items: rivals.map(({ words }) => words) });
  return blocks;
}

/** Of each input, so many changes on either side of its value now. */
const NEAR = 2;

/** The nearest changes of each input, and how many more there are. */
function switchItems(points: readonly SwitchPoint[], nameOf: (one: Named) => string): string[] {
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
          `${capital(own[0] ? nameOf(own[0]) : '')}: ${farther} more switch ${farther === 1 ? 'point' : 'points'} farther away (--json).`,
        ];
  });
}

/** From the value now: in its ratio where it has one. */
function distance({ value, now }: SwitchPoint): number {
  return now ? Math.abs(Math.log(Math.max(value, Number.MIN_VALUE) / now)) : value;
}

type Named = Pick<SwitchPoint, 'input' | 'path'>;

/** `reads a day`, `storage price of S3 Standard`. */
function inputWords({ input, path }: Named, names: Names): string {
  const [ref = '', meter = ''] = path.split(' ');
  if (input === 'price') return `${meterWords(meter)} price of ${names.store(ref)}`;
  const title = INPUT_TITLES[input] ?? path;
  return title.charAt(0).toLowerCase() + title.slice(1);
}
