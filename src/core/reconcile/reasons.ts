/** Why an invoice and our bill differ on one meter: a code with arguments, and its words. */
import { percent } from '../text/numbers.ts';

export type Reason =
  | { code: 'same' }
  | { code: 'no-cost' }
  | { code: 'no-meter' }
  | { code: 'no-price'; why: string }
  | { code: 'not-invoiced' }
  | { code: 'price-change'; edition: string }
  | { code: 'unit'; factor: number; what: string }
  | { code: 'allowance'; units: number }
  | { code: 'tier'; rate: number; lowest: number; highest: number }
  | { code: 'free-at-list' }
  | { code: 'negotiated'; share: number }
  | { code: 'dearer'; share: number };

export interface Compared {
  quantity: number;
  invoice: number;
  ours: number;
  /** Units of ours that were free. */
  freeUnits: number;
  /** List prices of the meter's tiers; null where one is not known. */
  tiers: readonly (number | null)[];
}

/** Half a cent, or what rounding of rates to ten digits leaves. */
const SAME_MONEY = 0.005;
const SAME_SHARE = 1e-4;

/** Factors between what people call one unit. */
const UNITS: readonly [factor: number, what: string][] = [
  [2 ** 30 / 1e9, 'GiB for GB'],
  [2 ** 40 / 1e12, 'TiB for TB'],
  [1024 / 1000, 'a TB of 1,024 GB for one of 1,000'],
  [744 / 720, 'a month of 31 days for one of 30'],
  [730 / 720, '730 hours for a month of 720'],
  [744 / 730, 'a month of 744 hours for one of 730'],
  [1000, 'a price per thousand for one each'],
  [10_000, 'a price per ten thousand for one each'],
];

/** The likely reason, the most specific that fits first. */
export function reasonOf({ quantity, invoice, ours, freeUnits, tiers }: Compared): Reason {
  const within = (a: number, b: number) =>
    Math.abs(a - b) <= Math.max(SAME_MONEY, SAME_SHARE * Math.max(Math.abs(a), Math.abs(b)));
  if (within(invoice, ours)) return { code: 'same' };
  const first = tiers[0];
  if (
    freeUnits > 0 &&
    first &&
    invoice > ours &&
    invoice - ours <= freeUnits * first * (1 + SAME_SHARE) + SAME_MONEY
  )
    return { code: 'allowance', units: (invoice - ours) / first };
  for (const [factor, what] of UNITS) {
    for (const one of [factor, 1 / factor])
      if (ours > 0 && Math.abs(invoice / ours / one - 1) <= SAME_SHARE)
        return { code: 'unit', factor: one, what };
  }
  if (ours <= 0) return { code: 'free-at-list' };
  const known = tiers.filter((price) => price !== null);
  const rate = invoice / quantity;
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  if (known.length > 1 && rate >= lowest * (1 - SAME_SHARE) && rate <= highest * (1 + SAME_SHARE))
    return { code: 'tier', rate, lowest, highest };
  return invoice < ours
    ? { code: 'negotiated', share: 1 - invoice / ours }
    : { code: 'dearer', share: invoice / ours - 1 };
}

export function describeReason(reason: Reason): string {
  switch (reason.code) {
    case 'same':
      return 'as billed';
    case 'no-cost':
      return 'the file has no costs';
    case 'no-meter':
      return 'missing meter: no store here bills this';
    case 'no-price':
      return `missing price: ${reason.why}`;
    case 'not-invoiced':
      return 'not on the invoice';
    case 'price-change':
      return `price change: on a day that is not recorded, before or from ${reason.edition}`;
    case 'unit':
      return `unit: the factor ${short(reason.factor)} is ${reason.what}`;
    case 'allowance':
      return `free units: ${short(reason.units)} of them went to other use of the account`;
    case 'tier':
      return `tier: billed at ${short(reason.rate)} each, between ${short(reason.lowest)} and ${short(reason.highest)}; the account's other use fills the bands`;
    case 'free-at-list':
      return 'rate: list prices charge nothing for it';
    case 'negotiated':
      return `negotiated rate: ${percent(reason.share, { figures: 4 })} below list`;
    case 'dearer':
      return `rate: ${percent(reason.share, { figures: 4 })} above list; another class, date or fee`;
  }
}

const short = (value: number) => String(Number(value.toPrecision(4)));
