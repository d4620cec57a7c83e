/** Stores on servers of one's own, billed against sums by hand. */
import { describe, expect, test } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import { UsageFileError, parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { withSelfHosted } from '#core/pricing/self-hosted/archive.ts';
import { aStore } from '#tests/helpers/an-archive.ts';

const CLUSTER = {
  at: 'hetzner/fsn1',
  servers: { least: 4, price: '190 per month' },
  disks: { perServer: 12, size: '16 TB', price: '9.50 per month' },
  power: { perServer: '450 W', price: '0.25 per kWh' },
  people: '1800 per month',
  redundancy: '8+4',
  fill: '80 %',
};

function billed(usage: object, cluster: object = {}, shared: object = {}) {
  const { usages, options, selfHosted } = parseBillRequest({
    store: 'self-hosted/minio',
    asOf: '2026-11-20',
    selfHosted: { minio: { ...CLUSTER, ...cluster } },
    ...shared,
    ...usage,
  });
  const set = bill(usages, withSelfHosted(aStore(), selfHosted), options);
  const amounts = Object.fromEntries(
    (set.bills[0]?.lines ?? []).map(({ meter, amount, quantity }) => [meter, [quantity, amount]]),
  );
  return { ...set, amounts };
}

describe('a cluster of four servers, each with room for 12 × 16 TB × 8/12 × 80 % = 102.4 TB', () => {
  test('costs the same empty and full', () => {
    // 4 × 190 + 48 × 9.50 + 4 × 328.5 kWh × 0.25 + 1800
    const sum = 760 + 456 + 328.5 + 1800;
    for (const stored of ['1 GB', '409.6 TB']) expect(billed({ stored }).total).toBeCloseTo(sum, 8);
  });

  test('grows by whole servers, each with its disks and its power', () => {
    expect(billed({ stored: '700 TB' }).amounts).toEqual({
      storage: [716_800, 0],
      servers: [7, 1330],
      disks: [84, 798],
      power: [2299.5, 574.875],
      people: [1, 1800],
    });
    expect(billed({ stored: '716.8 TB' }).total).toBeCloseTo(4502.875, 8);
    expect(billed({ stored: '716.9 TB' }).total).toBeCloseTo(4502.875 + 190 + 114 + 82.125, 8);
  });

  test('with 3 copies needs twice the disks of 8+4', () => {
    expect(billed({ stored: '700 TB' }, { redundancy: '3 copies' }).amounts).toMatchObject({
      servers: [14, 2660],
    });
  });

  test('has no line of power where the price of a server includes it', () => {
    const { amounts, total } = billed({ stored: '1 TB' }, { power: 'included' });
    expect(Object.keys(amounts)).toEqual(['storage', 'servers', 'disks', 'people']);
    expect(total).toBeCloseTo(760 + 456 + 1800, 8);
  });

  test('is discounted line by line', () => {
    const shared = { discounts: { 'self-hosted/minio': '10 %' } };
    const { amounts, total } = billed({ stored: '700 TB' }, {}, shared);
    expect(total).toBeCloseTo(4502.875 * 0.9, 8);
    expect(amounts['servers']?.[1]).toBeCloseTo(1197, 8);
  });
});

describe('what leaves', () => {
  test('costs what is stated, and is unknown where nothing is', () => {
    const usage = { stored: '1 TB', egress: { internet: '10 TB' } };
    expect(billed(usage)).toMatchObject({ atLeast: true, high: null });
    expect(billed(usage, { egress: '1 per TB' }).amounts['egress.internet']).toEqual([10_000, 10]);
    expect(billed(usage, { egress: '0 per GB' }).atLeast).toBe(false);
  });

  test('in requests is a matter of the servers', () => {
    const { bills, total } = billed({ stored: '1 TB', requests: { GetObject: '1M' } });
    expect(bills[0]?.findings).toEqual([]);
    expect(total).toBe(billed({ stored: '1 TB' }).total);
  });
});

describe('a figure that is missing or wrong is refused by name', () => {
  test.each([
    [{ servers: { least: 4, price: '190 per year' } }, 'selfHosted.minio.servers.price'],
    [{ servers: { least: 0, price: '190 per month' } }, 'selfHosted.minio.servers.least'],
    [{ redundancy: '4' }, 'selfHosted.minio.redundancy'],
    [{ redundancy: '0+4' }, 'selfHosted.minio.redundancy'],
    [{ fill: '0 %' }, 'selfHosted.minio.fill'],
    [{ people: undefined }, 'selfHosted.minio.people'],
    [{ egress: 'transfer' }, 'selfHosted.minio.egress'],
    [{ disks: { perServer: 1, size: '1 MB', price: 'included' } }, 'selfHosted.minio.disks.size'],
    [{ at: 'aws/us-east-1/use1-az4' }, 'selfHosted.minio.at'],
  ])('%j', (wrong, path) => {
    try {
      billed({ stored: '1 TB' }, wrong);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageFileError);
      expect((error as UsageFileError).issues.map((one) => one.path)).toEqual([path]);
      return;
    }
    expect.unreachable();
  });
});
