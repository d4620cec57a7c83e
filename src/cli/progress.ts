/** What a command is doing, in one line on the terminal that is drawn anew; nothing where nobody watches one. */
import { performance } from 'node:perf_hooks';
import type { Deps } from './deps.ts';
import { harmless } from './render/harmless.ts';

const DRAWN_EVERY_MS = 200;

export interface Progress {
  /** Said at once, as what follows may keep the thread busy. */
  doing(what: string): void;
  /** All `steps`, with the seconds since the command began. */
  through<T>(what: string, steps: Iterator<unknown, T>): T;
  /** The line is cleared: before anything is printed. */
  end(): void;
}

export function progressOf({ redraw }: Pick<Deps, 'redraw'>): Progress {
  const beganMs = performance.now();
  let drawnMs = 0;
  const draw = (what: string) => {
    drawnMs = performance.now();
    const seconds = Math.round((drawnMs - beganMs) / 1000);
    redraw?.(`${what} …${seconds > 0 ? ` ${seconds} s` : ''}`);
  };
  return {
    doing: draw,
    through(what, steps) {
      draw(what);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        if (performance.now() - drawnMs > DRAWN_EVERY_MS) draw(what);
      }
    },
    end: () => redraw?.(''),
  };
}

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
