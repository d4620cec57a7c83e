import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvError, parseCsv } from '#core/csv.ts';

describe('a table', () => {
  test('has rows by the names of its header', () => {
    expect(parseCsv('a,b\n1,2\n3,\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '' },
    ]);
  });

  test('may quote cells, double quotes, hold line ends, end in CRLF or in nothing, and begin with a byte order mark', () => {
    expect(parseCsv('\uFEFFa,b\r\n"1, 2","say ""so""\nagain"\r\n3,4')).toEqual([
      { a: '1, 2', b: 'say "so"\nagain' },
      { a: '3', b: '4' },
    ]);
  });

  test('may have a header alone, and empty lines', () => {
    expect(parseCsv('a,b\n')).toEqual([]);
    expect(parseCsv('a,b\n\n1,2\n\n')).toEqual([{ a: '1', b: '2' }]);
  });

  test.each([
    ['is empty', '', 1],
    ['has a short row', 'a,b\n1,2\n3\n', 3],
    ['has a long row after a cell of two lines', 'a,b\n"1\n",2\n3,4,5\n', 4],
    ['leaves a quote open', 'a,b\n1,"2\n', 2],
    ['quotes inside a cell', 'a,b\n1,2"3"\n', 2],
    ['names a column twice', 'a,a\n1,2\n', 1],
  ])('that %s is refused with its line', (_, text, line) => {
    expect(() => parseCsv(text)).toThrow(CsvError);
    try {
      parseCsv(text);
    } catch (error) {
      expect(error).toMatchObject({ line });
    }
  });

  test('comes back as it was written', () => {
    const cell = fc.string();
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), (rows) => {
        const text = ['a,b', ...rows.map((row) => row.map(quote).join(','))].join('\n');
        expect(parseCsv(text)).toEqual(rows.map(([a, b]) => ({ a, b })));
      }),
    );
  });
});
