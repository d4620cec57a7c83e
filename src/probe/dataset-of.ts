/** What `dataset.yaml` says of a probe. */
import type { DatasetFile } from '#core/evidence/dataset.ts';
import { formatMs } from '#core/units.ts';
import type { JournalState } from './journal.ts';
import { plannedRequests } from './plan-file.ts';
import type { ProbePlan } from './plan-file.ts';

/** All but the checksums, which the writer knows. */
export function datasetHead(
  id: string,
  plan: ProbePlan,
  { head, samples, stretches }: JournalState,
  version: string,
): Omit<DatasetFile, 'checksums'> {
  const day = head.startedAt.slice(0, 10);
  const planned = plannedRequests(plan);
  const stores = [...new Set(plan.targets.map(({ store }) => store))];
  const operations = [...new Set(plan.cells.map(({ operation }) => operation))];
  const loops = [...new Set(plan.cells.map((one) => (one.perSecond === null ? 'closed' : 'open')))];
  const ways = plan.cells.map(({ concurrency, perSecond }) =>
    perSecond === null ? `${concurrency} at a time` : `${Number(perSecond.toPrecision(6))} a second`,
  );
  const lateMs = Math.max(0, ...stretches.map((one) => one.loopDelayP99Ms));
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
      ...(samples.length < planned ? [`Stopped after ${samples.length} of ${planned} requests.`] : []),
    ],
    status: 'measured',
  };
}
