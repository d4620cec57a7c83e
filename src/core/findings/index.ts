/** Remarks as codes with arguments. `describeFinding` is the one place that puts a code into words, for page and terminal alike. */
import { AS_WRITTEN } from '../answer/words/names.ts';
import type { Names } from '../answer/words/names.ts';
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

/** Sentences for people, with the figures of the finding. `names`: ids as they are written unless told. */
export function describeFinding(finding: Finding, names: Names = AS_WRITTEN): string {
  if (isLatency(finding)) return describeLatencyFinding(finding, names);
  if (isOption(finding)) return describeOptionFinding(finding, names);
  return isPrice(finding) ? describePriceFinding(finding, names) : describePlanFinding(finding, names);
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
