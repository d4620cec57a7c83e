/** What is stored, by the ways it came about. */
import { parseScenario } from '../../scenario/parse-scenario.ts';
import type { ScenarioText } from '../../scenario/scenario.ts';
import { percent } from '../../text/numbers.ts';
import { formatBytes, formatDays } from '../../units.ts';
import { workloadOf, type Workload } from '../../workload/workload.ts';

interface Stock {
  /** Bytes. */
  standing: number;
  /** Bytes that have arrived and are still kept. */
  arrived: number;
}

/** `30 TB standing, 128 TB of new objects kept 7 years`. `keptDays` null: for ever. */
export function stockWords({ standing, arrived }: Stock, keptDays: number | null): string {
  const kept = keptDays === null ? '' : ` kept ${formatDays(keptDays)}`;
  return [
    ...(standing > 0 ? [`${formatBytes(standing)} standing`] : []),
    ...(arrived > 0 ? [`${formatBytes(arrived)} of new objects${kept}`] : []),
  ].join(', ');
}

/**
 * `Billed: 158 TB (30 TB standing, 128 TB of new objects kept 7 years).` Of objects kept for ever, the mean of the months billed.
 * Null where nothing arrives: the scenario says what is there.
 */
export function billedWords(scenario: ScenarioText): string | null {
  const parsed = parseScenario(scenario);
  const workload = workloadOf(parsed);
  const { months, meanSizeBytes, expiryDays, lifeDays } = workload;
  const days = months.reduce((sum, { month }) => sum + month.days, 0);
  const objectDays = months.reduce((sum, { population }) => sum + population.objectDaysBelow(lifeDays), 0);
  if (objectDays === 0) return null;
  const arrived = (objectDays / days) * meanSizeBytes;
  const standing = (months[0]?.population.standing.objects ?? 0) * meanSizeBytes;
  const words = stockWords({ standing, arrived }, expiryDays);
  const mean = months.length > 1 ? `, the mean of ${months.length} months` : '';
  if (standing === 0) return `Billed: ${words}${mean}.`;
  const reads = parsed.workload.reads.byAge ? ` ${standingReadsWords(workload)}` : '';
  return `Billed: ${formatBytes(standing + arrived)} (${words})${mean}.${reads}`;
}

/** Of reads by age, which say nothing of objects without one: who takes them for all reads misses most. */
function standingReadsWords({ months }: Workload): string {
  const reads = months.reduce((sum, { population }) => sum + population.reads, 0);
  const onStanding = months.reduce(
    (sum, { population }) => sum + population.reads * population.standing.readShare,
    0,
  );
  const share = reads > 0 ? onStanding / reads : 0;
  return `Reads are spread by number of objects: standing ones get ${percent(share)}, and byAge divides the other ${percent(1 - share)}.`;
}
