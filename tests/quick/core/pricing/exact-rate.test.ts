import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, isSame, parseDecimal, product, shifted } from '#core/pricing/editions/decimal.ts';
import { exactRate, isSameRate } from '#core/pricing/editions/exact-rate.ts';
import { parseRate } from '#core/pricing/editions/rate.ts';

const BINARY = { a: { terabyteInGb: 1024 }, b: { terabyteInGb: 1024 } };

const TWO_TERABYTES = { a: { terabyteInGb: 1000 }, b: { terabyteInGb: 1024 } };

describe('decimals', () => {
  test.each([
    ['0.0230000000', '0.023'],
    ['0.0000004000', '0.0000004'],
    ['1e-7', '0.0000001'],
    ['2.5E3', '2500'],
    ['0', '0'],
    ['000', '0'],
    ['10.00', '10'],
  ])('%s is %s', (text, plain) => {
    expect(decimalText(parseDecimal(text) ?? { digits: -1n, scale: 0 })).toBe(plain);
  });

  test.each(['', '-1', '1.', '.5', '1,000', 'NaN', '0x10', '1e999', ' 1'])('%j is none', (text) => {
    expect(parseDecimal(text)).toBe(null);
  });

  const decimal = fc.record({ digits: fc.bigInt({ min: 0n, max: 10n ** 20n }), scale: fc.nat(20) });

  test('what is written is read again as the same', () => {
    fc.assert(
      fc.property(decimal, (one) => {
        const again = parseDecimal(decimalText(one));
        expect(again && isSame(again, one)).toBe(true);
      }),
    );
  });

  test('moving the point there and back changes nothing', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: -12, max: 12 }), (one, power) => {
        expect(isSame(shifted(shifted(one, power), -power), one)).toBe(true);
        expect(isSame(shifted(one, 3), product(one, { digits: 1000n, scale: 0 }))).toBe(true);
      }),
    );
  });
});

describe('printed prices', () => {
  test.each([
    ['0.005 per 1000 requests', '5 per 1M requests', true],
    ['0.005 per 1,000 requests', '0.000005 per request', true],
    ['0.005 per 1000 requests', '0.0050000000001 per 1000 requests', false],
    ['0.02 per GB', '20.48 per TB', true],
    ['0.02 per GB-month', '0.02 per GB', false],
    ['0 per GB', '0.00 per GB', true],
    ['unknown', '0 per GB', false],
    ['unknown', 'unknown', true],
  ])('%s and %s: the same is %s', (a, b, same) => {
    expect(isSameRate(a, b, BINARY)).toBe(same);
    expect(isSameRate(b, a, BINARY)).toBe(same);
  });

  test('a terabyte is 1000 or 1024 of the edition’s gigabytes', () => {
    expect(isSameRate('20 per TB', '20 per TB', TWO_TERABYTES)).toBe(false);
    expect(isSameRate('20 per TB', '0.02 per GB', TWO_TERABYTES)).toBe(true);
  });

  test('a price per hour is one per month where the month has a fixed number of hours', () => {
    const hourly = '0.0087 per TB-hour';
    const fixed = { terabyteInGb: 1000, hoursInMonth: 720 };
    expect(isSameRate(hourly, '6.264 per TB-month', { a: fixed, b: fixed })).toBe(true);
    expect(isSameRate(hourly, '6.264 per TB-month', TWO_TERABYTES)).toBe(false);
    expect(isSameRate(hourly, hourly, { a: fixed, b: { terabyteInGb: 1000, hoursInMonth: 730 } })).toBe(
      false,
    );
  });

  test('the exact price is the one that bills rest on', () => {
    fc.assert(
      fc.property(
        fc.nat(10 ** 9),
        fc.nat(9),
        fc.constantFrom('', '1000 ', '10,000 ', '1M '),
        fc.constantFrom('request', 'GB', 'TB-month'),
        (digits, scale, count, unit) => {
          const printed = `${decimalText({ digits: BigInt(digits), scale })} per ${count}${unit}${count && unit === 'request' ? 's' : ''}`;
          const exact = exactRate(printed, { terabyteInGb: 1024 });
          const { amount, unit: billed } = parseRate(printed, 1024);
          expect(exact?.unit).toBe(billed);
          const value = Number(decimalText(exact?.amount ?? shifted({ digits: 0n, scale: 0 }, 0)));
          expect(value / Number(decimalText(exact?.per ?? { digits: 1n, scale: 0 }))).toBeCloseTo(
            amount ?? -1,
            12,
          );
        },
      ),
    );
  });
});
