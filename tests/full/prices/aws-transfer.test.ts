/** Numbers laid beside the provider's own by hand: AWS data transfer. */
import { describe, expect, test } from 'vitest';
import { transferAt } from '#core/pricing/sheets/resolve.ts';
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

  const bandsOn = (region: string, day: string) => {
    const found = transferAt(archive, 'aws', region, day)?.table.regions[region];
    return [bands(found?.internet.tiers), bands(found?.['other-region'].default)];
  };

  test.each([
    ['af-south-1', '0.154 <10240, 0.147 <51200, 0.126 <153600, 0.112', '0.147'],
    ['me-south-1', '0.117 <10240, 0.1105 <51200, 0.091 <153600, 0.065', '0.1105'],
    ['ap-northeast-2', '0.126 <10240, 0.122 <51200, 0.117 <153600, 0.108', '0.08'],
    ['us-gov-west-1', '0.155 <10240, 0.115 <51200, 0.09 <153600, 0.065', '0.03'],
    ['ap-southeast-3', '0.132 <10240, unknown', '0.1'],
  ])('from %s in 2022, as the price list was recorded', (region, tiers, otherRegion) => {
    expect(bandsOn(region, '2022-06-01')).toEqual([tiers, otherRegion]);
  });

  test.each([
    ['il-central-1', '0.11 <10240, 0.085 <51200, 0.077 <153600, 0.055', '0.08'],
    ['ap-southeast-5', '0.108 <10240, 0.0765 <51200, 0.0738 <153600, 0.072', '0.08'],
    ['me-central-1', '0.11 <10240, unknown', '0.085'],
  ])('from %s keeps its last known price', (region, tiers, otherRegion) => {
    expect(bandsOn(region, '2026-11-01')).toEqual([tiers, otherRegion]);
  });

  test('to the internet is known from all regions but five', () => {
    const regions = [...new Set(archive.transfers('aws').flatMap((one) => Object.keys(one.regions)))];
    expect(regions).toHaveLength(36);
    expect(regions.filter((region) => bandsOn(region, '2026-11-01')[0] === 'unknown').toSorted()).toEqual([
      'ap-east-2',
      'ap-southeast-4',
      'ap-southeast-6',
      'ap-southeast-7',
      'mx-central-1',
    ]);
    for (const { regions: all } of archive.transfers('aws'))
      for (const [name, prices] of Object.entries(all))
        expect([prices['same-region'], prices.cdn], name).toEqual(['0 per GB', '0 per GB']);
  });

  test('gives the free 100 GB to all regions but GovCloud', () => {
    for (const { free, regions } of archive.transfers('aws'))
      expect(free.internet === undefined).toBe(
        Object.keys(regions).every((name) => name.startsWith('us-gov')),
      );
  });
});
