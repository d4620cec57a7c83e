/** What an invoice counts in a month, as a scenario: for flags of the terminal and fields of the page. */
import { parsePerDay } from '../rates.ts';
import { DAYS_PER_MONTH, UnitError, formatBytes, parseBytes, withUnit } from '../units.ts';
import type { Started } from './found.ts';

/** As people write them; each is one line of any invoice. */
export interface MonthTotals {
  /** `aws/s3-standard@us-east-1` */
  current?: string | undefined;
  /** `300 TB` */
  stored: string;
  /** `10M/day`; a number alone is of the month. */
  reads: string;
  /** Bytes that left in the month: `20 TB` */
  sent: string;
  /** Of one object; without it, the mean of what a read sent. */
  size?: string | undefined;
  /** `internet/europe` */
  from: string;
}

/** Throws `UnitError`. */
export function scenarioOfTotals({ current, stored, sent, size, from, ...totals }: MonthTotals): Started {
  const reads = totals.reads.includes('/') ? totals.reads : `${totals.reads}/month`;
  const aMonth = parsePerDay(reads) * DAYS_PER_MONTH;
  const bytes = parseBytes(sent);
  if (!(aMonth > 0 && bytes > 0))
    throw new UnitError(
      'reads and bytes sent must be above 0; where nothing is read, say how large an object is',
    );
  const ofRead = Math.max(1, Math.round(bytes / aMonth));
  const mean = `${formatBytes(ofRead)}, what ${sent} a month makes of ${reads}`;
  return {
    notes: [
      size === undefined
        ? `Object size: ${mean}. Correct it where reads take parts of objects.`
        : `Bytes of a read: ${mean}.`,
      'New objects: none, as the totals of one month do not say how many stay.',
    ],
    scenario: {
      stowage: 1,
      name: 'From monthly totals',
      workload: {
        objects: { size: size ?? withUnit(ofRead, 'B'), standing: stored },
        reads: { rate: reads, ...(size === undefined ? {} : { bytes: withUnit(ofRead, 'B') }) },
        readers: [{ at: from, share: 1 }],
        writer: from,
      },
      ...(current === undefined ? {} : { current }),
    },
  };
}
