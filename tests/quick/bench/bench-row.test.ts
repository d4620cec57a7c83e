import { describe, expect, it } from 'vitest';
import { median, meetsTarget, timed } from '#tests/bench/bench-row.ts';

describe('a bench row', () => {
  it('meets a ceiling from below and a floor from above', () => {
    const row = { name: 'x', unit: 'ms' };
    expect(meetsTarget({ ...row, value: 16, target: { at: 'most', value: 16 } })).toBe(true);
    expect(meetsTarget({ ...row, value: 17, target: { at: 'most', value: 16 } })).toBe(false);
    expect(meetsTarget({ ...row, value: 1.9, target: { at: 'least', value: 2 } })).toBe(false);
  });

  it('neither meets nor misses what was not measured or has no target', () => {
    expect(meetsTarget({ name: 'x', unit: 'ms', value: null, target: { at: 'most', value: 1 } })).toBeNull();
    expect(meetsTarget({ name: 'x', unit: 'ms', value: 3 })).toBeNull();
  });

  it('takes the middle of its runs', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(() => median([])).toThrow(RangeError);
  });

  it('times each run once, in order', async () => {
    const seen: number[] = [];
    const taken = await timed(3, (run) => seen.push(run));
    expect(seen).toEqual([0, 1, 2]);
    expect(taken).toHaveLength(3);
  });
});
