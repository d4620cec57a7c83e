import { describe, expect, test } from 'vitest';
import { schedule } from '#probe/measuring/schedule.ts';
import { aPlan } from '#tests/helpers/aProbe.ts';

const { cells } = aPlan([{ op: ['GET', 'PUT'], requests: 400, warmup: 0 }]);

describe('the order of a run', () => {
  test('gives every target its turn in each round, in an order drawn anew', () => {
    const blocks = schedule(cells, 3, 1);
    const rounds = Array.from({ length: blocks.length / 3 }, (_, i) => blocks.slice(i * 3, i * 3 + 3));
    expect(rounds).toHaveLength(2 * 20);
    for (const round of rounds) {
      expect(round.map(({ target }) => target).sort()).toEqual([0, 1, 2]);
      // The same requests of the same cell, so that an hour of drift hits all alike.
      expect(new Set(round.map(({ cell, from, to }) => `${cell} ${from} ${to}`)).size).toBe(1);
    }
    const orders = rounds.map((round) => round.map(({ target }) => target).join(''));
    expect(new Set(orders).size).toBe(6);
    for (const target of ['0', '1', '2'])
      expect(orders.filter((order) => order.startsWith(target)).length).toBeGreaterThan(40 / 3 / 2);
  });

  test('is the same for the same seed, and covers each request of each target once', () => {
    const blocks = schedule(cells, 2, 7);
    expect(schedule(cells, 2, 7)).toEqual(blocks);
    expect(schedule(cells, 2, 8)).not.toEqual(blocks);
    for (const target of [0, 1])
      for (const cell of [0, 1]) {
        const own = blocks.filter((one) => one.target === target && one.cell === cell);
        expect(own.map(({ from }) => from)).toEqual([0, ...own.slice(0, -1).map(({ to }) => to)]);
        expect(own.at(-1)?.to).toBe(400);
      }
  });
});
