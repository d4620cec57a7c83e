/** What has to be run for a placement. */
import { overviewMoney } from '../../text/money.ts';
import { listing } from '../../text/words.ts';
import type { Candidate, Run } from '../../report/plan-types.ts';

/** Within a sentence. */
const NAMES: Record<Run['code'], string> = {
  'lifecycle-rule': 'a lifecycle rule',
  'second-store': 'a second store',
  'copy-job': 'a copy job',
  'drop-job': 'a job that deletes copies stored elsewhere',
  'dual-write': 'two writes for each object',
  router: 'a router',
  cache: 'a cache',
  cdn: 'a CDN',
};

export const COPIES_ALONE = 'nothing but the copies';

/** `To run: a copy job. Worth running if it saves $7.70k/month (effort).` `copies`: those that the scenario asks for. */
export function runWords(
  { runs, effort, monthly }: Pick<Candidate, 'runs' | 'effort' | 'monthly'>,
  copies: readonly string[] = [],
): string {
  const named = [...new Set(runs.map(({ code }) => NAMES[code]))];
  if (named.length === 0) return copies.length > 0 ? `To run: ${COPIES_ALONE}.` : 'Nothing has to be run.';
  const earn =
    effort.total > 0
      ? ` Worth running if it saves ${overviewMoney(effort.total, monthly.currency)}/month (effort).`
      : '';
  return `To run: ${listing(named)}.${earn}`;
}
