/** A chart's figures as rows: the table on the page and the CSV are the same thing. */
import { spreadsheetCell } from '#core/csv.ts';

export interface Figures {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** RFC 4180: commas, quotes doubled, CRLF; an unknown figure is an empty cell. */
export function toCsv({ columns, rows }: Figures): string {
  return [columns, ...rows].map((row) => row.map(spreadsheetCell).join(',')).join('\r\n') + '\r\n';
}

/** To four digits, as a table or a file has a measurement. */
export const short = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)));

/** Row by row, for who cannot see a drawing of them: what is known, to four figures, in the units that the columns say. */
export function figuresInWords({ columns, rows }: Figures): string {
  const said = (cell: string | number) =>
    typeof cell === 'number' ? Number(cell.toPrecision(4)).toLocaleString('en-US') : cell;
  const line = ([name, ...cells]: Figures['rows'][number]) => {
    const known = cells.flatMap((cell, i) =>
      cell === null || cell === '' ? [] : [`${columns[i + 1]} ${said(cell)}`],
    );
    return `${said(name ?? 'unknown')}: ${known.join(', ') || 'unknown'}.`;
  };
  return rows.map(line).join(' ');
}
