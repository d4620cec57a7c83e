import { stringify } from 'yaml';
import { pinScenario } from '#core/report/pin.ts';
import { withoutDefaults } from '#core/scenario/difference.ts';
import { encodePermalink, decodePermalink } from '#permalink/permalink.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, within, failureOf } from '../failures.ts';
import { give, jsonText } from '../formats.ts';
import { configsFor } from '../input/settings.ts';
import { progressOf } from '../progress.ts';
import { isHarmless } from '../render/harmless.ts';
import { planNames } from '../render/plan.ts';
import { recommendedFor, linkWords } from '../plans.ts';
import { asked, readScenarios, saySettings, sourcesOf } from '../scenarios.ts';
import { answerOf } from '../render/notes.ts';
import type { NamedScenario } from '../scenarios.ts';

/** One line per scenario: the fragment, or with `--base` a whole URL. It keeps what is recommended today. */
export const link: Run = async (args, deps) => {
  const config = args.has('no-config') ? [] : configsFor(deps, { isPersonal: true });
  const base = args.text('base') ?? config.find((one) => one.base !== null)?.base ?? undefined;
  if (base !== undefined && !URL.canParse(base))
    throw new Misunderstood(`--base "${base}" is not a URL; write it like https://example.org/stowage/`);
  const scenarios = await readScenarios(args.operands[0] ?? '', deps, args);
  const sources = await sourcesOf(deps);
  const progress = progressOf(deps);
  for (const read of scenarios) {
    const { name, text } = read;
    saySettings(read, deps);
    const question = await asked(read, sources, deps);
    progress.doing(`${name}: searching for the best placement`);
    const answer = answerOf(await recommendedFor(question));
    progress.end();
    const fragment = await within(name, () => encodePermalink(pinScenario(question), answer));
    const whole = base === undefined ? `#${fragment}` : `${base.replace(/#.*$/, '')}#${fragment}`;
    give(args, deps, { json: { name: text.name ?? name, link: whole }, blocks: () => `${whole}\n` });
  }
};

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
    const words = linkWords(opened, plan, planNames(plan, question.archive).placement);
    if (words !== null) deps.say(`stowage: ${words}`);
  } catch (error) {
    if (!failureOf(error)) throw error;
  }
}
