/** How sure a plan is to meet its latency requirements, in a word and a number. */
import { percent } from '../text/numbers.ts';
import type { Candidate } from './plan-types.ts';

/** `likely, 73 %`. Null where no latency is required. */
export function surenessWords(sureness: number | null): string | null {
  if (sureness === null) return null;
  if (sureness >= 1) return 'very likely, at least 95 %';
  if (sureness <= 0) return 'not met';
  return `${likelihood(sureness)}, ${surePercent(sureness)}`;
}

/** Rounded down: what is just below the asked does not read as the asked. */
export function surePercent(sureness: number): string {
  return sureness < 0.01 ? '< 1 %' : percent(Math.floor(sureness * 100 + 1e-9) / 100);
}

/** For a cell of a table; empty where no latency is required. */
export function sureCell({ sureness, notMeasured }: Candidate): string {
  if (sureness === null) return '';
  if (notMeasured.length > 0) return 'not measured';
  return sureness >= 1 ? '≥ 95 %' : surePercent(sureness);
}

function likelihood(sureness: number): string {
  if (sureness >= 0.9) return 'very likely';
  if (sureness >= 0.7) return 'likely';
  return sureness >= 0.5 ? 'more likely than not' : 'unlikely';
}
