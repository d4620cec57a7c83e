/** What scenarios with options of their reads need alone: the page's first answer comes before it. `question.ts` brings it. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { ReadOptions, readOptions } from './read-options.ts';
import { hasReadOptions } from './read-repeat.ts';

let brought: typeof readOptions | null = null;

export function bringReadOptions(made: typeof readOptions): void {
  brought = made;
}

/** Null: the scenario has none. Throws where nobody has brought them. */
export function readOptionsOf(scenario: Scenario, evidence: EvidenceBase): ReadOptions | null {
  if (!hasReadOptions(scenario)) return null;
  if (!brought) throw new Error('a scenario with options of its reads needs question.ts');
  return brought(scenario, evidence);
}
