import { formatBytes, formatCount } from '../units.ts';

export type PlanFinding =
  | { code: 'input-is-range'; path: string; low: number; high: number; used: number }
  | { code: 'input-unused'; path: string; why: string }
  | { code: 'tiering-egress'; candidate: string; amount: number; bytes: number; from: string }
  | { code: 'dual-write-same-egress'; candidate: string; writer: string; from: string; amount: number }
  | { code: 'readers-assigned-by-size'; readers: number; enumerated: number }
  | { code: 'writer-egress-unknown'; writer: string }
  | { code: 'store-left-out'; store: string; reason: string };

export const PLAN_CODES = [
  'input-is-range',
  'input-unused',
  'tiering-egress',
  'dual-write-same-egress',
  'readers-assigned-by-size',
  'writer-egress-unknown',
  'store-left-out',
] as const;

const dollars = (amount: number) => `$${formatCount(amount)}`;

export function describePlanFinding(finding: PlanFinding): string {
  switch (finding.code) {
    case 'input-is-range':
      return `${finding.path} is a range, ${formatCount(finding.low)} to ${formatCount(finding.high)}; the plan uses its median ${formatCount(finding.used)}`;
    case 'input-unused':
      return `${finding.path} does not change this plan: ${finding.why}`;
    case 'tiering-egress':
      return `moving ${formatBytes(finding.bytes)} a month out of ${finding.from} costs ${dollars(finding.amount)} a month in egress alone`;
    case 'dual-write-same-egress':
      return `writing both copies on arrival does not avoid the egress: the writer is at ${finding.writer}, so the same bytes leave ${finding.from} for ${dollars(finding.amount)} a month; it saves only the read-back of tiering. From a writer outside ${finding.from} that egress would be nil`;
    case 'readers-assigned-by-size':
      return `with ${finding.readers} reader places the serving copy is chosen one place at a time; up to ${finding.enumerated} every combination is tried`;
    case 'writer-egress-unknown':
      return `what the provider of ${finding.writer} charges for sending bytes to a store is not known; totals are lower bounds`;
    case 'store-left-out':
      return `${finding.store}: ${finding.reason}`;
  }
}
