/** What of a latency may be limited. */
export const LATENCY_STATISTICS = ['mean', 'p50', 'p95', 'p99', 'p999'] as const;
