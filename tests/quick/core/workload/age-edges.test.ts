import { describe, expect, it } from 'vitest';
import { ageEdges } from '#core/workload/age-edges.ts';

describe('age edges', () => {
  it('lie strictly inside the life, rise, and hold every given age', () => {
    const edges = ageEdges(90, [0, 5.5, 7, 90]);
    expect(edges).toContain(5.5);
    expect(edges.filter((age) => age === 7)).toHaveLength(1);
    expect(edges.every((age, i) => age > 0 && age < 90 && (i === 0 || age > edges[i - 1]!))).toBe(true);
  });
});
