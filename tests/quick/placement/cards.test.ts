/** Which placements make cards, of contenders made up. */
import { describe, expect, it } from 'vitest';
import { cardsOf } from '#core/placement/answer/cards.ts';
import type { Contender } from '#core/placement/answer/cards.ts';

function contender(id: string, cost: number, p99Ms: number): Contender {
  return {
    id,
    placement: { timelines: [] },
    judged: {
      low: cost,
      high: cost,
      effort: 0,
      sureness: 1,
      notMeasured: [],
      doubt: 0,
      value: cost,
      feasible: 'yes',
      violations: [],
      conditions: [],
    },
    p99Ms: () => p99Ms,
    missing: () => [],
    candidate() {
      throw new Error('no card needs a candidate in full');
    },
  };
}

describe('the card of what is faster', () => {
  const first = contender('first', 100, 500);
  const fasterOf = (others: readonly Contender[]) =>
    cardsOf(first, others, null).find(({ role }) => role === 'faster')?.contender.id;

  it('costs no more than twice the recommended, however much faster another is', () => {
    expect(fasterOf([contender('dear', 201, 5)])).toBeUndefined();
    expect(fasterOf([contender('dear', 201, 5), contender('twice', 200, 250)])).toBe('twice');
  });

  it('has most p99 for the money, and at least a tenth of it', () => {
    expect(fasterOf([contender('near', 101, 460)])).toBeUndefined();
    expect(fasterOf([contender('half', 150, 250), contender('little', 110, 440)])).toBe('half');
    expect(fasterOf([contender('half', 190, 250), contender('little', 110, 440)])).toBe('little');
  });
});

describe('the card of what is cheaper if confirmed', () => {
  const rule = {
    ...contender('rule', 100, 500),
    judged: { ...contender('rule', 100, 500).judged, effort: 20 },
  };
  const unsure = (cost: number): Contender => {
    const one = contender('unsure', cost, 500);
    return { ...one, judged: { ...one.judged, sureness: 0.8 } };
  };
  const cheaperOf = (other: Contender) =>
    cardsOf(rule, [other], 0.9).find(({ role }) => role === 'cheaper')?.contender.id;

  it('costs less in the bill, and not only in effort', () => {
    expect(cheaperOf(unsure(103))).toBeUndefined();
    expect(cheaperOf(unsure(99))).toBeUndefined();
    expect(cheaperOf(unsure(97))).toBe('unsure');
  });
});
