/** Numbers laid beside the providers' own price pages by hand. */
import { describe, expect, test } from 'vitest';
import { amount, archive, bands, edition, internet, region } from '#tests/helpers/prices/listed.ts';

describe('the smaller providers, three numbers of each file beside their pages', () => {
  /** Storage, internet egress, base fee or minimum; `none` where there is no such thing. */
  const three = (id: string, name = 'everywhere') => {
    const { storage, egress, subscription, minimum } = region(id, name);
    return [bands(storage), internet(egress), bands(subscription?.price ?? minimum?.price)];
  };

  test.each([
    ['tigris/standard/2024-01-06', 'global', '0.02', '0', 'none'],
    ['tigris/infrequent-access/2026-03-24', 'global', '0.01', '0', 'none'],
    ['tigris/archive/2026-03-24', 'eur', '0.006', '0', 'none'],
    ['tigris/archive-instant-retrieval/2025-04-15', 'global', '0.004', '0', 'none'],
    ['tigris/archive-instant-retrieval/2026-03-24', 'usa', '0.006', '0', 'none'],
    ['backblaze/b2/2023-04-02', 'everywhere', '0.005', '0.01', 'none'],
    ['backblaze/overdrive/2026-05-09', 'everywhere', '15.00', '0', '15000'],
    ['wasabi/pay-as-you-go/2019-03-05', 'everywhere', '5.99', '0', '5.99'],
    ['vultr/single-tier/2024-07-16', 'everywhere', '0.006', '0.01', 'none'],
    ['vultr/archival/2026-07-31', 'everywhere', '6.00', 'unknown', 'unknown'],
    ['digitalocean/spaces/2018-12-31', 'everywhere', '0.02', '0.01', '5.00'],
    ['digitalocean/spaces-cold/2026-07-31', 'everywhere', '0.007', '0.01', '5.00'],
    ['hetzner/object-storage/2024-09-23', 'everywhere', '0.0067', '1.00', '5.00'],
    ['hetzner/object-storage/2025-12-28', 'everywhere', '0.0067', '1.00', '4.99'],
    ['hetzner/object-storage/2026-04-01', 'everywhere', '0.0087', '1.00', '6.49'],
    ['hetzner/object-storage-usd/2026-10-03', 'everywhere', '0.0123', '1.20', '7.99'],
    ['linode/object-storage/2026-10-03', 'us-mia', '0.02', '0.005', '5.00'],
    ['linode/object-storage/2026-10-03', 'id-cgk', '0.024', '0.015', '5.00'],
    ['linode/object-storage/2026-10-03', 'br-gru', '0.028', '0.007', '5.00'],
    ['scaleway/standard-multi-az/2025-04-02', 'pl-waw', '0.00002', '0.01', 'none'],
    ['scaleway/standard-multi-az/2026-06-01', 'fr-par', '0.01606', '0.01', 'none'],
    ['scaleway/one-zone/2025-04-02', 'nl-ams', '0.0000165', '0.01', 'none'],
    ['scaleway/one-zone/2026-01-05', 'nl-ams', '0.0000103', '0.01', 'none'],
    ['scaleway/one-zone/2026-09-25', 'fr-par', '0.00803', '0.01', 'none'],
    ['scaleway/glacier/2025-04-02', 'fr-par', '0.00000348', '0.01', 'none'],
    ['ovh/standard-1az/2026-05-20', 'everywhere', '0.00001111', '0', 'none'],
    ['ovh/high-performance/2026-05-20', 'everywhere', '0.00002778', '0', 'none'],
    ['ovh/infrequent-access/2026-05-20', 'everywhere', '0.00000597', '0', 'none'],
    ['ovh/cold-archive/2026-05-20', 'everywhere', '0.0000027', '0', 'none'],
    ['oracle/standard/2026-10-03', 'eu-frankfurt-1', '0.0255', '0.0085', 'none'],
    ['oracle/infrequent-access/2026-10-03', 'ap-tokyo-1', '0.01', 'unknown', 'none'],
    ['oracle/archive/2026-10-03', 'us-ashburn-1', '0.0026', '0.0085', 'none'],
    ['idrive/e2/2026-04-30', 'everywhere', '5.00', '0.01', '5.00'],
    ['storj/legacy/2025-07-31', 'everywhere', '0.004', '0.007', '5.00'],
    ['storj/global-collaboration/2025-11-01', 'everywhere', '15', '0.02', '5.00'],
    ['storj/regional-workflows/2025-11-01', 'everywhere', '10', '0.01', '5.00'],
    ['storj/active-archive/2025-11-01', 'everywhere', '6', '0.02', '5.00'],
    ['storj/standard/2026-07-01', 'everywhere', '7.00', '7.00', '5.00'],
    ['storj/advanced/2026-07-01', 'everywhere', '10.00', '7.00', '5.00'],
    ['bunny/storage-standard/2026-04-30', 'everywhere', '0.01', 'unknown', '1.00'],
    ['bunny/storage-edge/2026-04-30', 'everywhere', '0.02', 'unknown', '1.00'],
    ['fastly/object-storage/2026-08-22', 'everywhere', '0.02 <50000, unknown', '0', 'none'],
    ['railway/buckets/2026-02-06', 'everywhere', '0.015', '0', 'unknown'],
    ['supabase/storage/2024-08-26', 'everywhere', '0.00002919', 'unknown', 'unknown'],
  ])('%s in %s: %s, %s, %s', (id, name, storage, egress, fee) => {
    expect(three(id, name)).toEqual([storage, egress, fee]);
  });

  test('R2 counts buckets past 100,000 of the account, over both classes, in the newest copy', () => {
    for (const name of ['r2-standard', 'r2-infrequent-access']) {
      const newest = edition(`cloudflare/${name}/2026-11-20`);
      expect(newest.rules.buckets).toMatchObject({
        free: { amount: 100_000 },
        pool: { id: 'r2-buckets', scope: 'account' },
      });
      expect(amount(newest.regions.everywhere?.buckets)).toBe(0.1);
      expect(newest.notes.join(' ')).toMatch(/Data Catalog/);
    }
  });

  test('retrieval, minimum stays and smallest sizes', () => {
    const rules = (id: string, name: string) => {
      const { rules } = edition(id);
      return [
        bands(region(id, name).retrieval),
        rules.storage.minimumHours / 24,
        rules.storage.minimumObjectBytes,
      ];
    };
    expect(rules('tigris/infrequent-access/2026-03-24', 'global')).toEqual(['0.01', 30, 0]);
    expect(rules('tigris/archive-instant-retrieval/2026-03-24', 'global')).toEqual(['0.03', 90, 0]);
    expect(rules('tigris/archive/2026-03-24', 'global')).toEqual(['none', 90, 0]);
    expect(rules('digitalocean/spaces-cold/2026-07-31', 'everywhere')).toEqual(['unknown', 30, 131_072]);
    expect(rules('hetzner/object-storage/2026-04-01', 'everywhere')).toEqual(['none', 0, 64_000]);
    expect(rules('scaleway/glacier/2025-04-02', 'fr-par')).toEqual(['0.009', 0, 0]);
    expect(rules('ovh/infrequent-access/2026-05-20', 'everywhere')).toEqual(['0.0044', 730 / 24, 0]);
    expect(rules('ovh/cold-archive/2026-05-20', 'everywhere')).toEqual(['0.011', 0, 0]);
    expect(rules('oracle/infrequent-access/2026-10-03', 'us-ashburn-1')).toEqual(['unknown', 31, 0]);
    expect(rules('oracle/archive/2026-10-03', 'us-ashburn-1')).toEqual(['unknown', 90, 0]);
    expect(rules('idrive/e2/2026-04-30', 'everywhere')).toEqual(['none', 30, 0]);
    expect(rules('storj/active-archive/2025-11-01', 'everywhere')).toEqual(['none', 30, 100_000]);
    expect(rules('storj/standard/2026-07-01', 'everywhere')).toEqual(['none', 30, 50_000]);
  });

  test('archives that restore before a read say so', () => {
    const restoring = archive.stores.flatMap((store) => {
      const newest = archive.editions(store).at(-1);
      return newest?.restoreHours === undefined || newest.provider === 'azure'
        ? []
        : [[store, newest.restoreHours]];
    });
    expect(restoring).toEqual(
      expect.arrayContaining([
        ['oracle/archive', 1],
        ['ovh/cold-archive', 48],
        ['scaleway/glacier', 24],
        ['tigris/archive', 1],
        ['vultr/archival', null],
      ]),
    );
  });

  test('prices stay in the currency they are listed in', () => {
    const inEuros = archive.stores.filter((store) => archive.editions(store).at(-1)?.currency === 'EUR');
    expect(new Set(inEuros.map((store) => store.split('/')[0]))).toEqual(
      new Set(['hetzner', 'ovh', 'scaleway']),
    );
  });
});
