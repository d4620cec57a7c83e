import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rising } from '#formats/benchmarks/warp/rising.ts';

const whole = fc.oneof(fc.nat(1000), fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constant(2 ** 32 - 1));
const other = fc.constantFrom(-1, 0.5, 2 ** 32, 2 ** 52);

test.each([
  ['whole numbers below 2^32', whole],
  ['numbers of any kind', fc.oneof({ weight: 5000, arbitrary: whole }, { weight: 1, arbitrary: other })],
])('%s rise as they do by comparison', (_, number) => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 40 }), fc.nat(200), (some, times) => {
      const values = Array.from({ length: some.length * times }, (__, i) => {
        const value = some[i % some.length] ?? 0;
        return i % 3 === 0 ? value : Math.floor(Math.abs(value) / (i + 1));
      });
      expect(Array.from(rising(Float64Array.from(values)))).toEqual(values.toSorted((a, b) => a - b));
    }),
    { numRuns: 60 },
  );
});
