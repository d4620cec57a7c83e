/** What a plan asks about caches of one's own: the cheapest, and what any of them costs and meets. */
import type { Usage } from '../../pricing/bills/usage.ts';
import type { Candidate, Condition } from '../../report/plan-types.ts';
import type { Violation } from '../../report/verdict.ts';
import type { Which } from '../../placement/bill/terms.ts';
import type { CandidateLatency } from '../../placement/judge/latency.ts';
import type { CachePlacement } from './cache-placement.ts';

/** A month's bill where prices that nobody knows are at their low and at their high end; null: nothing bounds it. */
export interface CacheBill {
  low: number;
  high: number | null;
}

export interface FoundCache extends CacheBill {
  cache: CachePlacement;
  /** high + effort. */
  value: number;
}

export interface CachesWanted {
  /** Of the evidence: every latency requirement is met there. */
  level: number;
  /** Only bills + effort below it. */
  below: number;
  /** Dollars a month that the mechanism must earn, of two stores. */
  effort(hot: number, cold: number): number;
  /** So many at most, each of another ordered pair of stores. */
  most: number;
  /** Limits that a provider raises and facts that nobody knows rule a cache out. Default: true. */
  strict?: boolean;
}

/** Budget, effort and doubt are the caller's. */
export interface JudgedCache extends CacheBill {
  /** Null where no latency is required. */
  sureness: number | null;
  notMeasured: string[];
  violations: Violation[];
  conditions: Condition[];
  keeps: Candidate['keeps'];
}

/** What the rule and the plan's latencies say of a candidate. */
export interface CacheRule extends Pick<Candidate, 'feasible' | 'effort'> {
  latency: Pick<CandidateLatency, 'ofReads' | 'ofWrites'>;
}

export interface CacheDesk {
  /** By `value`, rising. */
  best(wanted: CachesWanted): FoundCache[];
  judge(cache: CachePlacement): JudgedCache;
  candidate(cache: CachePlacement, rule: CacheRule): Omit<Candidate, 'card'>;
  id(cache: CachePlacement): string;
  /** The same at another TTL or of other sizes. */
  arrangement(cache: CachePlacement): string;
  bill(cache: CachePlacement): CacheBill;
  /** What it uses in each month, from one on. */
  usages(cache: CachePlacement, which: Which, from?: number): Usage[][];
  /** Of all reads, by the best estimate; null where it is not known. */
  p99Ms(cache: CachePlacement, latency: Pick<CandidateLatency, 'p99OfReads'>): number | null;
}
