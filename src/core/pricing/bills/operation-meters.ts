/** Which meters an API operation of a store counts on. */
import { itemAt } from '../../at.ts';
import { memo, memoWith } from '../../memo.ts';
import type { PriceSheet } from '../sheets/sheet.ts';

/** Where one API operation counts. */
export interface OperationMeters {
  /** Slot of its request class, or of the free requests. */
  slot: number;
  copies: number;
  uploads: boolean;
  retrieves: boolean;
  /** Slot of the GB it restores, or -1. */
  restores: number;
  replicates: boolean;
  /** Bytes of a body that count as one request; Infinity where the body does not matter. */
  perBytes: number;
  /** Set for an operation that no list names. */
  takenAs?: string;
}

const UPLOADING = ['PutObject', 'UploadPart', 'PostObject'];
const RETRIEVING = ['GetObject'];
const FREE_CLASS = 'free';
/** Names remembered of one sheet: a file may hold any number of others. */
export const MOST_OPERATIONS = 1000;

const known = memoWith((sheet: PriceSheet) =>
  memo((operation: string) => metersOf(sheet, operation), MOST_OPERATIONS),
);

/** An operation in no list takes the dearest class; where the store has no classes, it is free. */
export const operationMeters = (sheet: PriceSheet, operation: string): OperationMeters =>
  known(sheet)(operation);

function metersOf(sheet: PriceSheet, operation: string): OperationMeters {
  const { slots, operations, rules } = sheet;
  const listed = Object.entries(operations.classes).find(([, names]) => names.includes(operation))?.[0];
  const isFree = operations.free.includes(operation);
  const name = listed ?? (isFree ? FREE_CLASS : dearestClass(sheet));
  const isWrite = operations.classes[name]?.includes('PutObject') ?? false;
  const uploading = rules?.upload?.operations ?? UPLOADING;
  const retrieving = rules?.retrieval?.operations ?? RETRIEVING;
  return {
    slot: (name === FREE_CLASS ? undefined : slots.requests.get(name)) ?? slots.freeRequests,
    copies: isWrite ? sheet.billedWrites : 1,
    uploads: slots.upload >= 0 && uploading.includes(operation),
    retrieves: slots.retrieval >= 0 && retrieving.includes(operation),
    restores: slots.restore.get(operation) ?? -1,
    perBytes: rules?.requests[name]?.perBytes ?? Infinity,
    replicates: slots.replication >= 0 && (rules?.replication?.operations?.includes(operation) ?? false),
    ...(listed === undefined && !isFree ? { takenAs: name } : {}),
  };
}

function dearestClass(sheet: PriceSheet): string {
  let dearest = FREE_CLASS;
  let highest = -1;
  for (const [name, slot] of sheet.slots.requests) {
    const price = itemAt(itemAt(sheet.meters, slot).schedule.prices, 0) ?? 0;
    if (price > highest) [dearest, highest] = [name, price];
  }
  return dearest;
}
