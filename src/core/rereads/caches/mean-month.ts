/** Bills of many caches in the mean of the billed months, at the high end of unknown prices: exact where one month is billed. */
import { itemAt, numberAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { heldStores } from '../../placement/bill/parts.ts';
import { WRITER } from '../../placement/bill/terms.ts';
import type { Term } from '../../placement/bill/terms.ts';
import type { PlanContext } from '../../placement/context/types.ts';
import { sumParts } from '../../placement/costs/usage-parts.ts';
import type { UsagePart } from '../../placement/costs/usage-parts.ts';
import { transferStore } from '../../placement/costs/writer-egress.ts';
import { archiveEnds } from '../../pricing/ends.ts';
import { tariffBook } from '../../pricing/totals/tariff.ts';

/** Quantities by place in the book: stores, copies, and last the network of the writer's provider. */
export type Sums = ReadonlyMap<number, Float64Array>;

export interface MeanMonth {
  /** Of events in each month; month by month they may differ. */
  sums(of: (m: number) => readonly Term[]): Sums;
  /** Infinity: nothing bounds it. `opened`: subscriptions side by side. */
  total(sums: Sums, opened: (store: number) => number): number;
  /** Whether two share no price: then the total of both is the sum of theirs. */
  areApart(a: Sums, b: Sums): boolean;
}

export function meanMonth(context: PlanContext): MeanMonth {
  const { scenario, writer, workload } = context;
  const { months } = workload;
  const held = heldStores(context);
  const network = { store: transferStore(writer.site.provider), region: writer.site.region };
  const places = [...held, ...(writer.egress === 'table' ? [network] : [])];
  const book = tariffBook(
    archiveEnds(context.archive).high,
    places.map(({ store, region }) => ({ store, region })),
    { asOf: scenario.asOf, knownOn: scenario.knownOn, ...context.billing },
  );
  const days = months.reduce((sum, { month }) => sum + month.days, 0) / months.length;
  const extraAt = book.tariffs.map(({ meters }) => meters.indexOf('extra-subscriptions'));
  const quantities = (at: number, m: number, part: UsagePart, subscriptions?: number) =>
    itemAt(book.tariffs, at).quantities({
      ...part,
      store: itemAt(places, at).store,
      region: itemAt(places, at).region,
      asOf: scenario.asOf,
      period: itemAt(months, m).month.period,
      ...(subscriptions === undefined ? {} : { subscriptions }),
    });
  const vectorOf = memo((at: number) =>
    memo((m: number) => memo((part: UsagePart) => quantities(at, m, part))),
  );
  const extras = memo((at: number) =>
    memo(
      (units: number) =>
        months.reduce(
          (sum, _, m) => sum + numberAt(quantities(at, m, sumParts([]), units), itemAt(extraAt, at)),
          0,
        ) / months.length,
    ),
  );
  // What has no prices lies past the end of the book.
  const placeOf = (store: number) => (store === WRITER ? held.length : store);
  const providers = (sums: Sums) => new Set([...sums.keys()].map((at) => places[at]?.store.split('/', 1)[0]));
  return {
    sums(of) {
      const sums = new Map<number, Float64Array>();
      for (const m of months.keys())
        for (const { store, part, times } of of(m)) {
          const at = placeOf(store);
          if (at < places.length) addTo(sums, at, vectorOf(at)(m)(part), times / months.length);
          else sums.set(at, new Float64Array(0));
        }
      return sums;
    },
    total(sums, opened) {
      const [at, vectors] = [[...sums.keys()], [...sums.values()]];
      if (at.some((one) => one >= places.length)) return Infinity;
      for (const [i, one] of at.entries())
        itemAt(vectors, i)[itemAt(extraAt, one)] = extras(one)(one < held.length ? opened(one) : 1);
      return book.atLeast(at, vectors, days) ? Infinity : book.total(at, vectors, days);
    },
    areApart(a, b) {
      const own = providers(a);
      return ![...providers(b)].some((one) => own.has(one));
    },
  };
}

export type Times = readonly [sums: Sums, times: number];

/** Σ times · sums. */
export function combined(terms: readonly Times[]): Sums {
  const all = new Map<number, Float64Array>();
  for (const [sums, times] of terms)
    if (times !== 0) for (const [at, vector] of sums) addTo(all, at, vector, times);
  return all;
}

function addTo(sums: Map<number, Float64Array>, at: number, vector: Float64Array, times: number): void {
  const sum = sums.get(at) ?? new Float64Array(vector.length);
  sums.set(at, sum);
  for (let i = 0; i < sum.length; i += 1) sum[i]! += times * vector[i]!;
}
