/** What an inventory lists: objects by size, age, class, encryption and replication; beside a log, which of them are read. */
import * as z from 'zod/mini';
import { ISO_TIME_WORDS } from '../iso-date.ts';
import { formatBytes, formatCount } from '../units.ts';
import { percent } from '../text/numbers.ts';
import { Amount, Count, Share, UpperEnd, significant } from './counts.ts';

/** Upper ends of the classes of age, inclusive; one class more holds what is older. */
export const LISTED_AGE_EDGES_DAYS: readonly number[] = [1, 7, 30, 90, 180, 365, 730, 1095, 1825];

const Group = z.strictObject({ objects: Count, bytes: Amount });
const Groups = z.record(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)), Group);

export const Inventory = z.strictObject({
  format: z.string().check(z.maxLength(60)),
  files: Count,
  /** When it was made; where no manifest says it, when the newest object was written. */
  at: z.iso.datetime({ error: ISO_TIME_WORDS }),
  /** Rows without a key, a size or a time. */
  unread: Count,
  /** Current versions. `read`: of the keys that the log reads; absent: there was no log. */
  sizes: z
    .array(
      z.strictObject({
        upToBytes: UpperEnd,
        objects: Count,
        bytes: Amount,
        read: z.optional(Count),
        readBytes: z.optional(Amount),
      }),
    )
    .check(z.maxLength(16)),
  /** By time since they were written, at `at`. */
  ages: z
    .array(z.strictObject({ upToDays: UpperEnd, objects: Count, bytes: Amount }))
    .check(z.maxLength(LISTED_AGE_EDGES_DAYS.length + 1)),
  /** Versions that were overwritten or deleted, and are still stored. */
  oldVersions: Group,
  /** As the provider calls them; empty where the inventory does not say. */
  classes: Groups,
  encryption: Groups,
  replication: Groups,
  /** Objects that the log reads and the inventory lacks: deleted before it was made. */
  readNotListed: z.optional(Count),
  /**
   * Share of the objects older than the log, the most read in its first half first, and the share of reads that these get in the
   * second half. Null: too few reads to tell.
   */
  popular: z.optional(z.nullable(z.array(z.tuple([Share, Share])).check(z.maxLength(8)))),
});
export type Inventory = z.infer<typeof Inventory>;

/** Objects that were read so often before, and their reads after. */
export interface ReadAgain {
  reads_before: number;
  objects: number;
  reads_after: number;
}

const POPULAR_SHARES = [0.01, 0.05, 0.2, 0.5];
const LEAST_READS = 100;

/**
 * How reads gather on objects that were popular before: chance alone makes some objects stand out in any log, and does not repeat
 * itself. `counts`: the most read first. Among objects that were read equally often, any are as good.
 */
export function popularOf(counts: readonly ReadAgain[]): [objects: number, reads: number][] | null {
  const objects = counts.reduce((sum, one) => sum + one.objects, 0);
  const reads = counts.reduce((sum, one) => sum + one.reads_after, 0);
  if (reads < LEAST_READS) return null;
  return POPULAR_SHARES.map((share) => {
    let left = share * objects;
    let got = 0;
    for (const one of counts) {
      const taken = Math.min(left, one.objects);
      got += one.objects > 0 ? (one.reads_after * taken) / one.objects : 0;
      left -= taken;
    }
    return [share, significant(got / reads)];
  });
}

export function listedTotals({ sizes, oldVersions }: Inventory): {
  objects: number;
  bytes: number;
  stored: number;
} {
  const objects = sizes.reduce((sum, one) => sum + one.objects, 0);
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
  return { objects, bytes, stored: bytes + oldVersions.bytes };
}

/** Points of `reads.skew`, where popular objects stay so: null where all are read alike. */
export function skewOf({ popular }: Inventory): { objects: number; reads: number }[] | null {
  const steep = (popular ?? []).filter(([objects, reads]) => reads >= 2 * objects && reads < 1);
  return steep.length === 0 ? null : steep.map(([objects, reads]) => ({ objects, reads }));
}

/** For the reader of a scenario, a sentence each. */
export function inventoryNotes(inventory: Inventory): string[] {
  const { objects, bytes } = listedTotals(inventory);
  const { at, oldVersions, sizes, replication, encryption, readNotListed = 0 } = inventory;
  const read = sizes.reduce((sum, one) => sum + (one.read ?? 0), 0);
  const readBytes = sizes.reduce((sum, one) => sum + (one.readBytes ?? 0), 0);
  const isBeside = sizes.some((one) => one.read !== undefined);
  const plain = encryption['NOT-SSE']?.objects ?? 0;
  const failed = replication['FAILED']?.objects ?? 0;
  return [
    `Inventory of ${at.slice(0, 10)}: ${formatCount(objects)} objects, ${formatBytes(bytes)}. Sizes and standing bytes are its own.`,
    ...(isBeside && objects > 0
      ? [
          `${percent(1 - read / objects)} of the objects (${formatBytes(bytes - readBytes)}) were not read within the log.`,
        ]
      : []),
    ...sharesOf('Storage class', inventory.classes, bytes),
    ...(oldVersions.bytes > 0
      ? [`${formatBytes(oldVersions.bytes)} more are old versions. They are stored, and count as standing.`]
      : []),
    ...(plain > 0 ? [`Not encrypted at rest: ${formatCount(plain)} (objects).`] : []),
    ...(failed > 0 ? [`Failed to replicate: ${formatCount(failed)} (objects).`] : []),
    ...(readNotListed > 0
      ? [`Read and not listed, so deleted before the inventory: ${formatCount(readNotListed)} (objects).`]
      : []),
    ...(inventory.unread > 0
      ? [`Not understood: ${formatCount(inventory.unread)} (rows of the inventory).`]
      : []),
  ];
}

function sharesOf(title: string, groups: Inventory['classes'], bytes: number): string[] {
  const named = Object.entries(groups).toSorted(([, a], [, b]) => b.bytes - a.bytes);
  if (named.length === 0 || bytes === 0) return [];
  return [
    `${title}: ${named.map(([name, one]) => `${name} ${percent(one.bytes / bytes)}`).join(', ')} of the bytes.`,
  ];
}
