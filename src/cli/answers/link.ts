import { pinScenario } from '#core/report/pin.ts';
import { encodePermalink } from '#permalink/permalink.ts';
import type { Run } from '../command.ts';
import { Misunderstood, within } from '../failures.ts';
import { give } from '../formats.ts';
import { configsFor } from '../input/config.ts';
import { progressOf } from '../progress.ts';
import { answerOf, asked, readScenarios, recommendedFor, saySettings, sourcesOf } from '../scenarios.ts';

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
