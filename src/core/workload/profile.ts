/** The profile: the small sufficient statistic of an access log or trace (design §7). */
import * as z from 'zod/mini';
import { ISO_TIME_WORDS } from '../iso-date.ts';
import { Amount, Count, Share, UpperEnd, significant } from './counts.ts';
import { Inventory } from './inventory.ts';

/** Upper ends of the classes of object size, inclusive; one class more holds what is larger. */
export const SIZE_EDGES_BYTES: readonly number[] = [
  4 * 2 ** 10,
  32 * 2 ** 10,
  128 * 2 ** 10,
  512 * 2 ** 10,
  2 * 2 ** 20,
  8 * 2 ** 20,
  32 * 2 ** 20,
  128 * 2 ** 20,
  2 ** 30,
];

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Upper ends of the classes of age and of gap, inclusive; one class more holds what is longer. */
export const TIME_EDGES_SECONDS: readonly number[] = [
  60,
  600,
  HOUR,
  6 * HOUR,
  DAY,
  2 * DAY,
  4 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
  90 * DAY,
  365 * DAY,
];

/** The same, finer, for the wait for a next read: doublings from a second to two years among them. */
export const GAP_EDGES_SECONDS: readonly number[] = [
  ...new Set([...TIME_EDGES_SECONDS, ...Array.from({ length: 27 }, (_, i) => 2 ** i)]),
].toSorted((a, b) => a - b);
export const HOURS_PER_WEEK = 168;
/** Windows of the working set. */
export const MOST_WINDOWS = 32;

/** Longest profile as JSON. */
export const LARGEST_PROFILE_BYTES = 10_240;

const index = (classes: number) => z.int().check(z.gte(0), z.lt(classes));

const SizeClass = z.strictObject({
  upToBytes: UpperEnd,
  /** Objects written within the trace, an overwriting counted as a new one, and their bytes. */
  created: Count,
  createdBytes: Amount,
  /** Objects first seen in a read: they are older than the trace. */
  standing: Count,
  standingBytes: Amount,
  reads: Count,
  /** Bytes that the reads sent: less than the objects' where ranges were read. */
  readBytes: Amount,
});

const AgeClass = z.strictObject({
  upToSeconds: UpperEnd,
  /** Reads of objects created within the trace, by their age; with an inventory, of older ones too. */
  reads: Count,
  /** Time that these objects were in sight at such an age, whether they still existed or not. */
  objectSeconds: Amount,
});

export const Profile = z
  .strictObject({
    profile: z.literal(1),
    source: z.strictObject({
      format: z.string().check(z.maxLength(60)),
      files: Count,
      /** Null: the trace counts from its own start. */
      from: z.union([z.null(), z.iso.datetime({ error: ISO_TIME_WORDS })]),
      seconds: z.number().check(z.positive()),
      /** `hours`: the source had sums by the hour, so there is nothing about single objects. */
      detail: z.enum(['requests', 'hours']),
    }),
    requests: z.strictObject({
      /** Used for everything below. */
      answered: Count,
      /** Answered with an error, and left out. */
      failed: Count,
      /** Of operations that we have no name for. */
      unlisted: Count,
      /** Lines or rows that hold no request. */
      unread: Count,
    }),
    operations: z
      .record(
        z
          .string()
          .check(z.regex(/^[A-Za-z0-9]{1,60}$/, 'an operation is letters and digits, e.g. GetObject')),
        z.strictObject({ count: Count, bytes: Amount }),
      )
      .check(z.refine((all) => Object.keys(all).length <= 80, 'at most 80 operations')),
    peak: z.strictObject({ overSeconds: z.number().check(z.positive()), ratio: z.number().check(z.gte(1)) }),
    sizes: z.array(SizeClass).check(z.maxLength(SIZE_EDGES_BYTES.length + 1)),
    /** Objects whose size nothing in the trace says. */
    unsized: z.strictObject({ objects: Count, reads: Count }),
    ages: z.array(AgeClass).check(z.maxLength(TIME_EDGES_SECONDS.length + 1)),
    /** Created objects that were deleted or overwritten within the trace; the time all created ones were alive in it. */
    ended: z.strictObject({ objects: Count, aliveSeconds: Amount }),
    /**
     * Gaps between two touches of an object, the later one a read: class of size, class of gap (indexes into the two
     * lists of edges), reads, bytes of the objects, and byte-hours of the gaps.
     */
    rereads: z
      .array(
        z.tuple([
          index(SIZE_EDGES_BYTES.length + 1),
          index(TIME_EDGES_SECONDS.length + 1),
          Count,
          Amount,
          Amount,
        ]),
      )
      .check(z.maxLength((SIZE_EDGES_BYTES.length + 1) * (TIME_EDGES_SECONDS.length + 1))),
    /**
     * Waits for a next read by Kaplan–Meier: upper end in seconds, share that a read had ended by then, and its standard
     * error. Waits that an overwriting, a delete or the end of the trace cut off count for as long as they lasted.
     */
    waits: z.optional(
      z
        .array(z.tuple([z.number().check(z.positive()), Share, Share]))
        .check(z.maxLength(TIME_EDGES_SECONDS.length)),
    ),
    /** Lomax law of the waits that end: P(wait > t) = (1 + t/scale)^−shape. Null: too few ended, or no such law fits. */
    waitLaw: z.optional(
      z.nullable(
        z.strictObject({
          shape: z.number().check(z.positive()),
          scaleSeconds: z.number().check(z.positive()),
        }),
      ),
    ),
    popularity: z.optional(
      z.strictObject({
        /** Objects that were read, those that were read once, and created ones that were never read. */
        objects: Count,
        once: Count,
        never: Count,
        /** Reads fall with rank as rank^−zipf; with its standard error. Null: too few objects were read often enough. */
        zipf: z.nullable(
          z.strictObject({ exponent: z.number(), error: z.number().check(z.gte(0)), ranks: Count }),
        ),
      }),
    ),
    /** Reads that sent less than their object. */
    ranges: z.optional(z.strictObject({ reads: Count, bytes: Amount })),
    /** Requests in each hour of the week in UTC, from Monday, in thousandths of the mean hour; of traces of a week or more. */
    week: z.optional(z.array(z.int().check(z.gte(0))).check(z.length(HOURS_PER_WEEK))),
    /** Objects that were written or read in each window, and their bytes. */
    workingSet: z.optional(
      z.strictObject({
        overSeconds: z.number().check(z.positive()),
        windows: z.array(z.tuple([Count, Amount])).check(z.maxLength(MOST_WINDOWS)),
      }),
    ),
    /** The inventory that was given with the log. */
    inventory: z.optional(Inventory),
    /** What the source cannot say, in sentences. */
    unknown: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(8))),
    /** Who read most, without names or addresses. */
    readers: z.strictObject({
      distinct: Count,
      most: z.array(z.strictObject({ reads: Count, bytes: Amount })).check(z.maxLength(8)),
    }),
    /**
     * Where readers are, by the first 16 bits of their IPv4 addresses, the most reads first. Null: networks of too few readers, those
     * past the twelfth, and other addresses. Only of sources with addresses.
     */
    networks: z.optional(
      z
        .array(
          z.strictObject({
            network: z.union([z.null(), z.string().check(z.regex(/^\d{1,3}\.\d{1,3}\.0\.0\/16$/))]),
            readers: Count,
            reads: Count,
            bytes: Amount,
          }),
        )
        .check(z.maxLength(13)),
    ),
    /** What a profile of the first part of the log says of the rest: `derive --test` adds it. */
    test: z.optional(
      z.strictObject({
        fitted: z.number().check(z.gt(0), z.lt(1)),
        seconds: z.number().check(z.positive()),
        rows: z
          .array(
            z.strictObject({
              of: z.enum([
                'requests',
                'objects-written',
                'bytes-written',
                'bytes-read',
                'reads-by-age',
                'working-set',
              ]),
              /** Age of the object, or time within which bytes were touched. */
              withinSeconds: UpperEnd,
              predicted: Amount,
              actual: Amount,
              /** Predicted over actual, less 1; null: nothing of it came. */
              error: z.union([z.null(), z.number().check(z.gte(-1))]),
            }),
          )
          .check(z.minLength(1), z.maxLength(24)),
      }),
    ),
  })
  .check(
    z.refine(
      (profile) => JSON.stringify(profile).length <= LARGEST_PROFILE_BYTES,
      `a profile has at most ${LARGEST_PROFILE_BYTES} bytes as JSON`,
    ),
  );
export type Profile = z.infer<typeof Profile>;

/**
 * The profile within its bounds: where it is too large, neighbouring classes of gaps are put together, the longer
 * one's edge kept; the sums stay true.
 */
export function withinBounds(profile: Profile): Profile {
  for (let width = 1; ; width *= 2) {
    const one = width === 1 ? profile : { ...profile, rereads: coarser(profile.rereads, width) };
    if (JSON.stringify(one).length <= LARGEST_PROFILE_BYTES || width > TIME_EDGES_SECONDS.length) return one;
  }
}

function coarser(rereads: Profile['rereads'], width: number): Profile['rereads'] {
  const cells = new Map<string, Profile['rereads'][number]>();
  for (const [size, gap, reads, bytes, byteHours] of rereads) {
    const last = Math.min(TIME_EDGES_SECONDS.length, gap - (gap % width) + width - 1);
    const sum = cells.get(`${size} ${last}`) ?? [size, last, 0, 0, 0];
    cells.set(`${size} ${last}`, [
      size,
      last,
      sum[2] + reads,
      sum[3] + bytes,
      significant(sum[4] + byteHours),
    ]);
  }
  return [...cells.values()];
}
