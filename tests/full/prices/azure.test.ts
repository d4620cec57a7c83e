/** Numbers laid beside the provider's own by hand: Azure Blob, against third-party records of the Retail Prices API. */
import { describe, expect, test } from 'vitest';
import { archive, bands, region } from '#tests/helpers/prices/listed.ts';

describe('Azure Blob, against third-party records of the Retail Prices API', () => {
  // prettier-ignore
  test.each([
    ['blob-hot/2017-02-03', 'eastus2', '0.0184 <51200, unknown <512000, unknown', 'unknown', 'unknown'],
    ['blob-hot/2024-07-01', 'westus', '0.0208 <51200, 0.019968 <512000, 0.019136', '0.055', '0.0044'],
    ['blob-hot/2026-06-21', 'koreacentral', '0.02 <51200, unknown <512000, unknown', '0.05', '0.004'],
    ['blob-hot/2026-09-30', 'eastus', '0.0208 <51200, unknown <512000, unknown', '0.05', '0.004'],
    ['blob-hot/2026-09-30', 'westus2', '0.0184 <51200, unknown <512000, unknown', '0.05', '0.004'],
    ['blob-hot-zrs/2024-07-01', 'westus', '0.026 <51200, 0.02496 <512000, 0.02392', 'unknown', 'unknown'],
    ['blob-hot-grs/2024-07-01', 'westus', '0.0458 <51200, 0.043968 <512000, 0.042136', '0.11', 'unknown'],
    ['blob-hot-ra-grs/2024-07-01', 'westus', '0.0478 <51200, 0.045888 <512000, 0.043976', '0.11', 'unknown'],
    ['blob-cool/2024-07-01', 'westus', '0.0115', '0.1', '0.01'],
    ['blob-cool/2026-09-30', 'eastus', '0.0152', '0.1', '0.01'],
    ['blob-cool-zrs/2024-07-01', 'westus', '0.0144', '0.1', '0.01'],
    ['blob-cool-grs/2024-07-01', 'westus', '0.023', '0.2', '0.01'],
    ['blob-cool-ra-grs/2024-07-01', 'westus', '0.0288', '0.2', '0.01'],
    ['blob-cold/2026-09-30', 'eastus', '0.0036', '0.18', '0.1'],
    ['blob-archive/2026-09-30', 'eastus', '0.00099', '0.1', '5'],
    ['blob-cold-zrs/2026-07-25', 'northeurope', '0.004', '0.2', '0.1'],
    ['blob-cold-grs/2026-07-15', 'westeurope', '0.0081', '0.36', '0.1'],
    ['blob-cold-ra-grs/2026-07-15', 'westeurope', '0.0101', '0.36', '0.1'],
    ['blob-archive-grs/2026-07-15', 'westeurope', '0.00279', '0.23', '6'],
    ['blob-archive-ra-grs/2026-07-15', 'westeurope', '0.00279', '0.23', '6'],
    ['blob-hot-gzrs/2026-07-15', 'westeurope', '0.046 <51200, 0.04416 <512000, 0.04232', '0.1175', '0.0043'],
    ['blob-hot-ra-gzrs/2026-07-15', 'westeurope', '0.0575 <51200, 0.0552 <512000, 0.0529', '0.1175', '0.0043'],
    ['blob-hot-gzrs/2026-07-26', 'swedencentral', '0.046 <51200, 0.04416 <512000, 0.04232', '0.1175', 'unknown'],
    ['blob-cool-gzrs/2026-07-25', 'northeurope', '0.0225', '0.2', '0.01'],
    ['blob-cool-ra-gzrs/2026-07-15', 'westeurope', '0.028875', '0.2', '0.01'],
    ['blob-cold-gzrs/2026-07-26', 'swedencentral', '0.0086', '0.38', '0.1'],
    ['blob-cold-ra-gzrs/2026-07-25', 'francecentral', '0.0136', '0.434', '0.1'],
    ['blob-premium/2024-07-01', 'westus', '0.195', '0.0228', 'unknown'],
    ['blob-premium-zrs/2024-07-01', 'westus', '0.259', '0.0303', 'unknown'],
  ])('%s in %s', (id, where, storage, write, read) => {
    const prices = region(`azure/${id}`, where);
    expect(bands(prices.storage)).toBe(storage);
    expect([bands(prices.requests.write), bands(prices.requests.read)]).toEqual([write, read]);
    for (const price of Object.values(prices.requests))
      expect(price === 'unknown' || / per 10000 requests$/.test(String(price)), String(price)).toBe(true);
  });

  test('transfer: zone 1, whose regions are thirty', () => {
    const table = archive.transfers('azure').at(-1);
    expect(Object.keys(table?.regions ?? {})).toHaveLength(30);
    // Rows of the Retail Prices API begin at 0, 100, 10,335, 51,295 and 153,695 GB.
    expect(bands(table?.regions.westeurope?.internet.tiers)).toBe(
      '0.087 <10335, 0.083 <51295, 0.07 <153695, 0.05',
    );
    expect(table?.regions.eastus?.['other-region']).toEqual({
      default: '0.05 per GB',
      except: { 'north-america': '0.02 per GB', mexicocentral: 'unknown' },
    });
    expect(table?.confidence).toBe('secondary');
  });

  test('copying to the second region costs 0.02 where the list has it', () => {
    for (const store of ['blob-hot-grs', 'blob-archive-ra-grs', 'blob-cold-gzrs'])
      expect(
        region(`azure/${store}/2026-07-15${store.includes('gz') ? '' : '.2'}`, 'westeurope').replication,
      ).toBe('0.02 per GB');
  });
});

test('Cold answers like Hot by Microsoft’s word, and its redundancies like it', () => {
  const like = (store: string) => archive.facts(`azure/${store}`)?.latencyLike;
  expect(like('blob-cold')).toMatchObject({ store: 'azure/blob-hot', operations: ['GET'] });
  expect(like('blob-cold')?.quote).toMatch(
    /^Data in the cool and cold tiers .* the same .* retrieval latency/,
  );
  for (const of of ['zrs', 'grs', 'gzrs', 'ra-grs', 'ra-gzrs'])
    expect(like(`blob-cold-${of}`)?.store).toBe(like(`blob-cool-${of}`)?.store.replace('cool', 'cold'));
});
