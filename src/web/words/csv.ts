/** A chart's figures as rows: the table on the page and the CSV are the same thing. */
export interface Figures {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** RFC 4180: commas, quotes doubled, CRLF; an unknown figure is an empty cell. */
export function toCsv({ columns, rows }: Figures): string {
  return [columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  // A text that starts like a formula would run in a spreadsheet.
  const safe = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** To four digits, as a table or a file has a measurement. */
export const short = (value: number | null) => (value === null ? null : Number(value.toPrecision(4)));
