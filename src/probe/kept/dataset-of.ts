/** What `dataset.yaml` says of a probe. */
import type { WorkersBegun } from './journal.ts';
import type { DatasetFile } from '#core/evidence/dataset.ts';
import { percent } from '#core/text/numbers.ts';
import { formatMs } from '#core/units.ts';
import { nameOf } from '../plan/cell.ts';
import { Progressed } from '../measuring/enough.ts';
import { plannedRequests, roundsOf, type ProbePlan, type Repeat } from '../plan/plan-file.ts';
import { whichTarget } from '../measuring/prepare.ts';
import type { RoundState } from '../rounds.ts';
import { ALONE } from '../plan/shard.ts';
import { isSharable } from '../workers/sharing.ts';

/** All but the checksums, which the writer knows. */
export function datasetHead(
  id: string,
  plan: ProbePlan,
  rounds: readonly RoundState[],
  version: string,
): Omit<DatasetFile, 'checksums'> {
  const day = rounds[0]?.state.head.startedAt.slice(0, 10) ?? '';
  const stores = [...new Set(plan.targets.map(({ store }) => store))];
  const operations = [...new Set(plan.cells.map(({ operation }) => operation))];
  const loops = [...new Set(plan.cells.map((one) => (one.perSecond === null ? 'closed' : 'open')))];
  const ways = plan.cells.map(({ concurrency, perSecond }) =>
    perSecond === null ? `${concurrency} at a time` : `${Number(perSecond.toPrecision(6))} a second`,
  );
  const lateMs = Math.max(
    0,
    ...rounds.flatMap(({ state }) => state.stretches.map((one) => one.loopDelayP99Ms)),
  );
  return {
    title: plan.title ?? `${operations.join(', ')} on ${stores.join(', ')}`,
    source: { url: 'stowage probe', date: day, retrieved: day },
    licence: plan.licence,
    measuredBy: { name: plan.measuredBy, sells: [] },
    harness: { id: plan.harness ?? id, tool: `stowage probe, ${plan.client} client`, version },
    client: { place: plan.from, runtime: plan.runtime },
    method: {
      loop: loops.length === 1 ? (loops[0] ?? null) : null,
      temperature: 'warm',
      ...(loops.includes('open') ? { timedFrom: 'due' as const } : {}),
      connections: `kept alive, ${[...new Set(ways)].join(', ')}`,
    },
    caveats: [
      'Targets took turns in random order; warming up is not counted. Intervals are 95 %, between order statistics.',
      `The client's event loop turned late by up to ${formatMs(lateMs)} (p99 of its worst stretch); below that, latencies say little.`,
      ...(plan.repeat ? roundWords(plan, plan.repeat, rounds) : rounds.flatMap((one) => runWords(plan, one))),
    ],
    status: 'measured',
  };
}

function runWords(plan: ProbePlan, { state: { samples, workers } }: RoundState): string[] {
  const progressed = new Progressed(plan, ALONE, samples, workers);
  const short = progressed.isDone
    ? []
    : [`Stopped before its end, after ${samples.length} of at most ${plannedRequests(plan)} requests.`];
  return [...short, ...workerWords(plan, workers), ...endings(plan, progressed)];
}

/** What went out from more threads than one. */
function workerWords(
  { workers: asked, cells, targets }: ProbePlan,
  begun: readonly WorkersBegun[],
): string[] {
  if (asked !== 'auto' && asked > 1 && cells.some(isSharable))
    return [`What is measured several at a time went out from ${asked} threads at most.`];
  return begun.flatMap(({ target, cell, from, count, share }) => {
    const [what, where] = [cells[cell], targets[target]];
    if (!what || !where) return [];
    const aside = `the ${from} requests before are set aside`;
    return [
      `${nameOf(what)} on ${whichTarget(where)}: from ${count} threads, as one was not enough (its own work took ${percent(share)} of the time); ${aside}.`,
    ];
  });
}

function roundWords(plan: ProbePlan, repeat: Repeat, rounds: readonly RoundState[]): string[] {
  const of = roundsOf(repeat);
  const whole = new Set(
    rounds.flatMap(({ round, state }) =>
      new Progressed(plan, ALONE, state.samples, state.workers).isDone ? [round] : [],
    ),
  );
  const begun = new Set(rounds.map(({ round }) => round));
  const all = Array.from({ length: of }, (_, i) => i + 1);
  const cut = all.filter((round) => begun.has(round) && !whole.has(round));
  const missing = all.filter((round) => !begun.has(round));
  return [
    `${whole.size} of ${of} rounds are whole; one was to begin every ${formatMs(repeat.everyMs)}. Each has rows of its own, by when it began.`,
    ...(cut.length > 0 ? [`Cut short: round ${cut.join(', ')}.`] : []),
    ...workerWords(
      plan,
      rounds.flatMap(({ state }) => state.workers),
    ),
    ...(missing.length > 0 ? [`Not measured: round ${missing.join(', ')}.`] : []),
  ];
}

/** Of cells that stop by themselves, why they did. */
function endings({ targets, cells }: ProbePlan, progressed: Progressed): string[] {
  const words = cells.flatMap((cell, c) =>
    targets.flatMap((target, t) => {
      const { until, warmup, requests } = cell;
      const { made, isDone, span } = progressed.standing(t, c);
      if (!until || !isDone) return [];
      const knows =
        span === null
          ? `too few to bound its ${until.quantile}`
          : `the interval of its ${until.quantile} spans ${percent(span)} of it`;
      const isAsked = span !== null && span <= until.width;
      const why = isAsked
        ? `at most ${percent(until.width)} was asked`
        : `the most that were to be made, though ${percent(until.width)} was asked`;
      return [
        `${nameOf(cell)} on ${whichTarget(target)}: ended after ${Math.min(requests, made - warmup)} requests, ${knows}; ${why}.`,
      ];
    }),
  );
  return words.length === 0
    ? []
    : [
        ...words,
        'What stops by itself is looked at after each tenth more, which makes its interval a little too narrow.',
      ];
}
