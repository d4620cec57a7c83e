/** What the user's own datasets change, in a sentence for each store and one for the answer. */
import { currencyOf } from '../../report/currency-of.ts';
import type { Plan } from '../../report/plan-types.ts';
import { overviewMoney } from '../../text/money.ts';
import { capital, listing } from '../../text/words.ts';
import { formatMs } from '../../units.ts';
import type { Names } from './names.ts';

/** Stores that are told; a dataset of many is looked at elsewhere. */
const MOST = 3;

/** Empty where they measured no store of the plan. */
export function ownEvidenceWords(plan: Plan, names: Names): string[] {
  const { ownEvidence } = plan;
  if (!ownEvidence) return [];
  const { datasets, stores } = ownEvidence;
  const p99 = (ms: number | null) => (ms === null ? 'unknown' : formatMs(ms));
  const before = (ms: number | null) =>
    ms === null ? 'where nothing was known' : `instead of ${formatMs(ms)}`;
  const changed = stores
    .filter(({ p99Ms, withoutMs }) => p99Ms !== withoutMs)
    .slice(0, MOST)
    .map(({ store, p99Ms, withoutMs }) => `${names.store(store)} p99 ${p99(p99Ms)} ${before(withoutMs)}`);
  return [
    changed.length > 0
      ? `With your data (${listing(datasets)}): ${listing(changed)}.`
      : `Your data (${listing(datasets)}) changes no p99.`,
    answerWords(plan, names),
  ];
}

function answerWords(plan: Plan, names: Names): string {
  const { recommendation, ownEvidence, candidates } = plan;
  const { recommendation: before = null, total: then = null } = ownEvidence?.without ?? {};
  const now = candidates.find(({ id }) => id === recommendation?.id);
  if (now?.id === before) return 'The recommended placement is the same without your data.';
  if (!now) return 'Without your data a placement would be recommended.';
  const name = capital(names.placement(now.id));
  if (before === null || then === null) return `${name} is now enough; without your data nothing was.`;
  const less = then - now.monthly.total;
  const by = `${overviewMoney(Math.abs(less), currencyOf(plan))}/month ${less >= 0 ? 'less' : 'more'}`;
  return `${name} is now the answer instead of ${names.placement(before)}: ${by}.`;
}
