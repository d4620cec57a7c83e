/** What a replay reads of a trace: the life of each object, from a write or its first read to the next write, its deletion or the end. */
export interface Life {
  /** Days from the start of the trace; null: it is older than the trace. */
  bornDays: number | null;
  /** Null: it lives on when the trace ends. */
  endDays: number | null;
  sizeBytes: number;
  /** When it is read, rising. */
  readDays: readonly number[];
  /** Of all its reads. */
  sentBytes: number;
}

export interface Trace {
  days: number;
  /** Requests a day besides, by S3 operation. */
  operations: Readonly<Record<string, number>>;
  /** So many times as many objects as are in it: a sample of one in `weight` keys. */
  weight: number;
  /** All lives, some at a time; what is read was forgotten by the next. */
  lives(): AsyncIterable<readonly Life[]>;
}

/** Days from the trace's start: what comes before fills the stores and is not billed. */
export interface Period {
  from: number;
  to: number;
}
