/** The exact usage of a cache in a month: the cold store's with the reads that find no copy, and the hot store's of its copies. */
import type { Usage } from '../../pricing/bills/usage.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import { mergedUsages } from '../costs/monthly-cost.ts';
import { transferStore, writerPaysEgress } from '../costs/writer-egress.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { singleStore } from '../policy.ts';
import type { Term } from '../costs/store-parts.ts';
import { destination, siteOfPlace, sumParts } from '../costs/usage-parts.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { usagesOf } from '../costs/usages.ts';
import type { Side } from '../partitions/side.ts';
import { readsWhole } from './cache.ts';
import type { Cache } from './cache.ts';
import type { CacheFlow, CacheFlows } from './flows.ts';

/** A month with how many objects there are in it, and are read. */
interface MonthPopulation {
  month: Month;
  population: Population;
}

/** By store of the plan, how many subscriptions the busiest month needs. */
export type Subscriptions = (cache: Cache, role: 'hot' | 'cold') => number;

/** `population`: of all objects. */
export function cacheUsages(
  context: PlanContext,
  flows: CacheFlows,
  cache: Cache,
  { month, population: all }: MonthPopulation,
  subscriptions: Subscriptions = () => 1,
): Usage[] {
  const { cut, hot, cold } = cache;
  const [hotStore, coldStore] = [context.stores[hot], context.stores[cold]];
  if (!hotStore || !coldStore) return [];
  const { workload } = cut.cached.context;
  const population = cut.cached.of(all);
  const flow = flows.of(cache, month, population, workload.lifeDays);
  const alone = singleStore(cold, workload.readers.length);
  const [placedHot, placedCold] = [cut.cached.context.stores[hot], cut.cached.context.stores[cold]];
  if (!placedHot || !placedCold) return [];
  const usage = (store: string, region: string, terms: Term[]): Usage => ({
    ...named(context, store, region, month),
    ...sumParts(terms),
  });
  const merged = mergedUsages([
    ...usagesOf(cut.cached.context, alone, month, { ...population, reads: flow.misses }),
    ...(cut.passed ? usagesOf(cut.passed.context, alone, month, cut.passed.of(all)) : []),
    usage(hotStore.store, hotStore.region, hotTerms(cut.cached, placedHot, flow)),
    usage(coldStore.store, coldStore.region, copyTerms(cut.cached, placedCold, placedHot, flow)),
    ...(flow.writeFills > 0 && placedHot.parts.writerEgress && writerPaysEgress(context, placedHot)
      ? [
          usage(transferStore(context.writer.site.provider), context.writer.site.region, [
            { part: placedHot.parts.writerEgress, times: flow.writeFills },
          ]),
        ]
      : []),
  ]);
  return merged.map(({ subscriptions: _single, ...one }) => {
    const role = isOf(one, hotStore) ? 'hot' : isOf(one, coldStore) ? 'cold' : null;
    const units = role ? subscriptions(cache, role) : 1;
    return units > 1 ? { ...one, subscriptions: units } : one;
  });
}

function named(
  { scenario }: PlanContext,
  store: string,
  region: string,
  month: Month,
): Omit<Usage, keyof UsagePart> {
  return {
    store,
    region,
    asOf: scenario.asOf,
    ...(scenario.knownOn ? { knownOn: scenario.knownOn } : {}),
    period: month.period,
  };
}

const isOf = (usage: Usage, { store, region }: PlacedStore) =>
  usage.store === store && usage.region === region;

/** What the hot store does: fills, copies held, hits, and copies deleted, as many as come. */
function hotTerms({ context }: Side, { parts }: PlacedStore, flow: CacheFlow): Term[] {
  const { readers } = context.workload;
  const fills = flow.misses + flow.writeFills;
  return [
    { part: parts.arrival, times: fills },
    { part: parts.holding, times: flow.heldHours },
    ...parts.reads.map((part, q) => ({ part, times: flow.hits * (readers[q]?.share ?? 0) })),
    { part: parts.exit(LONG_HELD_HOURS, true), times: fills },
  ];
}

/** No copy leaves before the hot store's shortest time: TTLs below it are not tried. */
export const LONG_HELD_HOURS = 1e6;

/** Fills that read the object once more, for the hot store: those of readers elsewhere, or of reads of ranges. */
function copyTerms({ context }: Side, cold: PlacedStore, hot: PlacedStore, flow: CacheFlow): Term[] {
  const times = flow.misses * readAgainShare(context, hot);
  return times > 0 ? [{ part: cold.parts.copyOut(hot), times }] : [];
}

export function readAgainShare({ workload }: Pick<PlanContext, 'workload'>, hot: PlacedStore): number {
  if (!readsWhole(workload)) return 1;
  return workload.readers.reduce(
    (sum, { place, share }) =>
      sum + (destination(siteOfPlace(place), hot.site) === 'same-region' ? 0 : share),
    0,
  );
}
