/** Lines of a terminal: text broken where it may be, and rows that fit. */

/** Width that answers are laid out for; a wider terminal shows the same. */
export const TERMINAL_COLUMNS = 100;

/** After a blank, after the `>` between two stores, and before the age at which one follows the other. */
const BREAKS = /(?<=[ >])|(?=@\d+(?:min|h|d|w|m|y)\b)/u;

/** `text` in lines of at most `width`, where a piece that cannot be broken does not pass it. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(BREAKS)) {
    if (line !== '' && widthOf(line) + widthOf(piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

/** Longest piece that cannot be broken. */
export function leastWidth(text: string): number {
  return Math.max(...text.split(BREAKS).map((piece) => widthOf(piece.trimEnd())));
}

/** Letters, not code units; what we print has no wide letters. */
export function widthOf(text: string): number {
  return [...text].length;
}
