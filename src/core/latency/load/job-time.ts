/** How long a batch of requests takes (design §5, step 3). */

export interface Job {
  requests: number;
  bytes: number;
  concurrency: number;
  /** Mean latency of one request, ms. */
  meanMs: number;
  /** Null where no limit is known. */
  opsPerSecond: number | null;
  bytesPerSecond: number | null;
}

interface JobTime {
  seconds: number;
  bound: 'operations' | 'bandwidth' | 'latency';
}

/** The longest of requests / ops limit, bytes / bandwidth, and requests × mean latency / concurrency (Little's law). */
export function jobTime({
  requests,
  bytes,
  concurrency,
  meanMs,
  opsPerSecond,
  bytesPerSecond,
}: Job): JobTime {
  const times: JobTime[] = [
    { bound: 'latency', seconds: (requests * meanMs) / 1000 / concurrency },
    { bound: 'operations', seconds: opsPerSecond === null ? 0 : requests / opsPerSecond },
    { bound: 'bandwidth', seconds: bytesPerSecond === null ? 0 : bytes / bytesPerSecond },
  ];
  return times.reduce((longest, one) => (one.seconds > longest.seconds ? one : longest));
}
