/** Nodes and weights of the 6-point Gauss–Legendre rule on [0, 1] (Abramowitz and Stegun, table 25.4). */
export const GAUSS_LEGENDRE: readonly (readonly [node: number, weight: number])[] = (
  [
    [0.238619186083197, 0.467913934572691],
    [0.661209386466265, 0.360761573048139],
    [0.932469514203152, 0.17132449237917],
  ] as const
).flatMap(([node, weight]) => [[(1 - node) / 2, weight / 2] as const, [(1 + node) / 2, weight / 2] as const]);
