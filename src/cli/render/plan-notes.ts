/** What stands under a plan's table: stores left out, the ends of ranges, and remarks. */
import { describeFinding } from '#core/findings/index.ts';
import type { Finding } from '#core/findings/index.ts';
import { overviewMoney } from '#core/text/money.ts';
import { currencyOf } from '#core/report/currency-of.ts';
import type { Candidate, Plan, RangeOutcome } from '#core/report/plan-types.ts';
import { formatRangeEnd } from '#core/units.ts';
import { listing } from '#core/text/words.ts';

export function candidateOf(plan: Plan, id: string | undefined): Candidate | undefined {
  return id === undefined ? undefined : plan.candidates.find((candidate) => candidate.id === id);
}

/** A finding may name the store it is about. */
export function leftOutWords(store: string, words: string): string {
  return words.startsWith(`${store}: `) ? words : `${store}: ${words}`;
}

export function rangeWords({ path, low, high }: RangeOutcome, plan: Plan): string[] {
  const currency = currencyOf(plan);
  return [low, high].map(({ value, recommendation, total }) => {
    const at = `${path} at ${formatRangeEnd(path, value)}`;
    if (recommendation === null || total === null) return `${at}: nothing is recommended`;
    return `${at}: ${recommendation}, ${overviewMoney(total, currency)} a month`;
  });
}

/** Findings about the scenario and about the placements the text speaks of, or the first where it speaks of none. */
export function notesOf(plan: Plan): string[] {
  const named = plan.cards.flatMap((id) => candidateOf(plan, id) ?? []);
  const spokenOf = named.length > 0 ? named : plan.candidates.slice(0, 1);
  const about = new Set(plan.findings.map(({ code }) => code));
  // The plan says once, for all its placements, what moving by age sends out.
  const own = spokenOf
    .flatMap((one) => one.findings)
    .filter(({ code }) => code !== 'tiering-egress' || !about.has(code));
  const findings = [...plan.findings, ...own];
  // What nobody has measured and would be cheaper stands with the cards.
  const others = findings.filter(({ code }) => code !== 'evidence-missing' && code !== 'unmeasured-cheaper');
  return [...new Set([...others.map(describeFinding), ...notMeasured(findings)])];
}

/** One line for each operation that nobody has measured on some stores, instead of one for each store. */
function notMeasured(findings: readonly Finding[]): string[] {
  const byOperation = new Map<string, Set<string>>();
  for (const finding of findings) {
    if (finding.code !== 'evidence-missing') continue;
    const stores = byOperation.get(finding.operation) ?? new Set();
    byOperation.set(finding.operation, stores.add(finding.store));
  }
  return [...byOperation].map(
    ([operation, stores]) =>
      `No dataset measured ${operation} on ${listing([...stores])}: ${stores.size === 1 ? 'its' : 'their'} latency is unknown, not zero.`,
  );
}
