/** How far a long piece of work has come, in one line that is drawn anew. */
import { harmless } from './harmless.ts';

const CELLS = 24;
const NAME_LETTERS = 40;

/** Takes shares of the work, each once more than the last; at 1 the line is cleared. Draws nothing without a terminal. */
export function progressBar(name: string, redraw: ((line: string) => void) | null): (share: number) => void {
  let drawn = 0;
  return (share) => {
    const percent = Math.min(100, Math.floor(share * 100));
    if (redraw === null || percent === drawn) return;
    drawn = percent;
    redraw(percent === 100 ? '' : progressLine(name, percent));
  };
}

export function progressLine(name: string, percent: number): string {
  const full = Math.round((percent / 100) * CELLS);
  return `${harmless(name).slice(0, NAME_LETTERS)}  ${'█'.repeat(full)}${'░'.repeat(CELLS - full)}  ${percent}%`;
}
