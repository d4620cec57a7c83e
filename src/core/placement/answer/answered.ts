/** The plan of a scenario, put together from what its desk has found: certified, or of single stores and pairs at once. */
import { leastBy } from '../../at.ts';
import { lazily, memo, remembered } from '../../memo.ts';
import type { Finding } from '../../findings/index.ts';
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import { MODEL } from '../../scenario/model.ts';
import { allSteps } from '../../steps.ts';
import { candidateOf } from './candidate.ts';
import type { Card, Contender, cardsOf } from './cards.ts';
import { differenceOf } from '../../report/cost-difference.ts';
import { recommendationOf } from './reasons.ts';
import type { reasonsAgainst } from './reasons-against.ts';
import type { remarksOf } from './remarks.ts';
import type { FullDesk } from '../desk.ts';
import type { Advised } from '../desk-types.ts';
import { agePlacement } from '../ids.ts';
import { jobOutcomes } from '../judge/jobs.ts';
import { candidateLatency } from '../judge/latency.ts';
import type { missingOf } from '../judge/missing.ts';
import type { Placement } from '../placement.ts';
import type { Room } from '../room.ts';

/** A split by age, by the names of its stores. */
export interface WantedAge {
  hot: string;
  cold: string;
  thresholdDays: number;
  entry: 'tier' | 'dual';
}

export interface PlanOptions {
  /** Splits by age to show, whatever their rank. */
  also?: readonly WantedAge[];
  /** Placements to show, likewise. */
  show?: readonly Placement[];
  /** Latencies of candidates have the points of their curves. */
  curves?: boolean;
  /** All that was billed is shown. */
  all?: boolean;
  /** For a row of a table: the cards and today's placement alone, without reasons, remarks and what comes later. */
  isRow?: boolean;
  /** Evaluations of a bound that each search is granted. */
  scans?: number;
}

/** What a certified plan is put together with besides; the page fetches it behind its first answer, which goes without. */
export interface Certifying {
  cards: typeof cardsOf;
  frontier(pool: readonly Contender[]): Contender[];
  bare(desk: FullDesk, first: Contender): Plan['bare'];
  /** Of candidates: what would have to be measured. */
  missing: typeof missingOf;
  remarks: typeof remarksOf;
  against: typeof reasonsAgainst;
}

export interface Answered {
  plan: Plan;
  /** Of each candidate, in the plan's order. */
  placements: readonly Placement[];
}

/** What a desk was asked, from which every answer is put together. */
export interface Found {
  best: Advised | null;
  /** Certified, with what the other cards are chosen from. Else single stores and pairs alone were searched, and there is one card. */
  isFinished: boolean;
  /** Every placement that was billed for it: what the desk bills later is shown by no answer put together from this. */
  billed: readonly Placement[];
}

export function findQuickly(desk: FullDesk, options: PlanOptions = {}): Found {
  const best = allSteps(desk.bestSteps({ ...limits(options), stores: 2, withCaches: false }));
  return { best, isFinished: false, billed: [...desk.known.values()] };
}

export const limits = ({ scans }: PlanOptions) => (scans === undefined ? {} : { scans });

export function answerFrom(
  desk: FullDesk,
  { best, isFinished, billed }: Found,
  certifying: Certifying | null,
  { also = [], show = [], curves = false, all = false, isRow = false }: PlanOptions = {},
): Answered {
  const { context, question, asked } = desk;
  const { text, evidence, missing } = question;
  const certified = isFinished ? certifying : null;
  const contender = contendersOf(desk, certified, curves);
  const singles = desk.singles().map(contender);
  const pool = billed.map(contender);
  const first = best && contender(best.placement);
  const cards: Card[] = !first
    ? []
    : certified
      ? certified.cards(
          first,
          pool.filter(({ id }) => id !== first.id),
          asked,
        )
      : [{ role: 'recommended', contender: first }];
  const wanted = also.flatMap((one) => {
    const placement = wantedPlacement(desk, one);
    return placement ? [contender(placement)] : [];
  });
  const frontier = certified?.frontier(pool) ?? [];
  // A row names today's placement, which may be any of these.
  const isNarrow = isRow && question.scenario.current === null;
  const shown = distinct([
    ...cards.map((one) => one.contender),
    ...(isNarrow ? [] : [...singles, ...bestOfKinds(pool, context.copies.length)]),
    ...frontier,
    ...wanted,
    ...show.map(contender),
    ...(all ? pool : []),
  ]);
  const roles = new Map(cards.map(({ role, contender: { id } }) => [id, role]));
  const ranked = shown
    .map((one) => ({ one, candidate: { ...one.candidate(), card: roles.get(one.id) ?? null } }))
    .sort((a, b) => byRank(a.candidate, b.candidate));
  const candidates = ranked.map(({ candidate }) => candidate);
  const shownAs = (id: string | undefined) => candidates.find((one) => one.id === id) ?? null;
  const base = desk.base();
  const simplest = base.placement && contender(base.placement).candidate();
  // Nobody weighs a plan against a store of which nobody knows whether it answers in time.
  const baseCandidate = simplest?.notMeasured.length === 0 ? simplest : null;
  const sources = { context, requirements: desk.lateness.requirements, asked, base: baseCandidate };
  const advised = (one: Candidate) =>
    recommendationOf(sources, one, certifying?.against(context, one, candidates) ?? []);
  const chosen = shownAs(first?.id);
  const second = shownAs(cards.find(({ role }) => role === 'cheaper')?.contender.id);
  const runnerUp = chosen && runnerUpOf(candidates, chosen);
  const bare = (first && certified?.bare(desk, first)) ?? null;
  const plan: Plan = {
    scenario: text,
    pricing: context.stores.map(({ store, region, edition }) => ({ store, region, edition: edition.id })),
    datasets: usedDatasets(candidates, evidence),
    model: MODEL,
    candidates,
    cards: cards.map((one) => one.contender.id),
    rule: {
      sureness: asked,
      base: base.amount,
      baseId: baseCandidate?.id ?? null,
      doubtBase: desk.doubtBase(),
    },
    gap: best?.gap ?? null,
    bare,
    frontier: distinct(frontier).map(({ id }) => id),
    frontierStep: null,
    switchPoints: [],
    turned: [],
    rivals: [],
    recommendation: chosen && advised(chosen),
    bestIf: second && {
      ...advised(second),
      conditions: second.missing,
    },
    runnerUp: runnerUp && chosen ? { id: runnerUp.id, more: differenceOf(runnerUp, chosen) } : null,
    excluded: context.excluded,
    ranges: [],
    uncertainty: null,
    withoutDatasets: [],
    overTime: null,
    today: null,
    findings: [
      ...missing.map((dataset): Finding => ({ code: 'dataset-missing', dataset })),
      ...(certifying?.remarks({ desk, pool, chosen, shown: ranked, isFinished }) ?? []),
    ],
  };
  return { plan, placements: ranked.map(({ one }) => one.placement) };
}

/** Null where one of its stores is none of the plan's. */
export function wantedPlacement(
  { context, serve }: FullDesk,
  { hot, cold, ...split }: WantedAge,
): Placement | null {
  const [a, b] = [hot, cold].map((ref) => context.stores.findIndex((store) => store.ref === ref));
  if (a === undefined || b === undefined || a < 0 || b < 0) return null;
  return agePlacement(context, { hot: a, cold: b, ...split }, serve);
}

/** Each placement worked out once, as far as it is asked. */
export function contendersOf(
  desk: FullDesk,
  certifying: Certifying | null,
  curves: boolean,
): (placement: Placement) => Contender {
  const made = new Map<string, Contender>();
  const inRoom = memo((room: Room) => {
    const { context, grid, lateness, judgement, cdn } = room;
    const latency = curves ? candidateLatency(context, grid, { curves }) : room.latency();
    const missing = certifying?.missing(context, grid, lateness);
    return {
      readP99: latency.readP99,
      missing: (one: Placement) => (missing && desk.judge(one).feasible === 'unproven' ? missing(one) : []),
      sources: {
        id: desk.id,
        context,
        judge: desk.judge,
        keeps: (one: Placement) => judgement(one).keeps,
        read: latency.read,
        write: latency.write,
        jobs: (one: Placement) => jobOutcomes(context, grid, one),
        effort: desk.effort,
        chosenCdns: cdn === undefined ? [] : [cdn],
      },
    };
  });
  return (placement) =>
    remembered(made, desk.id(placement), (): Contender => {
      const { sources, ...room } = inRoom(desk.roomOf(placement));
      const p99 = lazily(() => ({ ms: room.readP99(placement) }));
      const missing = lazily(() => room.missing(placement));
      return {
        id: desk.id(placement),
        placement,
        judged: desk.judge(placement),
        p99Ms: () => p99().ms,
        missing,
        candidate: lazily(() => ({ ...candidateOf({ ...sources, missing }, placement), card: null })),
      };
    });
}

function distinct(contenders: readonly Contender[]): Contender[] {
  return [...new Map(contenders.map((one) => [one.id, one])).values()];
}

/** The cheapest of those entered later, of those written to several stores at arrival, and of caches. `copies`: how many the scenario demands. */
function bestOfKinds(pool: readonly Contender[], copies: number): Contender[] {
  const kindOf = ({ placement: { timelines, cache } }: Contender) => {
    if (cache) return 'cache';
    if (timelines.some(([start]) => (start?.holders.length ?? 0) > 1 + copies)) return 'dual';
    return timelines.some((one) => one.length > 1) ? 'tier' : 'single';
  };
  return (['tier', 'dual', 'cache'] as const).flatMap((kind) => {
    const own = pool.filter((one) => kindOf(one) === kind && Number.isFinite(one.judged.value));
    return leastBy(own, ({ judged }) => judged.value) ?? [];
  });
}

export function byRank(a: Candidate, b: Candidate): number {
  return rankOf(a) - rankOf(b) || a.monthly.total - b.monthly.total;
}

/** The cards in their order, then those that are sure enough, open and infeasible. */
function rankOf({ card, feasible }: Candidate): number {
  const cards = ['recommended', 'cheaper', 'surer', 'faster'];
  return card === null ? 4 + ['yes', 'unproven', 'no'].indexOf(feasible) : cards.indexOf(card);
}

/** The cheapest that holds as well and does not use every store of the recommended. */
function runnerUpOf(candidates: readonly Candidate[], chosen: Candidate): Candidate | null {
  const others = candidates.filter(
    (one) =>
      one.id !== chosen.id &&
      (one.feasible === 'yes' || one.feasible === chosen.feasible) &&
      !chosen.stores.every((store) => one.stores.includes(store)),
  );
  return leastBy(others, ({ monthly, effort }) => monthly.total + effort.total);
}

/** The datasets that a plan's figures rest on. */
function usedDatasets(
  candidates: readonly Candidate[],
  evidence: EvidenceBase,
): { id: string; hash: string }[] {
  const used = new Set(
    candidates.flatMap((one) => [...one.read.evidence, ...one.write.evidence].map((ref) => ref.dataset)),
  );
  return evidence.datasets.filter((dataset) => used.has(dataset.id)).map(({ id, hash }) => ({ id, hash }));
}
