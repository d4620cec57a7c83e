/** What the smaller providers bill in ways of their own, on the archive as it stands; figures worked out beside them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/pricing/archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { BillSet } from '#core/pricing/bills/bill-types.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { wholeArchive } from '#tests/sources.ts';

type UsageText = Record<string, unknown> & { store: string };

let archive: Archive;
beforeAll(() => {
  archive = wholeArchive();
});

/** Usages of one account in November 2026, a month of 720 hours, unless they say otherwise. */
function billed(...usages: UsageText[]): BillSet {
  const { usages: parsed } = parseBillRequest({
    usages: usages.map((usage) => ({ asOf: '2026-11-20', ...usage })),
  });
  return bill(parsed, archive);
}

const linesOf = (set: BillSet, meter: string) =>
  set.bills.flatMap(({ lines }) => lines).filter((line) => line.meter === meter);
const amountOf = (set: BillSet, meter: string) =>
  linesOf(set, meter).reduce((sum, line) => sum + (line.amount ?? NaN), 0);
const quantityOf = (set: BillSet, meter: string) =>
  linesOf(set, meter).reduce((sum, line) => sum + line.quantity, 0);
const codesOf = (set: BillSet) => set.bills.flatMap(({ findings }) => findings.map(({ code }) => code));

describe('R2', () => {
  const rare = { store: 'cloudflare/r2-infrequent-access' };
  const standard = { store: 'cloudflare/r2-standard' };

  it('bills one write of the infrequent class as a million: 9.00; one read: 0.90', () => {
    expect(billed({ ...rare, requests: { PutObject: 1 } }).total).toBe(9);
    expect(amountOf(billed({ ...rare, requests: { HeadObject: 1 } }), 'requests.b')).toBeCloseTo(0.9, 12);
  });

  it('bills retrieval on reads and on copies', () => {
    for (const operation of ['GetObject', 'CopyObject'])
      expect(
        amountOf(billed({ ...rare, objectSize: '1 GB', requests: { [operation]: 100 } }), 'retrieval'),
      ).toBe(1);
  });

  it('bills a list as class A, a transition as one class A request, a delete not at all', () => {
    const used = { requests: { ListObjectsV2: 1_000_000, DeleteObject: 5_000_000 }, transitions: { in: 1 } };
    expect(quantityOf(billed({ ...rare, ...used }), 'requests.a')).toBe(1_000_000);
    expect(billed({ ...rare, ...used }).total).toBe(18);
  });

  it('bills 0.10 for each bucket past 100,000 of the account, over both classes', () => {
    const set = billed({ ...standard, buckets: 60_000 }, { ...rare, buckets: 40_010 });
    expect(set.total).toBeCloseTo(1, 9);
    expect(billed({ ...standard, buckets: 100_000 }).total).toBe(0);
  });
});

describe('requests that fail', () => {
  const total = (store: string, answer: number) =>
    billed({ store, failed: { PutObject: { [answer]: 1_000_000 } } }).total;

  it('R2: 412 and 400 are class A, 401 and 403 are not billed', () => {
    const store = 'cloudflare/r2-infrequent-access';
    expect([400, 412, 401, 403].map((answer) => total(store, answer))).toEqual([9, 9, 0, 0]);
  });

  it('Tigris: unauthorised ones are not billed, 404 is no longer among those', () => {
    expect(total('tigris/standard', 401)).toBe(0);
    expect(total('tigris/standard', 404)).toBeCloseTo(4.95, 9);
  });
});

describe('Tigris', () => {
  const hot = {
    store: 'tigris/standard',
    stored: '100 GiB',
    requests: { PutObject: 1_010_000, GetObject: 100_000 },
  };

  it('multiplies storage and class A of a dual-region bucket by its regions, and class B not', () => {
    const dual = billed({ ...hot, region: 'dual-region' });
    expect(quantityOf(dual, 'storage')).toBe(200);
    expect(quantityOf(dual, 'requests.a')).toBe(2_020_000);
    expect(quantityOf(dual, 'requests.b')).toBe(100_000);
  });

  it('bills three regions three times', () => {
    const three = billed({ ...hot, region: 'three-region' });
    expect(quantityOf(three, 'storage')).toBe(300);
    expect(quantityOf(three, 'requests.a')).toBe(3_030_000);
    expect(quantityOf(three, 'requests.b')).toBe(100_000);
  });

  it('bills a multi-region bucket once, dearer', () => {
    const multi = billed({ ...hot, region: 'usa' });
    expect(quantityOf(multi, 'storage')).toBe(100);
    expect(amountOf(multi, 'storage')).toBeCloseTo(95 * 0.025, 9);
    expect(amountOf(multi, 'requests.a')).toBeCloseTo(10, 9);
  });

  it('takes the parts of an upload as class A, the dearer of two readings', () => {
    expect(quantityOf(billed({ store: 'tigris/standard', requests: { UploadPart: 7 } }), 'requests.a')).toBe(
      7,
    );
  });

  it('bills the rest of 30 days of the infrequent class and of 90 of the archives', () => {
    const left = { stored: '0 GB', deletedEarly: { bytes: '100 GiB', averageAge: '10 days' } };
    for (const [store, days] of [
      ['infrequent-access', 30],
      ['archive-instant-retrieval', 90],
      ['archive', 90],
    ] as const)
      expect(
        quantityOf(billed({ store: `tigris/${store}`, region: 'global', ...left }), 'early-delete'),
      ).toBeCloseTo((100 * (days - 10)) / 30, 9);
  });

  it('marks what dual-region tables contradict', () => {
    const set = billed({
      store: 'tigris/infrequent-access',
      region: 'dual-region',
      objectSize: '1 GiB',
      requests: { GetObject: 10 },
    });
    expect(amountOf(set, 'retrieval')).toBeCloseTo(0.1, 9);
    expect(codesOf(set)).toContain('price-confidence');
  });
});

describe('Backblaze', () => {
  const b2 = { store: 'backblaze/b2', region: 'us-east' };

  it('frees three times the average stored, so a terabyte of the last day frees a tenth of one', () => {
    const lastDay = billed({ ...b2, days: 30, storedByteHours: 24e12, egress: { internet: '1 TB' } });
    expect(amountOf(lastDay, 'egress.internet')).toBeCloseTo((1000 - 100) * 0.01, 9);
  });

  it('is priced by 30 days: a month of 31 costs a 31st more', () => {
    const set = billed({ ...b2, month: '2026-03', stored: '1.01 TB' });
    expect(amountOf(set, 'storage')).toBeCloseTo((1010 * (31 / 30) - 10) * 0.00695, 9);
  });

  it('freed a gigabyte a day in 2023', () => {
    const set = billed({ ...b2, asOf: '2023-04-02', days: 30, egress: { internet: '50 GB' } });
    expect(amountOf(set, 'egress.internet')).toBeCloseTo(20 * 0.01, 9);
  });

  it('sells Overdrive by the petabyte: a terabyte costs as much', () => {
    expect(billed({ store: 'backblaze/overdrive', stored: '1 TB' }).total).toBeCloseTo(15_000, 6);
  });
});

describe('Wasabi', () => {
  const wasabi = { store: 'wasabi/pay-as-you-go', region: 'us-east-1' };

  it('bills a terabyte at zero bytes', () => {
    expect(billed({ ...wasabi, stored: '0 GB' }).total).toBe(7.99);
  });

  it('calls egress above what is stored a breach, and gives it no price', () => {
    const set = billed({ ...wasabi, stored: '2 TiB', objectSize: '1 GB', egress: { internet: '3 TiB' } });
    expect(codesOf(set)).toContain('fair-use');
    expect(set.total).toBeCloseTo(2 * 7.99, 9);
  });

  it.each([
    ['2019-03-05', 5.99],
    ['2024-01-01', 6.99],
    ['2026-06-30', 6.99],
    ['2026-07-01', 7.99],
  ])('on %s is %d a terabyte', (asOf, price) => {
    expect(billed({ ...wasabi, asOf, days: 30, stored: '1 TiB', objectSize: '1 GB' }).total).toBeCloseTo(
      price,
      9,
    );
  });
});

describe('bundles', () => {
  it('DigitalOcean: the CDN spends the same 1,024 GiB, over regions, for one fee', () => {
    const set = billed(
      { store: 'digitalocean/spaces', region: 'nyc3', stored: '250 GiB', egress: { internet: '600 GiB' } },
      { store: 'digitalocean/spaces', region: 'ams3', stored: '100 GiB', egress: { cdn: '524 GiB' } },
    );
    expect(set.total).toBeCloseTo(5 + 100 * 0.02 + 100 * 0.01, 9);
  });

  it('DigitalOcean Cold: 128 KiB at least, and retrieval whose price nobody gives', () => {
    const set = billed({
      store: 'digitalocean/spaces-cold',
      region: 'nyc3',
      objects: 8192,
      objectSize: '64 KiB',
      stored: '0.5 GiB',
      requests: { GetObject: 1 },
    });
    expect(quantityOf(set, 'storage') + quantityOf(set, 'minimum-size')).toBeCloseTo(1, 9);
    expect([set.atLeast, linesOf(set, 'retrieval')[0]?.amount]).toEqual([true, null]);
  });

  it('Linode: 5.00 with nothing stored; transfer included, but not from Jakarta', () => {
    expect(billed({ store: 'linode/object-storage', region: 'us-east' }).total).toBe(5);
    const sent = { stored: '250 GB', egress: { internet: '1 TB' } };
    expect(billed({ store: 'linode/object-storage', region: 'us-east', ...sent }).total).toBe(5);
    expect(billed({ store: 'linode/object-storage', region: 'id-cgk', ...sent }).total).toBeCloseTo(
      5 + 15,
      9,
    );
  });

  it('Linode: one fee and one 250 GB for all regions', () => {
    const held = (region: string) => ({ store: 'linode/object-storage', region, stored: '200 GB' });
    expect(billed(held('us-east'), held('br-gru')).total).toBeCloseTo(5 + 150 * 0.02, 9);
  });

  it('Vultr: units of a subscription stay with its location', () => {
    const held = (region: string) => ({ store: 'vultr/standard', region, stored: '1500 GB' });
    expect(billed(held('ewr'), held('ams')).total).toBeCloseTo(2 * (18 + 500 * 0.018), 9);
  });
});

describe('part of a month', () => {
  it.each([
    ['digitalocean/spaces', 'nyc3'],
    ['linode/object-storage', 'us-east'],
  ])('%s: half of it pays half the fee, which includes half the units', (store, region) => {
    const half = billed({ store, region, days: 15, stored: '500 GB', egress: { internet: '600 GB' } });
    expect(amountOf(half, 'subscription')).toBe(2.5);
    const free = half.bills.flatMap(({ lines }) => lines).filter((line) => line.unitPrice === 0);
    const [storage, egress] = ['storage', 'egress.internet'].map((meter) =>
      free.filter((line) => line.meter === meter).reduce((sum, line) => sum + line.quantity, 0),
    );
    expect(storage).toBe(125);
    expect(egress).toBe(store.startsWith('linode') ? 500 : 512);
  });

  it('the whole of a short month pays the whole fee', () => {
    expect(
      amountOf(
        billed({ store: 'linode/object-storage', region: 'us-east', month: '2027-02' }),
        'subscription',
      ),
    ).toBe(5);
  });

  it('Hetzner: the whole fee, as its rate by the hour was not found, and the edition says so', () => {
    const store = 'hetzner/object-storage';
    const short = billed({ store, days: 3 });
    expect(linesOf(short, 'subscription').map((line) => line.amount)).toEqual([6.49]);
    expect(archive.editions(store).at(-1)?.notes.join(' ')).toMatch(
      /hourly rate was not found, so a bill here charges the whole/,
    );
  });
});

describe('Hetzner', () => {
  const hetzner = { store: 'hetzner/object-storage', region: 'fsn1', objectSize: '1 GB' };

  it('bills 657 of 730 TB-hours where the only bucket lived 73 hours, and none where one was there all month', () => {
    const byteHours = { storedByteHours: 7.3e14 };
    const short = billed({ ...hetzner, days: 73 / 24, ...byteHours });
    expect(amountOf(short, 'storage')).toBeCloseTo(657 * 0.0087, 6);
    expect(amountOf(billed({ ...hetzner, month: '2026-03', ...byteHours }), 'storage')).toBe(0);
  });

  it('costs what is over by the hour, whatever the month: 744 TB-hours of March', () => {
    const set = billed({ ...hetzner, month: '2026-03', stored: '2 TB', egress: { internet: '3 TB' } });
    expect(set.total).toBeCloseTo(6.49 + 744 * 0.0087 + 2 * 1, 9);
    expect(set.currency).toBe('EUR');
  });

  it('bills an object of 1 kB as 64 kB', () => {
    const set = billed({ ...hetzner, objects: 1e9, objectSize: '1 kB', stored: '1 TB' });
    expect(quantityOf(set, 'storage') + quantityOf(set, 'minimum-size')).toBeCloseTo(64_000, 6);
  });

  it.each([
    ['2024-10-01', 5],
    ['2026-01-25', 4.99],
    ['2026-04-01', 6.49],
  ])('on %s is %d a month', (asOf, fee) => {
    expect(billed({ ...hetzner, asOf, stored: '1 TB' }).total).toBeCloseTo(fee, 9);
  });

  it('has a list in dollars that is none at a rate', () => {
    const set = billed({ ...hetzner, store: 'hetzner/object-storage-usd', days: 30, stored: '2 TB' });
    expect(set.total).toBeCloseTo(7.99 + 720 * 0.0123, 9);
    expect(set.currency).toBe('USD');
  });
});

describe('Scaleway', () => {
  it('has minimum stays that only secondary sources tell, which are no rule here, and says so', () => {
    const edition = archive.editions('scaleway/one-zone').at(-1);
    expect(edition?.rules.storage.minimumHours).toBe(0);
    expect(edition?.notes.join(' ')).toMatch(/minimum stays of 30 and 90 days before a transition/);
  });

  it('frees 75 GB a month to the account, counts what goes to another region, and not what stays', () => {
    const set = billed(
      {
        store: 'scaleway/standard-multi-az',
        region: 'fr-par',
        stored: '1 GB',
        egress: { internet: '50 GB' },
      },
      {
        store: 'scaleway/one-zone',
        region: 'fr-par',
        stored: '1 GB',
        egress: { 'other-region': '50 GB', 'same-region': '500 GB' },
      },
    );
    expect(amountOf(set, 'egress.internet')).toBeCloseTo(25 * 0.01, 9);
  });

  it.each([
    ['standard-multi-az', '2026-05-31', 0.00002 * 730],
    ['standard-multi-az', '2026-06-01', 0.01606],
    ['one-zone', '2026-01-04', 0.0000165 * 730],
    ['one-zone', '2026-01-05', 0.0000103 * 730],
    ['one-zone', '2026-09-25', 0.00803],
  ])('%s on %s is %d a GB-month', (name, asOf, price) => {
    expect(billed({ store: `scaleway/${name}`, region: 'fr-par', asOf, stored: '1 TB' }).total).toBeCloseTo(
      1000 * price,
      6,
    );
  });
});

describe('OVHcloud', () => {
  it('bills what wants of 730 hours in the infrequent class', () => {
    const set = billed({
      store: 'ovh/infrequent-access',
      region: 'gra',
      deletedEarly: { bytes: '1000 GiB', averageAge: '10 days' },
    });
    expect(amountOf(set, 'early-delete')).toBeCloseTo(1000 * (730 - 240) * 0.00000597, 9);
  });
});

describe('Oracle', () => {
  it('has 10 GB, 50,000 requests and 10,240 GB of egress before its first price', () => {
    const of = (gigabytes: number, requests: number, egress: number) =>
      billed({
        store: 'oracle/standard',
        region: 'eu-frankfurt-1',
        stored: `${gigabytes} GiB`,
        requests: { GetObject: requests },
        egress: { internet: `${egress} GiB` },
      }).total;
    expect(of(10, 50_000, 10_240)).toBe(0);
    expect(of(110, 60_000, 10_340)).toBeCloseTo(100 * 0.0255 + 0.0034 + 100 * 0.0085, 9);
  });

  it('has no known price of egress from Tokyo', () => {
    const set = billed({
      store: 'oracle/standard',
      region: 'ap-tokyo-1',
      stored: '1 GiB',
      egress: { internet: '20 TiB' },
    });
    expect([set.atLeast, codesOf(set).includes('price-missing')]).toEqual([true, true]);
  });
});

describe('IDrive e2', () => {
  it('bills a terabyte at least, and egress past three times what is stored', () => {
    expect(billed({ store: 'idrive/e2', stored: '10 GB' }).total).toBe(5);
    expect(billed({ store: 'idrive/e2', stored: '1 TB', egress: { internet: '4 TB' } }).total).toBeCloseTo(
      5 + 10,
      9,
    );
  });
});

describe('Storj', () => {
  it('is three models in time', () => {
    const month = { stored: '2 TB', objectSize: '64 MB', egress: { internet: '1 TB' } };
    const on = (store: string, asOf: string) =>
      billed({ store: `storj/${store}`, asOf, days: 30, ...month }).total;
    expect(on('legacy', '2026-06-30')).toBeCloseTo(8 + 7 + (2e12 / 64e6) * 0.0000088, 9);
    expect(on('global-collaboration', '2026-06-30')).toBeCloseTo(30, 9);
    // An account paid $50 at least until 2026-07-15, and $5 from then on.
    expect(on('standard', '2026-07-01')).toBeCloseTo(50, 9);
    expect(on('standard', '2026-07-15')).toBeCloseTo(14 + 7, 9);
    expect(codesOf(billed({ store: 'storj/legacy', asOf: '2026-07-01', ...month }))).toEqual(['store-ended']);
    expect(codesOf(billed({ store: 'storj/standard', asOf: '2026-06-30', ...month }))).toEqual([
      'before-record',
    ]);
  });

  it('tops an account up to 5.00 once, over its tiers', () => {
    const held = (tier: string, gigabytes: number) => ({
      store: `storj/${tier}`,
      days: 30,
      stored: `${gigabytes} GB`,
      objectSize: '1 MB',
    });
    expect(billed(held('standard', 100), held('advanced', 100)).total).toBeCloseTo(5, 9);
    expect(billed(held('standard', 500), held('advanced', 500)).total).toBeCloseTo(8.5, 9);
  });

  it('bills an object of 1 kB as 50 kB, and one deleted on the tenth day for thirty', () => {
    const set = billed({
      store: 'storj/standard',
      days: 30,
      stored: '10 GB',
      objectSize: '1 kB',
      deletedEarly: { bytes: '1 GB', averageAge: '10 days', objectSize: '50 kB' },
    });
    expect(quantityOf(set, 'minimum-size')).toBeCloseTo(490, 6);
    // 490 GB more for the small, two thirds of a GB-month for the early, and the sum rounded up.
    const all = ['storage', 'minimum-size', 'early-delete'].reduce(
      (sum, one) => sum + quantityOf(set, one),
      0,
    );
    expect(all).toBeCloseTo(501, 9);
  });
});

describe('others', () => {
  it('Bunny: a dollar at least for the account; its CDN reads for nothing, and readers have no price', () => {
    const held = (tier: string) => ({
      store: `bunny/storage-${tier}`,
      region: 'de',
      stored: '10 GB',
      egress: { cdn: '1 TB' },
    });
    expect(billed(held('standard'), held('edge')).total).toBeCloseTo(1, 9);
    expect(billed({ ...held('edge'), egress: { internet: '1 GB' } }).atLeast).toBe(true);
  });

  it('Fastly: 5 GB free, and no known price past 50 TB', () => {
    const held = (terabytes: number) =>
      billed({ store: 'fastly/object-storage', region: 'us-east', stored: `${terabytes} TB` });
    expect([held(50).total, held(50).atLeast]).toEqual([49_995 * 0.02, false]);
    // The last terabyte costs from half of $0.02 a GB to all of it.
    expect([held(51).total, held(51).high, held(51).atLeast]).toEqual([
      49_995 * 0.02 + 10,
      49_995 * 0.02 + 20,
      true,
    ]);
  });

  it('Railway: whole GB-months, and a plan that costs something not known', () => {
    const set = billed({ store: 'railway/buckets', days: 30, stored: '5.1 GB' });
    expect([amountOf(set, 'storage'), set.atLeast]).toEqual([0.09, true]);
  });

  it.each([
    ['2026-03', 744, 0.0217],
    ['2026-11', 720, 0.021],
  ])('Supabase: in %s a GB-month has %d hours and costs about %d', (month, hours, shown) => {
    const set = billed({ store: 'supabase/storage', month, stored: '200 GB' });
    expect(amountOf(set, 'storage')).toBeCloseTo(100 * hours * 0.00002919, 9);
    expect(hours * 0.00002919).toBeCloseTo(shown, 4);
  });
});
