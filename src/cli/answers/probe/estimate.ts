import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { estimate } from '#probe/costs/estimate.ts';
import { destinationsOf } from '#probe/open-targets.ts';
import type { Args } from '../../args.ts';
import type { Deps, Outcome } from '../../deps.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { readPlan, trustedHosts } from '../../input/probe-plan.ts';
import { estimateBlocks } from '../../render/probe.ts';
import { printBlocks } from '../../render/table.ts';
import { openingOf, withDestinations } from './run.ts';

export async function estimateOf(args: Args, deps: Deps): Promise<Outcome> {
  const format = formatOf(args, ['table', 'md', 'json']);
  const { plan } = await readPlan(args, deps);
  const estimated = estimate(plan, deps.catalog.archive, args.day('as-of') ?? deps.today());
  const destinations = destinationsOf(plan, openingOf(plan, trustedHosts(args), deps));
  if (format === 'json') deps.print(jsonText(withDestinations(estimated, destinations)));
  else
    printBlocks(estimateBlocks(estimated, destinations, namesInRegions(deps.catalog.archive)), format, deps);
  return { exit: 0 };
}
