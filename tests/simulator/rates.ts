/** Arrivals and reads a day in a month, walked from entry to entry of the timeline. */
import type { Scenario } from '#core/scenario/scenario.ts';

export function rateIn(scenario: Scenario, kind: 'arrivals' | 'reads', m: number): number {
  const { objects, reads, timeline = [], season } = scenario.workload;
  const own = kind === 'arrivals' ? (objects.arrivals?.value ?? 0) : reads.rate.value;
  const [year = 0, month = 1] = scenario.asOf.split('-').map(Number);
  const entries = timeline
    .flatMap((entry) => {
      const level = entry[kind];
      if (!level) return [];
      const [y = 0, n = 0] = typeof entry.month === 'number' ? [] : entry.month.split('-').map(Number);
      const at = typeof entry.month === 'number' ? entry.month - 1 : (y - year) * 12 + (n - month);
      return [{ at, rate: 'times' in level ? own * level.times : level.perDay, ramp: entry.ramp }];
    })
    .sort((a, b) => a.at - b.at);
  let here = own;
  let since = 0;
  for (let now = 0; now <= m; now += 1) {
    const entry = entries.find(({ at }) => at === now);
    if (entry) [here, since] = [entry.rate, now];
  }
  const next = entries.find(({ at }) => at > m);
  const level = next?.ramp ? here + ((m - since) / (next.at - since)) * (next.rate - here) : here;
  const factors = Array.isArray(season) ? season : season?.[kind];
  return level * (1 + objects.growth.value) ** m * (factors?.[(month - 1 + m) % 12] ?? 1);
}
