/** Scenarios by name, kept in this browser. */
import type { ScenarioText } from '#core/scenario/scenario.ts';

const KEY = 'stowage scenarios';

export type KeptScenarios = Readonly<Record<string, ScenarioText>>;

export function keptScenarios(): KeptScenarios {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as KeptScenarios) : {};
  } catch {
    // A private window may keep nothing, and what another program wrote is no list of ours.
    return {};
  }
}

/** Throws where the browser keeps nothing. */
export function keepScenario(name: string, scenario: ScenarioText): void {
  write({ ...keptScenarios(), [name]: { ...scenario, name } });
}

export function forgetScenario(name: string): void {
  const { [name]: _, ...others } = keptScenarios();
  write(others);
}

const write = (all: KeptScenarios) => localStorage.setItem(KEY, JSON.stringify(all));
