/** Meters gathered under the six hues they keep everywhere. */
import type { BillLine } from '#core/pricing/bills/bill-types.ts';
import { percent } from '#core/text/numbers.ts';

export const METER_GROUPS = [
  { id: 'storage', name: 'Storage', meters: /^storage\b/ },
  { id: 'requests', name: 'Requests', meters: /^requests\b/ },
  { id: 'egress', name: 'Egress', meters: /^egress\b/ },
  { id: 'bytes', name: 'Retrieval and upload', meters: /^(retrieval|upload)$/ },
  { id: 'moves', name: 'Moves and copies', meters: /^(transition|replication)$/ },
  { id: 'fees', name: 'Minimums and fees', meters: /./ },
] as const;

type MeterGroup = (typeof METER_GROUPS)[number];
export type MeterGroupId = MeterGroup['id'];

const LAST = METER_GROUPS[METER_GROUPS.length - 1] as MeterGroup;

export function groupOf(meter: string): MeterGroup {
  return METER_GROUPS.find((group) => group.meters.test(meter)) ?? LAST;
}

/** Totals by group in the fixed order of the hues; groups without a line are absent. */
export function byGroup<Line extends BillLine>(lines: readonly Line[]) {
  return METER_GROUPS.flatMap((group) => {
    const own = lines.filter((line) => groupOf(line.meter).id === group.id);
    if (own.length === 0) return [];
    // True when a line of the group has no known price.
    const atLeast = own.some((line) => line.amount === null);
    return [{ group, amount: amountOf(own), atLeast, lines: own }];
  });
}

/** `Storage is 52 %`: what costs most of a bill; null where nothing costs anything. */
export function largestPart({ lines, total }: { lines: readonly BillLine[]; total: number }): string | null {
  const [first, ...others] = byGroup(lines);
  if (!first || total <= 0) return null;
  const { group, amount } = others.reduce((best, one) => (one.amount > best.amount ? one : best), first);
  const isMany = ['requests', 'moves', 'fees'].includes(group.id);
  return `${group.name} ${isMany ? 'are' : 'is'} ${percent(amount / total)}`;
}

export const amountOf = (lines: readonly BillLine[]) =>
  lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
