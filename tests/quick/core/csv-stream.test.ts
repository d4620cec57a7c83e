import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvStream } from '#core/csv.ts';

const whole = (text: string, at: readonly number[] = []) => {
  const stream = new CsvStream();
  const cuts = [0, ...at.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
  return [...cuts.slice(1).flatMap((end, i) => stream.push(text.slice(cuts[i], end))), ...stream.end()];
};

describe('CSV in pieces', () => {
  it('is what it was before it was written, wherever it is cut', () => {
    const cell = fc.string().map((text) => text.replaceAll('\r', ''));
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        rows,
        fc.array(fc.nat(), { maxLength: 4 }),
        fc.constantFrom('\n', '\r\n'),
        (table, cuts, end) => {
          const text = table
            .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',') + end)
            .join('');
          expect(whole(text, cuts).map(({ cells }) => cells)).toEqual(table);
        },
      ),
    );
  });

  it('knows its lines, blank ones and a last one without an end', () => {
    expect(whole('\uFEFFa,b\n\n"x\ny",2\n3,4')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['x\ny', '2'] },
      { line: 5, cells: ['3', '4'] },
    ]);
  });

  it.each([
    ['a quote not closed', 'a,"b', 'a quote is opened and not closed'],
    ['text after a quote', '"a"b,c\n', 'goes on after a closing quote'],
    ['a record without end', 'a'.repeat(2 ** 20 + 1), 'is longer than a mebibyte'],
    ['a record of too many cells', `${','.repeat(5001)}\n`, 'has more than 5000 cells'],
  ])('refuses %s', (_, text, words) => {
    expect(() => whole(text)).toThrow(words);
  });
});
