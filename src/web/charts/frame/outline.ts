/** Outlines of drawings as SVG path data. */
import { path } from 'd3-path';

export type Point = readonly [x: number, y: number];

/** Through the points in order; empty without points. */
export function linePath(points: readonly Point[]): string {
  const pen = path();
  for (const [i, [x, y]] of points.entries())
    if (i === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  return pen.toString();
}

/** Between the points and a base line. */
export function areaPath(points: readonly Point[], baseY: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `${linePath([[first[0], baseY], ...points, [last[0], baseY]])}Z`;
}
