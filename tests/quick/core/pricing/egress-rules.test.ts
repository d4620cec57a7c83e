/** Egress by destination, transfer tables, allowances and the pools they share. */
import { describe, expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { BillOptions } from '#core/pricing/bills/bill-types.ts';
import type { Bill } from '#core/pricing/bills/bill-types.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { Destination, Usage } from '#core/pricing/bills/usage.ts';
import { GB, GIB, aStore, aUsage, anArchive } from '#tests/helpers/an-archive.ts';
import { aTransferFile, anEditionFile, aRegion } from '#tests/helpers/an-edition.ts';

const MONTH_H = 720;

function billOne(archive: Archive, usage: Partial<Usage>, options?: BillOptions): Bill {
  const [one] = bill([aUsage(usage)], archive, options).bills;
  if (!one) throw new Error('a usage has a bill');
  return one;
}

const brief = (of: Bill) => of.lines.map(({ meter, quantity, unitPrice }) => [meter, quantity, unitPrice]);
const out = (to: Destination, gigabytes: number, gigabyte = GB) => ({ to, bytes: gigabytes * gigabyte });

/** Two stores and a bare transfer table of one provider, in three regions of two groups, with 100 GB free over all. */
function aCloud(): Archive {
  const bands = (first: string) => [
    { upTo: 10_240, price: `${first} per GB` },
    { upTo: 51_200, price: '0.085 per GB' },
    { price: '0.05 per GB' },
  ];
  const region = (group: string, first: string) => ({
    internet: { group, tiers: bands(first) },
    'same-region': '0 per GB',
    'other-zone': '0.01 per GB',
    cdn: '0 per GB',
    'other-region': { default: '0.02 per GB', except: { far: '0.08 per GB' } },
  });
  const edition = anEditionFile({
    regions: {
      north: aRegion({ egress: 'transfer' }),
      south: aRegion({ egress: 'transfer' }),
      far: aRegion({ egress: 'transfer' }),
      lost: aRegion({ egress: 'transfer' }),
    },
  });
  return anArchive({
    'acme/hot/2026-01-01': edition,
    'acme/cold/2026-01-01': edition,
    'acme/transfer/2026-01-01': aTransferFile({
      pool: { id: 'bands', scope: 'region-group' },
      free: { internet: { amount: 100, pool: { id: 'free', scope: 'account' } } },
      regions: { north: region('west', '0.09'), south: region('west', '0.09'), far: region('east', '0.12') },
    }),
  });
}

const cloud = (region: string, gigabytes: number, store = 'acme/hot') =>
  aUsage({ store, region, egress: [out('internet', gigabytes, GIB)] });

describe('egress from a store’s own table', () => {
  const egress = { internet: '0.09 per GB', 'same-region': '0 per GB', partner: '0.01 per GB' };

  it('is billed by destination', () => {
    const used = billOne(aStore({}, { egress }), {
      egress: [out('internet', 10), out('same-region', 20), out('partner', 30)],
    });
    expect(brief(used)).toEqual([
      ['egress.internet', 10, 0.09],
      ['egress.same-region', 20, 0],
      ['egress.partner', 30, 0.01],
    ]);
  });

  it('to a destination it does not list costs from nothing to what the internet does', () => {
    const used = billOne(aStore({}, { egress }), {
      egress: [out('cdn', 10), out('other-region', 5), out({ region: 'south' }, 1)],
    });
    expect(brief(used)).toEqual([
      ['egress.other-region', 6, null],
      ['egress.cdn', 10, null],
    ]);
    expect(used.lines.map(({ range }) => range)).toEqual([
      [0, expect.closeTo(0.54, 9)],
      [0, expect.closeTo(0.9, 9)],
    ]);
    expect([used.total, used.high]).toEqual([0, expect.closeTo(1.44, 9)]);
  });

  it('to a destination it does not list is free where the internet is', () => {
    const used = billOne(aStore({}, { egress: { internet: '0 per GB' } }), {
      egress: [out('same-region', 10)],
    });
    expect(brief(used)).toEqual([['egress.internet', 10, 0]]);
    expect(used.atLeast).toBe(false);
  });

  it('to its own region by name is the same region', () => {
    expect(brief(billOne(aStore({}, { egress }), { egress: [out({ region: 'north' }, 10)] }))).toEqual([
      ['egress.same-region', 10, 0],
    ]);
  });

  it('is free up to three times the average stored, as at Backblaze', () => {
    const archive = aStore({ egress: { free: { timesStored: 3 } } }, { egress: { internet: '0.01 per GB' } });
    const used = billOne(archive, { byteHours: 100 * GB * MONTH_H, egress: [out('internet', 500)] });
    expect(brief(used).slice(1)).toEqual([
      ['egress.internet', 300, 0],
      ['egress.internet', 200, 0.01],
    ]);
  });

  it('follows the average over the billing month, not what was stored at its end', () => {
    const archive = aStore({ egress: { free: { timesStored: 3 } } }, { egress: { internet: '0.01 per GB' } });
    const used = billOne(archive, {
      byteHours: 0,
      average: { bytes: 300 * GB, held: [] },
      period: { days: 1 },
      egress: [out('internet', 500)],
    });
    expect(brief(used)[1]).toEqual(['egress.internet', 30, 0]);
  });

  it('past the fair use is a breach, not a price', () => {
    const archive = aStore({ egress: { fairUseTimesStored: 1 } }, { egress: { internet: '0 per GB' } });
    const used = billOne(archive, { byteHours: 100 * GB * MONTH_H, egress: [out('internet', 150)] });
    expect(used.findings).toContainEqual({ code: 'fair-use', store: 'acme/store', ratio: 1.5, allowed: 1 });
    expect(used.total).toBeCloseTo(2, 12);
    expect(
      billOne(archive, { byteHours: 100 * GB * MONTH_H, egress: [out('internet', 100)] }).findings,
    ).toEqual([]);
  });

  it('starts where the account’s own egress ends', () => {
    const archive = aStore(
      { egress: { free: { amount: 50 } } },
      { egress: { internet: [{ upTo: 100, price: '0.2 per GB' }, { price: '0.1 per GB' }] } },
    );
    const used = billOne(
      archive,
      { egress: [out('internet', 60)] },
      { account: { acme: { internetEgressBytes: 80 * GB } } },
    );
    expect(brief(used)).toEqual([
      ['egress.internet', 20, 0.2],
      ['egress.internet', 40, 0.1],
    ]);
  });
});

describe('egress by the provider’s transfer table', () => {
  it('takes the free GB out of the first band', () => {
    expect(brief(bill([cloud('north', 10_340)], aCloud()).bills[0] as Bill)).toEqual([
      ['egress.internet', 100, 0],
      ['egress.internet', 10_140, 0.09],
      ['egress.internet', 100, 0.085],
    ]);
  });

  it('carries the table’s own edition and GB', () => {
    const [line] = billOne(aCloud(), cloud('north', 1)).lines;
    expect(line).toMatchObject({ edition: 'acme/transfer/2026-01-01', unit: 'GiB' });
  });

  it('is billed by region, zone and network', () => {
    const egress = [
      out({ region: 'south' }, 1, GIB),
      out({ region: 'far' }, 2, GIB),
      out('other-region', 3, GIB),
      out({ region: 'north' }, 4, GIB),
      out('other-zone', 5, GIB),
      out('cdn', 6, GIB),
    ];
    const used = billOne(aCloud(), { store: 'acme/hot', egress });
    expect(brief(used).sort()).toEqual([
      ['egress.cdn', 6, 0],
      ['egress.other-region', 2, 0.08],
      ['egress.other-region', 4, 0.02],
      ['egress.other-zone', 5, 0.01],
      ['egress.same-region', 4, 0],
    ]);
    expect(used.lines.find((line) => line.unitPrice === 0.08)?.note).toBe('to far');
  });

  it('names regions together by area', () => {
    const archive = anArchive({
      'acme/hot/2026-01-01': anEditionFile({ regions: { north: aRegion({ egress: 'transfer' }) } }),
      'acme/transfer/2026-01-01': aTransferFile({
        areas: { south: ['cape', 'rio'] },
        regions: {
          north: {
            internet: { group: 'a', tiers: '0.09 per GB' },
            'same-region': '0 per GB',
            'other-region': { default: '0.02 per GB', except: { south: '0.14 per GB' } },
          },
        },
      }),
    });
    const egress = [out({ region: 'cape' }, 1, GIB), out({ region: 'rio' }, 2, GIB)];
    expect(brief(billOne(archive, { store: 'acme/hot', egress }))).toEqual([
      ['egress.other-region', 3, 0.14],
    ]);
  });

  it('to readers priced apart fills bands of its own, with their own free GB', () => {
    const archive = anArchive({
      'acme/hot/2026-01-01': anEditionFile({
        regions: { north: aRegion({ egress: 'transfer' }), south: aRegion({ egress: 'transfer' }) },
      }),
      'acme/transfer/2026-01-01': aTransferFile({
        pool: { id: 'bands', scope: 'account' },
        free: { internet: { amount: 5, pool: { id: 'free', scope: 'account' }, regions: ['north'] } },
        destinations: {
          australia: {
            places: ['internet/AU', 'internet/oceania'],
            tiers: [{ upTo: 10, price: '0.19 per GB' }, { price: '0.15 per GB' }],
            free: { amount: 2, pool: { id: 'free-au', scope: 'account' } },
          },
        },
        regions: Object.fromEntries(
          ['north', 'south'].map((name) => [
            name,
            {
              internet: { group: 'a', tiers: '0.12 per GB' },
              'same-region': '0 per GB',
              'other-region': { default: '0.02 per GB' },
            },
          ]),
        ),
      }),
    });
    const leaving = [
      out('internet', 6, GIB),
      out({ internet: 'DE' }, 4, GIB),
      out({ internet: 'AU' }, 8, GIB),
      out({ internet: 'oceania' }, 4, GIB),
    ];
    const from = (region: string) => brief(billOne(archive, { store: 'acme/hot', region, egress: leaving }));
    const australia = [
      ['egress.internet', 2, 0],
      ['egress.internet', 8, 0.19],
      ['egress.internet', 2, 0.15],
    ];
    expect(from('north')).toEqual([['egress.internet', 5, 0], ['egress.internet', 5, 0.12], ...australia]);
    expect(from('south'), 'the free GB are granted in the north').toEqual([
      ['egress.internet', 10, 0.12],
      ...australia,
    ]);
  });

  it('of replicated bytes is egress to the other region', () => {
    const used = (to?: string) =>
      brief(
        billOne(aCloud(), {
          store: 'acme/hot',
          replicated: { bytes: 10 * GIB, objects: 1, ...(to ? { to } : {}) },
        }),
      );
    expect(used()).toEqual([['egress.other-region', 10, 0.02]]);
    expect(used('far')).toEqual([['egress.other-region', 10, 0.08]]);
  });

  it('from a region the table lacks has no known price', () => {
    const used = billOne(aCloud(), { ...cloud('lost', 1) });
    expect(used).toMatchObject({ total: 0.05, atLeast: true });
    expect(used.findings).toContainEqual({
      code: 'price-missing',
      store: 'acme/hot',
      region: 'lost',
      meter: 'egress.internet',
      edition: 'acme/transfer/2026-01-01',
    });
  });

  it('of a provider without one has no known price', () => {
    const archive = aStore({}, { egress: 'transfer' });
    expect(billOne(archive, { egress: [out('internet', 1)] })).toMatchObject({ total: 0, atLeast: true });
  });

  it('is billed alone as the pseudo-store acme/transfer', () => {
    const used = billOne(aCloud(), cloud('north', 200, 'acme/transfer'));
    expect(brief(used)).toEqual([
      ['egress.internet', 100, 0],
      ['egress.internet', 100, 0.09],
    ]);
    expect(used.store).toBe('acme/transfer');
  });
});

describe('pools', () => {
  it('fill once over all stores and regions of a group', () => {
    const [first, second] = bill(
      [cloud('north', 10_000), cloud('south', 10_000, 'acme/cold')],
      aCloud(),
    ).bills;
    expect(brief(first as Bill)).toEqual([
      ['egress.internet', 100, 0],
      ['egress.internet', 9900, 0.09],
    ]);
    expect(brief(second as Bill)).toEqual([
      ['egress.internet', 240, 0.09],
      ['egress.internet', 9760, 0.085],
    ]);
  });

  it('fill apart in another group, whose dearer usage takes the shared allowance', () => {
    const usages = [cloud('north', 500), cloud('far', 300)];
    const [north, far] = bill(usages, aCloud()).bills;
    expect(brief(north as Bill)).toEqual([['egress.internet', 500, 0.09]]);
    expect(brief(far as Bill)).toEqual([
      ['egress.internet', 100, 0],
      ['egress.internet', 200, 0.12],
    ]);
  });

  it('pass on what the dearer usage leaves', () => {
    const [north, far] = bill([cloud('north', 500), cloud('far', 30)], aCloud()).bills;
    expect(brief(north as Bill)[0]).toEqual(['egress.internet', 70, 0]);
    expect(brief(far as Bill)).toEqual([['egress.internet', 30, 0]]);
  });

  it('start where the account is already, its allowance spent', () => {
    const used = bill([cloud('north', 1000)], aCloud(), {
      account: { acme: { internetEgressBytes: 40 * 1024 * GIB } },
    });
    expect(brief(used.bills[0] as Bill)).toEqual([['egress.internet', 1000, 0.085]]);
  });

  it('round once over all that share them', () => {
    const pool = { id: 'class-a', scope: 'account' };
    const archive = aStore(
      { requests: { put: { pool, quantum: 1e6, free: { amount: 1e6 } } } },
      { requests: { put: '4.50 per 1,000,000 requests', get: '0 per request' } },
    );
    const used = (count: number) => aUsage({ requests: [{ operation: 'PutObject', count }] });
    expect(bill([used(700_000), used(700_000)], archive).total).toBeCloseTo(4.5, 12);
    expect(bill([used(1_400_000)], archive).total).toBeCloseTo(4.5, 12);
  });

  it('round only what the account’s own use has not paid for', () => {
    const archive = aStore(
      { storage: { quantum: 1, pool: { id: 'storage', scope: 'account' } } },
      { storage: '1 per GB-month' },
    );
    const used = billOne(
      archive,
      { byteHours: 0.3 * GB * MONTH_H },
      { account: { acme: { storedBytes: 10.5 * GB } } },
    );
    expect(used.total).toBe(0);
  });

  it('of a subscription stay with the store in its region', () => {
    const subscription = { price: '10 per month', includes: { storage: 100 } };
    const region = aRegion({ subscription });
    const rules = { storage: { averaging: 'byte-hours', pool: { id: 'storage', scope: 'subscription' } } };
    const archive = anArchive({
      'acme/store/2026-01-01': anEditionFile({
        gigabyte: 1e9,
        month: '720 h',
        rules,
        regions: { north: region, south: region },
      }),
    });
    const set = bill(
      ['north', 'south'].map((one) => aUsage({ region: one, byteHours: 100 * GB * MONTH_H })),
      archive,
    );
    expect(set.total).toBe(20);
  });
});
