/** What a probe will send and what that costs, from the price archive: before anything is sent. */
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bill.ts';
import type { Bill } from '#core/pricing/bill-types.ts';
import type { Destination, Usage } from '#core/pricing/usage.ts';
import { EXPRESS } from '#stores/s3/directory-bucket.ts';
import type { Cell, ProbeOperation, ProbePlan, ProbeTarget } from './plan-file.ts';

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
  /** Dollars. */
  total: number;
  /** A price is unknown: the total is a lower bound. */
  atLeast: boolean;
}

/** Objects that each target holds at most, by size, and the requests that are made of them. */
export interface Work {
  requests: Record<string, number>;
  stored: { sizeBytes: number; objects: number; isCopied?: boolean }[];
  bytesUp: number;
  bytesDown: number;
}

const KEYS_PER_LISTING = 1000;

const NAMES: Readonly<Record<ProbeOperation, string>> = {
  GET: 'GetObject',
  GET_RANGE: 'GetObject',
  PUT: 'PutObject',
  COPY: 'CopyObject',
  HEAD: 'HeadObject',
  LIST: 'ListObjectsV2',
  DELETE: 'DeleteObject',
};

/** Objects that must be there before the cells are measured: sizes to numbers, shared by all cells that read. */
export function readObjects(cells: readonly Cell[]): Map<number, number> {
  const wanted = new Map<number, number>();
  for (const { operation, sizeBytes, objects } of cells)
    if (operation !== 'PUT' && operation !== 'DELETE')
      wanted.set(sizeBytes, Math.max(wanted.get(sizeBytes) ?? 0, objects));
  return wanted;
}

/** The work of one target, none of it failing. */
export function workOf(cells: readonly Cell[]): Work {
  const requests: Record<string, number> = {};
  const add = (name: string, count: number) => (requests[name] = (requests[name] ?? 0) + count);
  const stored: Work['stored'] = [];
  let bytesUp = 0;
  let bytesDown = 0;
  const make = (sizeBytes: number, objects: number) => {
    add('PutObject', objects);
    stored.push({ sizeBytes, objects });
    bytesUp += sizeBytes * objects;
  };
  for (const [sizeBytes, objects] of readObjects(cells)) make(sizeBytes, objects);
  for (const { operation, sizeBytes, rangeBytes, requests: asked, warmup } of cells) {
    const count = asked + warmup;
    if (operation === 'PUT' || operation === 'DELETE') make(sizeBytes, count);
    else add(NAMES[operation], count);
    if (operation === 'COPY') stored.push({ sizeBytes, objects: count, isCopied: true });
    if (operation === 'GET') bytesDown += count * sizeBytes;
    if (operation === 'GET_RANGE') bytesDown += count * (rangeBytes ?? 0);
  }
  const made = stored.reduce((sum, one) => sum + one.objects, 0);
  add('DeleteObject', made);
  add('ListObjectsV2', Math.ceil(made / KEYS_PER_LISTING) + 1);
  return { requests, stored, bytesUp, bytesDown };
}

/** At the prices in force on `asOf`, each object kept for an hour. */
export function estimate(plan: ProbePlan, archive: Archive, asOf: string): Estimate {
  const work = workOf(plan.cells);
  const priced = plan.targets.filter(({ unpriced }) => !unpriced);
  const set = bill(
    priced.map((target) => usageOf(target, work, plan, asOf)),
    archive,
  );
  const bills = new Map(priced.map((target, i) => [target, set.bills[i]]));
  return {
    targets: plan.targets.map((target) => ({
      store: target.store,
      region: target.region,
      requests: requestsOf(target, work),
      bytesUp: work.bytesUp,
      bytesDown: work.bytesDown,
      bill: bills.get(target) ?? null,
    })),
    total: set.total,
    atLeast: set.atLeast,
  };
}

/** A session of a directory bucket is renewed every three minutes; a request is taken to last 20 ms. */
const REQUESTS_PER_SESSION = 180_000 / 20;

function requestsOf({ store }: ProbeTarget, { requests }: Work): Record<string, number> {
  if (store !== EXPRESS) return requests;
  const count = Object.values(requests).reduce((sum, one) => sum + one, 0);
  return { ...requests, CreateSession: 1 + Math.ceil(count / REQUESTS_PER_SESSION) };
}

function usageOf(target: ProbeTarget, work: Work, plan: ProbePlan, asOf: string): Usage {
  const reads = plan.cells.filter(({ operation }) => operation === 'GET' || operation === 'GET_RANGE');
  const { PutObject: _puts, GetObject: _gets, CopyObject: _copies, ...others } = requestsOf(target, work);
  return {
    store: target.store,
    ...(target.region === null ? {} : { region: target.region }),
    asOf,
    period: 'edition-month',
    byteHours: work.stored.reduce((sum, one) => sum + one.sizeBytes * one.objects, 0),
    held: work.stored.map(({ sizeBytes, objects }) => ({ sizeBytes, objectHours: objects })),
    requests: [
      ...work.stored.map(({ sizeBytes, objects, isCopied }) => ({
        operation: isCopied ? 'CopyObject' : 'PutObject',
        count: objects,
        bytesEach: sizeBytes,
      })),
      ...reads.map((cell) => ({
        operation: 'GetObject',
        count: cell.requests + cell.warmup,
        bytesEach: cell.rangeBytes ?? cell.sizeBytes,
      })),
      ...Object.entries(others).map(([operation, count]) => ({ operation, count, bytesEach: 0 })),
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
