import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readsWords } from '#core/answer/figures/break-even.ts';
import { USUAL, askedOf, questionFromFragment, questionToFragment } from '#web/breakeven/question.ts';
import type { Question } from '#web/breakeven/question.ts';
import { breakEvenPage, pageFigure } from '#web/breakeven/tables.ts';
import { curveFigure, curveTitle, hoursWithin, ttlCurve } from '#web/breakeven/ttl-curve.ts';
import type { Law } from '#web/breakeven/ttl-curve.ts';
import { wholeArchive } from '#tests/sources.ts';

const page = breakEvenPage(wholeArchive(), '2026-11-20');
const KIB = 1024;

test('the tables are those of the published prices, worked out by hand from them', () => {
  const column = (at: number, key: 'readsBeside' | 'readsInstead') =>
    page.cold[at]?.rows.map((row) => `${row.sizeBytes / KIB}: ${readsWords(row, row[key])}`);
  // Rent $0.087 a GB-month more than S3 Standard; a GET of 0.40 against 0.03 per million and $0.0015 a GB, and so on.
  expect(column(0, 'readsInstead')?.slice(0, 4)).toEqual(['4: 0.903', '16: 3.68', '64: 15.9', '128: 35.8']);
  expect(column(0, 'readsInstead')?.at(-1)).toBe('16384: never');
  expect(column(1, 'readsBeside')?.slice(1, 3)).toEqual(['16: 5.23', '64: 22.9']);
  expect(column(2, 'readsBeside')?.[4]).toBe('256: 5.26');
  expect(pageFigure(page).file.rows).toHaveLength(36);
});

const prices = (at: number, sizeBytes: number) => {
  const found = page.cold[at]?.rows.find((row) => row.sizeBytes === sizeBytes)?.prices;
  if (!found) throw new Error('no price');
  return found;
};

const anyLaw: fc.Arbitrary<Law> = fc.oneof(
  fc.record({
    kind: fc.constant('exponential' as const),
    meanHours: fc.double({ min: 0.1, max: 5000, noNaN: true }),
  }),
  fc.record({
    kind: fc.constant('lomax' as const),
    shape: fc.double({ min: 0.2, max: 5, noNaN: true }),
    scaleHours: fc.double({ min: 0.1, max: 5000, noNaN: true }),
  }),
);

test('no point of a curve lies below the best, the best not below the bound, and none above is hidden from the table', () => {
  fc.assert(
    fc.property(
      anyLaw,
      fc.constantFrom(1, 3, 50, Infinity),
      fc.constantFrom(0, 1, 2, 3),
      (law, reads, at) => {
        const curve = ttlCurve(prices(at, 64 * KIB), law, reads, 0);
        const least = Math.min(curve.best?.cost ?? Infinity, curve.bypass);
        expect(curve.bound).toBeLessThanOrEqual(least * (1 + 1e-9));
        for (const { cost } of curve.points) expect(cost).toBeGreaterThanOrEqual(least * (1 - 1e-9));
        const hours = curve.points.map((point) => point.hours);
        expect(hours).toEqual(hours.toSorted((a, b) => a - b));
        expect(curveFigure(curve, 'USD').rows).toHaveLength(curve.points.length);
        if (curve.best && curve.best.hours < Infinity) {
          expect(curve.best.hours).toBeGreaterThanOrEqual(hours[0] ?? 0);
          expect(curve.best.hours).toBeLessThanOrEqual(hours.at(-1) ?? 0);
        }
      },
    ),
  );
});

test('the title says what to do, at what cost, against which', () => {
  const title = (at: number, sizeBytes: number, law: Law) =>
    curveTitle(ttlCurve(prices(at, sizeBytes), law, Infinity, 0), sizeBytes, 'USD');
  expect(title(0, 16 * KIB, { kind: 'exponential', meanHours: 1 })).toMatch(
    /^Keep copies of objects of 16 KiB for ever: /,
  );
  expect(title(0, 16 * KIB, { kind: 'lomax', shape: 1.2, scaleHours: 24 })).toMatch(
    / for 32 days after each read: \$0\.20 .* against \$0\.40 without copies$/,
  );
  expect(title(0, 4096 * KIB, { kind: 'exponential', meanHours: 1 })).toMatch(
    /^Fetch objects of 4 MiB again each time: /,
  );
});

test('a question becomes a law in which half of the next reads come within what was said', () => {
  for (const law of ['lomax', 'exponential'] as const)
    expect(hoursWithin(askedOf({ ...USUAL, law, half: '2 days' }).law, 0.5)).toBeCloseTo(48, 9);
  expect(askedOf(USUAL).reads).toBe(Infinity);
  expect(() => askedOf({ ...USUAL, half: '0 h' })).toThrow('Half of the re-reads come within');
  expect(() => askedOf({ ...USUAL, shape: 'steep' })).toThrow('Shape');
  expect(() => askedOf({ ...USUAL, half: 'soon' })).toThrow('soon');
});

test('the address of a question gives it back, and any text is a question', () => {
  const colds = page.cold.map(({ ref }) => ref);
  const sizes = page.cold[0]?.rows.map(({ sizeBytes }) => sizeBytes) ?? [];
  const questions: fc.Arbitrary<Question> = fc.record({
    cold: fc.constantFrom(...colds),
    size: fc.constantFrom(...sizes),
    half: fc.string({ maxLength: 20 }),
    law: fc.constantFrom('lomax' as const, 'exponential' as const),
    shape: fc.constantFrom('1.2', '2', ''),
    reads: fc.constantFrom('', '20', '1M'),
  });
  fc.assert(
    fc.property(questions, (question) => {
      expect(questionFromFragment(questionToFragment(question), colds, sizes)).toEqual(question);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(colds).toContain(questionFromFragment(`#cold=${text}&size=${text}`, colds, sizes).cold);
    }),
  );
});

test('hours within which a share of the next reads comes are quantiles of their law', () => {
  expect(hoursWithin({ kind: 'exponential', meanHours: 12 }, 1 - Math.exp(-1))).toBeCloseTo(12, 9);
  // Of a shape of 1, half come within the scale and nine of ten within nine times that.
  expect(hoursWithin({ kind: 'lomax', shape: 1, scaleHours: 6 }, 0.5)).toBeCloseTo(6, 9);
  expect(hoursWithin({ kind: 'lomax', shape: 1, scaleHours: 6 }, 0.9)).toBeCloseTo(54, 9);
});
