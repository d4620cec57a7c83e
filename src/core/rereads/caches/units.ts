/**
 * What a cache does, as events of its two stores: those of everything in the cold one, and what each hit, miss, fill by a write and
 * hour of a copy adds. Bills, limits and emitted usage sum the same events.
 */
import { itemAt } from '../../at.ts';
import { memo, memoWith } from '../../memo.ts';
import { heldStores, populationParts } from '../../placement/bill/parts.ts';
import { WRITER } from '../../placement/bill/term.ts';
import type { Term, Which } from '../../placement/bill/term.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import type { StoreParts } from '../../placement/costs/store-parts.ts';
import {
  copyOutPart,
  destination,
  keptPart,
  operationPart,
  requestsPart,
  siteOfPlace,
} from '../../placement/costs/usage-parts.ts';
import type { UsagePart } from '../../placement/costs/usage-parts.ts';
import { cacheTerms as billed } from '../../placement/bill/cache-terms.ts';
import { writerPaysEgress } from '../../placement/costs/writer-egress.ts';
import { DELETION_ASKS } from '../../placement/movers.ts';
import type { Cache } from '../../placement/placement.ts';
import { isInCloud } from '../../placement/routing.ts';
import { destinationKey } from '../../pricing/bills/usage.ts';
import { isCopied } from './cache-codes.ts';
import { flowsIn } from './flows.ts';
import type { Flow } from './flows.ts';

/** What one of a flow does, were all objects like the mean of those copied or not. */
export interface Unit {
  flow: Flow;
  terms: readonly Term[];
}

type Classes = Cache['classes'];

/** The same answers are the same list. */
export interface CacheUnits {
  /** Of the hot store, and of the network that carries writes to it. */
  hot(hot: number, classes: Classes): readonly Unit[];
  cold(cold: number, hot: number, classes: Classes): readonly Unit[];
}

/** No copy leaves before the hot store's shortest time: TTLs below it are not tried. */
const LONG_HELD_HOURS = 1e6;

/** A router keeps no index of the copies: it asks for each there first. */
const LOOKUP: UsagePart = {
  ...operationPart('GetObject'),
  requests: [{ operation: 'GetObject', count: 1, bytesEach: 0, answer: 404 }],
};

const LIST = operationPart('ListObjectsV2');
const LOOK = requestsPart(DELETION_ASKS.source);

type Does = Partial<Record<Flow, (readonly [part: UsagePart | null, times?: number, at?: number])[]>>;

/** Made once of a context. */
export const cacheUnits = memoWith(unitsOf);

/** What a cache does in a month besides what lies in the cold store, unread. */
export function cacheTerms(
  context: PlanContext,
  cache: Cache,
  cold: number,
  which: Which,
  m: number,
): Term[] {
  const units = cacheUnits(context);
  const flow = itemAt(flowsIn(context).each(cache, which), m);
  return [...units.hot(cache.hot, cache.classes), ...units.cold(cold, cache.hot, cache.classes)].flatMap(
    (unit) => unit.terms.map((term) => ({ ...term, times: term.times * flow[unit.flow] })),
  );
}
billed.of = cacheTerms;

function unitsOf(context: PlanContext): CacheUnits {
  const { workload, populations } = context;
  const { readers, classes } = workload;
  const held = heldStores(context);
  const parts = populationParts(context);
  const populationOf = (k: number) => {
    const { sizeBytes } = itemAt(classes, k);
    return populations.findIndex((one) => one.workload.meanSizeBytes === sizeBytes);
  };
  /** Share of the readers inside clouds who are not beside the hot store: their router sends each fill out of their region. */
  const elsewhere = memo((hot: number) => {
    const { site } = itemAt(held, hot);
    const isBeside = (place: string) => destination(siteOfPlace(place), site) === 'same-region';
    return readers.reduce(
      (sum, { place, share }) => sum + (isInCloud(place) && !isBeside(place) ? share : 0),
      0,
    );
  });
  /** Whole objects that a router reads, where its readers are. */
  const wholeOut = (store: number, k: number) => {
    const { workload: alike } = itemAt(populations, populationOf(k));
    return readers.map(
      ({ place, share }) =>
        [copyOutPart(alike, destination(itemAt(held, store).site, siteOfPlace(place))), share] as const,
    );
  };
  const reads = (own: StoreParts) => own.reads.map((part, q) => [part, itemAt(readers, q).share] as const);

  const ofHot = (hot: number, k: number): Does => {
    const own = parts(populationOf(k), hot);
    const { softDeleteHours } = itemAt(held, hot).edition.rules.storage;
    const { workload: alike } = itemAt(populations, populationOf(k));
    /** A copy comes, and in time it goes. */
    const written = (deleted: boolean) => {
      const gone = own.exit(LONG_HELD_HOURS, deleted);
      return softDeleteHours === undefined
        ? ([[own.arrival], [gone]] as const)
        : ([[own.arrival], [{ ...gone, deletedEarly: [] }], [keptPart(alike, LONG_HELD_HOURS)]] as const);
    };
    const sent = writerPaysEgress(context, itemAt(held, hot)) ? own.writerEgress : null;
    return {
      hits: reads(own),
      misses: [...written(true), [LOOKUP]],
      renewals: [...wholeOut(hot, k), ...written(false)],
      writeFills: [...written(true), [sent, 1, WRITER]],
      heldHours: [[own.holding]],
      lists: [[LIST]],
      looks: [[LOOK]],
    };
  };
  /** A fill is read once more where readers read ranges. */
  const ofCold = (cold: number, hot: number, k: number): Does => {
    const own = parts(populationOf(k), cold);
    const { readBytes, sizeBytes } = itemAt(classes, k);
    const again =
      readBytes < sizeBytes ? wholeOut(cold, k) : [[own.copyOut(itemAt(held, hot)), elsewhere(hot)] as const];
    return { misses: [...reads(own), ...again] };
  };
  const each = (store: number, of: (k: number) => Does): Unit[] => {
    const units = new Map<Flow, Term[]>();
    for (const [k, { share }] of classes.entries()) {
      if (share === 0) continue;
      for (const [flow, does] of Object.entries(of(k)) as [Flow, NonNullable<Does[Flow]>][])
        for (const [part, times = 1, at = store] of does) {
          if (!part || times === 0) continue;
          const own = units.get(flow) ?? [];
          units.set(flow, own);
          own.push({ store: at, part, times: times * share, isJob: false, event: null });
        }
    }
    return [...units].map(([flow, terms]) => ({ flow, terms }));
  };

  const made = new Map<string, readonly Unit[]>();
  const once = (key: string, make: () => readonly Unit[]) => {
    const units = made.get(key) ?? make();
    made.set(key, units);
    return units;
  };
  const coldKey = memo((cold: number) =>
    memo((hot: number) => {
      const share = elsewhere(hot);
      const way = destinationKey(destination(itemAt(held, cold).site, itemAt(held, hot).site));
      return share === 0 ? `>${cold}` : `>${cold} ${way} ${share}`;
    }),
  );
  return {
    hot: (hot, copied) =>
      once(`${hot} ${copied?.join()}`, () =>
        each(hot, (k) =>
          isCopied({ classes: copied }, k) ? ofHot(hot, k) : { hits: [[LOOKUP]], misses: [[LOOKUP]] },
        ),
      ),
    cold: (cold, hot, copied) =>
      once(`${coldKey(cold)(hot)} ${copied?.join()}`, () =>
        each(cold, (k) => {
          if (isCopied({ classes: copied }, k)) return ofCold(cold, hot, k);
          const own = reads(parts(populationOf(k), cold));
          return { hits: own, misses: own };
        }),
      ),
  };
}
