import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OVER_TIME, overTimeCsv, overTimeOf, parseOverTime } from '#core/evidence/over-time.ts';
import { mergeOverTime } from '#core/evidence/merge.ts';
import { MOST_STRETCHES, TimeGrid } from '#core/evidence/time-grid.ts';

const requests = fc.array(
  fc.record({
    startMs: fc.double({ min: 0, max: 1e7, noNaN: true }),
    tookMs: fc.double({ min: 0.002, max: 1e6, noNaN: true }),
  }),
  { minLength: 1, maxLength: 300 },
);
const gridOf = (added: readonly { startMs: number; tookMs: number }[]) => {
  const grid = new TimeGrid();
  for (const { startMs, tookMs } of added) grid.add(startMs, tookMs);
  return grid;
};
const WHAT = { store: 'aws/s3-standard', operation: 'GET', run: null } as const;

describe('a grid of requests over time', () => {
  it('counts every request once, in the rectangle it lies in, whatever order they come in', () => {
    fc.assert(
      fc.property(requests, (added) => {
        const counts = gridOf(added).counts();
        for (const { startMs, seconds, fromMs, toMs, requests: count } of counts) {
          const inside = added.filter(
            (one) =>
              one.startMs >= startMs &&
              one.startMs < startMs + 1000 * seconds &&
              // Edges are rounded to six digits.
              one.tookMs >= fromMs * (1 - 1e-5) &&
              one.tookMs < toMs * (1 + 1e-5),
          );
          expect(inside.length).toBeGreaterThanOrEqual(count);
        }
        expect(counts.reduce((sum, one) => sum + one.requests, 0)).toBe(added.length);
        expect(gridOf(added.toReversed()).counts()).toEqual(counts);
      }),
    );
  });

  it('never has more stretches than it may, and all of one length', () => {
    fc.assert(
      fc.property(requests, (added) => {
        const counts = gridOf(added).counts();
        expect(new Set(counts.map(({ startMs }) => startMs)).size).toBeLessThanOrEqual(MOST_STRETCHES);
        expect(new Set(counts.map(({ seconds }) => seconds)).size).toBe(1);
      }),
    );
  });

  it('puts a request by hand where it belongs', () => {
    expect(gridOf([{ startMs: 600, tookMs: 12 }]).counts()).toEqual([
      { startMs: 500, seconds: 0.25, fromMs: 10, toMs: 12.5893, requests: 1 },
    ]);
    const ends = gridOf([
      { startMs: 0, tookMs: 0 },
      { startMs: 0, tookMs: 1e9 },
    ]).counts();
    expect(ends.map(({ fromMs }) => fromMs)).toEqual([0.001, 2511890]);
  });
});

describe('over-time.csv', () => {
  it('gives back what was written', () => {
    fc.assert(
      fc.property(requests, fc.constantFrom(null, 'a-2026', 'endpoint h:1, "x"'), (added, run) => {
        const rows = overTimeOf(gridOf(added), 1_795_176_514_000, { ...WHAT, run });
        expect(parseOverTime(overTimeCsv(rows))).toEqual(rows);
      }),
    );
  });

  it('holds nothing of requests that all began within a moment', () => {
    expect(
      overTimeOf(
        gridOf([
          { startMs: 0, tookMs: 1 },
          { startMs: 600, tookMs: 1 },
        ]),
        0,
        WHAT,
      ),
    ).toEqual([]);
  });

  it.each([
    ['2026-11-20', /line 2: start/],
    ['2026-11-20T12:00:00.000Z,0', /line 2: seconds/],
    ['2026-11-20T12:00:00.000Z,1,5,5', /line 2: {1,2}from_ms is below to_ms/],
    ['2026-11-20T12:00:00.000Z,1,5,6,0.5', /line 2: requests/],
  ])('refuses %s, and says where', (begin, message) => {
    const rest = '2026-11-20T12:00:00.000Z,1,5,6,1'.split(',').slice(begin.split(',').length);
    const line = ['aws/s3-standard,GET,', begin, ...rest].join(',');
    const text = `${overTimeCsv([]).trim()}\n${line}\n`;
    expect(() => parseOverTime(text)).toThrow(message);
    expect(() => parseOverTime(text)).toThrow(OVER_TIME);
  });

  it('is merged by standing side by side, each row under the name of its part', () => {
    const rows = overTimeOf(
      gridOf(Array.from({ length: 9 }, (_, i) => ({ startMs: 300 * i, tookMs: 2 }))),
      0,
      WHAT,
    );
    const merged = mergeOverTime([
      { part: 'a', rows },
      { part: 'b', rows: rows.map((row) => ({ ...row, run: 'x' })) },
    ]);
    expect(merged).toHaveLength(2 * rows.length);
    expect(new Set(merged.map(({ run }) => run))).toEqual(new Set(['a', 'b x']));
    expect(merged.slice(0, rows.length).map(({ requests: count }) => count)).toEqual(
      rows.map(({ requests: count }) => count),
    );
  });
});
