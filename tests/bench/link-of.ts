/** The fragment of a link that opens an example in the Plan page. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { parse } from 'yaml';
import { MODEL } from '#core/scenario/model.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';

/** `change` makes of it the scenario that the link has. */
export function linkOf(
  example: string,
  change: (scenario: ScenarioText) => object = (scenario) => scenario,
): string {
  const text = readFileSync(new URL(`../../examples/${example}.yaml`, import.meta.url), 'utf8');
  const scenario = { model: MODEL, ...change(parse(text) as ScenarioText) };
  return `#s=1.${deflateRawSync(JSON.stringify(scenario)).toString('base64url')}`;
}
