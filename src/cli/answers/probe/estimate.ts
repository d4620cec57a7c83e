import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { estimate } from '#probe/costs/estimate.ts';
import { destinationsOf } from '#probe/open-targets.ts';
import type { Args } from '../../args.ts';
import type { Deps } from '../../deps.ts';
import { give } from '../../formats.ts';
import { readPlan, trustedHosts } from '../../input/probe-plan.ts';
import { estimateBlocks } from '../../render/probe.ts';
import { openingOf, withDestinations } from './run.ts';

export async function estimateOf(args: Args, deps: Deps): Promise<void> {
  const { plan } = await readPlan(args, deps);
  const estimated = estimate(plan, deps.catalog.archive, args.day('as-of') ?? deps.today());
  const destinations = destinationsOf(plan, openingOf(plan, trustedHosts(args), deps));
  give(args, deps, {
    json: withDestinations(estimated, destinations),
    blocks: () => estimateBlocks(estimated, destinations, namesInRegions(deps.catalog.archive)),
  });
}
