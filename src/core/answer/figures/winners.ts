/** Which placement is recommended over two inputs: neighbouring cells of a row with the same one. */
import { runsOf, type MapAxis, type WinnerMap } from '../../placement/sensitivity/winner-map.ts';
import { inputFigure } from '../../report/input-figure.ts';
import { percent } from '../../text/numbers.ts';
import { capital, listing } from '../../text/words.ts';
import { turnedTitle } from '../words/input-name.ts';
import { AS_WRITTEN, type NameOf } from '../words/names.ts';
import { figureOf, type Column } from './figure.ts';

type Run = ReturnType<typeof runsOf>[number];

/** `names`: of each region of the map. */
export function winnersFigure(map: WinnerMap, names: readonly string[]) {
  const ends = (of: 'x' | 'y'): Column<Run>[] =>
    (['from', 'to'] as const).map((end, i) => ({
      title: `${turnedTitle(map[of], AS_WRITTEN.store)} ${end}`,
      key: `${map[of].path} ${end}`,
      kind: 'number',
      of: (run) => run[of][i],
      words: (run) => inputFigure(map[of].unit, run[of][i] ?? NaN),
    }));
  return figureOf(runsOf(map), [
    { title: 'recommended', of: ({ region }) => names[region] ?? '' },
    ...ends('x'),
    ...ends('y'),
  ]);
}

/** The finding: what wins the two largest regions. `names`: of each region. */
export function winnersTitle({ regions }: WinnerMap, names: readonly string[]): string {
  const [first, second] = regions.map(({ arrangement, share }, r) => ({
    name: names[r] ?? '',
    share: percent(share),
    isNone: arrangement === null,
  }));
  const missing = 'no plan meets the requirements';
  if (!first || !second)
    return capital(
      first && !first.isNone
        ? `${first.name} wins everywhere on this map`
        : `${missing} anywhere on this map`,
    );
  const [most, next] = [first, second].map(({ isNone, name }) => (isNone ? `${missing} in` : name));
  return capital(`${most}${first.isNone ? '' : ' wins'} ${first.share} of this map, ${next} ${second.share}`);
}

export function winnersDescription({ x, y, regions }: WinnerMap, names: readonly string[], nameOf: NameOf) {
  const span = (of: MapAxis) =>
    `${turnedTitle(of, nameOf)} from ${inputFigure(of.unit, of.low)} to ${inputFigure(of.unit, of.high)}`;
  const shares = regions.map(({ share }, r) => `${names[r]} ${percent(share)}`);
  return `${span(x)} against ${span(y)}. ${listing(shares)}.`;
}
