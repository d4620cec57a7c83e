/** The tariff book of a plan, with the quantities of every usage part of every store in every billed month. */
import { tariffBook } from '../../pricing/totals/tariff.ts';
import type { TariffBook } from '../../pricing/totals/tariff.ts';
import type { Month } from '../../workload/months.ts';
import type { Population } from '../../workload/population.ts';
import { memo } from '../../memo.ts';
import { vectorRoom } from '../../vector-room.ts';
import { cdnUses } from './cdns.ts';
import { transferStore, writerPaysEgress } from './writer-egress.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { transitionPart } from './usage-parts.ts';
import type { UsagePart } from './usage-parts.ts';

export type Vector = Float64Array;

/** Adds `vector` so many times; nothing where there is none. */
export function addTimes(sum: Vector, vector: Vector | null | undefined, times: number): void {
  if (!vector || times === 0) return;
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) * times;
}

/** Quantities of one event of each kind on one store. */
export interface StoreVectors {
  arrival: Vector;
  holding: Vector;
  /** The same in each access tier. */
  holdingUnread: Vector[];
  reads: Vector[];
  operations: Vector[];
  jobs: Vector[];
  copyOut(to: PlacedStore): Vector;
  /** The same without its egress. */
  copyOutWithin(to: PlacedStore): Vector;
  transitionIn: Vector;
  exit(hoursInStore: number, deleted: boolean): Vector;
  /** What one arrival adds to the transfer of the writer's provider; null where it adds nothing known. */
  writerEgress: Vector | null;
}

interface MonthTariffs {
  month: Month;
  population: Population;
  /** Candidate stores first, then copies: the order of the book's tariffs. */
  stores: StoreVectors[];
  /** What readers use of CDNs, whatever the plan. */
  cdns: { index: number; vector: Vector }[];
}

export interface PlanTariffs {
  book: TariffBook;
  months: MonthTariffs[];
  /** Index of the writer's transfer in the book; null where it is not billed by a table. */
  writer: number | null;
  /** A CDN in use has no prices. */
  cdnUnknown: boolean;
}

const made = new WeakMap<PlanContext, PlanTariffs>();

/** Made once of a context: who searches in it and who bills in it ask for the same. */
export function planTariffs(context: PlanContext): PlanTariffs {
  const known = made.get(context) ?? tariffsOf(context);
  made.set(context, known);
  return known;
}

function tariffsOf(context: PlanContext): PlanTariffs {
  const { stores, copies, workload, scenario } = context;
  const held = [...stores, ...copies];
  const writerRefs =
    context.writer.egress === 'table'
      ? [{ store: transferStore(context.writer.site.provider), region: context.writer.site.region }]
      : [];
  const vias = cdnUses(context);
  const cdnRefs = vias.filter(({ priced }) => priced);
  const book = tariffBook(
    context.archive,
    [...held, ...writerRefs, ...cdnRefs].map(({ store, region }) => ({ store, region })),
    {
      asOf: scenario.asOf,
      knownOn: scenario.knownOn,
      ...context.billing,
    },
  );
  const writer = writerRefs.length > 0 ? held.length : null;
  const room = vectorRoom();
  const months = workload.months.map(({ month, population }): MonthTariffs => {
    const vector = (index: number) => (part: UsagePart) => {
      const tariff = book.tariffs[index];
      if (!tariff) throw new RangeError(`no tariff ${index}`);
      const usage = {
        store: tariff.store,
        region: tariff.region,
        asOf: scenario.asOf,
        period: month.period,
        ...part,
      };
      return tariff.quantities(usage, room(tariff.meters.length));
    };
    return {
      month,
      population,
      stores: held.map((store, s) => ({
        ...storeVectors(store, vector(s)),
        writerEgress:
          writer !== null && store.parts.writerEgress && writerPaysEgress(context, store)
            ? vector(writer)(store.parts.writerEgress)
            : null,
      })),
      cdns: cdnRefs.map(({ part }, c) => {
        const index = held.length + writerRefs.length + c;
        return { index, vector: vector(index)(part(population)) };
      }),
    };
  });
  return { book, months, writer, cdnUnknown: cdnRefs.length < vias.length };
}

function storeVectors(
  store: PlacedStore,
  vector: (part: UsagePart) => Vector,
): Omit<StoreVectors, 'writerEgress'> {
  const { parts } = store;
  const { minimumHours } = store.edition.rules.storage;
  const exits = {
    deleted: memo((hours: number) => vector(parts.exit(hours, true))),
    moved: memo((hours: number) => vector(parts.exit(hours, false))),
  };
  const copied = memo(vector);
  const copiedWithin = memo((part: UsagePart) => vector({ ...part, egress: [] }));
  const arrival = vector(parts.arrival);
  return {
    arrival,
    holding: vector(parts.holding),
    holdingUnread: parts.holdingUnread.map(vector),
    reads: parts.reads.map(vector),
    operations: parts.operations.map(vector),
    jobs: parts.jobs.map(vector),
    copyOut: (to) => copied(parts.copyOut(to)),
    copyOutWithin: (to) => copiedWithin(parts.copyOut(to)),
    transitionIn: vector(transitionPart),
    // From the minimum duration on, one exit is like another.
    exit: (hours, deleted) => exits[deleted ? 'deleted' : 'moved'](Math.min(hours, minimumHours)),
  };
}
