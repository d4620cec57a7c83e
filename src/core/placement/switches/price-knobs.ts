/** The rates of a store as inputs: what it charges for storage, for egress and for requests, each turned alone. */
import { bump } from '../../at.ts';
import type { BillLine } from '../../pricing/bills/bill-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { itemisedOfAny } from '../not-by-age/itemised.ts';
import type { AnyPlacement } from '../not-by-age/placement.ts';
import type { Knob } from '../along/knobs.ts';
import type { PricedScenario } from './priced-scenario.ts';

export interface PriceKnob extends Knob {
  /** `store@region` */
  store: string;
  meter: string;
}

/** Meters that one printed rate serves. */
const STORAGE = ['storage', 'minimum-size', 'early-delete'];
const FAR = 100;

/** The storage rate of a store of the placement, and of its egress and requests those that cost most in its bill. */
export function priceKnobs(
  { context, contest }: Pick<PricedScenario, 'context' | 'contest'>,
  placement: AnyPlacement,
  store: number,
): PriceKnob[] {
  const placed = context.stores[store];
  if (!placed) return [];
  const { monthly } = itemisedOfAny(context, contest.notByAge, placement);
  const own = monthly.lines.filter((line) => line.store === placed.store && line.region === placed.region);
  const dearest = (isOne: (meter: string) => boolean) => {
    const sums = new Map<string, number>();
    for (const line of own) if (isOne(line.meter) && line.unitPrice) bump(sums, line.meter, line.amount ?? 0);
    return [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
  };
  const meters = [
    dearest((meter) => meter === 'storage'),
    dearest((meter) => meter.startsWith('egress.')),
    dearest((meter) => meter.startsWith('requests.')),
  ];
  return meters.flatMap((meter) => {
    const line = own.find((one) => one.meter === meter && one.unitPrice);
    return meter && line
      ? priceKnob(context.scenario, { store: placed.store, ref: placed.ref }, line, monthly.currency)
      : [];
  });
}

/** Every tier of the meter is scaled alike; the value is the first rate of the bill that is not free. */
function priceKnob(
  scenario: Scenario,
  { store, ref }: { store: string; ref: string },
  line: BillLine,
  currency: string,
): PriceKnob {
  const { meter } = line;
  const now = line.unitPrice ?? 0;
  const names = (meter === 'storage' ? STORAGE : [meter]).map((name) => `${store}:${name}`);
  return {
    input: 'price',
    path: `${ref} ${meter}`,
    store: ref,
    meter,
    unit: `${currency}/${line.unit}`,
    now,
    low: 0,
    high: now * FAR,
    scale: 'linear',
    at: (value) => {
      const discounts = { ...scenario.discounts };
      for (const name of names) discounts[name] = 1 - (1 - (discounts[name] ?? 0)) * (value / now);
      return { ...scenario, discounts };
    },
  };
}
