/** Alerts for what a split by size or popularity rests on: the share of reads that is hot, and that objects lie where they belong. */
import { percent } from '#core/text/numbers.ts';
import { AGAIN, SHARE_DRIFT } from './alert.ts';
import type { Alert, AlertSources } from './alert.ts';
import { promql } from './quote.ts';

export function splitAlerts({ course: { split, buckets }, candidate }: AlertSources): Alert[] {
  const planned = candidate.split;
  if (!split || !planned) return [];
  const shareOf = (id: string) => {
    const held = buckets.find((one) => one.id === id)?.stores ?? [];
    return Number((planned.parts.find(({ store }) => held.includes(store))?.reads ?? 0).toPrecision(6));
  };
  const share = shareOf(split.first);
  const vain = shareOf(split.askFirst === split.first ? split.second : split.first);
  const all = 'sum(rate(stowage_reads_total[1d]))';
  return [
    {
      name: 'StowageSplitShareDrifted',
      expr: `abs(sum(rate(stowage_reads_total{store=${promql(split.first)}}[1d])) / ${all} - ${share}) > ${SHARE_DRIFT}`,
      for: '6h',
      labels: { assumption: 'split-share' },
      summary: `Reads of ${split.by === 'size' ? 'small' : 'popular'} objects are ${SHARE_DRIFT * 100} points off the ${percent(share, { figures: 3 })} that the plan counts with`,
      description: `They are off by {{ $value | humanizePercentage }} of all reads. ${split.by === 'size' ? '' : 'The list of popular keys may be old. '}${AGAIN}`,
    },
    {
      name: 'StowageAsksInVain',
      expr: `sum(rate(stowage_vain_asks_total[1d])) / ${all} > ${Number((vain + SHARE_DRIFT).toPrecision(6))}`,
      for: '6h',
      labels: { assumption: 'vain-asks' },
      summary: `More reads than the ${percent(vain, { figures: 3 })} of objects that are in the other store ask a store that does not have theirs`,
      description:
        '{{ $value | humanizePercentage }} of reads do. Objects may lie in the wrong store: see that the schedule runs.',
    },
  ];
}
