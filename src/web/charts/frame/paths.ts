/** Paths of the charts, from values of both axes. */
import { curveLinear, line } from 'd3-shape';
import type { Frame, Point } from './axes.ts';

/** Through the points, with a gap where a value is NaN. */
export const lineOf = ({ x, y }: Pick<Frame, 'x' | 'y'>, points: Iterable<Point>, curve = curveLinear) =>
  line<Point>(
    ([across]) => x(across),
    ([, up]) => y(up),
  )
    .defined(isKnown)
    .curve(curve)(points);

export const isKnown = ([, up]: Point) => !Number.isNaN(up);
