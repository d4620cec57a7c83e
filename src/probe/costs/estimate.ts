/** What a probe will send and what that costs, from the price archive: before anything is sent. */
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Bill } from '#core/pricing/bills/bill-types.ts';
import type { AccountUsage, Destination, Usage } from '#core/pricing/bills/usage.ts';
import { EXPRESS } from '#stores/s3/directory-bucket.ts';
import { bytesOf, makes, operationCounts, partsOf, type Cell, type SingleOperation } from '../plan/cell.ts';
import type { ReadSet } from '../keys.ts';
import { roundsOf, type ProbePlan, type ProbeTarget } from '../plan/plan-file.ts';
import { ALONE, type Shard } from '../plan/shard.ts';
import { mostSessions } from './sessions.ts';

export interface TargetEstimate {
  store: string;
  region: string | null;
  /** By the names of the S3 API: preparing, warming up, measuring and cleaning together. */
  requests: Record<string, number>;
  /** Sent to the store, and read from it. */
  bytesUp: number;
  bytesDown: number;
  /** Null: a server of one's own. */
  bill: Bill | null;
}

export interface Estimate {
  targets: TargetEstimate[];
  /** Dollars where there are several currencies. */
  currency: string;
  total: number;
  /** A price is unknown: the total is a lower bound. */
  atLeast: boolean;
}

/** Objects that each target holds at most, by size, and the requests that are made of them. */
export interface Work {
  requests: Record<string, number>;
  stored: { sizeBytes: number; objects: number; isCopied?: boolean; isReplacing?: boolean; parts?: number }[];
  /** Bodies that come back. */
  reads: { bytesEach: number; count: number }[];
  bytesUp: number;
  bytesDown: number;
}

const KEYS_PER_LISTING = 1000;

const NAMES: Readonly<Record<SingleOperation, string>> = {
  GET: 'GetObject',
  GET_RANGE: 'GetObject',
  PUT: 'PutObject',
  COPY: 'CopyObject',
  HEAD: 'HeadObject',
  LIST: 'ListObjectsV2',
  DELETE: 'DeleteObject',
};

/** Objects that must be there before the cells are measured, shared by all cells that read. */
export function readObjects(cells: readonly Cell[]): (ReadSet & { objects: number })[] {
  const wanted = new Map<string, ReadSet & { objects: number }>();
  for (const cell of cells) {
    if (!makes(cell, 'GET', 'GET_RANGE', 'COPY', 'HEAD', 'LIST')) continue;
    const { sizeBytes, layout, objects } = cell;
    const key = `${sizeBytes} ${layout}`;
    wanted.set(key, { sizeBytes, layout, objects: Math.max(wanted.get(key)?.objects ?? 0, objects) });
  }
  return [...wanted.values()];
}

export const emptyWork = (): Work => ({ requests: {}, stored: [], reads: [], bytesUp: 0, bytesDown: 0 });

function add({ requests }: Work, name: string, count: number): void {
  requests[name] = (requests[name] ?? 0) + count;
}

/** `isReplacing`: in the place of others, so that nothing more is there afterwards. */
export function addMade(work: Work, sizeBytes: number, objects: number, isReplacing = false): void {
  add(work, 'PutObject', objects);
  work.stored.push({ sizeBytes, objects, isReplacing });
  work.bytesUp += sizeBytes * objects;
}

/** So many requests of a cell, the objects apart that have to be there. */
export function addRequests(work: Work, cell: Cell, operation: SingleOperation, count: number): void {
  const { sizeBytes, rangeBytes, batch } = cell;
  const read = (bytesEach: number) => {
    work.reads.push({ bytesEach, count });
    work.bytesDown += bytesEach * count;
  };
  if (operation === 'PUT' && cell.parts) {
    add(work, 'CreateMultipartUpload', count);
    add(work, 'UploadPart', count * partsOf(cell));
    add(work, 'CompleteMultipartUpload', count);
    work.stored.push({ sizeBytes, objects: count, parts: partsOf(cell) });
    work.bytesUp += sizeBytes * count;
  } else if (operation === 'PUT') addMade(work, sizeBytes, count, cell.condition === 'if-match');
  else if (operation === 'DELETE') {
    // Deleting is counted with what was made; in batches it is asked for less often.
    if (batch > 1) {
      add(work, 'DeleteObject', -count * batch);
      add(work, 'DeleteObjects', count);
    }
  } else add(work, NAMES[operation], count);
  if (operation === 'COPY') work.stored.push({ sizeBytes, objects: count, isCopied: true });
  if (operation === 'GET') read(bytesOf(cell));
  if (operation === 'GET_RANGE') read(rangeBytes ?? 0);
}

/** All that was made goes again. */
export function addRemoval(work: Work): void {
  const made = work.stored.reduce((sum, one) => sum + (one.isReplacing ? 0 : one.objects), 0);
  add(work, 'DeleteObject', made);
  add(work, 'ListObjectsV2', Math.ceil(made / KEYS_PER_LISTING) + 1);
  add(work, 'ListMultipartUploads', 1);
}

/** The work of one machine on one target in one round, none of it failing. */
export function workOf({ cells, seed }: Pick<ProbePlan, 'cells' | 'seed'>, shard: Shard = ALONE): Work {
  const work = emptyWork();
  for (const { sizeBytes, objects } of readObjects(cells)) addMade(work, sizeBytes, objects);
  for (const [c, cell] of cells.entries())
    for (const [operation, count] of operationCounts(cell, c, seed, shard)) {
      if (operation === 'DELETE') addMade(work, cell.sizeBytes, count * cell.batch);
      if (cell.condition === 'if-match') addMade(work, cell.sizeBytes, count);
      addRequests(work, cell, operation, count);
    }
  addRemoval(work);
  return work;
}

function times(work: Work, rounds: number): Work {
  return {
    requests: Object.fromEntries(
      Object.entries(work.requests).map(([name, count]) => [name, count * rounds]),
    ),
    stored: work.stored.map((one) => ({ ...one, objects: one.objects * rounds })),
    reads: work.reads.map((one) => ({ ...one, count: one.count * rounds })),
    bytesUp: work.bytesUp * rounds,
    bytesDown: work.bytesDown * rounds,
  };
}

/** At the prices in force on `asOf`, each object kept for an hour. `account`: what is used besides; nothing, if not said. */
export function estimate(
  plan: ProbePlan,
  archive: Archive,
  asOf: string,
  shard: Shard = ALONE,
  account?: AccountUsage,
): Estimate {
  const work = times(workOf(plan, shard), plan.repeat ? roundsOf(plan.repeat) : 1);
  const priced = plan.targets.filter(({ unpriced }) => !unpriced);
  const set = bill(
    priced.map((target) => usageOf(target, work, plan, asOf)),
    archive,
    { account, fx: plan.fx ?? undefined },
  );
  const bills = new Map(priced.map((target, i) => [target, set.bills[i]]));
  return {
    targets: plan.targets.map((target) => ({
      store: target.store,
      region: target.region,
      requests: requestsOf(target, work, plan),
      bytesUp: work.bytesUp,
      bytesDown: work.bytesDown,
      bill: bills.get(target) ?? null,
    })),
    currency: set.currency,
    total: set.total,
    atLeast: set.atLeast,
  };
}

const WITH_BYTES = new Set(['PutObject', 'CopyObject', 'UploadPart', 'GetObject']);

function requestsOf({ store }: ProbeTarget, { requests }: Work, plan: ProbePlan): Record<string, number> {
  if (store !== EXPRESS) return requests;
  const count = Object.values(requests).reduce((sum, one) => sum + one, 0);
  return { ...requests, CreateSession: mostSessions(plan, count) };
}

export function usageOf(target: ProbeTarget, work: Work, plan: ProbePlan, asOf: string): Usage {
  const others = Object.entries(requestsOf(target, work, plan)).filter(
    ([operation]) => !WITH_BYTES.has(operation),
  );
  return {
    store: target.store,
    ...(target.region === null ? {} : { region: target.region }),
    asOf,
    period: 'edition-month',
    byteHours: work.stored.reduce((sum, one) => sum + one.sizeBytes * one.objects, 0),
    held: work.stored.map(({ sizeBytes, objects }) => ({ sizeBytes, objectHours: objects })),
    requests: [
      ...work.stored.map(({ sizeBytes, objects, isCopied, parts }) =>
        parts === undefined
          ? { operation: isCopied ? 'CopyObject' : 'PutObject', count: objects, bytesEach: sizeBytes }
          : { operation: 'UploadPart', count: objects * parts, bytesEach: sizeBytes / parts },
      ),
      ...work.reads.map((one) => ({ operation: 'GetObject', ...one })),
      ...others.map(([operation, count]) => ({ operation, count, bytesEach: 0 })),
    ],
    egress: [{ to: destinationOf(target, plan.from), bytes: work.bytesDown }],
    deletedEarly: work.stored.map(({ sizeBytes, objects }) => ({
      bytes: sizeBytes * objects,
      sizeBytes,
      ageHours: 1,
    })),
    transitionsIn: 0,
  };
}

/** From where nobody knows, as from the internet: the dearest. */
function destinationOf({ store, region }: ProbeTarget, from: string | null): Destination {
  const [provider = '', place = ''] = (from ?? 'internet').split('/');
  if (provider !== store.split('/')[0] || region === null) return 'internet';
  return place === region ? 'same-region' : { region: place };
}
