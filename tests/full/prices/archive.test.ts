/** The archive itself: every file through every rule. */
import { describe, expect, test } from 'vitest';
import { checkPrices } from '#catalog/check-files.ts';
import { parseRate } from '#core/pricing/editions/rate.ts';
import { archive, root } from '#tests/helpers/prices/listed.ts';

describe('the price archive', () => {
  const { files, problems } = checkPrices(root);

  test('reads, is canonical, and breaks no rule', () => {
    expect(problems).toEqual([]);
    expect(files).toBeGreaterThanOrEqual(21);
  });

  test('has the stores of this issue', () => {
    expect(archive.stores).toEqual(
      expect.arrayContaining(
        'aws/s3-standard aws/s3-standard-ia aws/s3-express-one-zone cloudflare/r2-standard cloudflare/r2-infrequent-access tigris/standard backblaze/b2 wasabi/pay-as-you-go vultr/standard vultr/premium vultr/performance vultr/accelerated'.split(
          ' ',
        ),
      ),
    );
  });

  test('has no price without a source, by region', () => {
    for (const store of archive.stores)
      for (const { id, sources, regions } of archive.editions(store))
        for (const [name, { source }] of Object.entries(regions)) {
          const own = source === undefined ? sources[0] : sources.find((one) => one.id === source);
          expect(own?.url, `${id} ${name}`).toMatch(/^https:/);
          expect(own?.retrieved, `${id} ${name}`).toBeTruthy();
        }
  });

  test('prices at most a few things at zero: egress and an endpoint that are free, and moves of a provider whose requests are included', () => {
    for (const store of archive.stores.filter((one) => one !== 'aws/gateway-endpoint'))
      for (const { id, regions } of archive.editions(store))
        for (const [name, prices] of Object.entries(regions)) {
          const priced = [
            prices.storage,
            ...Object.values(prices.requests),
            prices.upload,
            prices.retrieval,
            store.startsWith('scaleway/') ? undefined : prices.transition,
          ];
          const texts = priced.flatMap((price) =>
            price === undefined ? [] : typeof price === 'string' ? [price] : price.map((tier) => tier.price),
          );
          for (const text of texts.filter((one) => one !== 'unknown'))
            expect(parseRate(text, 1000, 730).amount, `${id} ${name}: ${text}`).toBeGreaterThan(0);
        }
  });
});
