/** How sure a plan is to meet its latency requirements, in a word and a number. */
import { percent } from '../text/numbers.ts';

/** `likely, 73 %`. Null where no latency is required. */
export function surenessWords(sureness: number | null): string | null {
  if (sureness === null) return null;
  if (sureness >= 1) return 'very likely, at least 95 %';
  if (sureness <= 0) return 'not met';
  return `${likelihood(sureness)}, ${percent(sureness)}`;
}

export function likelihood(sureness: number): string {
  if (sureness >= 0.9) return 'very likely';
  if (sureness >= 0.7) return 'likely';
  return sureness >= 0.5 ? 'more likely than not' : 'unlikely';
}
