/** What a plan's stores, its writer and its CDNs ask for, at the high end of prices that nobody knows, and what a use of them is. */
import { exchange } from '../../pricing/currency.ts';
import { archiveEnds } from '../../pricing/ends.ts';
import { totalOf } from '../../pricing/bills/range.ts';
import { readerOf, knownSheet } from '../../pricing/sheets/sheet-of.ts';
import type { Period } from '../../pricing/bills/usage.ts';
import { widthOf } from '../../pricing/sheets/sheet-layout.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import type { Workload } from '../../workload/workload.ts';
import { heldStores } from '../bill/parts.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { cdnUses } from '../costs/cdns.ts';
import type { UsagePart } from '../costs/usage-parts.ts';
import { transferStore } from '../costs/writer-egress.ts';
import type { Use } from '../search/problem.ts';
import { bookMeters } from './book-meters.ts';
import type { BookMeters } from './book-meters.ts';
import { WORKERS, hasWorkerPrices } from '../routing.ts';
import { joined, scaled, useOf } from './uses.ts';

export interface Prices extends BookMeters {
  held: readonly PlacedStore[];
  /** Place of the writer's transfer among the price sheets; null where no table bills it. */
  writer: number | null;
  /** Days of the mean month. */
  days: number;
  /** One event, whenever it happens. */
  use(sheet: number, part: UsagePart): Use;
  /** What the Worker of a plan is asked; nothing where it has no price. */
  routed(part: UsagePart): Use;
  /** The same where what it uses depends on how long the month is; `perHour`: the event is an hour of the month. */
  monthly(sheet: number, part: UsagePart, perHour?: boolean): Use;
  /** What is billed whatever the plan: the CDNs that readers come through. */
  fixed: Use;
  /** Nothing bounds what it costs. */
  isOpen(use: Use): boolean;
  total(
    stores: readonly number[],
    quantities: Float64Array,
    subscriptions: (store: number) => number,
  ): number;
}

export function pricesOf(context: PlanContext): Prices {
  const { scenario, billing, workload, writer: sender } = context;
  const { asOf, knownOn } = scenario;
  const archive = archiveEnds(context.archive).high;
  const held = heldStores(context);
  const transfer =
    sender.egress === 'table'
      ? [{ store: transferStore(sender.site.provider), region: sender.site.region }]
      : [];
  const cdns = cdnUses(context).filter(({ priced }) => priced);
  const router = hasWorkerPrices(context) ? [WORKERS] : [];
  const billed = [...held, ...transfer, ...cdns, ...router].map(({ store, region }) => ({ store, region }));
  const sheets = billed.map((one) => knownSheet(archive, { ...one, asOf, knownOn }, billing));
  const { rates } = exchange(
    sheets.map(({ currency }) => currency),
    scenario.fx,
    billing.into,
  );
  const lengths = lengthsOf(workload);
  const days = lengths.reduce((sum, one) => sum + one.share * one.days, 0);
  const own = bookMeters(
    sheets,
    sheets.map(({ currency }) => rates.get(currency) ?? 1),
    sheets.map(() => days),
  );
  const quantities = (s: number, part: UsagePart, period: Period): Float64Array => {
    const sheet = sheets[s]!;
    const { store, region, slots } = sheet;
    // The last slot counts subscriptions, which are no use of an object.
    return readerOf(sheet)({ ...part, store, region, asOf, period }).subarray(0, slots.extraSubscriptions);
  };
  const use = (s: number, part: UsagePart) => useOf(own.first[s]!, quantities(s, part, lengths[0]!.period));
  const always = Array.from({ length: transfer.length + cdns.length }, (_, i) => held.length + i);
  const routes = router.map(() => held.length + always.length);
  return {
    ...own,
    held,
    writer: transfer.length > 0 ? held.length : null,
    days,
    use,
    routed: (part) => joined(...routes.map((s) => use(s, part))),
    monthly(s, part, perHour = false) {
      const [first, ...others] = lengths;
      const times = (one: (typeof lengths)[number]) => one.share * (perHour ? one.days * HOURS_PER_DAY : 1);
      const sum = quantities(s, part, first!.period).map((amount) => amount * times(first!));
      for (const one of others) {
        const more = quantities(s, part, one.period);
        for (let i = 0; i < sum.length; i += 1) sum[i] = sum[i]! + more[i]! * times(one);
      }
      return useOf(own.first[s]!, sum);
    },
    fixed: joined(
      ...cdns.flatMap(({ part }, c) =>
        workload.months.map(({ population }) =>
          scaled(use(held.length + transfer.length + c, part(population)), 1 / workload.months.length),
        ),
      ),
    ),
    fees: (open) => own.fees([...open, ...always]),
    isOpen: ({ meters, amounts }) =>
      meters.some((meter, i) => own.isUnbounded[meter] === 1 && amounts[i]! > 0),
    total(stores, all, subscriptions) {
      const quantitiesOf = (s: number) => all.slice(own.first[s]!, own.first[s]! + widthOf(sheets[s]!));
      // Its fee is asked where it is used.
      const asked = routes.filter((s) => quantitiesOf(s).some((amount) => amount > 0));
      const parts = [...stores, ...always, ...asked].map((s) => {
        const sheet = sheets[s]!;
        const quantities = quantitiesOf(s);
        quantities[sheet.slots.extraSubscriptions] = s < held.length ? subscriptions(s) - 1 : 0;
        return { sheet, quantities, days };
      });
      return totalOf(parts, rates).total;
    },
  };
}

/** Billed months that are as long as one another are billed alike. */
function lengthsOf({ months }: Workload): { period: Period; days: number; share: number }[] {
  const found = new Map<number, { period: Period; days: number; share: number }>();
  for (const { month } of months) {
    const one = found.get(month.days) ?? { period: month.period, days: month.days, share: 0 };
    one.share += 1 / months.length;
    found.set(month.days, one);
  }
  return [...found.values()];
}
