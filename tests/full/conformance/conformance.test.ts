/** Every case of this folder, on the real archive; and that the judge sees a wrong figure. */
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { readCases } from '#tests/conformance/case.ts';
import type { Case } from '#tests/conformance/case.ts';
import { judge } from '#tests/conformance/judge.ts';
import { ourAnswer } from '#tests/conformance/ours.ts';
import { wholeArchive } from '#tests/sources.ts';

const CASES = readCases(path.resolve(import.meta.dirname, '../../conformance'));
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

  it('does not take an unknown amount for a figure', () => {
    const unknown = { total: 1.1, lines: [{ meter: 'storage', quantity: 1, amount: null }] };
    expect(judge(one, unknown)).toEqual(['amount of storage+minimum-size is NaN, expected 1.10']);
  });
});
