/** Every case of this folder, on the real archive; and that the judge sees a wrong figure. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { readCases, SCHEMAS } from '#tests/conformance/case.ts';
import type { Case } from '#tests/conformance/case.ts';
import { covers, judge } from '#tests/conformance/judge.ts';
import { ourAnswer } from '#tests/conformance/ours.ts';
import { PUBLIC_CALCULATORS } from '#tests/conformance/public-calculators.ts';
import { wholeArchive } from '#tests/sources.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../conformance');
const CASES = readCases();
let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

describe('conformance', () => {
  it.each(CASES.map((one) => [one.id, one] as const))('%s holds', (_, one) => {
    expect(judge(one, ourAnswer(one, archive))).toEqual([]);
  });

  it('expects something of every case, and of a wrong source the figure it gets wrong', () => {
    for (const { id, expect: wanted, printed } of CASES) {
      expect(Object.keys(wanted), id).not.toEqual([]);
      if (printed) expect(Object.keys(wanted), id).toEqual(expect.arrayContaining(Object.keys(printed)));
    }
  });
});

it.each(Object.entries(SCHEMAS))('%s describes what is read', (name, schema) => {
  expect(JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8'))).toEqual(schema);
});

it.each(PUBLIC_CALCULATORS.map((one) => [one.name, one] as const))(
  'what %s gets wrong is explained, and what it gets right is not',
  (_, { answer, explained }) => {
    const answered = CASES.flatMap((one) => {
      const given = answer(one);
      return given && covers(one, given) ? [{ id: one.id, isWrong: judge(one, given).length > 0 }] : [];
    });
    expect(answered.length).toBeGreaterThan(3);
    const wrong = answered.filter(({ isWrong }) => isWrong).map(({ id }) => id);
    expect(wrong.toSorted()).toEqual(Object.keys(explained).toSorted());
  },
);

describe('the judge', () => {
  const one: Case = {
    id: 'a-case',
    about: '',
    source: 'https://example.com',
    verdict: 'wrong',
    why: '',
    file: '',
    usage: {},
    expect: { total: '1.10', amounts: { 'storage+minimum-size': '1.10' } },
    printed: { total: '1.20' },
  };
  const answer = (amount: number) => ({
    total: amount,
    lines: [
      { meter: 'storage', quantity: 1, amount: amount / 2 },
      { meter: 'minimum-size', quantity: 1, amount: amount / 2 },
    ],
  });

  it('compares to the digits given, half up', () => {
    expect(judge(one, answer(1.095))).toEqual([]);
    expect(judge(one, answer(1.1049))).toEqual([]);
    expect(judge(one, answer(1.0949))).toHaveLength(2);
  });

  it('tells a repeated mistake from another wrong figure', () => {
    expect(judge(one, answer(1.2))).toContain("total is 1.20, which repeats the source's mistake");
    expect(judge(one, answer(1.3)).join()).not.toContain('mistake');
  });

  it('compares totals alone where an answer has no lines, and nothing where a case asks for lines', () => {
    expect(
      judge({ ...one, expect: { total: '1.10', amounts: { storage: '9.00' } } }, { total: 1.1 }),
    ).toEqual([]);
    expect(covers({ ...one, expect: { amounts: { storage: '9.00' } } }, { total: 1.1 })).toBe(false);
  });

  it('asks for two ends where the right answer has them, and for no total where there is no price', () => {
    const open: Case = { ...one, expect: { certain: false }, printed: undefined };
    expect(judge(open, { total: 1, high: null })).toEqual([]);
    expect(judge(open, { total: 1, high: 2 })).toEqual([]);
    expect(judge(open, { total: 1 })).toEqual(['answer is one figure, expected two ends']);
    const none: Case = { ...open, expect: { noPrice: true } };
    expect(judge(none, { total: null })).toEqual([]);
    expect(judge(none, { total: 0 })).toEqual(['answer is a total of 0, expected no price']);
  });

  it('does not take an unknown amount for a figure', () => {
    const unknown = { total: 1.1, lines: [{ meter: 'storage', quantity: 1, amount: null }] };
    expect(judge(one, unknown)).toEqual(['amount of storage+minimum-size is NaN, expected 1.10']);
  });
});
