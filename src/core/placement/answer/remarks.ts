/** What an answer remarks on: what it leaves out, what nobody knows, and what decides. */
import { bump, leastBy } from '../../at.ts';
import type { Finding } from '../../findings/index.ts';
import { bill } from '../../pricing/bills/bill.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { billOf } from '../bill/bill-of.ts';
import { inputFindings } from '../context/input-findings.ts';
import type { PlanContext } from '../context/types.ts';
import { cdnUses } from '../costs/cdns.ts';
import { dedupe } from '../bill/lines.ts';
import { unsurePrices } from '../costs/unsure-prices.ts';
import { transferStore } from '../costs/writer-egress.ts';
import type { FullDesk } from '../desk.ts';
import { decidingAssumptions } from './assumptions.ts';
import type { Contender } from './cards.ts';
import { geographyOf } from './geography.ts';

interface RemarkSources {
  desk: FullDesk;
  /** All that was billed. */
  pool: readonly Contender[];
  chosen: Candidate | null;
  shown: readonly { one: Contender; candidate: Candidate }[];
  isFinished: boolean;
}

/** Of a bill that a CDN is at least so much of, the CDN decides. */
const DECIDES = 0.3;

export function remarksOf({ desk, pool, chosen, shown, isFinished }: RemarkSources): Finding[] {
  const { context, rooms } = desk;
  const [first] = rooms;
  const placed = shown.map(({ one, candidate }) => ({
    candidate,
    totalAt: (other: PlanContext) => billOf(other)(one.placement).low,
  }));
  return dedupe([
    ...(chosen
      ? [...unmeasured(desk, pool, chosen), ...prices(context, pool, chosen), ...cdns(context, chosen)]
      : []),
    ...(chosen ? unsurePrices(context, placed, chosen) : []),
    ...(chosen ? decidingAssumptions(context, shown, chosen) : []),
    ...inputFindings(context),
    ...(isFinished ? geographyOf(desk) : []),
    ...(first?.grid.findings() ?? []),
  ]);
}

/** Single stores that would be cheaper still, of which nothing is known. */
function unmeasured({ asked, currency }: FullDesk, pool: readonly Contender[], chosen: Candidate): Finding[] {
  if (asked === null) return [];
  const { total } = chosen.monthly;
  const cheaper = pool
    .filter(
      ({ id, judged }) =>
        id.startsWith('single:') &&
        judged.notMeasured.length > 0 &&
        judged.violations.length === 0 &&
        judged.high !== null &&
        judged.high < total,
    )
    .sort((a, b) => a.judged.low - b.judged.low);
  const [least] = cheaper;
  if (!least) return [];
  const stores = [...new Set(cheaper.flatMap(({ judged }) => judged.notMeasured))];
  const [{ probe, probeCost } = { probe: null, probeCost: null }] = least.missing();
  return [
    {
      code: 'unmeasured-cheaper',
      stores,
      total: least.judged.low,
      recommended: total,
      probe,
      probeCost,
      currency,
    },
  ];
}

/** The cheapest rival that a price nobody knows keeps from being recommended. */
function prices(context: PlanContext, pool: readonly Contender[], chosen: Candidate): Finding[] {
  const [rival] = pool
    .filter(
      ({ id, judged }) =>
        id !== chosen.id &&
        judged.high !== judged.low &&
        judged.violations.length === 0 &&
        judged.notMeasured.length === 0 &&
        judged.low + judged.effort < chosen.monthly.total + chosen.effort.total,
    )
    .sort((a, b) => a.judged.low - b.judged.low);
  const line = rival?.candidate().monthly.lines.find(({ amount }) => amount === null);
  const { site, egress } = context.writer;
  const unknown =
    line ??
    (egress === 'unknown' ? { store: transferStore(site.provider), meter: 'egress of the writer' } : null);
  if (!rival || !unknown) return [];
  return [
    {
      code: 'price-decides',
      id: rival.id,
      low: rival.judged.low,
      high: rival.judged.high,
      store: unknown.store,
      meter: unknown.meter,
      currency: chosen.monthly.currency,
    },
  ];
}

/** Where a CDN is much of the bill, and what another would make of it. */
function cdns(context: PlanContext, { monthly }: Candidate): Finding[] {
  const used = new Set(context.workload.readers.flatMap(({ via }) => via ?? []));
  const amounts = new Map<string, number>();
  for (const { store, amount } of monthly.lines)
    if (amount !== null && [...used].some((via) => store.startsWith(via))) bump(amounts, store, amount);
  return [...amounts].flatMap(([cdn, amount]): Finding[] => {
    const share = monthly.total > 0 ? amount / monthly.total : 0;
    if (share < DECIDES) return [];
    return [
      {
        code: 'cdn-decides',
        cdn,
        amount,
        share,
        other: otherCdn(context, [...used]),
        currency: monthly.currency,
      },
    ];
  });
}

function otherCdn(context: PlanContext, used: readonly string[]): { id: string; total: number } | null {
  const { archive, scenario, workload } = context;
  const others = archive.stores.filter(
    (store) => archive.editions(store).at(-1)?.kind === 'cdn' && !used.some((via) => via.startsWith(store)),
  );
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
    return [{ id: store, total: bill(usages, archive, context.billing).total }];
  });
  return leastBy(priced, ({ total }) => total);
}
