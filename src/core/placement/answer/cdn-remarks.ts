/** Where a CDN is much of the bill: what another CDN, or a month at a flat rate, would ask for the same traffic. Asked by the remarks. */
import { bump, leastBy } from '../../at.ts';
import type { Finding } from '../../findings/index.ts';
import { bill } from '../../pricing/bills/bill.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { splitRef } from '../../store-ref.ts';
import type { PlanContext } from '../context/types.ts';
import { cdnUses } from '../costs/cdns.ts';
import { siteOfPlace } from '../costs/usage-parts.ts';
import type { FullDesk } from '../desk.ts';

/** Of a bill that a CDN is at least so much of, the CDN decides. */
const DECIDES = 0.3;

export function cdnRemarks({ context, rooms }: FullDesk, { monthly, cdn, stores }: Candidate): Finding[] {
  const room = rooms.find((one) => one.cdn !== undefined && cdn.includes(one.cdn));
  const own = room?.context ?? context;
  const used = new Set(cdn.map((ref) => splitRef(ref).store));
  const amounts = new Map<string, number>();
  for (const { store, amount } of monthly.lines)
    if (amount !== null && used.has(store)) bump(amounts, store, amount);
  return [...amounts].flatMap(([id, amount]): Finding[] => {
    const share = monthly.total > 0 ? amount / monthly.total : 0;
    if (share < DECIDES) return [];
    return [
      {
        code: 'cdn-decides',
        cdn: id,
        amount,
        share,
        other: otherCdn(own, used, stores),
        flat: flatRate(own, id, amount, monthly.currency),
        currency: monthly.currency,
      },
    ];
  });
}

/** The cheapest other with every price known, and with terms that cover objects of these stores. */
function otherCdn(
  context: PlanContext,
  used: ReadonlySet<string>,
  stores: readonly string[],
): { id: string; total: number } | null {
  const { archive, scenario, workload } = context;
  const providers = stores.map((ref) => siteOfPlace(splitRef(ref).store).provider);
  const others = archive.stores.filter((store) => {
    const terms = archive.facts(store)?.terms;
    return (
      archive.editions(store).at(-1)?.kind === 'cdn' &&
      !used.has(store) &&
      providers.every((provider) => terms?.objectsOf.includes(provider) ?? true)
    );
  });
  const [month] = workload.months;
  const priced = others.flatMap((store) => {
    const readers = workload.readers.map((one) => (one.via === undefined ? one : { ...one, via: store }));
    const uses = cdnUses({ ...context, workload: { ...workload, readers } });
    if (!month || uses.some((use) => !use.priced)) return [];
    const usages = uses.map((use) => ({
      store,
      region: use.region,
      asOf: scenario.asOf,
      period: month.month.period,
      ...use.part(month.population),
    }));
    const { total, atLeast } = bill(usages, archive, context.billing);
    return atLeast ? [] : [{ id: store, total }];
  });
  return leastBy(priced, ({ total }) => total);
}

/** The cheapest of its flat rates that the busiest month stays within, where it costs less than the price list asks. */
function flatRate(
  context: PlanContext,
  cdn: string,
  amount: number,
  currency: string,
): { name: string; total: number } | null {
  const { archive, scenario, workload } = context;
  const rates = archive.facts(cdn)?.flatRates;
  if (!rates || rates.from > scenario.asOf || rates.currency !== currency) return null;
  const uses = cdnUses(context).filter((use) => use.store === cdn);
  const months = workload.months.map(({ population }) => uses.map(({ part }) => part(population)));
  const most = (of: (part: ReturnType<(typeof uses)[number]['part']>) => number) =>
    Math.max(...months.map((parts) => parts.reduce((sum, part) => sum + of(part), 0)));
  const requests = most((part) => part.requests.reduce((sum, { count }) => sum + count, 0));
  const terabytes = most((part) => part.egress.reduce((sum, { bytes }) => sum + bytes / 1e12, 0));
  const plan = rates.plans.find((one) => one.requests >= requests && one.terabytes >= terabytes);
  return plan && plan.price < amount ? { name: plan.name, total: plan.price } : null;
}
