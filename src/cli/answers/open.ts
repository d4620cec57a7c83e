import { stringify } from 'yaml';
import { withoutDefaults } from '#core/scenario/difference.ts';
import { decodePermalink } from '#permalink/permalink.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { failureOf, within } from '../failures.ts';
import { jsonText } from '../formats.ts';
import { isHarmless } from '../render/harmless.ts';
import { planNames } from '../render/plan.ts';
import { asked, linkWords, recommendedFor, sourcesOf } from '../scenarios.ts';
import type { NamedScenario } from '../scenarios.ts';

/** The scenario in a permalink, as a file that `plan` reads: what is not the default, and what a file must say. What the link
 * answered is said beside today's answer. */
export const open: Run = async (args, deps) => {
  const opened = await within('link', () => decodePermalink(args.operands[0] ?? ''));
  if (opened.note !== null) deps.say(`stowage: ${opened.note}`);
  const text = withoutDefaults(opened.text);
  const yaml = stringify(text, { lineWidth: 0 });
  // YAML's writer leaves some characters raw that a terminal obeys; JSON is YAML too, with escapes.
  deps.print(args.has('json') || !isHarmless(yaml) ? jsonText(text) : yaml);
  await sayAnswered({ name: 'link', settings: [], ...opened }, deps);
};

/** Nothing where the scenario asks for what this build has not: `plan` says so. */
async function sayAnswered(opened: NamedScenario, deps: Deps): Promise<void> {
  try {
    const question = await asked(opened, await sourcesOf(deps), deps);
    const plan = await recommendedFor(question);
    const words = linkWords(opened, plan, planNames(plan, deps.catalog.archive).placement);
    if (words !== null) deps.say(`stowage: ${words}`);
  } catch (error) {
    if (!failureOf(error)) throw error;
  }
}
