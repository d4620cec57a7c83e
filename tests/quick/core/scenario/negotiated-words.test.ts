/** What is said of terms and of a writer that are written in another way. */
import { expect, test } from 'vitest';
import { parseScenario } from '#core/scenario/parse-scenario.ts';

const refusal = (changes: object, workload: object = {}) => {
  try {
    parseScenario({
      stowage: 1,
      asOf: '2026-11-20',
      workload: {
        objects: { size: '4 MB', standing: '1 TB' },
        readers: [{ at: 'aws/us-east-1', share: 1 }],
        writer: 'aws/us-east-1',
        ...workload,
      },
      ...changes,
    });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  { 'aws/s3-standard': { storage: '0.018 per GB-month' } },
  { aws: { price: '12 %' } },
  { aws: {} },
])('a map that commits nothing is answered with every form: %j', (discounts) => {
  const words = refusal({ discounts });
  expect(words).toContain('a share off is written aws/s3-standard: 12 %');
  expect(words).toContain('a price of your own aws/s3-standard:storage: 0.018 per GB-month');
  expect(words).not.toContain('is missing');
});

test.each(['18 %', [{ aws: '18 %' }]])('discounts that are no map: %j', (discounts) => {
  expect(refusal({ discounts })).toContain('discounts: write a map such as { aws: 12 % }');
});

test('committed capacity without its price is answered with a price', () => {
  const words = refusal({ discounts: { 'aws/s3-standard:storage': { committed: '1 TB' } } });
  expect(words).toContain('price: is missing; write it like 4.99 per TB-month');
});

test('several writers', () => {
  expect(refusal({}, { writer: ['aws/us-east-1', 'aws/us-west-2'] })).toBe(
    'workload.writer: a scenario has one writer; write the place that writes most, such as aws/us-east-1',
  );
});

test('several places of one reader', () => {
  expect(refusal({}, { readers: [{ at: ['aws/us-east-1'], share: 1 }] })).toContain(
    'write one place, such as aws/us-east-1, not a list',
  );
});
