import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactMoney, overviewMoney } from '#core/text/money.ts';
import { formatUnitPrice } from '#core/text/unit-price.ts';
import { formatNumber, formatQuantity } from '#core/text/numbers.ts';

describe('an overview', () => {
  test.each([
    [0, '$0'],
    [0.00001, '< $0.0001'],
    [0.0043, '$0.0043'],
    [0.0049, '$0.0049'],
    [0.0123, '$0.012'],
    [0.06, '$0.06'],
    [0.0999, '$0.10'],
    [0.125, '$0.13'],
    [0.999, '$1.00'],
    [1, '$1.00'],
    [4.5, '$4.50'],
    [12.345, '$12.30'],
    [18, '$18'],
    [18.4, '$18.40'],
    [99.96, '$100'],
    [812.4, '$812'],
    [999.6, '$1.00k'],
    [48_214.7, '$48.2k'],
    [999_600, '$1.00M'],
    [71_234_567, '$71.2M'],
    [1.44e9, '$1.44B'],
    [-48_214.7, '−$48.2k'],
    [-0.0123, '−$0.012'],
    [-0.00001, '> −$0.0001'],
  ])('says %d as %s', (amount, words) => expect(overviewMoney(amount)).toBe(words));

  test('keeps three significant figures of every size, and two below one', () => {
    const units: Record<string, number> = { k: 1e3, M: 1e6, B: 1e9, T: 1e12 };
    fc.assert(
      fc.property(fc.double({ min: 0.0001, max: 1e14, noNaN: true }), (amount) => {
        const [, digits = '', suffix = ''] = /^\$([\d.]+)([kMBT]?)$/.exec(overviewMoney(amount)) ?? [];
        const read = Number(digits) * (units[suffix] ?? 1);
        return Math.abs(read / amount - 1) <= (amount < 1 ? 0.05 : 0.005) + 1e-9;
      }),
    );
  });
});

test.each([
  [0, '$0.00'],
  [0.001, '< $0.01'],
  [-0.001, '> −$0.01'],
  [0.0043, '< $0.01'],
  [0.005, '$0.01'],
  [48_214.7, '$48,214.70'],
  [1_234_567.891, '$1,234,567.89'],
  [-555.95, '−$555.95'],
])('%d to the cent is %s', (amount, words) => expect(exactMoney(amount)).toBe(words));

test('a lower bound says so, and a currency keeps its sign', () => {
  expect(overviewMoney(41_000, 'USD', true)).toBe('at least $41.0k');
  expect(exactMoney(-12, 'EUR')).toBe('−€12.00');
  expect(exactMoney(5, 'GBP')).toBe('GBP 5.00');
});

test('a unit price keeps every digit it has and no noise, and of cents both or none', () => {
  expect([0.0000004, 0.1 + 0.2, 0.00000113, 4.5, 5].map((price) => formatUnitPrice(price))).toEqual([
    '$0.0000004',
    '$0.30',
    '$0.00000113',
    '$4.50',
    '$5',
  ]);
});

test('a quantity has three decimals, six below one, and a minus sign', () => {
  expect([133_333_333.3333, 0.0000014, -2_000_000, -7942.112].map(formatQuantity)).toEqual([
    '133,333,333.333',
    '0.000001',
    '−2,000,000',
    '−7,942.112',
  ]);
});

test('thousands stand apart as Intl has them', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 6 }), (scaled, decimals) => {
      const value = scaled / 64;
      const style = { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, decimals) };
      // Both round a tie away from zero, and 64ths are exact.
      expect(formatNumber(value, Math.max(2, decimals), 2)).toBe(
        value.toLocaleString('en-US', style).replace('-', '−'),
      );
    }),
  );
});
