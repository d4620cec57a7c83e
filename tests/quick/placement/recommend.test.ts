/** The rule on plans that are only numbers: what it recommends against every plan, with the levels that it searches counted. */
import { expect, it } from 'vitest';
import { recommended } from '#core/placement/answer/recommend.ts';
import type { Rule } from '#core/placement/answer/recommend.ts';
import { LEVEL_STEPS } from '#core/placement/judge/lateness.ts';
import { allSteps } from '#core/steps.ts';
import { drawsOf } from '#core/seeded-draw.ts';

interface Plan {
  cost: number;
  sureness: number;
  name: number;
}

const ASKED = 0.9;

function ruleOver(plans: readonly Plan[], doubtBase: number, asked: number | null = ASKED) {
  let searches = 0;
  const doubt = (u: number) => (asked === null || u >= asked ? 0 : ((asked - u) / asked) * doubtBase);
  const rule: Rule<Plan> = {
    asked,
    doubt,
    *at(level, below) {
      searches += 1;
      yield;
      const holding = plans.filter(({ sureness, cost }) => sureness >= level && cost < below);
      const best = holding.reduce<Plan | null>((a, b) => (a === null || b.cost < a.cost ? b : a), null);
      // As a search does, it proves one percent less than it finds.
      const top = best?.cost ?? below;
      return { best, bound: top / 1.01, kept: [], isFinished: true };
    },
    value: ({ cost, sureness }) => (asked !== null && sureness < 0.5 ? Infinity : cost + doubt(sureness)),
    sureness: ({ sureness }) => sureness,
    isSound: () => true,
    prefer: (a, b) => a.name - b.name,
  };
  return { rule, searches: () => searches };
}

const plansOf = (draw: () => number): Plan[] =>
  Array.from({ length: 1 + Math.floor(draw() * 30) }, (_, name) => ({
    name,
    cost: 10 ** (1 + 3 * draw()),
    sureness: Math.round(draw() * LEVEL_STEPS) / LEVEL_STEPS,
  }));

it('is never more than one percent above the best plan, and says no smaller gap', () => {
  const draw = drawsOf(1811);
  let exact = 0;
  let cases = 0;
  for (let i = 0; i < 2000; i += 1) {
    const plans = plansOf(draw);
    const { rule, searches } = ruleOver(plans, 10 ** (4 * draw()));
    const values = plans.map(rule.value);
    const best = Math.min(...values);
    const found = allSteps(recommended(rule, [], () => plans));
    expect(searches()).toBeLessThan(40);
    if (!Number.isFinite(best)) {
      const surest = Math.max(...plans.map(({ sureness }) => sureness));
      expect(found?.plan.sureness ?? 0, `case ${i}`).toBe(surest);
      continue;
    }
    cases += 1;
    const value = found ? rule.value(found.plan) : Infinity;
    expect(value, `case ${i}`).toBeLessThanOrEqual(best * 1.01 * (1 + 1e-9));
    expect((value - best) / value, `case ${i}`).toBeLessThanOrEqual((found?.gap ?? 0) + 1e-9);
    if (value <= best * (1 + 1e-12)) exact += 1;
  }
  expect(exact / cases).toBeGreaterThan(0.95);
});

it('searches once where no latency is required', () => {
  const plans = [
    { name: 0, cost: 5, sureness: 1 },
    { name: 1, cost: 4, sureness: 1 },
  ];
  const { rule, searches } = ruleOver(plans, 0, null);
  expect(allSteps(recommended(rule, [], () => plans))?.plan.name).toBe(1);
  expect(searches()).toBe(1);
});

it('takes the likely plan where being sure costs more than the doubt', () => {
  const plans = [
    { name: 0, cost: 7000, sureness: 1 },
    { name: 1, cost: 2500, sureness: 0.73 },
  ];
  // (0.9 − 0.73) / 0.9 × 7,000 = 1,322.
  const { rule } = ruleOver(plans, 7000);
  const found = allSteps(recommended(rule, [], () => plans));
  expect(found?.plan.name).toBe(1);
  expect(rule.value(plans[1]!)).toBeCloseTo(2500 + 1322.22, 1);
});

it('recommends nothing where all that is found breaks a hard limit that the search does not know', () => {
  const { rule } = ruleOver([{ name: 0, cost: 5, sureness: 1 }], 10, null);
  const overBudget: Rule<Plan> = { ...rule, value: () => Infinity, isSound: () => false };
  expect(allSteps(recommended(overBudget, [], () => []))).toBeNull();
});
