/** Several scenarios at once: a row each, their sum, and what a person has to look at. */
import { candidatesFigure, sumOf, type NamedPlan } from '#core/answer/figures/placements.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { overviewMoney } from '#core/text/money.ts';
import { listing } from '#core/text/words.ts';
import { heading, type Block } from './table.ts';

const nameOf = ({ plan, name }: NamedPlan) => plan.scenario.name || name;

/** What a row needs: of thousands of scenarios no more is kept. */
export function rowOf(plan: Plan): Plan {
  const needed = [plan.recommendation?.id, plan.bestIf?.id, plan.today?.id];
  return { ...plan, candidates: plan.candidates.filter(({ id }) => needed.includes(id)) };
}

/** `--all`: every placement of every scenario, under its name. */
export const allBlocks = (plans: readonly NamedPlan[]): Block[] =>
  plans.flatMap((one): Block[] => [
    heading(nameOf(one)),
    { kind: 'table', table: candidatesFigure(one.plan.candidates, one.names, one.plan.scenario) },
  ]);

/** `11 scenarios, $1.2M/month together; 1 has no plan that meets its requirements: geo-readers.yaml`. */
export function batchWords(plans: readonly NamedPlan[]): string {
  const sum = sumOf(plans);
  const without = plans.filter(({ plan }) => plan.recommendation === null).map(({ name }) => name);
  const named = without.length > 5 ? [...without.slice(0, 5), `${without.length - 5} more`] : without;
  const cost = sum === null ? '' : `, ${overviewMoney(sum.total, sum.currency, sum.atLeast)}/month together`;
  const none =
    without.length === 0
      ? ''
      : `; ${without.length} ${without.length === 1 ? 'has no plan that meets its' : 'have no plan that meets their'} requirements: ${listing(named)}`;
  return `${plans.length} scenarios${cost}${none}`;
}
