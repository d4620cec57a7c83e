/** Chance that can be played again: the same seed and number give the same draw. */
import { draw } from '#core/seeded-draw.ts';

export { draw };

/** The values in a random order, the same for the same seed (Fisher and Yates). */
export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const order = [...values];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(draw(seed, i) * (i + 1));
    const [a, b] = [order[i], order[j]];
    if (a !== undefined && b !== undefined) [order[i], order[j]] = [b, a];
  }
  return order;
}
