import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, formatNumber, formatUnitPrice } from '#core/report/money.ts';

test('an overview has three significant figures', () => {
  const seen = [0, 0.0049, 0.125, 1, 12.345, 999.6, 48_214.7, 999_600, 71_234_567, 1.44e9].map((amount) =>
    formatMoney(amount, { style: 'overview' }),
  );
  expect(seen).toEqual([
    '$0',
    '< $0.01',
    '$0.13',
    '$1.00',
    '$12.30',
    '$1.00k',
    '$48.2k',
    '$1.00M',
    '$71.2M',
    '$1.44B',
  ]);
});

test('a receipt is exact to the cent', () => {
  const seen = [0, 0.001, 0.005, 48_214.7, 1_234_567.891].map((amount) =>
    formatMoney(amount, { style: 'exact' }),
  );
  expect(seen).toEqual(['$0.00', '< $0.01', '$0.01', '$48,214.70', '$1,234,567.89']);
});

test('a lower bound says so, and a currency keeps its sign', () => {
  expect(formatMoney(41_000, { style: 'overview', atLeast: true })).toBe('at least $41.0k');
  expect(formatMoney(-12, { style: 'exact', currency: 'EUR' })).toBe('-€12.00');
  expect(formatMoney(5, { style: 'exact', currency: 'GBP' })).toBe('GBP 5.00');
});

test('a unit price keeps every digit it has and no noise', () => {
  expect(formatUnitPrice(0.0000004)).toBe('$0.0000004');
  expect(formatUnitPrice(0.1 + 0.2)).toBe('$0.3');
  expect(formatUnitPrice(0.00000113)).toBe('$0.00000113');
});

test('thousands stand apart as Intl has them', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 6 }), (scaled, decimals) => {
      const value = scaled / 64;
      const style = { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, decimals) };
      // Both round a tie away from zero, and 64ths are exact.
      expect(formatNumber(value, Math.max(2, decimals), 2)).toBe(value.toLocaleString('en-US', style));
    }),
  );
});
