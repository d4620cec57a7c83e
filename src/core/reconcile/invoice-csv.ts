/** An invoice in CSV, summed up as it is read: by the terminal from a file, by the page from a drop. */
import { CsvStream } from '../csv.ts';
import type { CsvRecord } from '../csv.ts';
import type { UsageTypes } from './aws-usage-types.ts';
import { InvoiceError, invoiceReader } from './invoice.ts';
import type { InvoiceReader } from './invoice.ts';
import { Ledger } from './ledger.ts';

export interface ReadInvoice {
  id: string;
  title: string;
  ledger: Ledger;
}

/** Takes the text of an invoice as it comes, of which the first record names the columns. Throws `InvoiceError` and `CsvError`. */
export class InvoiceCsv {
  readonly #csv = new CsvStream();
  readonly #usageTypes: UsageTypes;
  readonly #ledger = new Ledger();
  #reader: InvoiceReader | undefined;
  #columns: ReadonlyMap<string, number> = new Map();

  constructor(usageTypes: UsageTypes) {
    this.#usageTypes = usageTypes;
  }

  push(text: string): void {
    this.#take(this.#csv.push(text));
  }

  end(): ReadInvoice {
    this.#take(this.#csv.end());
    if (!this.#reader) throw new InvoiceError('is empty; the first line names the columns');
    return { id: this.#reader.id, title: this.#reader.title, ledger: this.#ledger };
  }

  #take(records: readonly CsvRecord[]): void {
    for (const { line, cells } of records) {
      if (this.#reader) this.#row(this.#reader, line, cells);
      else {
        this.#reader = invoiceReader(cells, this.#usageTypes);
        this.#columns = new Map(cells.map((name, i) => [name.trim(), i]));
      }
    }
  }

  #row(reader: InvoiceReader, line: number, cells: readonly string[]): void {
    if (cells.length === 1 && this.#columns.size > 1)
      throw new InvoiceError(
        `line ${line} is a sentence, not a row ("${(cells[0] ?? '').slice(0, 60)}"); the report was cut off, so ask for a shorter time`,
      );
    if (cells.length !== this.#columns.size)
      throw new InvoiceError(
        `line ${line} has ${cells.length} cells where the header has ${this.#columns.size}`,
      );
    try {
      this.#ledger.add(reader.read((column) => cells[this.#columns.get(column) ?? -1] ?? ''));
    } catch (error) {
      throw error instanceof InvoiceError ? new InvoiceError(`line ${line}: ${error.message}`) : error;
    }
  }
}

/** Whether a file that begins so is an invoice in CSV; else it may be a log. */
export function beginsAsInvoice(head: string): boolean {
  try {
    const names = new CsvStream().push(`${head.split(/\r?\n/, 1)[0] ?? ''}\n`);
    invoiceReader(names[0]?.cells ?? [], new Map());
    return true;
  } catch {
    return false;
  }
}
