/** Where no placement is recommended: what comes nearest, what alone keeps most stores out, and stores without an exchange rate. */
import { bump } from '../../at.ts';
import type { Plan } from '../../report/plan-types.ts';
import { counted } from '../../text/numbers.ts';
import { capital, listing } from '../../text/words.ts';
import { requirementName } from './condition.ts';
import { costWords } from './cost.ts';
import type { Names } from './names.ts';

/** Sentences, the most useful first. */
export function inTheWay(plan: Plan, names: Names): string[] {
  return [...nearestWords(plan, names), ...aloneWords(plan), ...rateWords(plan)];
}

/** What would do if few facts that nobody knows were as asked; of those the cheapest at a known price. */
function nearestWords({ candidates }: Plan, names: Names): string[] {
  const [nearest] = candidates
    .filter(
      ({ violations, conditions, notMeasured, monthly }) =>
        violations.length + notMeasured.length === 0 && conditions.length > 0 && monthly.range[1] !== null,
    )
    .sort((a, b) => a.conditions.length - b.conditions.length || a.monthly.total - b.monthly.total);
  if (!nearest) return [];
  const asked = listing(nearest.conditions.map(({ words }) => words));
  return [`Nearest: ${names.placement(nearest.id)}, ${costWords(nearest.monthly)}/month, ${asked}.`];
}

function aloneWords({ candidates, excluded }: Plan): string[] {
  const out = new Map<string, number>();
  for (const { reason } of excluded)
    if (reason.code === 'store-lacks' && reason.lacks.length === 1) bump(out, reason.lacks[0]?.what ?? '', 1);
  for (const { kind, violations } of candidates) {
    const broken = new Set(violations.map(({ requirement }) => requirement));
    if (kind === 'single' && broken.size === 1) bump(out, requirementName([...broken].join()), 1);
  }
  const [most] = [...out].sort((a, b) => b[1] - a[1]);
  return most ? [`${capital(most[0])} alone keeps out ${counted(most[1], 'store')}. Relax it first.`] : [];
}

function rateWords({ excluded }: Plan): string[] {
  const stores = new Map<string, number>();
  for (const { reason } of excluded) if (reason.code === 'rate-missing') bump(stores, reason.currency, 1);
  return [...stores].map(
    ([currency, count]) =>
      `${counted(count, 'store')} priced in ${currency} ${count === 1 ? 'is' : 'are'} left out. Add fx: { ${currency}: <USD for 1 ${currency}>, date: <yyyy-mm-dd> }.`,
  );
}
