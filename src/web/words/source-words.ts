/** What the figures of a plan are from. */
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { listing } from '#core/text/words.ts';

/** Datasets that are named. */
const MOST = 3;

/** `list prices of 2026-11-20, no tax; latency from macaron-2024`. */
export function sourceWords({ scenario }: Plan, { read }: Candidate): string {
  const datasets = [...new Set(read.evidence.map(({ dataset }) => dataset))];
  const more = datasets.length - MOST;
  const named = [...datasets.slice(0, MOST), ...(more > 0 ? [`${more} more`] : [])];
  const latency = named.length > 0 ? `; latency from ${listing(named)}` : '';
  return `list prices of ${scenario.asOf ?? 'today'}, no tax${latency}`;
}
