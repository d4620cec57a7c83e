/** A figure as a file, and read aloud. */
import type { CsvFile, Table } from '#core/answer/figures/figure.ts';
import { spreadsheetCell } from '#core/csv.ts';

/** RFC 4180: commas, quotes doubled, CRLF; an unknown figure is an empty cell. */
export function toCsv({ columns, rows }: CsvFile): string {
  return [columns, ...rows].map((row) => row.map(spreadsheetCell).join(',')).join('\r\n') + '\r\n';
}

/** Row by row, for who cannot see a drawing of them: what is known. */
export function figuresInWords({ columns, rows }: Table): string {
  const line = ([name = '', ...cells]: readonly string[]) => {
    const known = cells.flatMap((cell, i) => (cell === '' ? [] : [`${columns[i + 1]?.title} ${cell}`]));
    return `${name}: ${known.join(', ') || 'unknown'}.`;
  };
  return rows.map(line).join(' ');
}
