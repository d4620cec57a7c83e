/**
 * A study: five models of Vultr's rates under its limits and eight of Prisma's mixed phase, against values worked out
 * elsewhere from the same articles' tables.
 */
import { describe, expect, it } from 'vitest';
import { allDatasets } from '#tests/sources.ts';
import { phaseChecks } from '#tests/helpers/studies/phase-models.ts';
import type { PhaseCheck } from '#tests/helpers/studies/phase-models.ts';
import { rateChecks } from '#tests/helpers/studies/rate-models.ts';
import type { RateCheck } from '#tests/helpers/studies/rate-models.ts';

const dataset = (id: string) => {
  const found = allDatasets().find((one) => one.id === id);
  if (!found) throw new Error(`no dataset ${id}`);
  return found;
};
const percent = (share: number) => Number((100 * share).toFixed(1));
const mape = (checks: readonly { error: number }[]) =>
  percent(checks.reduce((sum, one) => sum + Math.abs(one.error), 0) / checks.length);

describe("Vultr's rates under its limits", () => {
  const checks = rateChecks(dataset('vultr-tiers-2025'));
  const of = (model: RateCheck['model']) => checks.filter((one) => one.model === model);
  const worst = (own: readonly RateCheck[]) => percent(Math.max(...own.map(({ error }) => Math.abs(error))));
  const bias = (own: readonly RateCheck[]) =>
    percent(own.reduce((sum, { error }) => sum + error, 0) / own.length);

  it.each([
    ['V0', 42.7, 133.1, 42.7],
    ['V1', 40.7, 133.1, 40.2],
    ['V2', 9.8, 28.6, 0.9],
    ['V3', 9.8, 28.6, 0.9],
    ['V4', 6.5, 28.2, 0.7],
  ] as const)(
    '%s is off by %s %% on average, %s %% at worst, %s %% in one direction',
    (model, mean, most, lean) => {
      const own = of(model);
      expect(own).toHaveLength(40);
      expect([mape(own), worst(own), bias(own)]).toEqual([mean, most, lean]);
    },
  );

  it('V4 errs by 8.9 % where operations bind and 4.1 % where bytes do', () => {
    const bound = (what: RateCheck['bound']) => mape(of('V4').filter((one) => one.bound === what));
    expect([bound('operations'), bound('bytes')]).toEqual([8.9, 4.1]);
  });

  it('the byte limit in MB/s is met to 2.4 % by all tiers but Accelerated, with nothing fitted', () => {
    const met = of('V1').filter((one) => one.bound === 'bytes' && one.store !== 'vultr/accelerated');
    expect(met).toHaveLength(14);
    expect(mape(met)).toBe(2.4);
  });

  it('limits taken at their word always promise too much: a refutation', () => {
    expect(of('V0').every(({ error }) => error > 0)).toBe(true);
    expect(bias(of('V0'))).toBeGreaterThan(40);
  });

  it.each([
    ['standard', 'PUT', 4000, 390.6, -16.9],
    ['standard', 'GET', 1_000_000, 600, -2.2],
    ['premium', 'PUT', 1_000_000, 800, 14.9],
    ['performance', 'GET', 64_000, 2634, 10.8],
    ['accelerated', 'GET', 4000, 8477.3, 28.2],
    ['accelerated', 'GET', 10_000_000, 376, -14.3],
  ])('V4 cell: %s %s of %s bytes, %s a second, %s %%', (tier, operation, sizeBytes, predicted, error) => {
    const cell = of('V4').find(
      (one) => one.store === `vultr/${tier}` && one.operation === operation && one.sizeBytes === sizeBytes,
    );
    expect(Number(cell?.predicted.toFixed(1))).toBe(predicted);
    expect(percent(cell?.error ?? NaN)).toBe(error);
  });
});

describe("Prisma's mixed phase", () => {
  const checks = phaseChecks(dataset('prisma-2026'));
  const of = (model: PhaseCheck['model']) => checks.filter((one) => one.model === model);

  it.each([
    ['P0', 6, 55.6],
    ['P1', 4, 20.1],
    ['P2', 4, 1.9],
    ['P3', 2, 5.1],
    ['P4', 2, 21.0],
    ['P5', 4, 30.5],
    ['P6', 3, 27.8],
    ['P7', 3, 53.7],
  ] as const)('%s over %s held-out phases is off by %s %%', (model, count, mean) => {
    expect(of(model)).toHaveLength(count);
    expect(mape(of(model))).toBe(mean);
  });

  it.each([
    ['P1', 'tigris/standard', '500 MiB', 154.5, -15.7],
    ['P1', 'tigris/standard', '5 GiB', 163.9, -38.3],
    ['P1', 'cloudflare/r2-standard', '500 MiB', 649.1, -5.7],
    ['P1', 'cloudflare/r2-standard', '5 GiB', 682.3, -20.7],
    ['P2', 'tigris/standard', '500 MiB', 179.7, -1.9],
    ['P2', 'tigris/standard', '5 GiB', 257.6, -3.1],
    ['P2', 'cloudflare/r2-standard', '500 MiB', 694.1, 0.8],
    ['P2', 'cloudflare/r2-standard', '5 GiB', 876.4, 1.8],
    ['P6', 'cloudflare/r2-standard', '5 GiB', 1326, 54.1],
  ] as const)('%s of %s over %s: %s s, %s %%', (model, store, dataSet, predicted, error) => {
    const cell = of(model).find((one) => one.store === store && one.dataSet === dataSet);
    expect(Number(cell?.predictedS.toFixed(1))).toBe(predicted);
    expect(percent(cell?.error ?? NaN)).toBe(error);
  });

  it('is not in other datasets', () => {
    expect(phaseChecks(dataset('macaron-2024'))).toEqual([]);
    expect(rateChecks(dataset('prisma-2026'))).toEqual([]);
  });
});
