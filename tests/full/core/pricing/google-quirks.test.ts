/** Billing quirks of Google Cloud Storage, one a test, on the archive's own editions. */
import { describe, expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Bill } from '#core/pricing/bills/bill-types.ts';
import { usagesOf } from '#tests/helpers/usages-of.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function billOf(usage: Record<string, unknown>): Bill {
  const [one] = bill(
    usagesOf({ store: 'google/standard', region: 'us-east4', asOf: '2026-11-20', ...usage }),
    archive,
  ).bills;
  if (!one) throw new Error('a usage has a bill');
  return one;
}

const amountOf = ({ lines }: Bill, meter: string) =>
  lines.filter((line) => line.meter === meter).reduce((sum, line) => sum + (line.amount ?? NaN), 0);
const linesOf = ({ lines }: Bill, meter: string) =>
  lines.filter((line) => line.meter === meter).map(({ quantity, unitPrice }) => [quantity, unitPrice]);

describe('the multi-region Asia, which an area is named after', () => {
  it.each(['us-west1', 'europe-west1'])('costs $0.08 a GiB from %s, as its regions do', (region) => {
    for (const to of ['asia', 'asia-east1', 'asia1'])
      expect(billOf({ region, egress: { [to]: '1 TiB' } }).total, to).toBeCloseTo(1024 * 0.08, 6);
    expect(billOf({ region, replicated: { bytes: '1 TiB', to: 'asia' } }).total).toBeCloseTo(1024 * 0.08, 6);
  });
});

describe('time', () => {
  it('a month of 31 days costs 744/730 of the monthly price', () => {
    const march = billOf({ month: '2026-03', asOf: '2026-03-01', stored: '730 GiB' });
    expect(amountOf(march, 'storage')).toBeCloseTo(744 * 0.023, 9);
  });

  it('what leaves a class before its days pays the rest of them', () => {
    for (const [store, days, price] of [
      ['google/nearline', 30, 0.013],
      ['google/coldline', 90, 0.006],
      ['google/archive', 365, 0.0025],
    ] as const) {
      const used = billOf({ store, deletedEarly: { bytes: '730 GiB', averageAge: '10 days' } });
      expect(amountOf(used, 'early-delete'), store).toBeCloseTo((days - 10) * 24 * price, 9);
    }
  });

  it('a lifecycle rule that changes the class is no early exit, though a deletion is', () => {
    for (const store of ['google/nearline', 'google/coldline', 'google/archive', 'google/nearline-hns'])
      for (const edition of archive.editions(store))
        expect(edition.rules.storage.earlyDeleteOn, edition.id).toEqual(['delete', 'overwrite', 'expiry']);
  });
});

describe('soft delete', () => {
  const gone = { bytes: '730 GiB' };

  it('bills deleted bytes as live ones for seven days, or as long as they are kept', () => {
    expect(amountOf(billOf({ softDeleted: gone }), 'storage')).toBeCloseTo(168 * 0.023, 9);
    const kept = billOf({ softDeleted: { ...gone, retention: '14 days' } });
    expect(amountOf(kept, 'storage')).toBeCloseTo(336 * 0.023, 9);
    expect(billOf({ softDeleted: { ...gone, retention: '0 days' } }).total).toBe(0);
  });

  it('takes its days off what an early exit pays', () => {
    const used = billOf({ store: 'google/nearline', softDeleted: { ...gone, averageAge: '10 days' } });
    expect(amountOf(used, 'storage') + amountOf(used, 'early-delete')).toBeCloseTo(20 * 24 * 0.013, 9);
    expect(amountOf(used, 'early-delete')).toBeCloseTo(13 * 24 * 0.013, 9);
  });

  it('is not invented where no source says that a store has it', () => {
    const used = billOf({ store: 'aws/s3-standard', region: 'us-east-1', softDeleted: gone });
    expect([used.total, used.findings.map((finding) => finding.code)]).toEqual([
      0,
      expect.arrayContaining(['soft-delete-unknown']),
    ]);
  });
});

describe('what the facts leave open, the editions say', () => {
  const newest = ['google/nearline', 'google/coldline', 'google/archive'].map((store) =>
    archive.editions(store).at(-1),
  );

  it('what reading metadata adds to retrieval', () => {
    for (const edition of newest)
      expect(edition?.notes.join(' ')).toMatch(/what reading metadata adds is not stated and is left out/);
    const looked = billOf({ store: 'google/nearline', objectSize: '1 GiB', requests: { HeadObject: 1000 } });
    expect(looked.lines.map((line) => line.meter)).toEqual(['requests.b']);
  });

  it('buckets under Autoclass, which pay no retrieval and no early exit', () => {
    for (const edition of newest) {
      expect(edition?.notes.join(' ')).toMatch(/not under Autoclass/);
      expect(edition?.notes.join(' ')).toMatch(/in buckets under Autoclass pay none/);
    }
  });
});

describe('operations', () => {
  it('answers 307, 4xx and 5xx are not billed', () => {
    const answers = { GetObject: { 307: 1000, 404: 1000, 429: 1000, 503: 1000 } };
    for (const store of ['google/standard', 'google/nearline', 'google/coldline', 'google/archive'])
      expect(billOf({ store, failed: answers }).total, store).toBe(0);
  });

  it('a thousand objects moved into Archive cost 0.05, and 0.10 in a multi-region', () => {
    const moved = (region: string) =>
      amountOf(billOf({ store: 'google/archive', region, transitions: { in: 1000 } }), 'transition');
    expect(moved('us-central1')).toBeCloseTo(0.05, 12);
    expect(moved('us')).toBeCloseTo(0.1, 12);
  });

  it('class A doubles in dual- and multi-regions, class B does not', () => {
    const requests = { PutObject: 1e6, GetObject: 1e6 };
    const used = (region: string) => {
      const of = billOf({ store: 'google/nearline', region, requests, objectSize: '1 KiB' });
      return [amountOf(of, 'requests.a'), amountOf(of, 'requests.b')];
    };
    expect(used('us-central1')).toEqual([10, 1]);
    for (const region of ['us', 'eu', 'asia', 'nam4', 'eur4', 'asia1-turbo'])
      expect(used(region), region).toEqual([20, 1]);
  });

  it('a hierarchical namespace adds 30 %, to whoever names it', () => {
    const put = (store: string, asOf: string) =>
      amountOf(billOf({ store, asOf, requests: { PutObject: 1e6 } }), 'requests.a');
    for (const asOf of ['2026-05-16', '2026-11-20'])
      expect(put('google/coldline-hns', asOf)).toBeCloseTo(1.3 * put('google/coldline', asOf), 9);
    for (const name of ['standard', 'nearline', 'coldline', 'archive'])
      expect(archive.editions(`google/${name}-hns`).map((one) => one.byNameOnly)).toEqual([true, true]);
  });

  it('deletions are free', () => {
    expect(billOf({ requests: { DeleteObject: 1e9 } }).total).toBe(0);
  });
});

describe('dual- and multi-regions', () => {
  it('a dual-region bills both of its regions', () => {
    const used = billOf({ region: 'nam4', stored: '1 GiB' });
    expect(linesOf(used, 'storage')).toEqual([[2, 0.022]]);
    expect(used.total).toBeCloseTo(0.044, 12);
  });

  it('every byte written is replicated: 0.02, in Asia 0.08, with turbo 0.04 and 0.11', () => {
    const written = (region: string) =>
      amountOf(
        billOf({
          region,
          requests: { PutObject: 1024, CopyObject: 1024, GetObject: 5 },
          objectSize: '1 MiB',
        }),
        'replication',
      );
    expect(
      ['us', 'eu', 'asia', 'nam4', 'nam4-turbo', 'eur4-turbo', 'asia1', 'asia1-turbo'].map((region) =>
        Number((written(region) / 2).toFixed(9)),
      ),
    ).toEqual([0.02, 0.02, 0.08, 0.02, 0.04, 0.04, 0.08, 0.11]);
    expect(written('us-central1'), 'a region replicates nothing').toBe(0);
  });

  it('turbo replication is not offered in multi-regions', () => {
    for (const store of archive.stores.filter((id) => id.startsWith('google/')))
      for (const { regions } of archive.editions(store))
        for (const name of ['us', 'eu', 'asia']) expect(regions[`${name}-turbo`]).toBeUndefined();
  });

  it('a region is not the same location as the multi-region around it', () => {
    const read = (region: string, to: string) => billOf({ region, egress: { [to]: '100 GiB' } }).total;
    expect(read('eu', 'europe-west1')).toBeCloseTo(2, 9);
    expect(read('europe-west1', 'europe-west1')).toBe(0);
    expect(read('eu', 'eu')).toBe(0);
  });

  it('a service in one of its regions reads a dual-region for nothing', () => {
    const read = (to: string) => billOf({ region: 'nam4', egress: { [to]: '100 GiB' } }).total;
    expect([read('us-central1'), read('us-east1')]).toEqual([0, 0]);
    expect(read('us-west1')).toBeCloseTo(2, 9);
    expect(read('europe-west1')).toBeCloseTo(5, 9);
  });
});

describe('bytes', () => {
  it('retrieval is billed on reads and copies alike', () => {
    const used = billOf({
      store: 'google/coldline',
      requests: { GetObject: 1024, CopyObject: 1024, HeadObject: 1024 },
      objectSize: '1 MiB',
    });
    expect(linesOf(used, 'retrieval')).toEqual([[2, 0.02]]);
  });

  it('Rapid bills every byte in and out, like S3 Express', () => {
    const usage = {
      requests: { PutObject: 1024, GetObject: 2048 },
      objectSize: '1 MiB',
      stored: '1 GiB',
      month: '2026-03',
      asOf: '2026-11-20',
    };
    const rapid = billOf({ store: 'google/rapid', region: 'us-central1', ...usage });
    expect([linesOf(rapid, 'upload'), linesOf(rapid, 'retrieval')]).toEqual([[[1, 0.0032]], [[2, 0.0006]]]);
    const express = billOf({ store: 'aws/s3-express-one-zone', region: 'us-east-1', ...usage });
    expect(amountOf(rapid, 'requests.a')).toBeCloseTo(amountOf(express, 'requests.put'), 12);
  });

  it('internet bands moved from 1 and 10 TiB to 10 and 150 TiB', () => {
    const sent = (asOf: string) =>
      linesOf(billOf({ asOf, egress: { 'internet/DE': '20 TiB' } }), 'egress.internet');
    expect(sent('2026-05-15')).toEqual([
      [1024, 0.12],
      [9216, 0.11],
      [10240, 0.08],
    ]);
    expect(sent('2026-05-16')).toEqual([
      [100, 0],
      [10140, 0.12],
      [10240, 0.11],
    ]);
  });

  it('readers in Asia, China and Australia fill bands of their own, and two of them get nothing free', () => {
    const egress = {
      'internet/FR': '200 GiB',
      'internet/SG': '200 GiB',
      'internet/CN': '200 GiB',
      'aws/ap-southeast-2': '200 GiB',
    };
    expect(linesOf(billOf({ egress }), 'egress.internet')).toEqual([
      [100, 0],
      [100, 0.12],
      [100, 0],
      [100, 0.12],
      [200, 0.23],
      [200, 0.19],
    ]);
    expect(
      linesOf(billOf({ egress, region: 'europe-west1' }), 'egress.internet'),
      'free from North America',
    ).toEqual([
      [200, 0.12],
      [200, 0.12],
      [200, 0.23],
      [200, 0.19],
    ]);
  });

  it('where an area is not stated, its price is not known', () => {
    expect(billOf({ egress: { 'northamerica-south1': '1 GiB' } })).toMatchObject({
      atLeast: true,
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'price-missing', meter: 'egress.other-region' }),
      ]) as unknown,
    });
  });
});

describe('Always Free', () => {
  const usage = (region: string, store = 'google/standard') => ({
    store,
    region,
    asOf: '2026-11-20',
    days: 30,
    stored: '5 GiB',
    requests: { PutObject: 3000, GetObject: 30_000 },
  });
  const three = ['us-west1', 'us-central1', 'us-east1'].map((region) => usage(region));

  it('is one allowance of three regions together', () => {
    const set = bill(usagesOf(three), archive);
    const stored = (3 * 5 * 720) / 730;
    expect(set.total).toBeCloseTo((stored - 5) * 0.02 + 4000 * 0.000005 + 40_000 * 4e-7, 9);
  });

  it('is nothing elsewhere, and nothing for Rapid', () => {
    expect(bill(usagesOf(usage('us-east4')), archive).total).toBeGreaterThan(0.1);
    for (const line of billOf(usage('us-central1', 'google/rapid')).lines)
      expect(line.amount).toBeGreaterThan(0);
  });
});
