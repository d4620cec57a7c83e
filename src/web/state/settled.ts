/** Whether a hand rests: what takes seconds is asked only then, and ends when the form changes. */
import type { Desk } from './desk.svelte.ts';

/** The scenario in the form as JSON, once its quick answer stands; null before. A threshold being dragged is no new question. */
export function settled({ quick, scenario }: Pick<Desk, 'quick' | 'scenario'>): string | null {
  if (!quick) return null;
  const answered = JSON.stringify(quick.scenario);
  return answered === JSON.stringify(scenario) ? answered : null;
}
