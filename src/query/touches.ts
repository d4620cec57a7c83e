/** Gaps between touches, ages at reads and reads of parts, for `deriveProfile`: one question, since each needs touches beside lives. */
import * as z from 'zod/mini';
import { all, n, place } from './answers.ts';
import type { Database } from './database.ts';
import { TOUCHES } from './profile-sql.ts';

const Touch = z.object({
  size_class: z.nullable(place),
  gap_class: z.nullable(place),
  age_class: z.nullable(place),
  is_part: place,
  touches: n,
  bytes: n,
  byte_us: n,
  part_bytes: n,
});

interface Reread {
  sizeClass: number;
  gapClass: number;
  reads: number;
  bytes: number;
  byteUs: number;
}

export interface Touches {
  rereads: Reread[];
  /** By class of age, of objects whose age is known. */
  readsAtAge: Map<number, number>;
  /** Reads that sent less than their object. */
  ranges: { reads: number; bytes: number };
}

/** Throws `QueryError`. */
export async function touchesIn(database: Database): Promise<Touches> {
  const rereads = new Map<string, Reread>();
  const readsAtAge = new Map<number, number>();
  const ranges = { reads: 0, bytes: 0 };
  // Engines put null first or last, and sums of large numbers depend on their order.
  const rows = (await all(database, TOUCHES, Touch))
    .map((row) => ({ row, key: [row.size_class, row.gap_class, row.age_class, row.is_part].join(' ') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const { row } of rows) {
    const { size_class: sizeClass, gap_class: gapClass, age_class: age } = row;
    if (sizeClass !== null && gapClass !== null) {
      const key = `${sizeClass} ${gapClass}`;
      const own = rereads.get(key) ?? { sizeClass, gapClass, reads: 0, bytes: 0, byteUs: 0 };
      own.reads += row.touches;
      own.bytes += row.bytes;
      own.byteUs += row.byte_us;
      rereads.set(key, own);
    }
    if (age !== null) readsAtAge.set(age, (readsAtAge.get(age) ?? 0) + row.touches);
    if (row.is_part > 0) {
      ranges.reads += row.touches;
      ranges.bytes += row.part_bytes;
    }
  }
  return { rereads: [...rereads.values()], readsAtAge, ranges };
}
