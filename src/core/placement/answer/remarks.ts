/** What an answer remarks on: what it leaves out, what nobody knows, and what decides. */
import type { Finding } from '../../findings/index.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { billOf } from '../bill/bill-of.ts';
import { inputFindings } from '../context/input-findings.ts';
import type { PlanContext } from '../context/types.ts';
import { dedupe } from '../bill/lines.ts';
import { unsurePrices } from '../costs/unsure-prices.ts';
import { transferStore } from '../costs/writer-egress.ts';
import type { FullDesk } from '../desk.ts';
import { decidingAssumptions } from './assumptions.ts';
import { cdnRemarks } from './cdn-remarks.ts';
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

export function remarksOf({ desk, pool, chosen, shown, isFinished }: RemarkSources): Finding[] {
  const { context, rooms } = desk;
  const [first] = rooms;
  const placed = shown.map(({ one, candidate }) => ({
    candidate,
    totalAt: (other: PlanContext) => billOf(other)(one.placement).low,
  }));
  return dedupe([
    ...(chosen
      ? [...unmeasured(desk, pool, chosen), ...prices(context, pool, chosen), ...cdnRemarks(desk, chosen)]
      : []),
    ...(chosen ? unsurePrices(context, placed, chosen) : []),
    ...(chosen ? decidingAssumptions(context, shown, chosen) : []),
    ...inputFindings(context),
    ...(isFinished ? geographyOf(desk) : []),
    ...(first?.grid.findings() ?? []),
  ]);
}

/** Single stores that would be cheaper still, and that a measurement is all they lack. */
function unmeasured({ asked, currency }: FullDesk, pool: readonly Contender[], chosen: Candidate): Finding[] {
  if (asked === null) return [];
  const { total } = chosen.monthly;
  const cheaper = pool
    .filter(
      ({ id, judged }) =>
        id.startsWith('single:') &&
        judged.notMeasured.length > 0 &&
        judged.violations.length === 0 &&
        !judged.conditions.some(({ code }) => code === 'fact-unknown') &&
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
