/** Remarks as codes with arguments. `describeFinding` is the one place that puts a code into words, for page and terminal alike. */
import { AS_WRITTEN } from '../answer/words/names.ts';
import type { Names } from '../answer/words/names.ts';
import { LATENCY_WORDS } from './latency-findings.ts';
import { OPTION_WORDS } from './option-findings.ts';
import { PLAN_WORDS } from './plan-findings.ts';
import { PRICE_WORDS } from './price-findings.ts';
import type { FindingIn, WordsByCode } from './table.ts';

const WORDS = { ...PRICE_WORDS, ...LATENCY_WORDS, ...PLAN_WORDS, ...OPTION_WORDS };

export type Finding = FindingIn<typeof WORDS>;

/** Sentences for people, with the figures of the finding. `names`: ids as they are written unless told. */
export function describeFinding(finding: Finding, names: Names = AS_WRITTEN): string {
  const words: WordsByCode = WORDS;
  return words[finding.code]?.(finding as never, names) ?? finding.code;
}
