import { costWords, rangeCell } from '#core/answer/words/figures.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import type { Names } from '#core/answer/words/names.ts';
import { runCell } from '#core/answer/words/run.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import { compared } from '#core/report/compare.ts';
import type { Comparison, Side } from '#core/report/compare.ts';
import type { Plan, Candidate } from '#core/report/plan-types.ts';
import { exactMoney, overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { formatMs } from '#core/units.ts';
import type { Run } from '../command.ts';
import { give } from '../formats.ts';
import { placementCalled, planWith } from '../input/placement-given.ts';
import { progressOf } from '../progress.ts';
import { planNames } from '../render/plan.ts';
import type { Block } from '../render/table.ts';
import { asked, oneScenario, saySettings, sourcesOf } from '../scenarios.ts';

/** Exit 1 where nothing is recommended on one side. */
export const compare: Run = async (args, deps) => {
  const [first = '', ...others] = args.operands;
  const sources = await sourcesOf(deps, args.list('dataset'));
  const isOfPlacements = others.length === 2;
  const progress = progressOf(deps);
  const plans: Plan[] = [];
  const sides: Side[] = [];
  for (const source of isOfPlacements ? [first] : [first, ...others]) {
    const scenario = await oneScenario('compare', source, args, deps);
    saySettings(scenario, deps);
    progress.doing(`${scenario.name}: searching for the best placement`);
    const { plan } = await planWith(
      await asked(scenario, sources, deps),
      isOfPlacements ? others : ['recommended'],
    );
    progress.end();
    plans.push(plan);
    const names = planNames(plan, sources.archive);
    const side = { scenario: scenario.text, name: scenario.text.name ?? scenario.name };
    const recommended = plan.candidates.find(({ id }) => id === plan.recommendation?.id) ?? null;
    if (!isOfPlacements) sides.push({ ...side, candidate: recommended });
    else
      for (const text of others)
        sides.push({ ...side, name: text, candidate: placementCalled(text, plan, names, { source: first }) });
  }
  const [a, b] = sides;
  if (!a || !b) throw new RangeError('two sides are compared');
  const comparison = compared(a, b);
  const names = namesIn(
    sources.archive,
    plans.flatMap(({ pricing }) => pricing.map(({ store, region }) => `${store}@${region}`)),
  );
  give(args, deps, {
    json: jsonOf(a, b, comparison),
    csv: { file: comparisonRows(a, b, comparison) },
    blocks: () => comparisonBlocks(a, b, comparison, names),
  });
  return { exit: a.candidate && b.candidate ? 0 : 1 };
};

function jsonOf(a: Side, b: Side, comparison: Comparison): unknown {
  const figures = ({ name, candidate }: Side) => ({
    name,
    id: candidate?.id ?? null,
    ...(candidate && {
      total: candidate.monthly.total,
      range: candidate.monthly.range,
      p99Ms: candidate.read.p99Ms,
      p99BandMs: candidate.read.p99BandMs,
      writeP99Ms: candidate.write.p99Ms,
      feasible: candidate.feasible,
      sureness: candidate.sureness,
      runs: candidate.runs,
      effort: candidate.effort,
    }),
  });
  return { a: figures(a), b: figures(b), ...comparison };
}

/** Words of a list that stand in a cell. */
const MOST_WORDS = 4;

export function comparisonBlocks(a: Side, b: Side, comparison: Comparison, names: Names): Block[] {
  const { keys, meters, currency } = comparison;
  const money = (amount: number | null, of: string | null) =>
    amount === null ? 'unknown' : exactMoney(amount, of ?? 'USD');
  return [
    { kind: 'heading', text: `A: ${a.name}, B: ${b.name}` },
    ...(a.scenario === b.scenario ? [{ kind: 'text' as const, text: a.scenario.name ?? 'Untitled' }] : []),
    { kind: 'text', text: summary(a, b, comparison), strong: true },
    {
      kind: 'table',
      table: {
        columns: [{ title: '' }, { title: 'A', wrap: true }, { title: 'B', wrap: true }, { title: 'change' }],
        rows: answerRows(a, b, comparison, names),
      },
    },
    ...(keys.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            table: {
              columns: [{ title: 'scenario' }, { title: 'A', wrap: true }, { title: 'B', wrap: true }],
              rows: keys.map(({ path, a: was, b: is }) => [path, valueWords(was), valueWords(is)]),
            },
          },
        ]),
    {
      kind: 'table',
      table: {
        columns: [
          { title: 'meter, a month' },
          { title: 'A', align: 'right' },
          { title: 'B', align: 'right' },
          { title: 'change', align: 'right' },
        ],
        rows: meters
          .filter((line) => line.a !== 0 || line.b !== 0)
          .map((line) => [
            meterWords(line.meter),
            money(line.a, currency.a),
            money(line.b, currency.b),
            signed(line.change, (by) => exactMoney(by, currency.a ?? 'USD')),
          ]),
      },
    },
  ];
}

function summary(a: Side, b: Side, { total, currency }: Comparison): string {
  if (!a.candidate || !b.candidate)
    return `Nothing is recommended for ${a.candidate ? 'B' : b.candidate ? 'A' : 'A and for B'}.`;
  if (total.change === null || total.a === null)
    return 'What B costs against A cannot be said: a price is not known, or the currencies differ.';
  if (Math.abs(total.change) < 0.005) return 'A and B cost the same.';
  const share = total.a > 0 ? ` (${percent(Math.abs(total.change) / total.a)})` : '';
  const by = overviewMoney(Math.abs(total.change), currency.a ?? 'USD');
  return `B costs ${by}/month${share} ${total.change > 0 ? 'more' : 'less'} than A.`;
}

function answerRows(a: Side, b: Side, { total, currency }: Comparison, names: Names): string[][] {
  const both = (title: string, of: (one: Candidate) => string, change = '') => {
    const [was, is] = [a, b].map(({ candidate }) => (candidate ? of(candidate) : 'none'));
    return [title, was ?? '', is ?? '', change];
  };
  const later = (of: (one: Candidate) => number | null) => {
    const [was, is] = [a, b].map(({ candidate }) => (candidate ? of(candidate) : null));
    return signed(was == null || is == null ? null : is - was, formatMs);
  };
  const ms = (value: number | null) => (value === null ? 'no data' : formatMs(value));
  return [
    both('placement', ({ id }) => names.placement(id)),
    both(
      'cost a month',
      ({ monthly }) => costWords(monthly),
      signed(total.change, (by) => overviewMoney(by, currency.a ?? 'USD')),
    ),
    both(
      'read p99',
      ({ read }) => ms(read.p99Ms),
      later(({ read }) => read.p99Ms),
    ),
    both('estimate', ({ read }) => rangeCell(read)),
    both(
      'write p99',
      ({ write }) => ms(write.p99Ms),
      later(({ write }) => write.p99Ms),
    ),
    both('verdict', verdictWords),
    both('to run', runCell),
    both('must save', ({ effort, monthly }) => overviewMoney(effort.total, monthly.currency)),
  ];
}

function signed(change: number | null, words: (by: number) => string): string {
  if (change === null) return '';
  return Math.abs(change) < 0.005 ? '0' : `${change > 0 ? '+' : '−'}${words(Math.abs(change))}`;
}

function valueWords(value: unknown): string {
  if (value === null) return '–';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const words = value.slice(0, MOST_WORDS).map(String);
  const more = value.length - words.length;
  return value.length === 0 ? '–' : `${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Unrounded. */
export function comparisonRows(a: Side, b: Side, { keys, meters, total }: Comparison) {
  const figure = (key: string, of: (one: Candidate) => string | number | null) => {
    const [was, is] = [a, b].map(({ candidate }) => (candidate ? of(candidate) : null));
    const change = typeof was === 'number' && typeof is === 'number' ? is - was : null;
    return ['answer', key, was ?? null, is ?? null, change];
  };
  const cell = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value);
  return {
    columns: ['part', 'key', 'a', 'b', 'change'],
    rows: [
      figure('placement', ({ id }) => id),
      ['answer', 'total', total.a, total.b, total.change],
      figure('p99_ms', ({ read }) => read.p99Ms),
      figure('write_p99_ms', ({ write }) => write.p99Ms),
      figure('sureness', ({ sureness }) => sureness),
      figure('effort', ({ effort }) => effort.total),
      figure('runs', runCell),
      ...keys.map(({ path, a: was, b: is }) => ['scenario', path, cell(was), cell(is), null]),
      ...meters.map((line) => ['meter', line.meter, line.a, line.b, line.change]),
    ],
  };
}
