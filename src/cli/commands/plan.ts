import { readArgs } from '../args.ts';
import type { Deps, Run } from '../deps.ts';
import { formatOf, jsonLine, jsonText } from '../formats.ts';
import { candidateRows, planBlocks, plansTable } from '../render/plan.ts';
import type { NamedPlan } from '../render/plan.ts';
import { csvText, renderBlocks } from '../render/table.ts';
import type { Look } from '../render/table.ts';
import { planOf, readScenarios, sourcesOf } from '../scenarios.ts';

/** Exit 1 when a scenario has no placement that is proven to meet its requirements. */
export const plan: Run = async (argv, deps) => {
  const args = readArgs(argv, {
    command: 'plan',
    flags: { json: 'boolean', jsonl: 'boolean', format: 'string', all: 'boolean' },
    operands: { name: 'a scenario FILE', least: 1, most: Infinity },
  });
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const scenarios = (await Promise.all(args.operands.map((source) => readScenarios(source, deps)))).flat();
  const sources = sourcesOf(deps);
  const plans: NamedPlan[] = [];
  for (const scenario of scenarios) {
    const one = await planOf(scenario, sources, deps);
    plans.push({ name: scenario.name, plan: one });
    if (format === 'jsonl') deps.print(jsonLine(one));
  }
  if (format === 'json')
    deps.print(jsonText(plans.length === 1 ? plans[0]?.plan : plans.map((one) => one.plan)));
  if (format === 'csv') {
    const { columns, rows } = candidateRows(plans);
    deps.print(csvText(columns, rows));
  }
  if (format === 'table' || format === 'md')
    printText(plans, { form: format, styled: deps.styled }, args.has('all'), deps);
  return { exit: plans.every((one) => one.plan.recommendation) ? 0 : 1 };
};

function printText(plans: readonly NamedPlan[], look: Look, all: boolean, deps: Deps): void {
  const [only, second] = plans;
  if (only && !second) deps.print(renderBlocks(planBlocks(only.plan, { all }), look));
  else deps.print(renderBlocks([{ kind: 'table', table: plansTable(plans) }], look));
}
