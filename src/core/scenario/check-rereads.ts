/** Re-reads that are at odds with themselves, or with how long objects live. */
import { issueAt } from '../issue.ts';
import type { SchemaIssue } from '../issue.ts';
import { HOURS_PER_DAY, formatDays } from '../units.ts';
import type { Scenario } from './scenario.ts';

export function* rereadsAtOdds({ workload }: Scenario): Iterable<SchemaIssue> {
  const { rereads, rate } = workload.reads;
  if (!rereads) return;
  const path = 'workload.reads.rereads';
  const { gaps, first, afterWrite, since } = rereads;
  const byPoints = Array.isArray(gaps);
  if (byPoints && first !== undefined)
    yield issueAt(
      `${path}.first`,
      'the shares by time say it already: what they leave to 1 has no read before it; drop first',
    );
  if (!byPoints && since === 'touch')
    yield issueAt(`${path}.since`, 'goes with shares by time; a law is of the time between reads');
  if (since === 'touch' && afterWrite !== undefined)
    yield issueAt(
      `${path}.afterWrite`,
      'with since: touch, writes are among the gaps already; drop one of the two',
    );
  if (rate.value === 0) yield issueAt(path, 'nothing is read: say workload.reads.rate, such as 36M/day');
  if (byPoints && afterWrite && Array.isArray(afterWrite) && since === 'read') {
    const alone = rate.value * (1 - (gaps.at(-1)?.share ?? 0));
    const afterWrites = (workload.objects.arrivals?.value ?? 0) * (afterWrite.at(-1)?.share ?? 0);
    if (afterWrites > alone * (1 + 1e-9))
      yield issueAt(
        `${path}.afterWrite`,
        `more first reads follow writes than there are reads with none before them: ${afterWrites.toPrecision(3)} and ${alone.toPrecision(3)} a day`,
      );
  }
  const { retention } = workload.objects;
  if (retention === 'forever') return;
  for (const [key, points] of Object.entries({ gaps, afterWrite }))
    for (const { hours } of Array.isArray(points) ? points : [])
      if (hours > retention.value * HOURS_PER_DAY * (1 + 1e-9))
        yield issueAt(
          `${path}.${key}`,
          `${formatDays(hours / HOURS_PER_DAY)} is past the retention of ${formatDays(retention.value)}: nothing lives so long; drop the point`,
        );
}
