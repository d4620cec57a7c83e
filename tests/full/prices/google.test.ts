/** Numbers laid beside the provider's own by hand: Google Cloud Storage, against the catalog of 2025-03-06 and the page of 2026. */
import { describe, expect, test } from 'vitest';
import { amount, archive, bands, edition, region } from '#tests/helpers/prices/listed.ts';

describe('Google Cloud Storage, against the catalog of 2025-03-06 and the page of 2026', () => {
  // prettier-ignore
  test.each([
    ['standard', 'us-central1', 0.02, 0.005, 0.0004], ['standard', 'europe-west3', 0.023, 0.005, 0.0004],
    ['standard', 'southamerica-east1', 0.035, 0.005, 0.0004], ['nearline', 'us-west2', 0.016, 0.01, 0.001],
    ['nearline', 'us-east4', 0.013, 0.01, 0.001], ['nearline', 'europe-west6', 0.014, 0.01, 0.001],
    ['coldline', 'us-central1', 0.004, 0.02, 0.01], ['coldline', 'asia-east1', 0.005, 0.02, 0.01],
    ['coldline', 'northamerica-northeast1', 0.007, 0.02, 0.01], ['archive', 'us-south1', 0.0012, 0.05, 0.05],
    ['archive', 'asia-southeast1', 0.0015, 0.05, 0.05], ['archive', 'europe-west2', 0.0025, 0.05, 0.05],
  ])('%s in %s', (name, where, storage, a, b) => {
    const prices = region(`google/${name}/2025-03-06`, where);
    expect(amount(prices.storage)).toBe(storage);
    expect(amount(prices.requests.a)).toBeCloseTo(a / 1000, 12);
    expect(amount(prices.requests.b)).toBeCloseTo(b / 1000, 12);
  });

  // prettier-ignore
  test.each([
    ['standard', 'us', 0.026, 0.01, 0.02], ['standard', 'asia', 0.026, 0.01, 0.08],
    ['standard', 'nam4', 0.022, 0.01, 0.02], ['standard', 'asia1-turbo', 0.0506, 0.01, 0.11],
    ['nearline', 'eu', 0.015, 0.02, 0.02], ['nearline', 'eur4', 0.022, 0.02, 0.02],
    ['nearline', 'nam4-turbo', 0.011, 0.02, 0.04], ['coldline', 'asia', 0.00875, 0.04, 0.08],
    ['coldline', 'asia1', 0.0132, 0.04, 0.08], ['coldline', 'nam4', 0.0044, 0.04, 0.02],
    ['archive', 'us', 0.0024, 0.1, 0.02], ['archive', 'eur4-turbo', 0.0028, 0.1, 0.04],
    ['archive', 'asia', 0.003, 0.1, 0.08],
  ])('%s in %s, with class A and what is replicated', (name, where, storage, a, replication) => {
    const prices = region(`google/${name}/2026-09-20`, where);
    expect(amount(prices.storage)).toBe(storage);
    expect(amount(prices.requests.a)).toBeCloseTo(a / 1000, 12);
    expect(amount(prices.replication)).toBe(replication);
  });

  test.each([
    ['standard', 0.0065, 0.0005, undefined, 0],
    ['nearline', 0.013, 0.0013, 0.01, 30],
    ['coldline', 0.026, 0.013, 0.02, 90],
    ['archive', 0.065, 0.065, 0.05, 365],
  ])('%s: operations with a hierarchical namespace, retrieval and days', (name, a, b, retrieval, days) => {
    const prices = region(`google/${name}-hns/2026-09-20`, 'us-east1');
    expect(amount(prices.requests.a)).toBeCloseTo(a / 1000, 12);
    expect(amount(prices.requests.b)).toBeCloseTo(b / 1000, 12);
    for (const id of [
      `google/${name}/2025-03-06`,
      `google/${name}/2026-09-20`,
      `google/${name}-hns/2026-09-20`,
    ]) {
      expect(edition(id).rules.storage.minimumHours).toBe(24 * days);
      for (const { retrieval: price } of Object.values(edition(id).regions))
        expect(price === undefined ? undefined : amount(price)).toBe(retrieval);
    }
  });

  test('requests of Standard and egress before 2025, by a third party that recorded one price of all regions', () => {
    const then = region('google/standard/2022-02-09.2', 'europe-west3');
    expect(amount(then.requests.a)).toBeCloseTo(0.005 / 1000, 12);
    expect(amount(then.requests.b)).toBeCloseTo(0.0004 / 1000, 12);
    // What a multi-region's operations cost then is not known.
    expect(region('google/standard/2022-02-09.2', 'eu').requests.a).toBe('unknown');
    const table = archive.transfers('google').find(({ id }) => id === 'google/transfer/2021-05-18.2');
    expect(bands(table?.regions['us-central1']?.internet.tiers)).toBe('0.12 <1024, 0.11 <10240, 0.08');
    // Dallas opened in 2022.
    expect(table?.regions['us-south1']).toBeUndefined();
  });

  test('Rapid, by the hour: 0.11 a month', () => {
    const prices = region('google/rapid/2026-09-20', 'us-central1');
    expect(prices.storage).toBe('0.000150685 per GB-hour');
    expect(amount(prices.requests.a)).toBeCloseTo(0.00000113, 12);
    expect([amount(prices.upload), amount(prices.retrieval)]).toEqual([0.0032, 0.0006]);
    expect(edition('google/rapid/2026-09-20').zones).toBe(1);
  });

  test('Autoclass: Standard and Nearline, and $0.0025 for a thousand objects and thirty days', () => {
    const { rules, regions } = edition('google/autoclass/2026-09-20');
    expect(rules.storage.accessTiers).toMatchObject([{ name: 'nearline', unreadHours: 720 }]);
    expect(Object.keys(regions)).toHaveLength(31);
    const prices = region('google/autoclass/2026-09-20', 'us-central1');
    expect([amount(prices.storage), amount(prices.accessTiers['nearline'])]).toEqual([0.02, 0.01]);
    expect(prices.monitoring).toBe('0.0025 per 720,000 object-hours');
    expect(region('google/autoclass/2026-09-20', 'us-west2').accessTiers).toEqual({
      nearline: '0.016 per GB-month',
    });
    for (const { retrieval, transition } of Object.values(regions))
      expect([retrieval, transition]).toEqual([undefined, undefined]);
  });

  test('Autoclass to Archive: Coldline after 90 days and Archive after 365, each read from there a class A operation', () => {
    const { rules, regions, operations } = edition('google/autoclass-archive/2026-09-20');
    expect(rules.storage.accessTiers).toMatchObject([
      { name: 'nearline', unreadHours: 720 },
      { name: 'coldline', unreadHours: 2160, movedBackBy: 'AutoclassTransition' },
      { name: 'archive', unreadHours: 8760, movedBackBy: 'AutoclassTransition' },
    ]);
    expect(operations.classes['a']).toContain('AutoclassTransition');
    expect(Object.keys(regions)).toHaveLength(31);
    expect(region('google/autoclass-archive/2026-09-20', 'us-west2').accessTiers).toEqual({
      nearline: '0.016 per GB-month',
      coldline: '0.007 per GB-month',
      archive: '0.0025 per GB-month',
    });
  });

  // prettier-ignore
  test.each([
    ['standard', 'us-central1', 0.02, 0.005], ['standard', 'asia', 0.026, 0.01], ['standard-hns', 'us-central1', 0.02, 0.0065],
    ['nearline', 'us-central1', 0.01, 0.01], ['nearline', 'asia', 0.015, 0.02], ['nearline-hns', 'us-central1', 0.01, 0.013],
    ['coldline', 'us-central1', 0.004, 0.02], ['coldline', 'asia', 0.00875, 0.04], ['coldline-hns', 'us-central1', 0.004, 0.026],
    ['archive', 'us-central1', 0.0012, 0.05], ['archive', 'asia', 0.003, 0.1], ['archive-hns', 'us-central1', 0.0012, 0.065],
    ['autoclass', 'us-central1', 0.02, 0.005], ['autoclass-archive', 'asia', 0.026, 0.01],
  ])('the copy of 2026-05-16: %s in %s', (name, where, storage, a) => {
    const prices = region(`google/${name}/2026-05-16`, where);
    expect(amount(prices.storage)).toBe(storage);
    expect(amount(prices.requests.a)).toBeCloseTo(a / 1000, 12);
  });

  test('transfer by the copy of 2026-05-16: by areas, free in a location, bands of 10 and 150 TiB', () => {
    const table = archive.transfers('google').find(({ id }) => id === 'google/transfer/2026-05-16');
    const { 'other-region': other, 'same-region': same, internet } = table?.regions['europe-west1'] ?? {};
    expect(same).toBe('0 per GB');
    expect(other).toMatchObject({
      default: '0.02 per GB',
      except: { asia: '0.08 per GB', oceania: '0.10 per GB' },
    });
    expect(bands(internet?.tiers)).toBe('0.12 <10240, 0.11 <153600, 0.08');
    expect(region('google/rapid/2026-05-16', 'us-central1').storage).toBe('0.000150685 per GB-hour');
  });

  test('transfer: the bands before and after, and the matrix of areas', () => {
    const tables = archive.transfers('google');
    const [before, after] = [tables[0], tables.at(-1)];
    expect(bands(before?.regions.eu?.internet.tiers)).toBe('0.12 <1024, 0.11 <10240, 0.08');
    expect(bands(after?.regions.eu?.internet.tiers)).toBe('0.12 <10240, 0.11 <153600, 0.08');
    expect(bands(after?.destinations.asia?.tiers)).toBe('0.12 <10240, 0.11 <153600, 0.08');
    expect(bands(after?.destinations.china?.tiers)).toBe('0.23 <1024, 0.22 <10240, 0.20');
    expect(bands(after?.destinations.australia?.tiers)).toBe('0.19 <10240, 0.18 <153600, 0.15');
    const from = (name: string) => after?.regions[name]?.['other-region'];
    expect(from('us-central1')).toMatchObject({
      default: '0.02 per GB',
      except: { europe: '0.05 per GB', africa: '0.11 per GB', 'not-stated': 'unknown' },
    });
    expect(from('asia-east1')).toMatchObject({
      default: '0.08 per GB',
      except: { indonesia: '0.10 per GB' },
    });
    expect(from('southamerica-east1')?.default).toBe('0.14 per GB');
  });
});
