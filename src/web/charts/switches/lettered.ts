/** Names in a drawing that have no room where they belong: a letter there, and the name in a row under the drawing. */
import { wrapped } from '../frame/fit.ts';

const LINE = 15;
const INDENT = 22;

export interface Lettered {
  /** The letter of a name, the next free one when it is met first; past Z none. */
  of(name: string): string;
  /** In the order of the letters, and how high they stand at a width; pixels from the top of the first. */
  rows(width: number): { rows: { letter: string; lines: string[]; y: number }[]; height: number };
}

export function lettered(): Lettered {
  const met: string[] = [];
  const letter = (at: number) => (at < 26 ? String.fromCharCode(65 + at) : '');
  return {
    of(name) {
      if (!met.includes(name)) met.push(name);
      return letter(met.indexOf(name));
    },
    rows(width) {
      let y = 0;
      const rows = met.slice(0, 26).map((name, i) => {
        const row = { letter: letter(i), lines: wrapped(name, width - INDENT - 8), y };
        y += row.lines.length * LINE + 3;
        return row;
      });
      return { rows, height: y === 0 ? 0 : y + 8 };
    },
  };
}
