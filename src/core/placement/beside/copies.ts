/** What a second copy near other readers would do, and for how much: asked after the answer, of the single store it rests on. */
import type { Finding } from '../../findings/index.ts';
import { nearestRegion } from '../../places.ts';
import type { Question } from '../../question.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import { splitRef } from '../../store-ref.ts';
import type { Workload } from '../../workload/workload.ts';
import { latencyGrid } from '../latency-grid.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import { candidateLatency } from '../worked/candidate-latency.ts';
import { itemised, mergedUsages } from '../costs/monthly-cost.ts';
import { planContext } from '../context/plan-context.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import { chainZones } from '../chains/tail.ts';
import { chainOf } from '../chain.ts';
import { holdersVerdict, verdict, worst } from '../verdicts/requirements.ts';
import { actionTail } from '../verdicts/tails.ts';
import { usagesOf } from '../costs/usages.ts';
import { verdicts } from '../verdicts/verdicts.ts';
import type { Verdicts } from '../verdicts/verdicts.ts';
import type { Feasible } from '../../report/verdict.ts';

/** A gain below this share of a place's p99 is not worth a copy. */
const LEAST_GAIN = 0.1;
/** Copies besides the first. */
const MOST_COPIES = 3;

/** Everything in each of `stores`, written there at once; each reader is served by one of them for good. */
interface Copies {
  stores: readonly number[];
  /** By reader, an index of `stores`. */
  servers: readonly number[];
}

/**
 * The cheapest single copy that serves some places faster, and where several help, all of them together. Empty where readers
 * are in one place, or nothing is known of their latency. `answer`: the plan as it stands. Throws as `plan` does.
 */
export function nearbyCopies(question: Question, answer: Plan): Finding[] {
  const { scenario, archive, evidence } = question;
  const places = [...new Set(scenario.workload.readers.map(({ at }) => at))];
  const base = baseOf(answer);
  if (places.length < 2 || !base) return [];
  const stores = [...new Set([base, ...storesNear(question, base, places)])];
  const context = planContext({ ...scenario, stores }, archive, evidence);
  const first = context.stores.findIndex(({ ref }) => ref === base);
  if (first < 0) return [];
  const grid = latencyGrid(context, evidence);
  const judged = verdicts(context, grid);
  const alone = workedOut(context, grid, judged, {
    stores: [first],
    servers: scenario.workload.readers.map(() => 0),
  });
  const p99s = context.stores.map((_, s) => p99At(context, grid, s));
  const helps = (s: number, q: number) =>
    (p99s[s]?.[q] ?? Infinity) < (1 - LEAST_GAIN) * (p99s[first]?.[q] ?? -Infinity);
  const singles = context.stores.flatMap((_, s): Copies[] => {
    const servers = context.workload.readers.map((_reader, q) => (helps(s, q) ? 1 : 0));
    return s !== first && servers.includes(1) ? [{ stores: [first, s], servers }] : [];
  });
  const options = [...singles, ...together(context, first, p99s, singles)].map((copies) => ({
    copies,
    ...workedOut(context, grid, judged, copies),
  }));
  const best = answer.candidates.find(({ id }) => id === answer.recommendation?.id);
  const isBest = ({ stores: held }: Copies) =>
    best?.segments.length === 1 &&
    held.length === best.stores.length &&
    held.every((s) => best.stores.includes(context.stores[s]?.ref ?? ''));
  const known = options.filter(({ monthly, copies }) => !monthly.atLeast && !isBest(copies));
  const byCost = known.toSorted((a, b) => a.monthly.total - b.monthly.total);
  const offered = [
    byCost.find(({ copies }) => copies.stores.length === 2),
    byCost.find(({ feasible }) => feasible === 'yes' && alone.feasible !== 'yes'),
    byCost.find(({ feasible, monthly }) => feasible === 'yes' && best && monthly.total < best.monthly.total),
    byCost.find(({ copies }) => copies.stores.length > 2),
  ].filter((one) => one !== undefined);
  return [...new Set(offered)].map((one) => ({
    code: 'nearby-copies',
    store: base,
    copies: one.copies.stores.slice(1).map((s) => context.stores[s]?.ref ?? ''),
    total: one.monthly.total,
    currency: one.monthly.currency,
    alone: alone.monthly.total,
    feasible: one.feasible,
    instead: best ? { id: best.id, total: best.monthly.total } : null,
    places: context.workload.readers.flatMap(({ place }, q) =>
      (one.copies.servers[q] ?? 0) === 0
        ? []
        : [
            {
              place,
              store: context.stores[one.copies.stores[one.copies.servers[q] ?? 0] ?? -1]?.ref ?? '',
              p99Ms: one.p99s[q] ?? null,
              aloneMs: alone.p99s[q] ?? null,
            },
          ],
    ),
  }));
}

/** The store of the recommended plan, or of the first single store where it has several. */
export function baseOf({ candidates, recommendation, bestIf }: Plan): string | undefined {
  const chosen = candidates.find(({ id }) => id === (recommendation?.id ?? bestIf?.id));
  const single = (one: Candidate | undefined) => (one?.kind === 'single' ? one.stores[0] : undefined);
  return single(chosen) ?? single(candidates.find(({ kind }) => kind === 'single'));
}

/** The base store and the scenario's own, each where it is nearest to each place. */
function storesNear(
  { scenario: { stores }, archive }: Question,
  base: string,
  places: readonly string[],
): string[] {
  const ids = [base, ...(stores === 'all' ? [] : stores)].map((ref) => splitRef(ref).store);
  return [...new Set(ids)].flatMap((store) =>
    places.flatMap((place) => {
      const region = nearestRegion(archive.editions(store), place);
      return region === undefined ? [] : [`${store}@${region}`];
    }),
  );
}

/** Each place by the fastest of a few copies, those taken first that help most reads. */
function together(
  { workload }: PlanContext,
  first: number,
  p99s: readonly (readonly (number | null)[])[],
  singles: readonly Copies[],
): Copies[] {
  const helped = ({ servers }: Copies) =>
    servers.reduce((sum, one, q) => sum + (one > 0 ? (workload.readers[q]?.share ?? 0) : 0), 0);
  const taken = singles
    .toSorted((a, b) => helped(b) - helped(a))
    .slice(0, MOST_COPIES)
    .flatMap(({ stores }) => stores.slice(1));
  if (taken.length < 2) return [];
  const fastest = workload.readers.map((_, q) =>
    [first, ...taken].reduce((a, b) => ((p99s[b]?.[q] ?? Infinity) < (p99s[a]?.[q] ?? Infinity) ? b : a)),
  );
  const stores = [first, ...taken.filter((s) => fastest.includes(s))];
  return stores.length > 2 ? [{ stores, servers: fastest.map((s) => stores.indexOf(s)) }] : [];
}

function p99At(context: PlanContext, grid: LatencyGrid, s: number): (number | null)[] {
  const latency = candidateLatency(context, grid);
  return latency
    .readFrom(context.workload.readers.map(() => [{ store: s, second: -1, share: 1 }]))
    .byPlace.map(({ p99Ms }) => p99Ms);
}

function workedOut(context: PlanContext, grid: LatencyGrid, judged: Verdicts, copies: Copies) {
  const { readers } = context.workload;
  const server = (q: number) => copies.stores[copies.servers[q] ?? 0] ?? 0;
  const { monthly } = itemised(
    context,
    copies.stores.some((s) => context.stores[s]?.parts.isLeast),
    (months, m) => copiesUsages(context, copies, [months, m]),
  );
  const read = candidateLatency(context, grid).readFrom(
    readers.map((_, q) => [{ store: server(q), second: -1, share: 1 }]),
  );
  const { budget } = context.scenario.requirements;
  const alone = (s: number) => singleStore(s, readers.length);
  const zones: Feasible = worst([bestOf(copies.stores.map((s) => chainZones(context, chainOf(alone(s)))))]);
  const feasible = worst([
    zones,
    holdersVerdict(context, copies.stores),
    ...copies.stores.map((s): Feasible => (context.limits.within(alone(s)) ? 'yes' : 'no')),
    ...judged.requirements.map((requirement, r) => {
      let [low, high] = [0, 0];
      for (const [q, weight] of requirement.weights.entries()) {
        const tail = judged.tails[r]?.[server(q)]?.[q];
        if (weight === 0 || !tail) continue;
        const own = actionTail(requirement, context.workload.fanOut, [{ share: 1, tail }], judged.nodesMs[r]);
        low += weight * own.low;
        high += weight * own.high;
      }
      return verdict({ low, high }, requirement);
    }),
    ...judged.writes.map(({ requirement, of }) => verdict(of(copies.stores), requirement)),
    budget !== undefined && monthly.total > budget ? 'no' : 'yes',
  ]);
  return { monthly, feasible, p99s: read.byPlace.map(({ p99Ms }) => p99Ms) };
}

function bestOf(found: readonly Feasible[]): Feasible {
  return found.includes('yes') ? 'yes' : found.includes('unproven') ? 'unproven' : 'no';
}

/** Each copy as a single store that answers its own readers; other operations, jobs and the scenario's replicas once. */
function copiesUsages(
  context: PlanContext,
  { stores, servers }: Copies,
  [months, m]: readonly ['months' | 'timeline', number],
): Usage[] {
  const one = context.workload[months][m];
  if (!one) return [];
  return mergedUsages(
    stores.flatMap((s, i) => {
      const workload: Workload = {
        ...context.workload,
        readers: context.workload.readers.map((reader, q) => ({
          ...reader,
          share: (servers[q] ?? 0) === i ? reader.share : 0,
        })),
        ...(i === 0 ? {} : { operationsPerDay: [], jobs: [] }),
      };
      const own = { ...context, workload, ...(i === 0 ? {} : { copies: [] }) };
      return usagesOf(own, singleStore(s, workload.readers.length), one.month, one.population);
    }),
  );
}
