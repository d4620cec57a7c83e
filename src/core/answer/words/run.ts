/** What has to be run for a placement. */
import { overviewMoney } from '../../text/money.ts';
import { listing } from '../../text/words.ts';
import type { Candidate, Run } from '../../report/plan-types.ts';

/** Within a sentence, and in the cell of a table. */
const NAMES: Record<Run['code'], [phrase: string, cell: string]> = {
  'lifecycle-rule': ['a lifecycle rule', 'lifecycle rule'],
  'second-store': ['a second store', 'second store'],
  'copy-job': ['a copy job', 'copy job'],
  'drop-job': ['a job that deletes copies stored elsewhere', 'delete job'],
  'dual-write': ['two writes for each object', 'two writes'],
  router: ['a router', 'router'],
  cache: ['a cache', 'cache'],
  cdn: ['a CDN', 'CDN'],
};

const COPIES_ALONE = 'nothing but the copies';

/** `To run: a copy job. It must save $7.70k/month.` `copies`: those that the scenario asks for. */
export function runWords(
  { runs, effort, monthly }: Pick<Candidate, 'runs' | 'effort' | 'monthly'>,
  copies: readonly string[] = [],
): string {
  const named = [...new Set(runs.map(({ code }) => NAMES[code][0]))];
  if (named.length === 0) return copies.length > 0 ? `To run: ${COPIES_ALONE}.` : 'Nothing has to be run.';
  const earn =
    effort.total > 0 ? ` It must save ${overviewMoney(effort.total, monthly.currency)}/month.` : '';
  return `To run: ${listing(named)}.${earn}`;
}

/** `copy job + router`, `nothing`. `copies`: those that the scenario asks for. */
export function runCell({ runs }: Pick<Candidate, 'runs'>, copies: readonly string[] = []): string {
  const codes = new Set(runs.map(({ code }) => code));
  // What fills or reads a second store says that there is one.
  if (codes.size > 1) codes.delete('second-store');
  if (codes.size === 0) return copies.length > 0 ? COPIES_ALONE : 'nothing';
  return [...codes].map((code) => NAMES[code][1]).join(' + ');
}
