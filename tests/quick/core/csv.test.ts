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
    ['goes on after a closing quote', 'a,b\n"1"2,3\n', 2],
    ['has a million columns', Array.from({ length: 1_000_000 }, (_, i) => `c${i}`).join(), 1],
    ['leaves a quote open before 12 MB', `a,b\n1,"${'x'.repeat(12_000_000)}`, 2],
    ['has a cell of 12 MB among too few', `a,b\n"${'x'.repeat(12_000_000)}"\n`, 2],
  ])('that %s is refused with its line', (_, text, line) => {
    expect(() => parseCsv(text)).toThrow(CsvError);
    try {
      parseCsv(text);
    } catch (error) {
      expect(error).toMatchObject({ line });
    }
  });

  test('may have 5,000 columns and a cell of 12 MB', () => {
    const header = Array.from({ length: 5000 }, (_, i) => `c${i}`);
    const long = `${'x'.repeat(30)}"\n`.repeat(400_000);
    const rows = parseCsv(`${header.join()}\n"${long.replaceAll('"', '""')}"${','.repeat(4999)}\n`);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.['c0'] === long).toBe(true);
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
