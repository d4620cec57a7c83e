/** CSV of any length, a piece at a time: RFC 4180, LF or CRLF, one record in memory. */
import { CsvError, MOST_CELLS } from './csv.ts';

export interface CsvRecord {
  line: number;
  cells: string[];
}

const LONGEST_RECORD = 1024 * 1024;

export class CsvStream {
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'bare' | 'quoted' | 'quote' = 'start';
  #line = 1;
  #recordLine = 1;
  #length = 0;
  #first = true;

  /** The records that `text` completes. Throws `CsvError` on a stray quote, or a record beyond all bounds. */
  push(text: string): CsvRecord[] {
    const done: CsvRecord[] = [];
    const from = this.#first && text.startsWith('\uFEFF') ? 1 : 0;
    if (text !== '') this.#first = false;
    for (let i = from; i < text.length; i += 1) this.#take(text[i] ?? '', done);
    return done;
  }

  /** The last record, where no line end closed it. Throws `CsvError` on a quote that is not closed. */
  end(): CsvRecord[] {
    if (this.#state === 'quoted') throw new CsvError(this.#recordLine, 'a quote is opened and not closed');
    const done: CsvRecord[] = [];
    if (this.#cell !== '' || this.#cells.length > 0 || this.#state === 'quote') this.#close(done);
    return done;
  }

  #take(letter: string, done: CsvRecord[]): void {
    if (letter === '\n') this.#line += 1;
    if (++this.#length > LONGEST_RECORD)
      throw new CsvError(this.#recordLine, 'is longer than a mebibyte; is this a CSV file?');
    if (this.#state === 'quoted') {
      if (letter === '"') this.#state = 'quote';
      else this.#cell += letter;
    } else if (letter === ',') this.#next();
    else if (letter === '\n') this.#close(done);
    else if (letter === '\r') return;
    else if (letter === '"' && this.#state === 'start') this.#state = 'quoted';
    else if (letter === '"' && this.#state === 'quote') {
      this.#cell += '"';
      this.#state = 'quoted';
    } else if (this.#state === 'quote')
      throw new CsvError(this.#recordLine, 'goes on after a closing quote; double the quotes inside a cell');
    else {
      this.#cell += letter;
      this.#state = 'bare';
    }
  }

  #next(): void {
    if (this.#cells.push(this.#cell) > MOST_CELLS)
      throw new CsvError(this.#recordLine, `has more than ${MOST_CELLS} cells`);
    this.#cell = '';
    this.#state = 'start';
  }

  #close(done: CsvRecord[]): void {
    this.#next();
    const blank = this.#cells.length === 1 && this.#cells[0]?.trim() === '';
    if (!blank) done.push({ line: this.#recordLine, cells: this.#cells });
    this.#cells = [];
    this.#length = 0;
    this.#recordLine = this.#line;
  }
}
