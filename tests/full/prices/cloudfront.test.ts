/** Numbers laid beside the provider's own by hand: Amazon CloudFront. */
import { describe, expect, test } from 'vitest';
import { amount, bands, edition, region } from '#tests/helpers/prices/listed.ts';

describe('Amazon CloudFront', () => {
  const cdn = edition('aws/cloudfront/2025-07-01');

  test.each([
    [
      'united-states',
      '0.085 <10240, 0.08 <51200, 0.06 <153600, 0.04 <512000, 0.03 <1048576, 0.025 <5242880, 0.02',
      0.01,
    ],
    [
      'europe',
      '0.085 <10240, 0.08 <51200, 0.06 <153600, 0.04 <512000, 0.03 <1048576, 0.025 <5242880, 0.02',
      0.012,
    ],
    [
      'japan',
      '0.114 <10240, 0.089 <51200, 0.086 <153600, 0.084 <512000, 0.08 <1048576, 0.07 <5242880, 0.06',
      0.012,
    ],
    [
      'south-america',
      '0.11 <10240, 0.105 <51200, 0.09 <153600, 0.08 <512000, 0.06 <1048576, 0.05 <5242880, 0.04',
      0.022,
    ],
  ])('to readers in %s: seven bands, and HTTPS requests', (name, egress, https) => {
    const prices = region(cdn.id, name);
    expect(prices.egress === 'transfer' ? '' : bands(prices.egress.internet)).toBe(egress);
    expect(amount(prices.requests.https)).toBeCloseTo(https / 10_000, 12);
  });

  test('has ten regions, no storage, and 1 TB and ten million requests free once to the account', () => {
    expect(cdn.kind).toBe('cdn');
    expect(Object.keys(cdn.regions)).toHaveLength(10);
    expect(Object.values(cdn.regions).every(({ storage }) => storage === undefined)).toBe(true);
    expect(cdn.rules.egress?.free).toMatchObject({ amount: 1024, pool: { scope: 'account' } });
    expect(cdn.rules.requests.https?.free).toMatchObject({ amount: 10_000_000, pool: { scope: 'account' } });
  });

  test('says of no country twice where its readers are answered', () => {
    const served = Object.values(cdn.regions).flatMap(({ serves }) => serves);
    expect(new Set(served).size).toBe(served.length);
  });
});
