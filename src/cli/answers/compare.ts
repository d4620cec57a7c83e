import { existsSync } from 'node:fs';
import path from 'node:path';
import { figureOf } from '#core/answer/figures/figure.ts';
import { costWords } from '#core/answer/words/cost.ts';
import { rangeCell } from '#core/answer/words/latency.ts';
import { namesIn } from '#core/answer/words/in-archive.ts';
import { meterWords } from '#core/answer/words/meters.ts';
import type { Names } from '#core/answer/words/names.ts';
import { runCell } from '#core/answer/words/run.ts';
import { verdictWords } from '#core/answer/words/verdict.ts';
import { nearestRegion } from '#core/places.ts';
import { compared, type Comparison, type Side } from '#core/report/compare.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Plan, Candidate } from '#core/report/plan-types.ts';
import { storesSaid } from '#core/scenario/stores-said.ts';
import { exactMoney, overviewMoney } from '#core/text/money.ts';
import { formatMs } from '#core/units.ts';
import { shell } from '#emit/quote.ts';
import { looksLikePermalink } from '#permalink/looks-like.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { give } from '../formats.ts';
import { noSuchFile } from '../input/file-head.ts';
import { placementCalled, planWith } from '../input/placement-given.ts';
import { progressOf } from '../progress.ts';
import { shareOf } from '#core/answer/words/saving.ts';
import { recommendedOf } from '../render/notes.ts';
import { planNames } from '../render/plan.ts';
import { besideTable, more, signed, type Line } from '../render/side-by-side.ts';
import { heading, strong, tableOf, textOf, type Block } from '../render/table.ts';
import { questionIn } from '../scenarios.ts';

/** Exit 1 where nothing is recommended on one side. */
export const compare: Run = async (args, deps) => {
  const [first = '', ...others] = args.operands;
  const isOfPlacements = others.length === 2;
  if (!isOfPlacements) refuseStranger(others[0] ?? '', first, deps);
  const progress = progressOf(deps);
  const plans: Plan[] = [];
  const archives: Archive[] = [];
  const sides: Side[] = [];
  for (const source of isOfPlacements ? [first] : [first, ...others]) {
    const { scenario, question } = await questionIn('compare', source, args, deps);
    progress.doing(`${scenario.name}: searching for the best placement`);
    const { plan } = await planWith(question, isOfPlacements ? others : ['recommended']);
    progress.end();
    plans.push(plan);
    archives.push(question.archive);
    const names = planNames(plan, question.archive);
    const side = { scenario: scenario.text, name: scenario.text.name ?? scenario.name };
    if (!isOfPlacements) sides.push({ ...side, candidate: recommendedOf(plan) });
    else
      for (const text of others)
        sides.push({ ...side, name: text, candidate: placementCalled(text, plan, names, { source: first }) });
  }
  const [a, b] = sides;
  if (!a || !b) throw new RangeError('two sides are compared');
  const comparison = compared(a, b);
  const factsOf = (store: string) => archives.map((one) => one.facts(store)).find((facts) => facts);
  const names = namesIn(
    { facts: factsOf },
    plans.flatMap(({ pricing }) => pricing.map(({ store, region }) => `${store}@${region}`)),
  );
  give(args, deps, {
    json: jsonOf(a, b, comparison),
    csv: { file: comparisonRows(a, b, comparison) },
    blocks: () => comparisonBlocks(a, b, comparison, names),
  });
  return { exit: a.candidate && b.candidate ? 0 : 1 };
};

/** Where the second of two is neither a file nor a link: what to write, also to see a store. Throws `Misunderstood`. */
function refuseStranger(word: string, first: string, { cwd, catalog: { archive } }: Deps): void {
  if (word === '-' || looksLikePermalink(word) || existsSync(path.resolve(cwd, word))) return;
  const [store] = storesSaid(word.split('@')[0] ?? '', archive);
  const region = store && nearestRegion(archive.editions(store), 'aws/us-east-1');
  const placement = store ? `single:${store}@${region}` : 'simplest';
  throw new Misunderstood(
    `${word}: ${noSuchFile(path.resolve(cwd, word))}\ncompare takes two scenarios, or one and two of its placements: stowage compare ${shell(first)} recommended ${placement}`,
  );
}

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

function comparisonBlocks(a: Side, b: Side, comparison: Comparison, names: Names): Block[] {
  const { keys, meters, currency, total } = comparison;
  const cents = (amount: number, of: string | null = currency.a) => exactMoney(amount, of ?? 'USD');
  const sides = [a, b].map(({ candidate, scenario }) => ({ candidate, names, copies: scenario.copies }));
  const ms = (value: number | null) => (value === null ? 'no data' : formatMs(value));
  const later = (of: (one: Candidate) => number | null) => signed(more(sides, of), formatMs);
  const figures: Line[] = [
    { title: 'placement', of: ({ id }) => names.placement(id) },
    {
      title: 'cost a month',
      of: ({ monthly }) => costWords(monthly),
      change: signed(total.change, (by) => overviewMoney(by, currency.a ?? 'USD')),
    },
    { title: 'read p99', of: ({ read }) => ms(read.p99Ms), change: later(({ read }) => read.p99Ms) },
    { title: 'estimate', of: ({ read }) => rangeCell(read) },
    { title: 'write p99', of: ({ write }) => ms(write.p99Ms), change: later(({ write }) => write.p99Ms) },
    { title: 'verdict', of: verdictWords },
    { title: 'to run', of: (one, { copies }) => runCell(one, copies) },
    { title: 'must save', of: ({ effort, monthly }) => overviewMoney(effort.total, monthly.currency) },
  ];
  const keysFigure = figureOf(keys, [
    { title: 'scenario', of: ({ path }) => path },
    { title: 'A', wrap: true, of: (key) => valueWords(key.a) },
    { title: 'B', wrap: true, of: (key) => valueWords(key.b) },
  ]);
  const metersFigure = figureOf(
    meters.filter((line) => line.a !== 0 || line.b !== 0),
    [
      { title: 'meter, a month', of: ({ meter }) => meterWords(meter) },
      { title: 'A', kind: 'cents', none: 'unknown', of: (line) => line.a && cents(line.a) },
      { title: 'B', kind: 'cents', none: 'unknown', of: (line) => line.b && cents(line.b, currency.b) },
      { title: 'change', kind: 'cents', of: ({ change }) => signed(change, cents) },
    ],
    { currency: currency.a ?? 'USD' },
  );
  return [
    heading(`A: ${a.name}, B: ${b.name}`),
    ...textOf(a.scenario === b.scenario && (a.scenario.name ?? 'Untitled')),
    strong(summary(a, b, comparison)),
    { kind: 'table', table: besideTable(['A', 'B'], sides, figures) },
    ...tableOf(keysFigure),
    ...tableOf(metersFigure),
  ];
}

function summary(a: Side, b: Side, { total, currency }: Comparison): string {
  if (!a.candidate || !b.candidate)
    return `Nothing is recommended for ${a.candidate ? 'B' : b.candidate ? 'A' : 'A and for B'}.`;
  if (total.change === null || total.a === null)
    return 'What B costs against A cannot be said: a price is not known, or the currencies differ.';
  const change = Math.abs(total.change);
  if (change < 0.005) return 'A and B cost the same.';
  return `B costs ${overviewMoney(change, currency.a ?? 'USD')}/month${shareOf(change, total.a)} ${total.change > 0 ? 'more' : 'less'} than A.`;
}

function valueWords(value: unknown): string {
  if (value === null) return '–';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const words = value.slice(0, MOST_WORDS).map(String);
  const more = value.length - words.length;
  return value.length === 0 ? '–' : `${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Unrounded. */
function comparisonRows(a: Side, b: Side, { keys, meters, total }: Comparison) {
  const figure = (key: string, of: (one: Candidate) => string | number | null) => {
    const [was, is] = [a, b].map(({ candidate }) => (candidate ? of(candidate) : null));
    const change = typeof was === 'number' && typeof is === 'number' ? is - was : null;
    return ['answer', key, was ?? null, is ?? null, change];
  };
  const runsOf = ({ candidate, scenario }: Side) => candidate && runCell(candidate, scenario.copies);
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
      ['answer', 'runs', ...[a, b].map(runsOf), null],
      ...keys.map(({ path, a: was, b: is }) => ['scenario', path, cell(was), cell(is), null]),
      ...meters.map((line) => ['meter', line.meter, line.a, line.b, line.change]),
    ],
  };
}
