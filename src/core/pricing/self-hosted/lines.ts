/** The lines of a bill for a store on servers of one's own: servers, disks, power and people in place of fee and storage. */
import type { BillLine } from '../bills/bill-types.ts';
import type { OwnCosts } from './costs.ts';

/** The same amount in all; prices are what discounts leave of them. */
export function ownLines(lines: readonly BillLine[], costs: OwnCosts): BillLine[] {
  const fee = lines.find(({ meter }) => meter === 'subscription');
  const stored = lines.filter(({ meter }) => meter === 'storage');
  const [first = fee] = stored;
  if (!first) return [...lines];
  const others = lines.filter((line) => line !== fee && !stored.includes(line));
  const { least, disksPerServer, kwhPerServer, prices, people, usableGb } = costs;
  const further = sumOf(stored, ({ unitPrice, quantity }) => (unitPrice === 0 ? 0 : quantity / usableGb));
  const perServer = prices.servers + prices.disks + prices.power;
  const listed = (fee ? least * perServer + people : 0) + further * perServer;
  const left =
    listed > 0 ? sumOf([...stored, ...(fee ? [fee] : [])], ({ amount }) => amount ?? 0) / listed : 1;
  const servers = (fee ? least : 0) + further;
  const { printed: _, note: __, ...blank } = first;
  const line = (meter: string, quantity: number, unit: BillLine['unit'], cost: number): BillLine[] =>
    quantity > 0
      ? [{ ...blank, meter, quantity, unit, unitPrice: (cost / quantity) * left, amount: cost * left }]
      : [];
  return [
    ...stored.slice(0, 1).map((one) => ({
      ...blank,
      quantity: sumOf(stored, ({ quantity }) => quantity),
      unitPrice: 0,
      amount: 0,
      note: `in whole servers, each with room for ${usableGb} GB`,
      unit: one.unit,
    })),
    ...line('servers', servers, 'server-month', servers * prices.servers),
    ...line('disks', servers * disksPerServer, 'disk-month', servers * prices.disks),
    ...line('power', servers * kwhPerServer, 'kWh', servers * prices.power),
    ...line('people', fee ? 1 : 0, 'month', people),
    ...others,
  ];
}

function sumOf(lines: readonly BillLine[], of: (line: BillLine) => number): number {
  return lines.reduce((sum, line) => sum + of(line), 0);
}
