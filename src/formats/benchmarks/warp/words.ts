/** Few different words in many rows: each is kept once and known by its index. */
import { ImportError } from '../../importer.ts';

const MOST_LETTERS = 1024;

export class Words {
  readonly #what: string;
  readonly #most: number;
  readonly #known: Uint8Array[] = [];
  #last = 0;

  /** `what` is for messages: `operations`. */
  constructor(what: string, most: number) {
    this.#what = what;
    this.#most = most;
  }

  get size(): number {
    return this.#known.length;
  }

  at(index: number): string {
    return new TextDecoder().decode(this.#known[index]);
  }

  /** Of the word that stands there; a new one gets the next index. Throws `ImportError` for one too many or too long. */
  indexOf(bytes: Uint8Array, from: number, to: number): number {
    if (this.#isAt(this.#last, bytes, from, to)) return this.#last;
    let index = 0;
    while (index < this.#known.length && !this.#isAt(index, bytes, from, to)) index++;
    if (index === this.#known.length) {
      if (index >= this.#most) throw new ImportError(`names more than ${this.#most} ${this.#what}`);
      if (to - from > MOST_LETTERS)
        throw new ImportError(`${this.#what}: one is named by more than ${MOST_LETTERS} bytes`);
      this.#known.push(bytes.slice(from, to));
    }
    return (this.#last = index);
  }

  #isAt(index: number, bytes: Uint8Array, from: number, to: number): boolean {
    const word = this.#known[index];
    if (word === undefined || word.length !== to - from) return false;
    for (let i = 0; i < word.length; i++) if (word[i] !== bytes[from + i]) return false;
    return true;
  }
}
