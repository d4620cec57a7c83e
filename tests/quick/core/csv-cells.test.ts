import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, parseCsv, spreadsheetCell } from '#core/csv.ts';

test('what is written as a cell is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), (cells) => {
      const names = cells.map((_, i) => `c${i}`);
      const [row] = parseCsv(`${names.join(',')}\n${cells.map(csvCell).join(',')}\n`);
      expect(names.map((name) => row?.[name])).toEqual(cells);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  [-1.5, '-1.5'],
  [null, ''],
  [true, 'true'],
  ['=a,b', `"'=a,b"`],
])('%j is no formula in a spreadsheet', (value, cell) => expect(spreadsheetCell(value)).toBe(cell));
