/** What has to be run, in words that page and terminal share. */
import { overviewMoney } from '../text/money.ts';
import { listing } from '../text/words.ts';
import type { Candidate, Run } from './plan-types.ts';

const NAMES: Record<Run['code'], string> = {
  'lifecycle-rule': 'a lifecycle rule',
  'second-store': 'a second store',
  'copy-job': 'a copy job',
  'drop-job': 'a job that deletes copies held elsewhere',
  'dual-write': 'two writes for each object',
  router: 'a router',
  cache: 'a cache',
  cdn: 'a CDN',
};

/** `To run: a copy job; it must earn $7.70k a month.` */
export function runWords({ runs, effort, monthly }: Pick<Candidate, 'runs' | 'effort' | 'monthly'>): string {
  const named = [...new Set(runs.map(({ code }) => NAMES[code]))];
  if (named.length === 0) return 'Nothing has to be run.';
  const earn =
    effort.total > 0 ? `; it must earn ${overviewMoney(effort.total, monthly.currency)} a month` : '';
  return `To run: ${listing(named)}${earn}.`;
}
