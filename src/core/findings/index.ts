/** Remarks as codes with arguments. `describeFinding` is the one place that puts a code into words, for page and terminal alike. */
import { describeLatencyFinding } from './latency-findings.ts';
import type { LatencyFinding } from './latency-findings.ts';
import { OPTION_CODES, describeOptionFinding } from './option-findings.ts';
import type { OptionFinding } from './option-findings.ts';
import { describePlanFinding } from './plan-findings.ts';
import type { PlanFinding } from './plan-findings.ts';
import { PRICE_CODES, describePriceFinding } from './price-findings.ts';
import type { PriceFinding } from './price-findings.ts';

export type Finding = PriceFinding | LatencyFinding | PlanFinding | OptionFinding;

/** A record, so that a code added there is missed here at compile time. */
const LATENCY_CODES: Record<LatencyFinding['code'], true> = {
  'evidence-missing': true,
  'rate-limit': true,
  'dataset-claimed': true,
};

/** A sentence for people, with the figures of the finding. */
export function describeFinding(finding: Finding): string {
  if (isLatency(finding)) return describeLatencyFinding(finding);
  if (isOption(finding)) return describeOptionFinding(finding);
  return isPrice(finding) ? describePriceFinding(finding) : describePlanFinding(finding);
}

function isLatency(finding: Finding): finding is LatencyFinding {
  return Object.hasOwn(LATENCY_CODES, finding.code);
}

function isOption(finding: Finding): finding is OptionFinding {
  return Object.hasOwn(OPTION_CODES, finding.code);
}

function isPrice(finding: Finding): finding is PriceFinding {
  return Object.hasOwn(PRICE_CODES, finding.code);
}
