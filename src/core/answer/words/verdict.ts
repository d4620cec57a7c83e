/** Whether a placement meets what is required, in the same words on page, terminal and in documents. */
import type { Candidate } from '../../report/plan-types.ts';
import { percent } from '../../text/numbers.ts';

type Judged = Pick<Candidate, 'feasible' | 'sureness' | 'notMeasured' | 'conditions'>;

/**
 * `meets` with its whole estimate range, `likely meets 84%`, `likely misses`, or `no data` where nobody has measured it or a fact that
 * decides is not known. What breaks a limit that has no range `misses`.
 */
export function verdictWords({ feasible, sureness, notMeasured, conditions }: Judged): string {
  if (feasible === 'no') return 'misses';
  const isUnknown = conditions.some(({ code }) => code === 'fact-unknown');
  if (notMeasured.length > 0 || isUnknown || (sureness === null && feasible === 'unproven')) return 'no data';
  if (sureness === null || sureness >= 1) return 'meets';
  return sureness >= 0.5 ? `likely meets ${surePercent(sureness)}` : 'likely misses';
}

/** `94% sure`, `at least 95% sure`. */
export function sureWords(sureness: number): string {
  return `${sureness >= 1 ? 'at least ' : ''}${surePercent(Math.min(sureness, 0.95))} sure`;
}

/** Rounded down: what is just below the asked does not read as the asked. */
export function surePercent(sureness: number): string {
  return sureness < 0.01 ? '< 1%' : percent(Math.floor(sureness * 100 + 1e-9) / 100);
}
