/** `histograms.hlog` of a dataset: for each cell and each stretch of time one histogram of latencies in microseconds. */
import { nameOf, operationAt } from '../plan/cell.ts';
import { Histogram } from './histogram.ts';
import type { ProbePlan } from '../plan/plan-file.ts';
import { whichTarget } from '../measuring/prepare.ts';
import { isHit, type Sample } from './record.ts';
import type { RoundState } from '../rounds.ts';
import { countedIn } from '../workers/when.ts';

/** The shortest of them of which a run has no more than so many. */
const STRETCHES_S = [1, 10, 60, 600, 3600];
const MOST_STRETCHES = 600;

interface Line {
  startS: number;
  tag: string;
  histogram: Histogram;
}

/**
 * A log of HdrHistogram, 1.3. Counts the requests that ended well, without warming up; those of an open loop from when
 * they were meant to go. A tag is `t1.c2.GET.total`: target and cell of the plan, from one, the operation (`GET-hit` where a cache answered), and `total` or
 * `first_byte`. Null where there is no such request.
 */
export function histogramLog(plan: ProbePlan, rounds: readonly Pick<RoundState, 'state'>[]): string | null {
  const own = rounds.flatMap(({ state }) => {
    const counts = countedIn(plan, state);
    return state.samples.filter((sample) => sample.problem === null && counts(sample));
  });
  const firstMs = own.reduce((least, { atMs }) => Math.min(least, atMs), Infinity);
  const lastMs = own.reduce((most, { atMs }) => Math.max(most, atMs), -Infinity);
  if (own.length === 0) return null;
  const startS = Math.floor(firstMs / 1000);
  const spanS = lastMs / 1000 - startS;
  const stretchS = STRETCHES_S.find((one) => spanS / one <= MOST_STRETCHES) ?? 3600;
  const lines = linesOf(plan, own, startS, stretchS);
  return `${[
    '#[Histogram log format version 1.3]',
    '#[Values in us]',
    `#[StartTime: ${startS}.000 (seconds since epoch)]`,
    `#[BaseTime: ${startS}.000 (seconds since epoch)]`,
    ...plan.targets.map((target, t) => `#[t${t + 1}: ${whichTarget(target)}]`),
    ...plan.cells.map((cell, c) => `#[c${c + 1}: ${nameOf(cell)}]`),
    '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"',
    ...lines
      .sort((a, b) => a.startS - b.startS)
      .map(
        ({ startS: at, tag, histogram }) =>
          `Tag=${tag},${at.toFixed(3)},${stretchS.toFixed(3)},${histogram.most.toFixed(3)},${histogram.encoded()}`,
      ),
  ].join('\n')}\n`;
}

/** A histogram of each tag and stretch. */
function linesOf(plan: ProbePlan, own: readonly Sample[], startS: number, stretchS: number): Line[] {
  const lines = new Map<string, Line>();
  const count = (tag: string, at: number, ms: number) => {
    const key = `${tag} ${at}`;
    const line = lines.get(key) ?? { startS: at, tag, histogram: new Histogram() };
    lines.set(key, line);
    line.histogram.add(ms * 1000);
  };
  for (const sample of own) {
    const at = Math.floor((sample.atMs / 1000 - startS) / stretchS) * stretchS;
    const tag = tagOf(plan, sample);
    const { totalMs, firstByteMs } = sample;
    count(`${tag}.total`, at, totalMs);
    if (isRead(plan, sample) && firstByteMs !== null) count(`${tag}.first_byte`, at, firstByteMs);
  }
  return [...lines.values()];
}

function operationOf({ cells, seed }: ProbePlan, { cell, index }: Sample): string {
  const what = cells[cell];
  return what ? operationAt(what, cell, index, seed) : '';
}

const tagOf = (plan: ProbePlan, sample: Sample) =>
  `t${sample.target + 1}.c${sample.cell + 1}.${operationOf(plan, sample)}${isHit(sample) ? '-hit' : ''}`;

const isRead = (plan: ProbePlan, sample: Sample) => operationOf(plan, sample).startsWith('GET');
