/** The course of an object through a plan, as the files that put it in place need it. */
import type { Archive } from '#core/pricing/archive.ts';
import type { Routers } from '#core/placement/routing.ts';
import type { Candidate } from '#core/report/plan-types.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import type { BucketAddress, NamesGiven } from './buckets.ts';
import type { PlanPart, Sizes } from './parts.ts';
import type { BucketKind } from './storage-classes.ts';

export interface Transition {
  /** Since the object entered the bucket. */
  afterDays: number;
  to: string;
  toClass: string;
  sizes: Sizes;
  /** Smaller objects stay, whatever their part. */
  fromBytes: number;
}

/** What keys of new objects of these sizes begin with. */
export interface SizeKey {
  sizes: Sizes;
  prefix: string;
}

export interface Expiry {
  /** Since the object entered the bucket. */
  afterDays: number;
  sizes: Sizes;
}

export interface Bucket extends BucketAddress {
  /** `store1`, in the order of entry. */
  id: string;
  kind: BucketKind;
  /** The stores it stands for, in time order. */
  stores: string[];
  region: string;
  /** What each write into it must name; null: nothing. */
  writeClass: string | null;
  /** The same as the header `x-amz-storage-class` has it. */
  writeHeader: string | null;
  /** Age at which the first objects enter. */
  fromDays: number;
  /** Of the keys that rules and jobs act on; empty: of all. */
  prefix: string;
  /** Where its rules cannot select objects by size. */
  sizeKeys: readonly SizeKey[];
  transitions: Transition[];
  /** What the provider deletes by a rule. */
  expiries: Expiry[];
}

/** Work that no lifecycle rule does. Ages count from the entry into `from`. */
export interface Job {
  kind: 'copy' | 'move' | 'delete';
  from: string;
  to: string | null;
  afterDays: number;
  /** Of a copy: when the target or the source is left, since the entry into `from`; null: never. */
  untilDays: number | null;
  /** Else every night. */
  isHourly: boolean;
  sizes: Sizes;
}

export interface CourseSegment {
  fromDays: number;
  /** Null: for ever. */
  toDays: number | null;
  readShare: number;
  /** Ids of buckets. */
  holders: string[];
  /** Bucket by reader place. */
  servers: Record<string, string>;
}

export interface CoursePart extends Omit<PlanPart, 'segments'> {
  segments: CourseSegment[];
}

/** What stands already and where it belongs. */
export interface Backfill {
  /** Id of a bucket. */
  to: string;
  /** Storage class that the copy must name, where it is not what the bucket's writes name; null: none. */
  toClass: string | null;
  sizes: Sizes;
}

/** What a scenario asks of every bucket. */
export interface Settings {
  /** Keys of the user's own; null: those of the provider. `isPerBucket`: a bucket key spares most requests to the key service. */
  kms: { isPerBucket: boolean } | null;
  lock: boolean;
  versions: boolean;
}

export interface Course {
  buckets: Bucket[];
  parts: CoursePart[];
  jobs: Job[];
  backfills: Backfill[];
  /** What stands already in the bucket, in another class: no copy changes it. */
  changes: Backfill[];
  /** Ids of buckets that every new object is written to. */
  writeTo: string[];
  /** The same of those up to a size, the smallest first. */
  writeBySize: { upToBytes: number; to: string[] }[];
  /** Of all keys; empty: buckets hold nothing else. */
  prefix: string;
  /** Of keys of new objects, where rules must not touch those that stand; empty: keys are as they were. */
  newPrefix: string;
  /** Of keys of new objects, by size: the smallest first; empty: sizes are not told apart by keys. */
  sizeKeys: readonly SizeKey[];
  settings: Settings;
  notes: string[];
  /** That readers need. */
  routers: Routers;
  /** Where copies are kept by their last read. */
  cache?: CacheRule;
  /** Where objects go by their size or popularity, and stay. */
  split?: SplitRule;
  /** Where standing objects go by their popularity. */
  popular?: PopularRule;
}

export interface CourseSources {
  scenario: Scenario;
  archive: Archive;
  names: NamesGiven;
}

/** A bucket before it has a name. */
export type Unnamed = Omit<Bucket, keyof BucketAddress | 'prefix' | 'sizeKeys'>;

/** What a course is made of, part by part. */
export interface Site extends CourseSources {
  candidate: Candidate;
  parts: readonly PlanPart[];
  buckets: Unnamed[];
  jobs: Job[];
  notes: string[];
}

/** How a router keeps copies, in the words of `route.json`. */
export interface CacheRule {
  /** Ids of buckets. */
  hot: string;
  cold: string;
  /** After the last read. */
  ttlSeconds: number;
  /** A copy is written again on a read once it is so old. */
  renewSeconds: number;
  /** When a copy is deleted, since it was written: `ttlSeconds` and `renewSeconds` together. */
  keepSeconds: number;
  writes: 'around' | 'through';
  /** Sizes that are copied, both included; null: nothing bounds it. */
  fromBytes: number | null;
  upToBytes: number | null;
  /** Storage class that a write must name; null: none. */
  hotClass: string | null;
  coldClass: string | null;
}

/** Ids of buckets of the popular objects and of the others, and how many the first is to hold. */
export interface PopularRule {
  hot: string;
  rest: string;
  objects: number;
  /** What is popular is in the other bucket as well. */
  isCopied: boolean;
  /** Of objects that popularity divides. */
  sizes: Sizes[];
}

/** Which part an object belongs to and how a read finds it, in the words of `route.json`. */
export interface SplitRule {
  by: 'size' | 'popularity';
  /** Ids of buckets: of the small or the popular objects, and of the others. */
  first: string;
  second: string;
  /** Of size: the largest object of the first. */
  upToBytes: number | null;
  /** Of popularity: how many objects the first is to hold. */
  objects: number | null;
  /** Where a read goes first that tells neither its size nor, by its key, its store. */
  askFirst: string;
  /** What keys say of where to ask first; the first that fits counts. */
  keys: { prefix: string; suffix: string; store: string }[];
  /** Storage class that a write must name; null: none. */
  firstClass: string | null;
  secondClass: string | null;
}
