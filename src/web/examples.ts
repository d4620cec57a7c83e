/** Example scenarios from their YAML, at build time only. */
import { parse } from 'yaml';
import type { Scenario, ScenarioText } from '#core/scenario/scenario.ts';

export interface Example {
  /** File name without its ending. */
  file: string;
  title: string;
  scenario: ScenarioText;
  /** As it is computed with, where it was read and checked when the page was built. */
  read?: Scenario;
}

/** The page opens with this one. */
const FIRST = 'streamingco';

/** Scenarios among `files` (path → YAML), the first one first, then by title; other files are passed over. */
export function examplesFrom(files: Readonly<Record<string, string>>): Example[] {
  return Object.entries(files)
    .flatMap(([path, text]) => {
      const value: unknown = parse(text);
      if (!isScenario(value)) return [];
      const file = path.replace(/^.*\//, '').replace(/\.yaml$/, '');
      return [{ file, title: value.name ?? file, scenario: value }];
    })
    .sort(
      (a, b) => Number(b.file === FIRST) - Number(a.file === FIRST) || a.title.localeCompare(b.title, 'en'),
    );
}

/** Told apart from usage files and the like; the plan's own reader judges the rest. */
function isScenario(value: unknown): value is ScenarioText {
  return typeof value === 'object' && value !== null && 'stowage' in value && 'workload' in value;
}
