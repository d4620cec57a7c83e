/** Numbers laid beside the provider's own by hand: the claimed editions. */
import { describe, expect, test } from 'vitest';
import { amount, archive, bands, internet, region } from '#tests/helpers/prices/listed.ts';

describe('the claimed editions', () => {
  test('are the constants of the article, and on no other shelf', () => {
    const s3 = region('claimed/dev-s3-express-one-zone/2024-06-01', 'us-east-1');
    expect([bands(s3.storage), internet(s3.egress)]).toEqual([
      '0.20',
      '0.09 <10485760, 0.085 <52428800, 0.07',
    ]);
    expect([amount(s3.requests.put), amount(s3.requests.get)]).toEqual([4e-7, 1e-7]);
    const r2 = region('claimed/dev-r2/2024-06-01', 'everywhere');
    expect([bands(r2.storage), internet(r2.egress), amount(r2.requests.put)]).toEqual(['0.015', '0', 4e-7]);
    for (const store of archive.stores)
      for (const { confidence } of archive.editions(store))
        expect(confidence === 'claimed', store).toBe(store.startsWith('claimed/'));
  });
});
