/** Where lines of a drawing are named: beside their ends where all names have room there in full, else in rows under it. */
import { wrapped } from './fit.ts';

/** Pixels, of one letter. */
const LETTER = 6.6;
const LEAD = 26;
const MOST_BESIDE = 0.36;
const LINE = 15;
const GAP = 4;

interface NameRow {
  lines: string[];
  /** Of its first line, from the top of the rows. */
  y: number;
}

export interface NameRoom {
  /** Pixels right of the lines' ends. */
  side: number;
  /** Under the drawing; none where the names stand beside it. */
  rows: NameRow[];
  /** Pixels the rows take. */
  under: number;
}

export function nameRoom(names: readonly string[], width: number): NameRoom {
  const longest = Math.max(0, ...names.map((name) => name.length * LETTER + LEAD));
  if (longest <= MOST_BESIDE * width) return { side: longest, rows: [], under: 0 };
  let y = 0;
  const rows = names.map((name) => {
    const lines = wrapped(name, width - LEAD - 4, LETTER);
    const row = { lines, y };
    y += lines.length * LINE + GAP;
    return row;
  });
  return { side: 12, rows, under: y + 2 * GAP };
}
