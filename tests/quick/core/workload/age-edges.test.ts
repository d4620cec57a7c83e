import { describe, expect, it } from 'vitest';
import { ageEdges } from '#core/workload/age-edges.ts';

describe('age edges', () => {
  it('lie inside the life, rise, and hold every given age', () => {
    const edges = ageEdges(90, [0, 5.5, 7, 90]);
    expect(edges).toContain(5.5);
    expect(edges.filter((age) => age === 7)).toHaveLength(1);
    expect(edges.every((age, i) => age > 0 && age < 90 && (i === 0 || age > edges[i - 1]!))).toBe(true);
  });

  it('begin at an hour, as jobs run no oftener, but for what moves today', () => {
    const tenMinutes = 10 / 60 / 24;
    expect(ageEdges(90, [tenMinutes])[0]).toBeCloseTo(1 / 24, 9);
    expect(ageEdges(90, [], [tenMinutes])[0]).toBe(tenMinutes);
  });

  it('are about as many as people tell apart', () => {
    expect(ageEdges(3650, [])).toHaveLength(23);
  });

  it('usual ones next to a given one are that one, and none lies at the very end', () => {
    const edges = ageEdges(366, [31, 365]);
    expect(edges.filter((age) => age > 25)).toEqual([31, 45, 60, 90, 120, 180, 270]);
  });
});
