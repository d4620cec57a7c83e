/** How long a batch of requests takes (design §5, step 3). */

export interface Job {
  requests: number;
  /** Read whole, `concurrency` at a time; where absent, each request is one. */
  objects?: number;
  bytes: number;
  concurrency: number;
  /** Mean latency of one object, ms. */
  meanMs: number;
  /** Null where no limit is known. */
  opsPerSecond: number | null;
  bytesPerSecond: number | null;
  /** Of the client; null where it is not known. */
  networkBytesPerSecond?: number | null;
}

interface JobTime {
  seconds: number;
  bound: 'operations' | 'bandwidth' | 'latency' | 'network';
}

/** The longest of requests / ops limit, bytes / bandwidth, bytes / network, and objects × mean latency / concurrency (Little's law). */
export function jobTime({
  requests,
  objects = requests,
  bytes,
  concurrency,
  meanMs,
  opsPerSecond,
  bytesPerSecond,
  networkBytesPerSecond = null,
}: Job): JobTime {
  const times: JobTime[] = [
    { bound: 'latency', seconds: (objects * meanMs) / 1000 / concurrency },
    { bound: 'operations', seconds: opsPerSecond === null ? 0 : requests / opsPerSecond },
    { bound: 'bandwidth', seconds: bytesPerSecond === null ? 0 : bytes / bytesPerSecond },
    { bound: 'network', seconds: networkBytesPerSecond === null ? 0 : bytes / networkBytesPerSecond },
  ];
  return times.reduce((longest, one) => (one.seconds > longest.seconds ? one : longest));
}
