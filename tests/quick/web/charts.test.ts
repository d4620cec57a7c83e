import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SLIDER_STEPS, AGE, RATE, SIZE, WAIT, sliderPosition, sliderText } from '#web/form/sliders.ts';
import { wrapped } from '#web/charts/frame/fit.ts';
import { legendPlaces } from '#web/charts/frame/legend.ts';
import { latencyDescription, latencyFigures, latencyTitle } from '#web/charts/answer/latency-words.ts';
import { areaPath, linePath } from '#web/charts/frame/outline.ts';
import { linearScale, logScale, logTicks } from '#web/charts/frame/scales.ts';
import {
  HOUR_DAYS,
  ageScale,
  ageTicks,
  bandsOf,
  clearOfHandles,
  endOfLife,
  moveMarks,
  nearestAge,
  readSteps,
  downArrow,
  nameUnder,
} from '#web/charts/strips/strip-geometry.ts';
import { stripsOf } from '#web/charts/strips/part-strips.ts';
import { stripDescription, stripFigures, stripTitle } from '#web/charts/strips/strip-words.ts';
import { thresholdAges } from '#web/charts/strips/thresholds.ts';
import { readCurve } from '#web/state/read-curve.ts';
import { formatDays } from '#core/units.ts';
import { COLD, HOT, aCandidate, aLatency, aScenarioText, aSingle } from '#tests/helpers/aPlan.ts';

describe('scales', () => {
  test('run from end to end and stay inside the drawing', () => {
    const linear = linearScale([0, 10], [100, 200]);
    expect([linear(0), linear(5), linear(10), linear(99)]).toEqual([100, 150, 200, 200]);
    const log = logScale([1, 100], [0, 100]);
    expect([log(1), log(10), log(100), log(0)].map((x) => Math.round(x))).toEqual([0, 50, 100, 0]);
  });

  test('log ticks step 1–2–5, and thin out where there is no room', () => {
    const scale = logScale([1, 100], [0, 600]);
    expect(logTicks([1, 100], scale, 40)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(logTicks([1, 100], scale, 150)).toEqual([1, 10, 100]);
  });

  test('a legend wraps instead of running out of the drawing', () => {
    expect(legendPlaces(['Storage', 'Requests', 'Egress'], 1000).map(({ row }) => row)).toEqual([0, 0, 0]);
    expect(legendPlaces(['Storage', 'Requests', 'Egress'], 120).map(({ row }) => row)).toEqual([0, 1, 2]);
  });
});

test('a name too long for its line goes on in the next, and a word too long for one is shortened', () => {
  expect(wrapped('S3 Express One Zone for 150 days', 6.4 * 20)).toEqual([
    'S3 Express One Zone',
    'for 150 days',
  ]);
  expect(wrapped('R2', 200)).toEqual(['R2']);
  expect(wrapped('a Pneumonoultramicroscopic store', 6.4 * 10)).toEqual(['a', 'Pneu…copic', 'store']);
});

describe('the placement strip', () => {
  const end = 90;
  const scale = ageScale(end, 10, 610);
  const reads = readCurve(aScenarioText()) ?? [];

  test('steps hold all reads, edge to edge, with the densest the highest', () => {
    const steps = readSteps(reads, end, scale);
    expect(steps.map(({ share }) => Number(share.toFixed(6)))).toEqual([0.45, 0.35, 0.15, 0.05]);
    expect(steps[0]?.x0).toBe(10);
    expect(steps.at(-1)?.x1).toBe(610);
    for (const [i, step] of steps.entries()) if (i > 0) expect(step.x0).toBe(steps[i - 1]?.x1);
    expect(Math.max(...steps.map(({ height }) => height))).toBe(1);
  });

  test('the area of a step over its width is its share, so areas compare', () => {
    const steps = readSteps(reads, end, scale);
    const perShare = steps.map((step) => (step.height * (step.x1 - step.x0)) / step.share);
    for (const one of perShare) expect(one).toBeCloseTo(perShare[0] ?? NaN, 6);
  });

  test('without a read curve reads are one step', () => {
    expect(readSteps([], end, scale)).toMatchObject([{ fromDays: 0, toDays: 90, share: 1, height: 1 }]);
  });

  test('the name of a short band keeps clear of the arrow that leaves it, and of the left edge', () => {
    const band = { row: 1, x1: 200 };
    const exit = { kind: 'drop' as const, atDays: 7, amount: 0, toRow: null, fromRow: 1, x: 200 };
    expect(nameUnder('S3 Express One Zone', band, [])).toEqual({ x: 200, anchor: 'end' });
    expect(nameUnder('S3 Express One Zone', band, [{ ...exit, fromRow: 0 }])).toEqual({
      x: 200,
      anchor: 'end',
    });
    expect(nameUnder('S3 Express One Zone', band, [exit])).toEqual({ x: 192, anchor: 'end' });
    expect(nameUnder('S3 Express One Zone', { row: 1, x1: 60 }, [exit])).toEqual({ x: 74, anchor: 'start' });
  });

  test('a moved object has one band after the other', () => {
    const bands = bandsOf(aCandidate(), scale, end);
    expect(bands.map(({ store, row, fromDays, toDays }) => [store, row, fromDays, toDays])).toEqual([
      [HOT, 0, 0, 7],
      [COLD, 1, 7, 90],
    ]);
    expect(bands[0]?.x1).toBe(bands[1]?.x0);
  });

  test('an object written twice has two bands, and the copy nobody reads is told apart', () => {
    const servers = { 'aws/us-east-1': HOT, 'internet/europe': HOT };
    const cold = { 'aws/us-east-1': COLD, 'internet/europe': COLD };
    const dual = aCandidate({
      policy: { thresholdDays: 7, entry: 'dual' },
      segments: [
        { fromDays: 0, toDays: 7, holders: [HOT, COLD], servers, readShare: 0.8 },
        { fromDays: 7, toDays: 90, holders: [COLD], servers: cold, readShare: 0.2 },
      ],
    });
    const bands = bandsOf(dual, scale, end);
    expect(bands.map(({ row, fromDays, toDays, serves }) => [row, fromDays, toDays, serves.length])).toEqual([
      [0, 0, 7, 2],
      [1, 0, 7, 0],
      [1, 7, 90, 2],
    ]);
  });

  test('parts that are treated apart have a strip each, with their own reads and moves', () => {
    const [young, old] = aCandidate().segments;
    if (!young || !old) throw new Error('no segments');
    const half = { objects: 0.5, bytes: 0.5, reads: 0.5 };
    const mixed = aCandidate({
      kind: 'mixed',
      policy: null,
      steps: [],
      parts: [
        {
          ...half,
          name: 'new',
          segments: [
            { ...young, readShare: 0.4 },
            { ...old, readShare: 0.1 },
          ],
        },
        { ...half, name: 'old', segments: [{ ...old, fromDays: 0, readShare: 0.5 }] },
      ],
    });
    const strips = stripsOf(mixed);
    expect(strips.map((one) => stripTitle(one.candidate, undefined, one.objects))).toEqual([
      'New objects: 80% of their reads come in the first 7 days, from acme/hot@north',
      'Standing objects: acme/cold@south holds every object all its life and serves every read',
    ]);
    expect(strips.map(({ candidate }) => candidate.moves.map(({ kind }) => kind))).toEqual([
      ['arrive', 'copy', 'drop', 'expire'],
      [],
    ]);
    expect(strips.map(({ isStanding }) => isStanding)).toEqual([false, true]);
    expect(stripsOf(aCandidate())).toMatchObject([{ objects: null }]);
    const both = aSingle(HOT, { segments: [{ ...young, holders: [HOT, COLD] }] });
    expect(stripTitle(both)).toBe('acme/hot@north and acme/cold@south hold every object all its life');
  });

  test('a store that holds an object for an hour has a band to see', () => {
    const [young, old] = aCandidate().segments;
    if (!young || !old) throw new Error('no segments');
    const brief = aCandidate({
      policy: { thresholdDays: HOUR_DAYS, entry: 'tier' },
      segments: [
        { ...young, toDays: HOUR_DAYS },
        { ...old, fromDays: HOUR_DAYS },
      ],
    });
    const [band] = bandsOf(brief, scale, end);
    expect((band?.x1 ?? 0) - (band?.x0 ?? 0)).toBeGreaterThan(20);
    expect(stripTitle(brief)).toBe('80% of reads come in the first hour, from acme/hot@north');
  });

  test('the title of a chain names every stretch of it', () => {
    const [young, old] = aCandidate().segments;
    const [step] = aCandidate().steps;
    if (!young || !old || !step) throw new Error('no steps');
    const third = 'acme/archive@south';
    const serving = (store: string) =>
      Object.fromEntries(Object.keys(old.servers).map((place) => [place, store]));
    const chain = aCandidate({
      stores: [HOT, COLD, third],
      steps: [step, { ...step, from: COLD, to: third, leftDays: 30 }],
      segments: [
        { ...young, readShare: 0.8 },
        { ...old, toDays: 30, readShare: 0.15 },
        { ...old, fromDays: 30, holders: [third], servers: serving(third), readShare: 0.05 },
      ],
    });
    expect(stripTitle(chain)).toBe(
      '80% of reads come in the first 7 days, from acme/hot@north; 15% until 30 days, from acme/cold@south; 5% after that, from acme/archive@south',
    );
  });

  test('the last age has room for more words than a tick', () => {
    const wide = ageScale(731, 10, 324);
    const ticks = ageTicks(731, wide, 52, 128);
    expect(ticks.at(-1)).toBe(731);
    expect(wide(731) - wide(ticks.at(-2) ?? 731)).toBeGreaterThanOrEqual(128);
  });

  test('moves stand at their ages with the rows they leave and reach', () => {
    const marks = moveMarks(aCandidate(), scale, end);
    expect(marks.map(({ kind, fromRow, toRow }) => [kind, fromRow, toRow])).toEqual([
      ['arrive', null, 0],
      ['copy', 0, 1],
      ['drop', 0, null],
      ['expire', 1, null],
    ]);
    expect(marks[1]?.x).toBe(scale(7));
  });

  test('objects kept for ever get a strip of at least a year', () => {
    const [segment] = aSingle(HOT).segments;
    if (!segment) throw new Error('no segment');
    expect(endOfLife(aSingle(HOT))).toBe(90);
    expect(endOfLife(aSingle(HOT, { segments: [{ ...segment, toDays: Infinity }] }))).toBe(365.25);
  });

  test('ticks keep their distance, and the end of life is always named', () => {
    for (const width of [300, 600, 1200]) {
      const narrow = ageScale(end, 0, width);
      const ticks = ageTicks(end, narrow, 60);
      expect(ticks).toContain(end);
      expect(ticks).toContain(HOUR_DAYS);
      for (const [i, tick] of ticks.entries())
        if (i > 0) expect(narrow(tick) - narrow(ticks[i - 1] ?? 0)).toBeGreaterThanOrEqual(60);
    }
  });

  test('the handle takes ages people name, the points of the curve, and where it stands, all before the end', () => {
    const ages = thresholdAges(90, [7, 33], 8.25);
    expect(ages).toEqual([...ages].sort((a, b) => a - b));
    expect(new Set(ages).size).toBe(ages.length);
    expect(ages).toEqual(expect.arrayContaining([HOUR_DAYS, 7, 8.25, 33, 75]));
    expect(Math.max(...ages)).toBeLessThan(90);
    expect(nearestAge(ages, scale(7.1), scale)).toBe(7);
    expect(nearestAge([], 5, scale)).toBeUndefined();
  });

  test('words over a step stand in its middle, or as near it as handles leave them room', () => {
    expect(clearOfHandles(0, 200, 60, [], 36)).toBe(70);
    expect(clearOfHandles(0, 200, 60, [20], 36)).toBe(70);
    expect(clearOfHandles(0, 200, 60, [90], 36)).toBe(126);
    expect(clearOfHandles(0, 200, 60, [90, 170], 6)).toBe(96);
    expect(clearOfHandles(0, 200, 60, [90, 170], 36)).toBeNull();
  });

  test('is said in words and rows', () => {
    expect(stripTitle(aCandidate())).toBe('80% of reads come in the first 7 days, from acme/hot@north');
    expect(stripTitle(aSingle(COLD))).toBe(
      'acme/cold@south holds every object all its life and serves every read',
    );
    expect(stripDescription(aCandidate())).toContain(
      'At 7 days: copied from acme/hot@north to acme/cold@south, $11.1k a month.',
    );
    const { columns, rows } = stripFigures(aCandidate());
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(rows).toHaveLength(6);
    expect(rows.map((row) => row[3]).join()).toContain('acme/hot');
    // Of stores that have a name.
    const named = stripFigures(aSingle('aws/s3-standard@us-east-1'));
    expect(named.rows.flat().join()).not.toContain('@');
    expect(named.rows.flat().join()).toContain('S3 Standard (us-east-1)');
  });

  test('a month of 730 h is a month in the data of the strip', () => {
    const single = aSingle(COLD);
    const segments = single.segments.map((one) => ({ ...one, toDays: 730 / 24 }));
    expect(stripFigures({ ...single, segments }).rows[0]?.slice(1, 3)).toEqual([formatDays(0), '1 month']);
  });
});

describe('latency curves', () => {
  test('the title says whether the requirement holds over the whole band', () => {
    const row = { name: 'All reads', of: aLatency(), rival: false };
    expect(latencyTitle(row, 800)).toBe('99 of 100 reads take at most 555 ms, inside the 800 ms asked');
    expect(latencyTitle(row, 600)).toBe('p99 lies between 444 ms and 666 ms; 600 ms is asked');
    expect(latencyTitle(row, 400)).toBe('99 of 100 reads take up to 555 ms, past the 400 ms asked');
    expect(latencyTitle({ ...row, of: aLatency({ p99Ms: null }) }, 400)).toContain('not known');
    expect(latencyDescription([row], 800)).toContain('p99 555 ms, between 444 ms and 666 ms, interpolated.');
    expect(latencyFigures([{ ...row, of: aLatency({ meanMs: null }) }]).rows[0]?.[1]).toBeNull();
  });
});

describe('sliders', () => {
  test.each([
    ['size', SIZE],
    ['rate', RATE],
    ['age', AGE],
    ['wait', WAIT],
  ])('%s: what a position writes is read back near it', (_, slider) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SLIDER_STEPS }), (position) => {
        const back = sliderPosition(slider, sliderText(slider, position));
        return back !== null && Math.abs(back - position) <= 12;
      }),
    );
  });

  test('stand at the median of a range, at the end for ever, and nowhere for what cannot be read', () => {
    expect(sliderPosition(AGE, '30 to 270 days')).toBe(sliderPosition(AGE, '90 days'));
    expect(sliderPosition(AGE, 'forever')).toBe(SLIDER_STEPS);
    expect(sliderPosition(SIZE, '4 parsecs')).toBeNull();
    expect(sliderPosition(SIZE, [])).toBeNull();
  });
});

describe('outlines', () => {
  const points = [
    [0, 10],
    [5, 2],
    [9, 4],
  ] as const;

  test('run through their points, and areas close on the base', () => {
    expect(linePath(points)).toBe('M0,10L5,2L9,4');
    expect(areaPath(points, 20)).toBe('M0,20L0,10L5,2L9,4L9,20Z');
    expect(downArrow(7, 0, 10)).toBe('M7,0L7,10M2.5,4L7,10L11.5,4');
  });

  test('of nothing are nothing', () => {
    expect(linePath([])).toBe('');
    expect(areaPath([], 5)).toBe('');
  });
});
