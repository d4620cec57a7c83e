import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figureOf } from '#core/answer/figures/figure.ts';
import { latencyFigure, latencyTitle } from '#core/answer/figures/latency.ts';
import { SLIDER_STEPS, sliderPosition, sliderText, sliderOf } from '#web/form/sliders.ts';
import { bottomTicks, scaleOf, ticksOf, type Axis } from '#web/charts/frame/axes.ts';
import { nearest, stepped } from '#web/charts/frame/crosshair.ts';
import { LETTER, legendPlaces, wrapped } from '#web/charts/frame/labels.ts';
import {
  HOUR_DAYS,
  ageLabels,
  ageScale,
  bandsOf,
  endOfLife,
  moveMarks,
  readCourse,
  uprightArrow,
  nameBeside,
  nameUnder,
} from '#web/charts/strips/strip-geometry.ts';
import { stripsOf } from '#web/charts/strips/part-strips.ts';
import { stripDescription, stripFigure, stripTitle } from '#web/charts/strips/strip-words.ts';
import { thresholdAges } from '#web/charts/strips/thresholds.ts';
import { figuresInWords } from '#web/words/csv.ts';
import { readCurve } from '#web/state/read-curve.ts';
import { formatDays } from '#core/units.ts';
import { COLD, HOT, aCandidate, aLatency, aScenarioText, aSingle } from '#tests/helpers/aPlan.ts';

const axis = (kind: Axis['kind'], domain: [number, number], named?: number[]): Axis => ({
  ...{ kind, domain, words: String },
  ...(named && { named }),
});

describe('axes', () => {
  test('run from end to end and stay inside the drawing', () => {
    const linear = scaleOf(axis('linear', [0, 10]), [100, 200]);
    expect([linear(0), linear(5), linear(10), linear(99)]).toEqual([100, 150, 200, 200]);
    const log = scaleOf(axis('log', [1, 100]), [0, 100]);
    expect([log(1), log(10), log(100), log(0)].map((x) => Math.round(x))).toEqual([0, 50, 100, 0]);
  });

  test('log ticks step 1–2–5, and thin out where there is no room', () => {
    const hundred = axis('log', [1, 100]);
    const scale = scaleOf(hundred, [0, 600]);
    expect(ticksOf(hundred, scale, 40)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(ticksOf(hundred, scale, 150)).toEqual([1, 10, 100]);
  });

  test('an axis of less than a power of ten has ticks too', () => {
    const short = axis('log', [210, 480]);
    const ticks = ticksOf(short, scaleOf(short, [0, 400]), 40);
    expect(ticks.length).toBeGreaterThan(1);
    for (const tick of ticks) expect(tick % 10).toBe(0);
  });

  test('what people name is labelled, those that matter most first', () => {
    const named = axis('linear', [0, 100], [50, 0, 52, 100, 400]);
    const ticks = bottomTicks(named, scaleOf(named, [0, 100]), 100);
    expect(ticks.map(({ value }) => value)).toEqual([0, 50, 100]);
  });

  test('words along the bottom stay inside the drawing and off one another', () => {
    for (const width of [200, 360, 900]) {
      const long = axis('log', [0.001, 1e6]);
      const shown = bottomTicks(long, scaleOf(long, [0, width]), width).filter(({ text }) => text !== '');
      const ends = shown.map(({ x, text }) => [x - text.length * 3.25, x + text.length * 3.25] as const);
      expect(shown.length).toBeGreaterThan(1);
      for (const [i, [left, right]] of ends.entries()) {
        expect(left).toBeGreaterThanOrEqual(-1e-9);
        expect(right).toBeLessThanOrEqual(width + 1e-9);
        expect(left).toBeGreaterThanOrEqual(ends[i - 1]?.[1] ?? 0);
      }
    }
  });

  test('a crosshair goes to the stop under the pointer, and from stop to stop by key', () => {
    expect(nearest([1, 7, 30], 11, (value) => value)).toBe(1);
    expect(nearest([], 5, (value) => value)).toBe(0);
    expect(['ArrowRight', 'End', 'Home', 'ArrowLeft', 'x'].map((key) => stepped(key, 1, 5))).toEqual([
      2,
      4,
      0,
      0,
      null,
    ]);
  });

  test('a legend wraps instead of running out of the drawing', () => {
    expect(legendPlaces(['Storage', 'Requests', 'Egress'], 1000).map(({ row }) => row)).toEqual([0, 0, 0]);
    expect(legendPlaces(['Storage', 'Requests', 'Egress'], 120).map(({ row }) => row)).toEqual([0, 1, 2]);
  });
});

test('a name too long for its line goes on in the next, and a word too long for one is shortened', () => {
  expect(wrapped('S3 Express One Zone for 150 days', LETTER * 20)).toEqual([
    'S3 Express One Zone',
    'for 150 days',
  ]);
  expect(wrapped('R2', 200)).toEqual(['R2']);
  expect(wrapped('a Pneumonoultramicroscopic store', LETTER * 10)).toEqual(['a', 'Pneu…copic', 'store']);
});

describe('the placement strip', () => {
  const end = 90;
  const scale = ageScale(end, 10, 610);
  const reads = readCurve(aScenarioText()) ?? [];

  test('the course of reads rises from none to all over the points of the curve', () => {
    const course = readCourse(reads, end);
    expect(course[0]?.share).toBe(0);
    expect(course.slice(1, -1)).toEqual(reads.filter(({ ageDays }) => ageDays < end));
    expect(course.at(-1)).toEqual({ ageDays: 90, share: 1 });
  });

  test('what came before the axis begins is there at its start', () => {
    expect(readCourse([{ ageDays: 0.01, share: 0.3 }], end)[0]?.share).toBe(0.3);
    expect(readCourse([], end).map(({ share }) => share)).toEqual([0, 1]);
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
    const entry = { ...exit, kind: 'copy' as const, fromRow: 0, toRow: 1, x: 190 };
    expect(nameUnder('S3 Standard', band, [entry], 210)).toEqual({ x: 182, anchor: 'end' });
  });

  test('a name stands whole in its bar or beside it inside the drawing, or not at all', () => {
    const names = ['S3 Standard: standing objects', 'S3 Standard'];
    expect(nameBeside(names, 0, 50, 300)).toMatchObject({ text: names[0], x: 56, anchor: 'start' });
    expect(nameBeside(names, 200, 290, 300)).toMatchObject({ text: names[0], x: 194, anchor: 'end' });
    expect(nameBeside(names, 50, 260, 300)).toMatchObject({ text: names[0], x: 56, anchor: 'start' });
    expect(nameBeside(names, 40, 120, 180)).toMatchObject({ text: names[1], x: 46, anchor: 'start' });
    expect(nameBeside(names, 30, 60, 80)).toBeUndefined();
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

  test('a life without an end says so where that has room', () => {
    const wide = ageScale(731, 10, 324);
    const end = ageLabels(731, wide, [10, 324], [], true).at(-1);
    expect(end?.text).toBe('731 days and on');
    expect((end?.x ?? NaN) + (15 * LETTER) / 2).toBeLessThanOrEqual(324);
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

  test('ages under the axis keep clear of one another and of the handle; the end of life is always named', () => {
    for (const width of [300, 600, 1200])
      for (const handles of [[], [ageScale(end, 0, width)(7)]]) {
        const narrow = ageScale(end, 0, width);
        const labels = ageLabels(end, narrow, [0, width], handles, false);
        const ends = labels.map(({ x, text }) => [
          x - (text.length * LETTER) / 2,
          x + (text.length * LETTER) / 2,
        ]);
        expect(labels.at(-1)?.text).toBe('90 days');
        expect(labels[0]?.value).toBe(HOUR_DAYS);
        for (const [i, [left = NaN, right = NaN] = []] of ends.entries()) {
          expect(left).toBeGreaterThan(ends[i - 1]?.[1] ?? -1);
          expect(right).toBeLessThanOrEqual(width);
          for (const handle of handles) expect(handle < left || handle > right).toBe(true);
        }
      }
  });

  test('the handle takes ages people name, the points of the curve, and where it stands, all before the end', () => {
    const ages = thresholdAges(90, [7, 33], 8.25);
    expect(ages).toEqual([...ages].sort((a, b) => a - b));
    expect(new Set(ages).size).toBe(ages.length);
    expect(ages).toEqual(expect.arrayContaining([HOUR_DAYS, 7, 8.25, 33, 75]));
    expect(Math.max(...ages)).toBeLessThan(90);
    expect(ages[nearest(ages, scale(7.1), scale)]).toBe(7);
  });

  test('is said in words and rows', () => {
    expect(stripTitle(aCandidate())).toBe('80% of reads come in the first 7 days, from acme/hot@north');
    expect(stripTitle(aSingle(COLD))).toBe(
      'acme/cold@south holds every object all its life and serves every read',
    );
    expect(stripDescription(aCandidate())).toContain(
      'At 7 days: copied from acme/hot@north to acme/cold@south, $11.1k/month.',
    );
    const { columns, rows } = stripFigure(aCandidate());
    for (const row of rows) expect(row).toHaveLength(columns.length);
    expect(rows).toHaveLength(6);
    expect(rows.map((row) => row[3]).join()).toContain('acme/hot');
    // Of stores that have a name.
    const named = stripFigure(aSingle('aws/s3-standard@us-east-1'));
    expect(named.rows.flat().join()).not.toContain('@');
    expect(named.rows.flat().join()).toContain('S3 Standard (us-east-1)');
  });

  test('a month of 730 h is a month in the data of the strip', () => {
    const single = aSingle(COLD);
    const segments = single.segments.map((one) => ({ ...one, toDays: 730 / 24 }));
    expect(stripFigure({ ...single, segments }).rows[0]?.slice(1, 3)).toEqual([formatDays(0), '1 month']);
  });
});

describe('latency curves', () => {
  test('the title says whether the requirement holds over the whole band', () => {
    const row = { name: 'All reads', of: aLatency(), rival: false };
    expect(latencyTitle(row, 800)).toBe('99% of reads take at most 555 ms, within the required 800 ms');
    expect(latencyTitle(row, 600)).toBe('p99 is between 444 ms and 666 ms; required: 600 ms');
    expect(latencyTitle(row, 400)).toBe('99% of reads take up to 555 ms, more than the required 400 ms');
    expect(latencyTitle({ ...row, of: aLatency({ p99Ms: null }) }, 400)).toContain('not known');
    expect(figuresInWords(latencyFigure([row]))).toMatch(
      /^All reads: .*p99 555 ms, estimate of p99 444–666 ms, evidence interpolated\.$/,
    );
    const unknown = latencyFigure([{ ...row, of: aLatency({ meanMs: null }) }]);
    expect([unknown.rows[0]?.[1], unknown.file.rows[0]?.[1]]).toEqual(['no data', null]);
  });
});

describe('sliders', () => {
  test.each([
    ['size', sliderOf('size', '')],
    ['rate', sliderOf('rate', '12M a day')],
    ['rate of bytes', sliderOf('rate', '20 TB a month')],
    ['age', sliderOf('age', '')],
    ['wait', sliderOf('wait', '')],
  ])('%s: what a position writes is read back near it', (_, slider) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SLIDER_STEPS }), (position) => {
        const back = sliderPosition(slider, sliderText(slider, position));
        return back !== null && Math.abs(back - position) <= 12;
      }),
    );
  });

  test('stand at the median of a range, at the end for ever, and nowhere for what cannot be read', () => {
    const [age, size] = [sliderOf('age', ''), sliderOf('size', '')];
    expect(sliderPosition(age, '30 to 270 days')).toBe(sliderPosition(age, '90 days'));
    expect(sliderPosition(age, 'forever')).toBe(SLIDER_STEPS);
    expect(sliderPosition(size, '4 parsecs')).toBeNull();
    expect(sliderPosition(size, [])).toBeNull();
    const added = sliderOf('rate', '20 TB a month');
    expect(sliderPosition(added, '20 TB a month')).toBe(sliderPosition(added, '657 GB/day'));
  });
});

test('an upright arrow has its head where it leads', () => {
  expect(uprightArrow(7, 0, 10)).toBe('M7,0L7,10M2.5,4L7,10L11.5,4');
  expect(uprightArrow(7, 10, 0)).toBe('M7,10L7,0M2.5,6L7,0L11.5,6');
});

test('figures are said row by row, without what is not known', () => {
  const rows: [string, number | null, number | null, string][] = [
    ['acme/hot', 123.456, 48_214.7, ''],
    ['acme/cold', null, 0, 'acme/hot'],
    ['acme/other', null, null, ''],
  ];
  const figure = figureOf(rows, [
    { title: 'store', of: ([store]) => store },
    { title: 'p99', key: 'p99 ms', kind: 'ms', of: ([, ms]) => ms },
    { title: '$/month', kind: 'money', of: ([, , amount]) => amount },
    { title: 'beaten by', of: ([, , , by]) => by },
  ]);
  expect(figuresInWords(figure)).toBe(
    'acme/hot: p99 123 ms, $/month $48.2k. acme/cold: $/month $0, beaten by acme/hot. acme/other: unknown.',
  );
  expect(figure.file).toEqual({ columns: ['store', 'p99 ms', '$/month', 'beaten by'], rows });
});
