import { expect, it } from 'vitest';
import { closingLine, outcomeTable } from '#tests/advice/outcome.ts';
import type { Outcome } from '#tests/advice/outcome.ts';

const OUTCOMES: Outcome[] = [
  {
    workload: 'loki',
    placement: 'S3 Standard (us-east-1)',
    card: { stores: ['aws/s3-standard@us-east-1'], moving: 0, monthly: { low: 3500, high: 3500 } },
    reasons: [],
    toRead: 'how sure',
    cpuSeconds: 1.234,
  },
  { workload: 'backup', placement: null, card: null, reasons: ['a', 'b'], toRead: null, cpuSeconds: 12 },
];

it('a row a workload, with why it is rejected and what is left to a person', () => {
  expect(outcomeTable(OUTCOMES).split('\n')).toEqual([
    'workload  recommended              a month  moving  CPU s',
    'loki      S3 Standard (us-east-1)   $3.50k       0   1.23  accepted. To be read by a person: how sure',
    'backup    none                                      12.00  REJECTED: a. b',
  ]);
});

it('the closing line counts both', () => {
  expect(closingLine(OUTCOMES)).toBe('1 accepted, 1 rejected');
});
