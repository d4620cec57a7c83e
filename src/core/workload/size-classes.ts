/** Objects by size class as a scenario writes them: shares and mean sizes. */
import type { ScenarioText } from '../scenario/scenario.ts';
import { formatBytes } from '../units.ts';
import { significant } from './counts.ts';

/** One size alone, or classes whose shares sum to 1. `classes` has at least one, of one object or more. */
export function sizeClassesOf(
  classes: readonly { count: number; bytes: number }[],
): ScenarioText['workload']['objects']['size'] {
  const all = classes.reduce((sum, one) => sum + one.count, 0);
  const mean = (one: { count: number; bytes: number }) =>
    formatBytes(Math.max(1, Math.round(one.bytes / one.count)), 6);
  const [only] = classes;
  if (only && classes.length === 1) return mean(only);
  const shares = classes.map((one) => ({ share: significant(one.count / all), size: mean(one) }));
  const largest = shares.reduce((a, b) => (b.share > a.share ? b : a));
  // Rounded shares must still sum to 1.
  largest.share = significant(largest.share + 1 - shares.reduce((sum, one) => sum + one.share, 0));
  return shares;
}
