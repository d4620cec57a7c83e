/** What is stored, by the ways it came about. */
import { parseScenario } from '../../scenario/parse-scenario.ts';
import type { ScenarioText } from '../../scenario/scenario.ts';
import { formatBytes, formatDays } from '../../units.ts';
import { workloadOf } from '../../workload/workload.ts';

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
  const { months, meanSizeBytes, expiryDays, lifeDays } = workloadOf(parseScenario(scenario));
  const days = months.reduce((sum, { month }) => sum + month.days, 0);
  const objectDays = months.reduce((sum, { population }) => sum + population.objectDaysBelow(lifeDays), 0);
  if (objectDays === 0) return null;
  const arrived = (objectDays / days) * meanSizeBytes;
  const standing = (months[0]?.population.standing.objects ?? 0) * meanSizeBytes;
  const words = stockWords({ standing, arrived }, expiryDays);
  const mean = months.length > 1 ? `, the mean of ${months.length} months` : '';
  return standing > 0
    ? `Billed: ${formatBytes(standing + arrived)} (${words})${mean}.`
    : `Billed: ${words}${mean}.`;
}
