/** What a command is doing, in one line on the terminal that is drawn anew; nothing where nobody watches one. */
import { performance } from 'node:perf_hooks';
import type { Deps } from './deps.ts';

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
