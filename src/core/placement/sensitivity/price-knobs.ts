/** The rates of a store as inputs: what it charges for storage, for egress and for requests, each turned alone. */
import { isOwn, scaledTerm } from '../../pricing/sheets/discounts.ts';
import { bump } from '../../at.ts';
import type { BillLine } from '../../pricing/bills/bill-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Knob } from './knobs.ts';

export interface PriceKnob extends Knob {
  meter: string;
}

interface Billed {
  lines: readonly (BillLine & { store: string })[];
  currency: string;
}

/** Meters that one printed rate serves. */
const STORAGE = ['storage', 'minimum-size', 'early-delete'];
const FAR = 100;

/** Of a bill with the store in it: its storage rate, and those of egress and requests that cost most. */
export function priceKnobs(
  scenario: Scenario,
  { lines, currency }: Billed,
  { store, region, ref }: { store: string; region: string; ref: string },
): PriceKnob[] {
  const own = lines.filter((line) => line.store === store && line.region === region && line.unitPrice);
  return ['storage', 'egress.', 'requests.'].flatMap((start) => {
    const sums = new Map<string, number>();
    for (const { meter, amount } of own) if (meter.startsWith(start)) bump(sums, meter, amount ?? 0);
    const [dearest] = [...sums].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const line = own.find(({ meter }) => meter === dearest?.[0]);
    return line ? priceKnob(scenario, { store, ref }, line, currency) : [];
  });
}

/** Every tier of the meter is scaled alike; the value is the first rate of the bill that is not free. */
function priceKnob(
  scenario: Scenario,
  { store, ref }: { store: string; ref: string },
  { meter, unitPrice, unit }: BillLine,
  currency: string,
): PriceKnob {
  const now = unitPrice ?? 0;
  const held = isOwn(scenario.discounts[`${ref}:${meter}`]) ? ref : store;
  const names = (meter === 'storage' ? STORAGE : [meter]).map((name) => `${held}:${name}`);
  return {
    input: 'price',
    path: `${ref} ${meter}`,
    meter,
    unit: `${currency}/${unit}`,
    now,
    low: 0,
    high: now * FAR,
    scale: 'linear',
    at: (value) => {
      const discounts = { ...scenario.discounts };
      for (const name of names) discounts[name] = scaledTerm(discounts[name], value / now);
      return { ...scenario, discounts };
    },
  };
}
