/** Which placement is recommended over two inputs: neighbouring cells of a row with the same one. */
import { runsOf, type WinnerMap } from '../../placement/sensitivity/winner-map.ts';
import { inputFigure } from '../../report/input-figure.ts';
import { turnedTitle } from '../words/input-name.ts';
import { AS_WRITTEN } from '../words/names.ts';
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
