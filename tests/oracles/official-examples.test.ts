/** The providers' own worked examples, end to end: usage file → bill on the real archive. Known-wrong ones are held to be wrong. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { loadArchive } from '#catalog/from-files.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bill.ts';
import type { BillSet } from '#core/pricing/bill-types.ts';
import { parseUsageFile } from '#core/pricing/usage-file.ts';

const Figures = z.record(z.string(), z.number());
const Oracle = z.strictObject({
  id: z.string(),
  source: z.url(),
  verdict: z.enum(['exact', 'partial', 'known-wrong']),
  within: z.number().optional(),
  why: z.string().optional(),
  usage: z.record(z.string(), z.unknown()),
  total: z.number().optional(),
  /** By meter; `a+b` is the sum of two. */
  amounts: Figures.default({}),
  quantities: Figures.default({}),
  ratios: Figures.default({}),
  /** Amounts of a meter's tiers in order. */
  tiers: z.record(z.string(), z.array(z.number())).default({}),
  ours: Figures.default({}),
});
type Oracle = z.infer<typeof Oracle>;

const ORACLES = z
  .array(Oracle)
  .parse(
    parse(readFileSync(path.join(import.meta.dirname, '../fixtures/oracles.yaml'), 'utf8'), { merge: true }),
  );
const ROOT = path.resolve(import.meta.dirname, '../..');

let archive: Archive;
beforeAll(() => {
  archive = loadArchive(ROOT);
});

function billOf(oracle: Oracle): BillSet {
  return bill(parseUsageFile(oracle.usage), archive);
}

function linesOf(set: BillSet, meters: string) {
  return set.bills.flatMap((one) => one.lines).filter((line) => meters.split('+').includes(line.meter));
}

function amountOf(set: BillSet, meters: string): number {
  if (meters === 'total') return set.total;
  return linesOf(set, meters).reduce((sum, line) => sum + (line.amount ?? NaN), 0);
}

function quantityOf(set: BillSet, meters: string): number {
  return linesOf(set, meters).reduce((sum, line) => sum + line.quantity, 0);
}

const cents = (amount: number) => (Math.round(amount * 100 + 1e-9) / 100).toFixed(2);
const digitsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;
const named = (verdict: Oracle['verdict']) =>
  ORACLES.filter((oracle) => oracle.verdict === verdict).map((oracle) => [oracle.id, oracle] as const);

describe('official examples', () => {
  it.each(named('exact'))('%s holds to the cent', (_, oracle) => {
    const set = billOf(oracle);
    expect(set.atLeast).toBe(false);
    if (oracle.total !== undefined) expect(cents(set.total)).toBe(cents(oracle.total));
    for (const [meters, amount] of Object.entries(oracle.amounts))
      expect(cents(amountOf(set, meters)), meters).toBe(cents(amount));
    for (const [meters, quantity] of Object.entries(oracle.quantities))
      expect(quantityOf(set, meters).toFixed(digitsOf(quantity)), meters).toBe(String(quantity));
    for (const [meter, tiers] of Object.entries(oracle.tiers))
      expect(linesOf(set, meter).map((line) => cents(line.amount ?? NaN))).toEqual(tiers.map(cents));
    for (const [meters, ratio] of Object.entries(oracle.ratios)) {
      const [over = '', under = ''] = meters.split('/');
      expect(quantityOf(set, over) / quantityOf(set, under)).toBeCloseTo(ratio, 9);
    }
  });

  it.each(named('partial'))('%s holds as closely as the source recomputes', (_, oracle) => {
    const set = billOf(oracle);
    const within = oracle.within ?? 0;
    for (const [meters, amount] of Object.entries(oracle.amounts))
      expect(Math.abs(amountOf(set, meters) - amount), meters).toBeLessThanOrEqual(
        Math.max(0.005, within * amount),
      );
    for (const [meters, quantity] of Object.entries(oracle.quantities)) {
      const off = Math.abs(quantityOf(set, meters) / quantity - 1);
      expect(off, meters).toBeLessThan(within);
      expect(off, `${meters}: were it exact, the verdict would be too`).toBeGreaterThan(1e-5);
    }
  });

  it.each(named('known-wrong'))('%s is wrong in its source, and not repeated', (_, oracle) => {
    const set = billOf(oracle);
    expect(oracle.why).toBeDefined();
    const printed: Record<string, number> = {
      ...oracle.amounts,
      ...(oracle.total === undefined ? {} : { total: oracle.total }),
    };
    for (const [meters, ours] of Object.entries(oracle.ours)) {
      expect(cents(amountOf(set, meters)), meters).toBe(cents(ours));
      expect(cents(ours), meters).not.toBe(cents(printed[meters] ?? NaN));
    }
    expect(Object.keys(oracle.ours).length).toBeGreaterThan(0);
  });
});
