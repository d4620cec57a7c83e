/** Numbers laid beside the provider's own by hand: AWS data transfer. */
import { describe, expect, test } from 'vitest';
import { archive, bands } from '#tests/helpers/prices/listed.ts';

describe('AWS data transfer', () => {
  const table = (date: string) => archive.transfers('aws').find((one) => one.date === date);
  const transfer = table('2024-09-25');

  test.each([
    ['us-east-1', '0.09 <10240, 0.085 <51200, 0.07 <153600, 0.05', 'north-america-europe', '0.02'],
    ['eu-central-1', '0.09 <10240, 0.085 <51200, 0.07 <153600, 0.05', 'north-america-europe', '0.02'],
    ['ap-northeast-1', '0.114 <10240, 0.089 <51200, 0.086 <153600, 0.084', 'tokyo', '0.09'],
    ['ap-southeast-2', '0.114 <10240, 0.098 <51200, 0.094 <153600, 0.092', 'sydney', '0.098'],
    ['ap-south-1', '0.1093 <10240, 0.085 <51200, 0.082 <153600, 0.08', 'mumbai', '0.086'],
    ['sa-east-1', '0.15 <10240, 0.138 <51200, 0.126 <153600, 0.114', 'sao-paulo', '0.138'],
  ])('from %s', (name, tiers, group, otherRegion) => {
    const prices = transfer?.regions[name];
    expect(bands(prices?.internet.tiers)).toBe(tiers);
    expect(prices?.internet.group).toBe(group);
    expect(bands(prices?.['other-region'].default)).toBe(otherRegion);
    expect([prices?.['same-region'], prices?.cdn]).toEqual(['0 per GB', '0 per GB']);
  });

  test('is cheaper between Virginia and Ohio, dearer to Thailand', () => {
    expect(transfer?.regions['us-east-1']?.['other-region'].except).toEqual({
      'us-east-2': '0.01 per GB',
      'ap-southeast-7': '0.08 per GB',
    });
    expect(transfer?.regions['us-east-2']?.['other-region'].except).toEqual({ 'us-east-1': '0.01 per GB' });
  });

  test('gives 100 GB a month once to the account, and knows 13 regions', () => {
    expect(transfer?.free.internet).toEqual({
      amount: 100,
      pool: { id: 'aws-internet-egress-free', scope: 'account' },
    });
    expect(Object.keys(transfer?.regions ?? {})).toHaveLength(13);
  });

  test.each([
    ['eu-north-1', '0.09 <10240, 0.085 <51200, 0.07 <153600, 0.05', '0.02'],
    ['ap-northeast-2', '0.126 <10240, unknown', '0.08'],
    ['af-south-1', '0.154 <10240, unknown', '0.147'],
    ['me-south-1', '0.117 <10240, unknown', '0.1105'],
  ])('from %s, as a third party wrote it down by 2024-01', (name, tiers, otherRegion) => {
    const prices = table('2024-01-10')?.regions[name];
    expect(bands(prices?.internet.tiers)).toBe(tiers);
    expect(bands(prices?.['other-region'].default)).toBe(otherRegion);
    expect(table('2024-01-10')?.confidence).toBe('secondary');
  });

  test('knows of every other region but GovCloud only what is free everywhere', () => {
    const named = archive.transfers('aws').flatMap(({ regions }) => Object.keys(regions));
    expect(named).toHaveLength(34);
    expect(new Set(named).size).toBe(34);
    expect(named.filter((name) => name.startsWith('us-gov'))).toEqual([]);
    for (const { regions } of archive.transfers('aws'))
      for (const [name, prices] of Object.entries(regions))
        expect([prices['same-region'], prices.cdn], name).toEqual(['0 per GB', '0 per GB']);
    expect(table('2025-09-01')?.regions['ap-southeast-5']?.internet.tiers).toBe('unknown');
    expect(table('2025-09-01')?.regions['ap-southeast-5']?.['other-region'].default).toBe('unknown');
  });
});
