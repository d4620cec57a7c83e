/**
 * Backwards: the values of one input at which a proven plan fits a budget and a p99, as bills are rounded. Looked for between
 * the values of a grid and bounded by halving; what fits only between two neighbours of the grid is not seen.
 */
import { evidenceFor } from '../../report/chosen-evidence.ts';
import { formatMoney } from '../../report/money.ts';
import { ScenarioFile } from '../../scenario/scenario.ts';
import type { Scenario, ScenarioText } from '../../scenario/scenario.ts';
import { formatDays, formatMs } from '../../units.ts';
import { ageEdges } from '../../workload/age-edges.ts';
import { assignmentsOf } from '../assignments.ts';
import type { PlanSources } from '../plan.ts';
import { isChain } from '../chain.ts';
import { isByAge } from '../not-by-age/placement.ts';
import type { CachePlacement } from '../not-by-age/placement.ts';
import type { PlanContext } from '../plan-context.ts';
import type { Policy } from '../policy.ts';
import { spread } from './course.ts';
import { knobNamed } from './knobs.ts';
import type { KnobName } from './knobs.ts';
import { placed, valueWords } from './switch-words.ts';
import { contenderOf, worldOf } from './world.ts';
import type { Winner, World } from './world.ts';

/** `hot-days`: how long the first store of a pair holds objects; where the best plan is a cache, how long a copy waits for its next read. */
export type SolvedInput = KnobName | 'hot-days';

export interface SolveQuestion {
  input: SolvedInput;
  /** In the plan's currency, a month; the scenario's own by default, which may be none. */
  budget?: number | undefined;
  readP99Ms?: number | undefined;
  /** Of `hot-days`: `store@region` of the pair; those of the proven best by default. */
  pair?: readonly [hot: string, cold: string] | undefined;
}

export interface Fit {
  id: string;
  total: number;
}

/** A stretch of values that fit, both ends within it. */
export interface FitStretch {
  from: number;
  to: number;
  /** Whether it goes on past the values that were looked at. */
  fromOpen: boolean;
  toOpen: boolean;
  /** The cheapest proven plan at either end. */
  atFrom: Fit;
  atTo: Fit;
}

export interface Solution {
  input: SolvedInput;
  path: string;
  unit: string;
  now: number | null;
  budget: number | null;
  currency: string;
  readP99Ms: number | null;
  low: number;
  high: number;
  /** Values the search was asked at. */
  tried: number;
  /** Rising; empty where nothing fits. */
  stretches: FitStretch[];
  /** The largest value that fits; null where nothing does. */
  largest: number | null;
  words: string[];
}

/** Why a question has no answer to look for. */
export class SolveError extends Error {
  override name = 'SolveError';
}

/** Either way from what the scenario says. */
const FAR = 1000;
const STEPS = 120;
const EXACT = 1e-7;

/** Throws `SolveError` where the scenario has no such input or pair, else as `plan` does. */
export function solve(
  text: ScenarioText,
  { archive, evidence: all }: PlanSources,
  question: SolveQuestion,
): Solution {
  const stated = ScenarioFile.parse(text);
  const sources = { archive, evidence: evidenceFor(text, all).evidence };
  const scenario = asked(stated, question);
  const base = worldOf(scenario, sources);
  if (base.context.stores.length === 0) throw new SolveError('no store of this scenario has a price');
  const dial =
    question.input === 'hot-days'
      ? hotDays(
          base,
          worldOf({ ...scenario, requirements: { ...scenario.requirements, budget: undefined } }, sources),
          question,
        )
      : inputDial(scenario, question.input, (turned) => worldOf(turned, sources, { like: base }));
  const known = new Map<number, Winner | null>();
  const at = (x: number): Winner | null => {
    const found = known.has(x) ? (known.get(x) ?? null) : dial.at(x);
    known.set(x, found);
    return found;
  };
  const stretches = stretchesOf(at, dial.grid);
  const { budget, readP99 } = scenario.requirements;
  return {
    input: question.input,
    path: dial.path,
    unit: dial.unit,
    now: dial.now,
    budget: budget ?? null,
    currency: base.currency,
    readP99Ms: readP99 ?? null,
    low: dial.grid[0] ?? NaN,
    high: dial.grid.at(-1) ?? NaN,
    tried: known.size,
    stretches: stretches.map(({ from, to, fromOpen, toOpen, atFrom, atTo }) => ({
      from,
      to,
      fromOpen,
      toOpen,
      atFrom: { id: atFrom.id, total: atFrom.total },
      atTo: { id: atTo.id, total: atTo.total },
    })),
    largest: stretches.at(-1)?.to ?? null,
    words: wordsOf(stretches, dial, scenario, base),
  };
}

function asked(scenario: Scenario, { budget, readP99Ms }: SolveQuestion): Scenario {
  const { requirements } = scenario;
  return {
    ...scenario,
    requirements: {
      ...requirements,
      ...(budget === undefined ? {} : { budget }),
      ...(readP99Ms === undefined ? {} : { readP99: readP99Ms }),
    },
  };
}

interface Dial {
  path: string;
  unit: string;
  now: number | null;
  grid: number[];
  at(x: number): Winner | null;
  words(x: number): string;
  /** Where sizes are named as they are at `x`. */
  contextAt(x: number): PlanContext;
}

function inputDial(scenario: Scenario, input: KnobName, world: (scenario: Scenario) => World): Dial {
  const knob = knobNamed(scenario, input);
  if (!knob) throw new SolveError(`the scenario has no ${input} to solve for`);
  const isQuantity = knob.scale === 'log' && knob.now !== null && input !== 'retention';
  const [low, high] =
    isQuantity && knob.now !== null ? [knob.now / FAR, knob.now * FAR] : [knob.low, knob.high];
  const grid = spread(low, high, STEPS, knob.scale);
  if (knob.now !== null && knob.now > low && knob.now < high) grid.push(knob.now);
  const { context } = world(scenario);
  return {
    path: knob.path,
    unit: knob.unit,
    now: knob.now,
    grid: grid.sort((a, b) => a - b),
    at: (x) => world(knob.at(x)).winner(),
    words: (x) => valueWords(context, knob, x),
    contextAt: (x) => (input === 'size' ? world(knob.at(x)).context : context),
  };
}

/** Of a cache: how long a copy waits for its next read, as far as the scenario says how objects are re-read. */
function copyDays({ context, ground, evaluate }: World, cache: CachePlacement): Dial {
  const least = context.stores[cache.hot]?.edition.rules.storage.minimumHours ?? 0;
  const ttls = (ground.notByAge.caches?.flows.ttls ?? []).filter((hours) => hours >= least);
  const [first = cache.ttlHours, last = cache.ttlHours] = [ttls[0], ttls.at(-1)];
  const ends = first < last ? spread(Math.max(first / FAR, least, 1 / 60), last, STEPS, 'log') : [];
  const grid = [...new Set([...ends, ...ttls])].sort((a, b) => a - b).map((hours) => hours / 24);
  const hot = context.stores[cache.hot]?.ref;
  return {
    path: `copies in ${hot} of ${context.stores[cache.cold]?.ref}`,
    unit: 'days',
    now: cache.ttlHours / 24,
    grid,
    at(days) {
      const placement = { ...cache, ttlHours: days * 24 };
      const found = evaluate(placement);
      return found?.feasible === 'yes'
        ? { ...contenderOf(context, placement), total: found.cost, atLeast: found.atLeast }
        : null;
    },
    words: (days) => `copies kept ${formatDays(days >= 1 ? Number(days.toPrecision(4)) : days)} in ${hot}`,
    contextAt: () => context,
  };
}

/** The cheaper of tiering and dual write, under the best assignment of readers, by the age at which the first store lets go. */
function hotDays(base: World, unlimited: World, { pair }: SolveQuestion): Dial {
  const { context } = base;
  const { lifeDays, edges, readers, curve } = context.workload;
  const best = unlimited.winner()?.placement;
  if (best && !isByAge(best) && !pair) {
    if (best.kind === 'cache') return copyDays(base, best);
    throw new SolveError(
      'the best plan goes by the size or popularity of objects, and moves none by age; name a pair of stores',
    );
  }
  if (best && isByAge(best) && isChain(best) && !pair)
    throw new SolveError('the best plan moves objects twice; name a pair of stores');
  const own = best && isByAge(best) && !isChain(best) ? best : undefined;
  const [hot, cold] = pair
    ? pair.map((ref) => context.stores.findIndex((store) => store.ref === ref))
    : own?.thresholdDays === null || !own
      ? []
      : [own.hot, own.cold];
  if (hot === undefined || cold === undefined)
    throw new SolveError('the best plan holds objects in one store; name a pair of stores');
  const missing = pair?.find((_, i) => [hot, cold][i] === -1);
  if (missing !== undefined)
    throw new SolveError(`${missing} is not a candidate of this scenario with a price`);
  if (hot === cold) throw new SolveError('a pair is two different stores');
  if (edges.length === 0) throw new SolveError('its objects have no age: nothing arrives');
  const [first = 0] = edges;
  const ends: [number, number] = [first, lifeDays * (1 - 1e-9)];
  const inside = ageEdges(lifeDays, curve.knots).filter((age) => age > first);
  const grid = [...new Set([...spread(...ends, STEPS, 'log'), ...inside])].sort((a, b) => a - b);
  const assignments = assignmentsOf(readers.length).map(({ coldServes }) => coldServes);
  const policies = (thresholdDays: number): Policy[] =>
    assignments.flatMap((coldServes, a) => [
      ...(a === 0 ? [{ hot, cold, thresholdDays, entry: 'tier' as const, coldServes }] : []),
      { hot, cold, thresholdDays, entry: 'dual' as const, coldServes },
    ]);
  return {
    path: `${context.stores[hot]?.ref} before ${context.stores[cold]?.ref}`,
    unit: 'days',
    now: own && own.hot === hot && own.cold === cold ? own.thresholdDays : null,
    grid,
    at: (days) =>
      policies(days)
        .flatMap((policy): Winner[] => {
          const found = base.evaluate(policy);
          return found?.feasible === 'yes'
            ? [{ ...contenderOf(context, policy), total: found.cost, atLeast: found.atLeast }]
            : [];
        })
        .sort((a, b) => Number(a.atLeast) - Number(b.atLeast) || a.total - b.total)[0] ?? null,
    words: (days) =>
      `${formatDays(days >= 1 ? Number(days.toPrecision(4)) : days)} in ${context.stores[hot]?.ref}`,
    contextAt: () => context,
  };
}

interface Stretch {
  from: number;
  to: number;
  fromOpen: boolean;
  toOpen: boolean;
  atFrom: Winner;
  atTo: Winner;
}

function stretchesOf(at: (x: number) => Winner | null, grid: readonly number[]): Stretch[] {
  const found: Stretch[] = [];
  let open: Stretch | null = null;
  for (const [i, x] of grid.entries()) {
    const here = at(x);
    const before = grid[i - 1];
    if (here && open) Object.assign(open, { to: x, atTo: here });
    if (here && !open) {
      const from = before === undefined ? x : edge(at, x, before);
      const atFrom = at(from) ?? here;
      open = { from, to: x, fromOpen: before === undefined, toOpen: false, atFrom, atTo: here };
      found.push(open);
    }
    if (!here && open) {
      const to = edge(at, open.to, x);
      Object.assign(open, { to, atTo: at(to) ?? open.atTo });
      open = null;
    }
  }
  if (open) open.toOpen = true;
  return found;
}

/** The last value that fits on the way to one that does not. */
function edge(at: (x: number) => Winner | null, fits: number, fails: number): number {
  let [last, first] = [fits, fails];
  while (Math.abs(first - last) > EXACT * Math.max(Math.abs(first), Math.abs(last))) {
    const middle = (last + first) / 2;
    if (at(middle)) last = middle;
    else first = middle;
  }
  return last;
}

function wordsOf(
  stretches: readonly Stretch[],
  dial: Dial,
  { requirements }: Scenario,
  { currency }: World,
): string[] {
  const { budget, readP99 } = requirements;
  const money = (amount: number) => formatMoney(amount, { style: 'overview', currency });
  const limits = [
    ...(budget === undefined ? [] : [`${money(budget)} a month`]),
    ...(readP99 === undefined ? [] : [`a p99 of ${formatMs(readP99)}`]),
  ].join(' and ');
  if (stretches.length === 0)
    return [
      `Nothing fits ${limits || 'the requirements'}, from ${dial.words(dial.grid[0] ?? 0)} to ${dial.words(dial.grid.at(-1) ?? 0)}.`,
    ];
  const by = (winner: Winner, x: number) =>
    `there it is ${placed(dial.contextAt(x), winner.placement)} for ${money(winner.total)} a month`;
  return stretches.map(({ from, to, fromOpen, toOpen, atFrom, atTo }) => {
    if (fromOpen && toOpen)
      return `Everything looked at fits ${limits || 'the requirements'}, up to ${dial.words(to)}; ${by(atTo, to)}.`;
    if (toOpen) return `From ${dial.words(from)} on, ${limits} is kept; ${by(atFrom, from)}.`;
    if (fromOpen) return `Up to ${dial.words(to)}, ${limits} is kept; ${by(atTo, to)}.`;
    return `From ${dial.words(from)} to ${dial.words(to)}, ${limits} is kept; ${by(atTo, to)}.`;
  });
}
