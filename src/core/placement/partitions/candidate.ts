/** A split by popularity or size worked out in full: the sums of its two sides, each a single store with a workload of its own. */
import { UNADVISED } from '../unadvised.ts';
import type { Candidate, Segment } from '../../report/plan-types.ts';
import { sizeViolations } from '../judge/object-size.ts';
import { latencyViolation, placeFindings, placeViolations } from '../worked/candidate.ts';
import type { CandidateSources } from '../worked/candidate.ts';
import type { Server } from '../worked/servers.ts';
import { exactCost } from '../costs/exact-cost.ts';
import { jobOutcomes } from '../context/jobs.ts';
import { measurementsOf } from '../verdicts/missing.ts';
import type { Open } from '../verdicts/missing.ts';
import { dedupe, itemised } from '../costs/monthly-cost.ts';
import { movesOf } from '../worked/moves.ts';
import { partitionBilling, partitionUsages } from './billing.ts';
import type { FoundPartition, Partition } from './billing.ts';
import { partitionJudge, partitionTail, requirementsOf, sideTail } from './judge.ts';
import { partitionSearch } from './search.ts';
import { cutsOf } from './cuts.ts';
import { sharesOf } from './side.ts';
import type { Side } from './side.ts';
import { splitPlacement } from '../not-by-age/placement.ts';
import type { PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import { verdict } from '../verdicts/requirements.ts';
import { sideOpens } from '../verdicts/side-opens.ts';
import { planTariffs } from '../costs/tariffs.ts';
import type { SplitsPart } from '../worked/worked-plan.ts';
import type { Violation } from '../../report/verdict.ts';

/** Shown in full, by verdict. */
const SHOWN = { yes: 3, unproven: 2, no: 0 };

export const splitCandidates: SplitsPart = (worked, tariffs, evidence, singles) => {
  const { context, grid, verdicts } = worked;
  const sources = {
    context,
    billing: partitionBilling(context, tariffs),
    judge: partitionJudge(context, verdicts),
  };
  return partitionSearch(sources, cutsOf(context, grid, evidence).all(), { count: SHOWN, singles }).map(
    (one) => ({
      placement: splitPlacement(one),
      candidate: partitionCandidate(worked, one),
      totalAt: (other) => partitionCost(other, one).monthly.total,
    }),
  );
};

/** `popular:HOT@R>COLD@R@10%`, `size:SMALL@R>LARGE@R@64KiB`. */
function partitionId({ cut, stores }: Partition, context: Pick<PlanContext, 'stores'>): string {
  const [a, b] = stores.map((s) => context.stores[s]?.ref ?? '');
  return `${cut.by === 'popularity' ? 'popular' : 'size'}:${a}>${b}@${cut.code}`;
}

/** Of each side: its store, and the placement of everything there. */
function placesOf({ cut, stores }: Partition) {
  return cut.sides.map((side, i) => {
    const store = stores[i] ?? 0;
    return { side, store, alone: singleStore(store, side.context.workload.readers.length) };
  });
}

function partitionCost(context: PlanContext, found: FoundPartition) {
  return itemised(
    context,
    found.stores.some((s) => context.stores[s]?.parts.isLeast),
    (months, m) => {
      const one = context.workload[months][m];
      return one ? partitionUsages(found, one.month, one.population) : [];
    },
  );
}

function partitionCandidate(sources: CandidateSources, found: FoundPartition): Candidate {
  const { context, grid, latency, verdicts } = sources;
  const { cut, feasible } = found;
  const places = placesOf(found);
  const refs = found.stores.map((s) => context.stores[s]?.ref ?? '');
  const held = found.stores.flatMap((s) => context.stores[s] ?? []);
  const cost = partitionCost(context, found);
  const serve = (share: (side: Side) => number): Server[] =>
    places.flatMap(({ side, store }) =>
      share(side) > 0 ? [{ store, second: -1, share: share(side), classes: sharesOf(side, context) }] : [],
    );
  const readers = context.workload.readers;
  return {
    ...UNADVISED,
    id: partitionId(found, context),
    kind: cut.by,
    stores: refs,
    policy: null,
    steps: [],
    split: {
      by: cut.by,
      upToBytes: cut.upToBytes,
      parts: places.map(({ side }, i) => ({
        store: refs[i] ?? '',
        objects: side.objects,
        bytes: side.bytes,
        reads: side.reads,
      })),
    },
    segments: places.map(({ side }, i): Segment => ({
      fromDays: 0,
      toDays: context.workload.lifeDays,
      holders: [refs[i] ?? ''],
      servers: Object.fromEntries(readers.map(({ place }) => [place, refs[i] ?? ''])),
      readShare: side.reads,
    })),
    moves: places.flatMap(({ side, alone }) =>
      side.arrivals > 0
        ? movesOf(side.context, exactCost(side.context, planTariffs(side.context)), alone)
        : [],
    ),
    monthly: cost.monthly,
    months: cost.months,
    read: latency.readFrom(readers.map(() => serve(({ reads }) => reads))),
    write: latency.writeTo(serve(({ arrivals }) => arrivals)),
    jobs: jobOutcomes(context, grid, places[1]?.alone ?? singleStore(0, 0), context.limits.opsShare),
    feasible,
    violations: violations(sources, found, cost.monthly.total),
    missing:
      feasible === 'unproven' ? measurementsOf(opensOf(sources, found, verdicts), sources.probeCost) : [],
    migration: null,
    findings: dedupe([
      ...cost.findings,
      ...places.flatMap(({ side, alone }) => [
        ...side.context.limits.findings(alone),
        ...placeFindings(side.context, alone),
      ]),
      ...held.flatMap((store) => store.findings),
      ...held.flatMap(({ ref, edition }) =>
        edition.rules.storage.accessTiers.length > 0
          ? [{ code: 'unread-estimated' as const, store: ref }]
          : [],
      ),
    ]),
  };
}

function violations(
  { context, verdicts }: CandidateSources,
  found: FoundPartition,
  total: number,
): Violation[] {
  const { budget } = context.scenario.requirements;
  const late = requirementsOf(verdicts).flatMap(({ requirement, nodesMs }) => {
    const tail = partitionTail(context.workload, requirement, found, nodesMs, sideTail(requirement, nodesMs));
    return verdict(tail, requirement) === 'no' ? [latencyViolation(requirement, tail)] : [];
  });
  const places = placesOf(found).flatMap(({ side, alone }) => [
    ...side.context.limits.violations(alone),
    ...placeViolations(side.context, alone),
  ]);
  const over =
    budget !== undefined && total > budget
      ? [{ requirement: 'budget', required: `${budget}`, found: total.toFixed(2) }]
      : [];
  return [...late, ...places, ...sizeViolations(context.copies, context.workload), ...over];
}

/** Its requirements that are open, for what would settle each. */
function opensOf(
  { context, grid }: CandidateSources,
  found: FoundPartition,
  verdicts: CandidateSources['verdicts'],
): Open[] {
  return sideOpens(
    { context, grid, verdicts },
    {
      storesOf: () => found.stores,
      tailOf: ({ requirement, nodesMs }, gridOf) =>
        partitionTail(context.workload, requirement, found, nodesMs, sideTail(requirement, nodesMs, gridOf)),
      openOf(tailAt, s, reader) {
        const side = found.cut.sides[found.stores.indexOf(s)];
        const tail = side && tailAt(side, s, reader);
        return tail ? tail.high - tail.low : 0;
      },
    },
  );
}
