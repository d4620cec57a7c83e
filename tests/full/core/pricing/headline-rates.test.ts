import { describe, expect, it, test } from 'vitest';
import { headlineRates } from '#core/pricing/editions/headline-rates.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import { aStore } from '#tests/helpers/an-archive.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function ratesOf(store: string, region: string, asOf = '2026-11-20', from = archive) {
  const resolved = resolvePrices(from, { store, region, asOf });
  if (!('edition' in resolved)) throw new Error(`${store} has no prices`);
  return headlineRates(resolved, asOf);
}

describe('headline rates', () => {
  it('bring every provider to 10^12 bytes and a million requests', () => {
    const { storage, put, get, egress } = ratesOf('aws/s3-standard', 'us-east-1');
    // 0.023 per 2^30 bytes
    expect(storage.amount).toBeCloseTo((0.023 * 1e12) / 2 ** 30, 8);
    expect(storage).toMatchObject({ printed: '0.023 per GB-month', isTiered: true, hasAllowance: false });
    expect(put.amount).toBeCloseTo(5, 9);
    expect(get.amount).toBeCloseTo(0.4, 9);
    expect(egress.amount).toBeCloseTo((0.09 * 1e12) / 2 ** 30, 8);
    expect(egress.hasAllowance).toBe(true);
  });

  it('call free what no meter bills, and fair use what a policy bounds', () => {
    const { egress, get } = ratesOf('wasabi/pay-as-you-go', 'us-east-1');
    expect(egress).toMatchObject({ amount: 0, printed: 'free', isFairUse: true });
    expect(get).toMatchObject({ amount: 0, printed: 'free' });
  });

  it('skip tiers that cost nothing, and say that some is free', () => {
    const tiers = [{ upTo: 100, price: '0 per GB' }, { price: '0.05 per GB' }];
    const { egress } = ratesOf(
      'acme/store',
      'north',
      '2026-11-20',
      aStore({}, { egress: { internet: tiers } }),
    );
    expect(egress).toMatchObject({ amount: 50, hasAllowance: true, isTiered: false });
  });

  it('leave unknown what is unknown', () => {
    const { storage } = ratesOf('acme/store', 'north', '2026-11-20', aStore({}, { storage: 'unknown' }));
    expect(storage).toMatchObject({ amount: null, printed: 'unknown' });
  });

  test.each(archive.stores)('%s: nothing negative, nothing that is not a number', (store) => {
    for (const edition of archive.editions(store))
      for (const region of Object.keys(edition.regions)) {
        const rates = Object.values(ratesOf(store, region, edition.date.slice(0, 10)));
        for (const { amount } of rates) expect(amount === null || amount >= 0).toBe(true);
      }
  });
});
