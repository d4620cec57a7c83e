/** What stands against a placement, what would settle it, and how to find out. */
import { exactMoney, overviewMoney } from '#core/text/money.ts';
import type { Candidate, MissingMeasurement } from '#core/report/plan-types.ts';
import { formatMs } from '#core/units.ts';
import { listing } from '#core/text/words.ts';
import type { Violation } from '#core/report/verdict.ts';

/** `aws/s3-express-one-zone@us-east-1 GET p99 ≤ 43 ms`. */
export function conditionWords({
  store,
  operation,
  metric,
  statistic,
  neededMs,
}: MissingMeasurement): string {
  const what = metric === 'firstByte' ? `${operation} first byte` : operation;
  return neededMs === null
    ? `${store} ${what} is measured in these conditions`
    : `${store} ${what} ${statistic} ≤ ${formatMs(neededMs)}`;
}

/** The same with the reader the figure is stated at, where one is: an assumption holds beside the store instead. */
export function conditionAtReader(missing: MissingMeasurement): string {
  const words = conditionWords(missing);
  return missing.neededMs === null || missing.place === '' ? words : `${words} from ${missing.place}`;
}

export function probeItem({ probe, probeCost }: Pick<MissingMeasurement, 'probe' | 'probeCost'>): {
  text: string;
  command: string;
} {
  const price =
    probeCost === null
      ? 'at a price not known'
      : probeCost < 0.005
        ? 'for less than $0.01'
        : `for ${exactMoney(probeCost)}`;
  return { text: `To measure it, ${price}:`, command: probe };
}

const REQUIREMENT_WORDS: Record<string, string> = { readP99: 'read p99', firstByteP99: 'first byte p99' };

/** `read p99: p99 at least 919 ms; 3.94 % of reads take longer, asked ≤ 800 ms`. */
function violationWords({ requirement, found, required }: Violation, currency: string): string {
  const dollars = (text: string) => overviewMoney(Number(text), currency);
  return requirement === 'budget'
    ? `budget: ${dollars(found)} a month, asked ≤ ${dollars(required)}`
    : `${REQUIREMENT_WORDS[requirement] ?? requirement}: ${found}, asked ${required}`;
}

/** A placement in one store need not name it again. */
function shortCondition(missing: MissingMeasurement, { stores }: Candidate): string {
  const words = conditionWords(missing);
  return stores.length === 1 ? words.slice(missing.store.length + 1) : words;
}

export function becauseWords(candidate: Candidate): string {
  const failed = candidate.violations.map((one) => violationWords(one, candidate.monthly.currency));
  const open = new Set(candidate.missing.map((one) => shortCondition(one, candidate)));
  const ifOpen = candidate.feasible === 'unproven' && open.size > 0 ? [`if ${listing([...open])}`] : [];
  return [...new Set(failed), ...ifOpen].join('; ');
}
