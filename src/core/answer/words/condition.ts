/** What has to be measured for a placement that is not sure enough, and what a measurement has to show. */
import type { Candidate, MissingMeasurement } from '../../report/plan-types.ts';
import type { Violation } from '../../report/verdict.ts';
import { exactMoney, overviewMoney } from '../../text/money.ts';
import { listing } from '../../text/words.ts';
import { formatMs } from '../../units.ts';
import type { NameOf, Names } from './names.ts';

type Asked = Pick<MissingMeasurement, 'store' | 'operation' | 'metric' | 'statistic' | 'neededMs'>;

/** `S3 Express GET p99 ≤ 43 ms`, `R2 GET is measured` where no figure is known that would do. */
export function conditionWords({ store, ...asked }: Asked, nameOf: NameOf): string {
  return `${nameOf(store)} ${conditionAlone(asked)}`;
}

/** The same of a placement in one store, which need not name it again. */
function conditionAlone({ operation, metric, statistic, neededMs }: Omit<Asked, 'store'>): string {
  const what = metric === 'firstByte' ? `${operation} first byte` : operation;
  return neededMs === null ? `${what} is measured` : `${what} ${statistic} ≤ ${formatMs(neededMs)}`;
}

/** With the place it would be measured from; where a reader states its own latency it is beside the store. */
export function conditionInFull(missing: MissingMeasurement, names: Pick<Names, 'store' | 'place'>): string {
  const words = conditionWords(missing, names.store);
  return missing.place === '' ? words : `${words} from ${names.place(missing.place)}`;
}

/** What stands against a placement, or what would settle it; empty where nothing does. */
export function becauseWords(candidate: Candidate, nameOf: NameOf): string {
  const { stores, missing, conditions, violations, monthly, feasible, notMeasured } = candidate;
  const failed = violations.map((one) => violationWords(one, monthly.currency));
  if (feasible !== 'unproven') return [...new Set(failed)].join('; ');
  const asked = missing.map((one) =>
    stores.length === 1 ? conditionAlone(one) : conditionWords(one, nameOf),
  );
  const open = [
    ...conditions.map(({ words }) => words),
    ...(asked.length > 0 ? [`if ${listing([...new Set(asked)])}`] : []),
  ];
  if (open.length === 0 && notMeasured.length > 0)
    return `no latency data for ${listing(notMeasured.map(nameOf))}`;
  return [...new Set(open)].join('; ');
}

/** The same as a sentence; empty where nothing stands against it. */
export function standsWords(candidate: Candidate, nameOf: NameOf): string {
  const because = becauseWords(candidate, nameOf);
  if (because === '') return '';
  if (candidate.feasible === 'no') return `It misses: ${because}.`;
  return `It may miss the requirements${because.startsWith('if ') ? '. It meets them' : ':'} ${because}.`;
}

const REQUIREMENTS: Readonly<Record<string, string>> = {
  readP99: 'read p99',
  firstByteP99: 'first byte p99',
};

export const requirementName = (requirement: string) => REQUIREMENTS[requirement] ?? requirement;

/** `read p99: p99 at least 919 ms; 3.94% of reads take longer (required: ≤ 800 ms)`. */
export function violationWords({ requirement, found, required }: Violation, currency: string): string {
  if (requirement !== 'budget') return `${requirementName(requirement)}: ${found} (required: ${required})`;
  const money = (text: string) => overviewMoney(Number(text), currency);
  return `budget: ${money(found)}/month (required: ≤ ${money(required)})`;
}

/** `for less than $0.01`: what a measurement costs at list price. */
export function probePrice(cost: number | null, currency: string): string {
  if (cost === null) return 'at a price not known';
  return cost < 0.005 ? `for less than ${exactMoney(0.01, currency)}` : `for ${exactMoney(cost, currency)}`;
}
