/** Requests of warp by endpoint, operation and size: typed arrays of nanoseconds, and never a request as an object. */
import { TimeGrid } from '#core/evidence/time-grid.ts';
import { ImportError } from '../../importer.ts';
import { rising } from './rising.ts';
import type { WarpRow } from './rows.ts';

/** Requests of one size, or of sizes between two powers of two. */
export interface Tally {
  leastBytes: number;
  mostBytes: number;
  /** Of the requests that succeeded. */
  sumBytes: number;
  count: number;
  errors: number;
  durationsNs: Numbers;
  firstBytesNs: Numbers;
}

/** Requests of one operation at one endpoint. */
export interface Group {
  op: string;
  endpoint: string;
  tallies: Map<number, Tally>;
  /** More sizes than are told apart one by one: by powers of two then. */
  isBucketed: boolean;
  /** By client and thread. */
  threads: Set<string>;
  leastObjects: number;
  mostObjects: number;
  /** Of the requests that succeeded; infinite where none did. */
  startNs: number;
  endNs: number;
  overTime: TimeGrid;
}

/** Different sizes of an operation that are still told apart one by one. */
const MOST_SIZES = 16;
const MOST_REQUESTS = 60_000_000;
const NS_PER_MS = 1_000_000;
/** Different names of each, and letters of one. */
const MOST_NAMES = { operations: 64, clients: 4096, endpoints: 256 };
const MOST_LETTERS = 1024;

export class WarpCells {
  readonly groups: Group[] = [];
  /** Names, in the order they came. */
  readonly operations = new Set<string>();
  readonly clients = new Set<string>();
  readonly endpoints = new Set<string>();
  #requests = 0;
  #last: Group | undefined;

  add(row: WarpRow): void {
    if (++this.#requests > MOST_REQUESTS)
      throw new ImportError(`holds more than ${MOST_REQUESTS} requests; split it by time`);
    const group = this.#groupOf(row);
    const tally = tallyOf(group, row.bytes);
    const thread = `${row.client}\t${row.thread}`;
    if (!group.threads.has(thread)) {
      group.threads.add(thread);
      this.#note('clients', row.client);
    }
    if (row.isError) {
      tally.errors++;
      return;
    }
    tally.count++;
    tally.sumBytes += row.bytes;
    tally.durationsNs.push(row.durationNs);
    if (row.firstByteNs >= 0) tally.firstBytesNs.push(row.firstByteNs);
    if (row.objects < group.leastObjects) group.leastObjects = row.objects;
    if (row.objects > group.mostObjects) group.mostObjects = row.objects;
    if (row.startNs < group.startNs) group.startNs = row.startNs;
    const endNs = row.startNs + row.durationNs;
    if (endNs > group.endNs) group.endNs = endNs;
    group.overTime.add(row.startNs / NS_PER_MS, row.durationNs / NS_PER_MS);
  }

  #groupOf(row: WarpRow): Group {
    const isOwn = ({ op, endpoint }: Group) => op === row.op && endpoint === row.endpoint;
    if (this.#last && isOwn(this.#last)) return this.#last;
    const known = this.groups.find(isOwn);
    if (known) return (this.#last = known);
    this.#note('operations', row.op);
    this.#note('endpoints', row.endpoint);
    const group = newGroup(row);
    this.groups.push(group);
    return (this.#last = group);
  }

  #note(what: keyof typeof MOST_NAMES, name: string): void {
    const names = this[what];
    if (names.has(name)) return;
    if (names.size >= MOST_NAMES[what]) throw new ImportError(`names more than ${MOST_NAMES[what]} ${what}`);
    if (name.length > MOST_LETTERS)
      throw new ImportError(`${what}: one is named by more than ${MOST_LETTERS} letters`);
    names.add(name);
  }
}

const newGroup = ({ op, endpoint }: WarpRow): Group => ({
  op,
  endpoint,
  tallies: new Map(),
  isBucketed: false,
  threads: new Set(),
  leastObjects: Infinity,
  mostObjects: -Infinity,
  startNs: Infinity,
  endNs: -Infinity,
  overTime: new TimeGrid(),
});

function tallyOf(group: Group, bytes: number): Tally {
  const key = group.isBucketed ? bucketOf(bytes) : bytes;
  const known = group.tallies.get(key);
  if (known) {
    if (bytes < known.leastBytes) known.leastBytes = bytes;
    if (bytes > known.mostBytes) known.mostBytes = bytes;
    return known;
  }
  if (!group.isBucketed && group.tallies.size >= MOST_SIZES) {
    bucket(group);
    return tallyOf(group, bytes);
  }
  const tally: Tally = {
    leastBytes: bytes,
    mostBytes: bytes,
    sumBytes: 0,
    count: 0,
    errors: 0,
    durationsNs: new Numbers(),
    firstBytesNs: new Numbers(),
  };
  group.tallies.set(key, tally);
  return tally;
}

/** From 2^(k-1) up to 2^k − 1 is k; nothing at all is 0. */
const bucketOf = (bytes: number) => (bytes === 0 ? 0 : Math.floor(Math.log2(bytes)) + 1);

function bucket(group: Group): void {
  const exact = [...group.tallies.values()];
  group.tallies.clear();
  group.isBucketed = true;
  for (const tally of exact) {
    const into = tallyOf(group, tally.leastBytes);
    into.sumBytes += tally.sumBytes;
    into.count += tally.count;
    into.errors += tally.errors;
    into.durationsNs.append(tally.durationsNs);
    into.firstBytesNs.append(tally.firstBytesNs);
  }
}

/** A list of numbers that grows without an object for each. */
export class Numbers {
  #values = new Float64Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow(this.length * 2);
    this.#values[this.length++] = value;
  }

  append(other: Numbers): void {
    const length = this.length + other.length;
    if (length > this.#values.length) this.#grow(Math.max(length, this.length * 2));
    this.#values.set(other.#values.subarray(0, other.length), this.length);
    this.length = length;
  }

  /** Sorts in place. */
  rising(): Float64Array {
    return rising(this.#values.subarray(0, this.length));
  }

  #grow(length: number): void {
    const larger = new Float64Array(length);
    larger.set(this.#values);
    this.#values = larger;
  }
}
