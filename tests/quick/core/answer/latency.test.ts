/** Which latency an answer speaks of: that which is asked. */
import { expect, it } from 'vitest';
import { askedRead, latencyWords } from '#core/answer/words/latency.ts';
import { aPlan } from '#tests/helpers/aPlan.ts';

const [one] = aPlan().candidates;
if (!one) throw new Error('the plan has a candidate');
const read = {
  ...one.read,
  firstByteP99Ms: 40,
  firstByteP99BandMs: [20, 80] as [number, number],
  firstByteGrade: 'assumed' as const,
};
const of = (requirements: Parameters<typeof askedRead>[1]['requirements']) =>
  askedRead(read, { requirements }).of;

it('is of the first byte where that alone is limited', () => {
  expect(of(undefined)).toBe('read');
  expect(of({ readP99: '1 s', firstByteP99: '200 ms' })).toBe('read');
  expect(of({ firstByteP99: '200 ms' })).toBe('first byte');
  expect(
    of({
      latency: [
        { metric: 'firstByte', p95: '200 ms' },
        { of: 'write', p99: '1 s' },
      ],
    }),
  ).toBe('first byte');
  expect(of({ latency: [{ of: 'write', p99: '1 s' }] })).toBe('read');
});

it('names writes that are limited, and jobs', () => {
  const jobs = [
    { name: 'cold start', seconds: 47, boundBy: null, network: null, grade: 'measured' as const },
  ];
  const write = { ...one.write, p99Ms: 14.8, p99BandMs: null, grade: 'measured' as const };
  const requirements = { firstByteP99: '200 ms', latency: [{ of: 'write' as const, p99: '15 ms' }] };
  expect(latencyWords({ ...one, read, write, jobs }, { requirements })).toBe(
    'first byte p99 40 ms (20–80 ms, assumed), write p99 14.8 ms (measured), cold start 47 s',
  );
});
