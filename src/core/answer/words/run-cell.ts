/** What has to be run for a placement, as the cell of a table. */
import type { Candidate, Run } from '../../report/plan-types.ts';
import { COPIES_ALONE } from './run.ts';

const CELLS: Record<Run['code'], string> = {
  'lifecycle-rule': 'lifecycle rule',
  'second-store': 'second store',
  'copy-job': 'copy job',
  'drop-job': 'delete job',
  'dual-write': 'two writes',
  router: 'router',
  cache: 'cache',
  cdn: 'CDN',
};

/** `copy job + router`, `nothing`. `copies`: those that the scenario asks for. */
export function runCell({ runs }: Pick<Candidate, 'runs'>, copies: readonly string[] = []): string {
  const codes = new Set(runs.map(({ code }) => code));
  // What fills or reads a second store says that there is one.
  if (codes.size > 1) codes.delete('second-store');
  if (codes.size === 0) return copies.length > 0 ? COPIES_ALONE : 'nothing';
  return [...codes].map((code) => CELLS[code]).join(' + ');
}
