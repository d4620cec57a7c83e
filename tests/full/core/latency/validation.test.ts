/** Held-out checks, some against values worked out elsewhere from the same articles' tables. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { predict, predictTogether } from '#core/latency/predict.ts';
import type { LatencyQuery } from '#core/latency/types.ts';
import { heldOut } from '#core/latency/validation/held-out.ts';
import {
  conclusions,
  validate,
  validationRows,
  validationVerdict,
} from '#core/latency/validation/validate.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

const dataset = (id: string) => {
  const found = allDatasets().find((one) => one.id === id);
  if (!found) throw new Error(`no dataset ${id}`);
  return found;
};
describe('a request grown from 10 KiB to 1 MiB by the throughput of 50 MiB', () => {
  const ask = (store: string, at: string, operation: 'GET' | 'PUT', from: string): LatencyQuery => ({
    store,
    at,
    operation,
    metric: 'total',
    sizeBytes: 2 ** 20,
    from,
  });

  it.each([
    ['GET', 'prisma/fra', [123, 43, 28, 38]],
    ['PUT', 'prisma/fra', [222]],
  ] as const)('takes, for a %s from %s, %s ms at the median', (operation, from, medians) => {
    const queries = [
      ask('cloudflare/r2-standard', 'cloudflare/eeur', operation, from),
      ask('aws/s3-standard', 'aws/eu-central-1', operation, from),
      ask('tigris/standard', 'tigris/global', operation, from),
      ask('aws/s3-express-one-zone', 'aws/eu-west-1', operation, from),
    ].slice(0, medians.length);
    const { predictions } = predictTogether(queries, evidenceBase(allDatasets()));
    expect(predictions.map((one) => Math.round(one?.best.quantile(0.5) ?? NaN))).toEqual(medians);
  });

  it('takes 17 ms from S3 Express beside it; the DEV article prints 5, and 18 where R2 takes 123', () => {
    const beside = ask('aws/s3-express-one-zone', 'aws/eu-west-1', 'GET', 'aws/eu-west-1');
    const express = predict(beside, evidenceBase(allDatasets()))?.best.quantile(0.5) ?? NaN;
    expect(Math.round(express)).toBe(17);
    expect(express / 5).toBeCloseTo(3.4, 1);
    expect(122.9 / 18).toBeCloseTo(6.8, 1);
  });
});

describe('cells held out', () => {
  const macaron = heldOut(dataset('macaron-2024'), allDatasets());
  const near = 'aws/us-east-1 → aws/us-east-1';
  const errorsOf = (own: typeof macaron) =>
    own.reduce((sum, one) => sum + Math.abs(one.error ?? NaN), 0) / own.length;

  it('a size of Macaron is predicted from the others to 9 % at p50, 14 % at p99, near and far alike', () => {
    const sizes = macaron.filter(({ holding }) => holding === 'size');
    const at = (statistic: string) => sizes.filter((one) => one.statistic === statistic);
    expect(sizes).toHaveLength(3 * 44);
    expect(100 * errorsOf(at('p50'))).toBeCloseTo(9.1, 0);
    expect(100 * errorsOf(at('p99'))).toBeCloseTo(13.7, 0);
  });

  it('a far place is predicted from the near and the other far one to 9 %, 63 of 66 within the band', () => {
    const far = macaron.filter(({ holding, hidden }) => holding === 'place' && hidden !== near);
    expect(far).toHaveLength(2 * 11 * 3);
    expect(errorsOf(far)).toBeLessThan(0.09);
    expect(far.filter(({ inBand }) => inBand)).toHaveLength(63);
  });

  it('the near place is not predicted from far ones: what is far is mostly way and connections', () => {
    const held = macaron.filter(({ holding, hidden }) => holding === 'place' && hidden === near);
    expect(errorsOf(held)).toBeGreaterThan(1);
  });

  it('uses nothing of what it hides', () => {
    const before = macaron.filter((one) => one.hidden === '4 KiB');
    const changed = {
      ...dataset('macaron-2024'),
      measurements: dataset('macaron-2024').measurements.map((row) =>
        row.size_bytes === 4096 ? { ...row, value: row.value * 3 } : row,
      ),
    };
    const after = heldOut(changed, allDatasets()).filter((one) => one.hidden === '4 KiB');
    expect(after.map(({ predictedMs }) => predictedMs)).toEqual(before.map(({ predictedMs }) => predictedMs));
    expect(after.map(({ measuredMs }) => measuredMs)).toEqual(before.map(({ measuredMs }) => 3 * measuredMs));
  });

  it('does not call two clients in one city two places', () => {
    const prisma = heldOut(dataset('prisma-2026'), allDatasets());
    expect(prisma.filter(({ holding }) => holding === 'place').map(({ store }) => store)).toEqual([
      'aws/s3-express-one-zone',
      'aws/s3-express-one-zone',
    ]);
  });

  it('says that nothing predicts a store nobody else measured', () => {
    const alone = aDataset('alone', [{ statistic: 'p50', value: 5, store: 'acme/one' }]);
    expect(heldOut(alone, [alone])).toMatchObject([{ holding: 'harness', predictedMs: null, error: null }]);
  });

  it('two medians of one store lend each other no tail, without end', () => {
    const medians = aDataset('medians', [
      { statistic: 'p50', value: 32, operation: 'GET' },
      { statistic: 'p50', value: 40, operation: 'PUT' },
    ]);
    const query: LatencyQuery = {
      store: 'aws/s3-standard',
      at: 'aws/us-east-1',
      operation: 'GET',
      metric: 'total',
      sizeBytes: 1024,
      from: 'aws/us-east-1',
    };
    expect(predict(query, evidenceBase([medians]))).toBeNull();
  });
});

describe('the conclusion', () => {
  const rows = allDatasets()
    .filter(({ status }) => status !== 'claimed')
    .flatMap((one) => validationRows(validate(one, allDatasets())));

  it('says how many were held out, what carries over and what does not', () => {
    const words = conclusions(rows).join('\n');
    expect(words).toMatch(/macaron-2024, a size left out.*: 132 held out.*it carries over\./);
    expect(words).toMatch(/aws\/us-east-1 → aws\/us-east-1 left out.*it does not carry over\./);
    expect(words).toMatch(
      /macaron-2024, all of it, from other benchmarks alone: 132 held out.*it does not carry over\./,
    );
    const total = rows.reduce((sum, one) => sum + one.heldOut, 0);
    expect(validationVerdict(rows)).toMatch(
      new RegExp(`^${total} predictions of held-out figures; .*proves no mechanism\\.$`),
    );
  });
});
