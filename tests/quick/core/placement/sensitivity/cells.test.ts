import { expect, test } from 'vitest';
import { COLUMNS, ROWS, cellsOf } from '#core/placement/sensitivity/cells.ts';
import type { Cells } from '#core/placement/sensitivity/cells.ts';
import { allSteps } from '#core/steps.ts';
import { fakeKnown } from '#tests/helpers/placement/fakeDesk.ts';
import type { FakePlan } from '#tests/helpers/placement/fakeDesk.ts';

interface Plane {
  id: string;
  /** At shares of both axes. */
  cost(u: number, v: number): number;
}

function mapOf(planes: readonly Plane[]): Cells & { searches: number[]; winnerAt(place: number): string } {
  const searches: number[] = [];
  const cost = (plane: Plane, place: number) =>
    plane.cost(((place % COLUMNS) + 0.5) / COLUMNS, (Math.floor(place / COLUMNS) + 0.5) / ROWS);
  const plans = planes.map((plane): FakePlan => ({ id: plane.id, cost: (place) => cost(plane, place) }));
  const cells = allSteps(cellsOf(fakeKnown(plans, { searches })));
  const winnerAt = (place: number) => planes.reduce((a, b) => (cost(b, place) < cost(a, place) ? b : a)).id;
  return { ...cells, searches, winnerAt };
}

test('cells have their winners, though few were searched', () => {
  const map = mapOf([
    { id: 'flat', cost: (u, v) => 10 + u + v },
    { id: 'steep', cost: (u, v) => 7 + 6 * u + 3 * v },
    { id: 'left', cost: (u, v) => 8 + 8 * u - v },
    { id: 'void', cost: (u, v) => (u + v > 0.6 ? Infinity : 9) },
  ]);
  expect(COLUMNS * ROWS).toBe(map.winners.length);
  const wrong = map.winners.flatMap((one, place) => (one?.id === map.winnerAt(place) ? [] : [place]));
  // Tips of regions, beside two others.
  expect(wrong.length).toBeLessThan(map.winners.length / 100);
  expect(new Set(map.winners.map((one) => one?.id)).size).toBeGreaterThan(2);
  expect(map.searches.length).toBeLessThanOrEqual(40);
});

test('a region as large as two coarse cells each way is not missed', () => {
  for (const [left, bottom] of [
    [0.3, 0.3],
    [0.55, 0.7],
    [0.1, 0.45],
  ] as const) {
    const island = (u: number, v: number) =>
      u >= left && u <= left + 3 / 12 && v >= bottom && v <= bottom + 3 / 8 ? 5 : 20;
    const map = mapOf([
      { id: 'sea', cost: () => 10 },
      { id: 'island', cost: island },
    ]);
    const wrong = map.winners.filter((one, place) => one?.id !== map.winnerAt(place));
    expect(wrong).toEqual([]);
  }
});

test('where nothing holds there is nobody', () => {
  const map = mapOf([{ id: 'half', cost: (u) => (u > 0.5 ? Infinity : 1) }]);
  for (const [place, one] of map.winners.entries())
    expect(one?.id ?? null).toBe((place % COLUMNS) + 0.5 < COLUMNS / 2 ? 'half' : null);
});
