/** What a part of a usage asks of a store's limits. */
import { memoWith } from '../../memo.ts';
import { isInternet } from '../../pricing/bills/usage.ts';
import type { UsagePart } from './usage-parts.ts';

export interface PartLoad {
  byteHours: number;
  objectHours: number;
  internetBytes: number;
  reads: number;
  writes: number;
  readBytes: number;
  writeBytes: number;
}

const WRITES = /^(Put|UploadPart|CreateMultipart|CompleteMultipart|Copy)/;
const DELETES = /^Delete/;

/** Deletions count against no limit. */
export const loadOfPart = memoWith(({ byteHours, held, egress, requests }: UsagePart): PartLoad => {
  const own: PartLoad = {
    byteHours,
    objectHours: held.reduce((sum, { objectHours }) => sum + objectHours, 0),
    internetBytes: 0,
    reads: 0,
    writes: 0,
    readBytes: 0,
    writeBytes: 0,
  };
  for (const { to, bytes } of egress) if (isInternet(to)) own.internetBytes += bytes;
  for (const { operation, count, bytesEach = 0 } of requests) {
    if (DELETES.test(operation)) continue;
    if (WRITES.test(operation)) {
      own.writes += count;
      own.writeBytes += count * bytesEach;
    } else {
      own.reads += count;
      own.readBytes += count * bytesEach;
    }
  }
  return own;
});
