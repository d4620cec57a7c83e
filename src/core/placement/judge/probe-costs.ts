/** What a probe would cost that settles an open latency, at list prices. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { billTotal } from '../../pricing/bills/bill.ts';
import type { PlanContext } from '../context/types.ts';
import { destination, siteOfPlace } from '../costs/usage-parts.ts';

/** Requests of one probe: enough for a two-sided 95 % interval around a p99 (n ≥ 368), with room to spare. */
export const PROBE_READS = 2000;
const PROBE_OBJECTS = 100;

/**
 * List price of one probe of a store's reads from a reader's place, or of its writes (null), of a size class or else of that which is
 * read in the largest pieces; null where it is not known. Stores are places in the plan's stores, then its copies.
 */
export type ProbeCost = (store: number, reader: number | null, sizeClass?: number) => number | null;

/** The size class that is read in the largest pieces: the one a probe measures. */
function largestClass({ workload: { classes } }: PlanContext): number {
  return classes.reduce((a, b, k) => (b.readBytes > (classes[a]?.readBytes ?? 0) ? k : a), 0);
}

/** List price of one probe run alone: objects written, kept an hour, read and deleted, with the bytes that leave the store. */
export function probeCosts(context: PlanContext): ProbeCost {
  const byClass = memo((k: number) =>
    memo((s: number) => memo((q: number | null) => probeCost(context, s, q, k))),
  );
  return (s, q, k = largestClass(context)) => byClass(k)(s)(q);
}

function probeCost(context: PlanContext, s: number, q: number | null, k: number): number | null {
  const { sizeBytes: objectBytes, readBytes } = itemAt(context.workload.classes, k);
  const store = itemAt([...context.stores, ...context.copies], s);
  const reader = q === null ? null : context.workload.readers[q];
  const objects = reader ? PROBE_OBJECTS : PROBE_READS;
  const bytes = objects * objectBytes;
  const billed = billTotal(
    [
      {
        store: store.store,
        region: store.region,
        asOf: context.scenario.asOf,
        period: 'edition-month',
        byteHours: bytes,
        held: [{ sizeBytes: objectBytes, objectHours: objects }],
        requests: [
          { operation: 'PutObject', count: objects, bytesEach: objectBytes },
          ...(reader ? [{ operation: 'GetObject', count: PROBE_READS, bytesEach: readBytes }] : []),
          { operation: 'DeleteObject', count: objects, bytesEach: 0 },
        ],
        egress: reader
          ? [{ to: destination(store.site, siteOfPlace(reader.place)), bytes: PROBE_READS * readBytes }]
          : [],
        deletedEarly: [{ bytes, sizeBytes: objectBytes, ageHours: 1 }],
        transitionsIn: 0,
      },
    ],
    context.archive,
    { fx: context.billing.fx, into: context.billing.into },
  );
  return billed.atLeast ? null : billed.total;
}
