/** What each TTL costs where objects are re-read by a law: the curve, its lowest point, and what nothing could undercut. */
import { figureOf } from '#core/answer/figures/figure.ts';
import { cachePolicy } from '#core/rereads/best-ttl.ts';
import type { ObjectPrices } from '#core/rereads/cache-prices.ts';
import { exponentialGaps, lomaxGaps } from '#core/rereads/gap-laws.ts';
import {
  bypassCost,
  clairvoyantBound,
  evenHours,
  readsOf,
  reuseOf,
  touchesOf,
  ttlCost,
} from '#core/rereads/ttl-cost.ts';
import { HOURS_PER_DAY, formatBytes, formatDays } from '#core/units.ts';
import { overviewMoney } from '#core/text/money.ts';

export type Law =
  { kind: 'exponential'; meanHours: number } | { kind: 'lomax'; shape: number; scaleHours: number };

/** Hours within which a share of the next reads comes: the quantile of the law. */
export const hoursWithin = (law: Law, share: number): number =>
  law.kind === 'exponential'
    ? -law.meanHours * Math.log(1 - share)
    : law.scaleHours * ((1 - share) ** (-1 / law.shape) - 1);

export type TtlCurve = ReturnType<typeof ttlCurve>;

const STEPS = 160;
const SHORTEST_HOURS = 1 / 60;
const LONGEST_HOURS = 10 * 365.25 * HOURS_PER_DAY;

/** `readsPerObject`: how often an object is read in its life; Infinity: for ever. `minimumHours`: what the hot store bills at least. */
export function ttlCurve(prices: ObjectPrices, law: Law, readsPerObject: number, minimumHours: number) {
  const gaps =
    law.kind === 'exponential' ? exponentialGaps(law.meanHours) : lomaxGaps(law.shape, law.scaleHours);
  const reuse = reuseOf(touchesOf(gaps, readsPerObject), 'around');
  const reads = readsOf(reuse);
  const perMillion = (dollars: number) => (dollars / reads) * 1e6;
  /** Costs are of a million reads, the cold store's own rent aside. */
  const at = (hours: number) => {
    const { cost, hits } = ttlCost(reuse, prices, hours);
    return { hours, cost: perMillion(cost), hitShare: hits / reads };
  };
  const policy = cachePolicy(reuse, prices, minimumHours);
  const even = evenHours(prices);
  const typical = law.kind === 'exponential' ? law.meanHours : law.scaleHours;
  const best = policy.bypass ? null : at(policy.ttl.ttlHours);
  const wanted = [even, typical, best && best.hours < Infinity ? best.hours : 0].filter((hours) => hours > 0);
  const from = Math.max(SHORTEST_HOURS, Math.min(...wanted) / 30);
  const to = Math.min(LONGEST_HOURS, Math.max(...wanted) * 30);
  return {
    // TTLs rising, log-spaced.
    points: Array.from({ length: STEPS + 1 }, (_, i) => at(from * (to / from) ** (i / STEPS))),
    // Null: never fill. Infinite hours: keep for ever.
    best,
    evenHours: even,
    // All from the cold store, and the least with all foresight.
    bypass: perMillion(bypassCost(reuse, prices)),
    bound: perMillion(Math.min(policy.cost, clairvoyantBound(reuse, prices, true))),
    at,
  };
}

export const hoursWords = (hours: number) =>
  hours === Infinity ? 'for ever' : formatDays(Number((hours / HOURS_PER_DAY).toPrecision(3)));

/** The answer, in one sentence. */
export function curveTitle({ best, bypass }: TtlCurve, sizeBytes: number, currency: string): string {
  const object = `objects of ${formatBytes(sizeBytes)}`;
  const without = `${overviewMoney(bypass, currency)} per million reads`;
  if (!best) return `Fetch ${object} again each time: ${without}, and no copy makes that cheaper`;
  const keep = best.hours === Infinity ? 'for ever' : `for ${hoursWords(best.hours)} after each read`;
  return `Keep copies of ${object} ${keep}: ${overviewMoney(best.cost, currency)} per million reads, against ${overviewMoney(bypass, currency)} without copies`;
}

export const curveFigure = ({ points }: TtlCurve, currency: string) =>
  figureOf(
    points,
    [
      {
        title: 'kept',
        key: 'kept, in hours',
        kind: 'days',
        of: ({ hours }) => hours,
        words: ({ hours }) => hoursWords(hours),
      },
      {
        title: 'cost per million reads',
        key: `cost per million reads (${currency})`,
        kind: 'money',
        of: ({ cost }) => cost,
      },
      { title: 'share of hits', kind: 'share', of: ({ hitShare }) => hitShare },
    ],
    { currency },
  );
