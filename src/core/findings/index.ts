/** Remarks as codes with arguments. `describeFinding` is the one place that puts a code into words, for page and terminal alike. */
import type { LatencyFinding } from './latency-findings.ts';
import type { PlanFinding } from './plan-findings.ts';
import type { PriceFinding } from './price-findings.ts';

export type Finding = PriceFinding | LatencyFinding | PlanFinding;
export type FindingCode = Finding['code'];
