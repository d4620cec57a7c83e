/** Monthly fees: subscriptions, charged once for a store in a region, and the minimum a store's month is topped up to. */
import type { PriceSheet } from '../sheets/sheet.ts';
import { extraSubscriptions } from './settle.ts';
import type { Charge, Part } from './settle.ts';

interface FeeCharge {
  part: number;
  meter: 'subscription' | 'minimum';
  quantity: number;
  price: number | null;
  amount: number | null;
  printed: string;
  note?: string;
}

/** `charges` are those of the parts' meters. A minimum covers every region of its store; the shortfall falls on its first usage. */
export function fees(parts: readonly Part[], charges: readonly Charge[]): FeeCharge[] {
  const found: FeeCharge[] = [];
  const seen = new Set<string>();
  for (const [part, { sheet }] of parts.entries()) {
    if (sheet.subscription && !seen.has(sheet.subscription.key)) {
      seen.add(sheet.subscription.key);
      const { key, schedule, note, isPaid } = sheet.subscription;
      const extra = extraSubscriptions(parts, key);
      const quantity = isPaid ? Math.max(0, extra) : 1 + extra;
      if (isPaid && quantity === 0) continue;
      const price = schedule.prices[0] ?? null;
      found.push({
        part,
        meter: 'subscription',
        quantity,
        price,
        amount: price === null ? null : quantity * price,
        printed: schedule.printed[0] ?? '',
        ...(note ? { note } : {}),
      });
    }
  }
  for (const [part, { sheet }] of parts.entries()) {
    const { minimum } = sheet;
    if (!minimum || seen.has(`minimum ${minimum.key}`)) continue;
    seen.add(`minimum ${minimum.key}`);
    const price = minimum.schedule.prices[0] ?? null;
    const counted = charges.reduce(
      (sum, charge) => sum + (counts(parts, charge, minimum.key) ? (charge.amount ?? 0) : 0),
      0,
    );
    const amount = price === null ? null : Math.max(0, price - counted);
    const note = [
      price === null
        ? undefined
        : `tops ${minimum.counts.join(' + ')} up to ${minimum.schedule.printed[0] ?? ''}`,
      minimum.note,
    ].filter((one) => one !== undefined);
    found.push({
      part,
      meter: 'minimum',
      quantity: 1,
      price: amount,
      amount,
      printed: minimum.schedule.printed[0] ?? '',
      ...(note.length > 0 ? { note: note.join('; ') } : {}),
    });
  }
  return found;
}

function counts(parts: readonly Part[], charge: Charge, key: string): boolean {
  const sheet: PriceSheet | undefined = parts[charge.part]?.sheet;
  const meter = sheet?.meters[charge.meter];
  return sheet?.minimum?.key === key && meter !== undefined && sheet.minimum.counts.includes(meter.name);
}
