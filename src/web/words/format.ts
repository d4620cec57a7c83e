/** Latencies as a person says them, and words kept on one line. */
import { formatMs } from '#core/units.ts';

/** `null` → `"unknown"`: an unknown latency is never a number. */
export function latency(ms: number | null): string {
  return ms === null ? 'unknown' : Number.isFinite(ms) ? formatMs(ms) : 'never';
}

/** Keeps a number and what follows it on one line: `80 %`, `≤ 43 ms`. */
export function unbroken(words: string): string {
  return words.replace(/(?<=[\d≤]) (?=[\d%A-Za-z])/g, '\u00a0');
}

/** A measured cell or an adjustment as the core writes it, with the sign that the page's font has. */
export const plainCell = (words: string) => words.replaceAll(' → ', ' › ');
