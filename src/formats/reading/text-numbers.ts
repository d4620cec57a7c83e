/** Numbers and tables as tools print them, strictly. */
import { CsvError, parseCsv } from '#core/csv.ts';
import { ImportError } from '../importer.ts';

const NUMBER = /^\d{1,18}(\.\d{1,18})?([eE][-+]?\d{1,2})?$/;

/** Short and plain enough to quote: a cell out of place may hold a credential. */
const QUOTABLE = /^[\w.+-]{0,8}$/;

/** Not negative and finite. `where` leads the message: `line 3, "time ms [last]"`. Throws `ImportError`. */
export function numberIn(text: string | undefined, where: string): number {
  if (text !== undefined && NUMBER.test(text)) return Number(text);
  if (text === undefined) throw new ImportError(`${where}: is missing`);
  throw new ImportError(`${where}: ${QUOTABLE.test(text) ? `"${text}" ` : ''}is no number`);
}

/** The same, above zero. */
export function positiveIn(text: string | undefined, where: string): number {
  const value = numberIn(text, where);
  if (value === 0) throw new ImportError(`${where}: 0 cannot be`);
  return value;
}

export function countIn(text: string | undefined, where: string): number {
  const value = numberIn(text, where);
  if (!Number.isSafeInteger(value)) throw new ImportError(`${where}: ${value} is no count`);
  return value;
}

/** Rows of a table by the names of its header, or by `columns` where it has none. Throws `ImportError` with the line. */
export function csvRows(text: string, columns?: readonly string[]): Record<string, string>[] {
  try {
    return parseCsv(columns ? `${columns.join(',')}\n${text}` : text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportError(`line ${error.line - (columns ? 1 : 0)}: ${error.message}`);
  }
}

/** Throws `ImportError` for a file whose last line has no end. */
export function refuseCut(text: string): void {
  if (!text.endsWith('\n'))
    throw new ImportError(
      `line ${text.split('\n').length}: has no line end; the file may have been cut short`,
    );
}

/** Lines of a file that must end in a line end. Throws `ImportError` for one that was cut. */
export function wholeLines(text: string): string[] {
  refuseCut(text);
  return text.split(/\r?\n/).slice(0, -1);
}
