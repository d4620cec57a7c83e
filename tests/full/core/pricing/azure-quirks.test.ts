/** Billing quirks of Azure Blob, one a test, on the archive's own editions; on hand-made ones where no price was found. */
import { describe, expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Bill } from '#core/pricing/bills/bill-types.ts';
import { aStore, aUsage } from '#tests/helpers/an-archive.ts';
import { usagesOf } from '#tests/helpers/usages-of.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function billOf(usage: Record<string, unknown>): Bill {
  const [one] = bill(
    usagesOf({ store: 'azure/blob-hot', region: 'westus', asOf: '2026-11-20', ...usage }),
    archive,
  ).bills;
  if (!one) throw new Error('a usage has a bill');
  return one;
}

const linesOf = ({ lines }: Bill, meter: string) =>
  lines.filter((line) => line.meter === meter).map(({ quantity, unitPrice }) => [quantity, unitPrice]);
const missing = ({ findings }: Bill) =>
  findings.flatMap((finding) => (finding.code === 'price-missing' ? [finding.meter] : []));

describe('operations', () => {
  it('a blob of 5 GiB in blocks of 8 MiB is 641 writes', () => {
    const used = billOf({
      requests: { CreateMultipartUpload: 1, UploadPart: 640, CompleteMultipartUpload: 1 },
      objectSize: '8 MiB',
    });
    expect(linesOf(used, 'requests.write')).toEqual([[641, 0.0000055]]);
    expect(used.atLeast).toBe(false);
  });

  it('blocks uploaded to Archive pay the rate of Hot, the commit that of Archive', () => {
    const used = billOf({
      store: 'azure/blob-archive',
      region: 'eastus',
      requests: { UploadPart: 640, CompleteMultipartUpload: 1 },
      objectSize: '8 MiB',
    });
    expect(linesOf(used, 'requests.block')).toEqual([[640, 0.000005]]);
    expect(linesOf(used, 'requests.write')).toEqual([[1, 0.00001]]);
  });

  it('folder operations of a hierarchical namespace are per 100, a hundred times dearer than they look', () => {
    const classes = { put: ['PutObject', 'CopyObject'], get: ['GetObject'], folder: ['RenameObject'] };
    const prices = {
      put: '0.0715 per 10000 requests',
      get: '0.0044 per 10000 requests',
      folder: '0.0715 per 100 requests',
    };
    const sample = aStore({}, { requests: prices }, { operations: { classes } });
    const renamed = (operation: string) =>
      bill([aUsage({ requests: [{ operation, count: 1000 }] })], sample).total;
    expect(renamed('RenameObject')).toBeCloseTo(0.715, 12);
    expect(renamed('CopyObject')).toBeCloseTo(0.00715, 12);
  });

  it('the dfs endpoint bills a request for every 4 MiB of its body', () => {
    const sample = aStore({ requests: { put: { perBytes: 4 * 2 ** 20 } } });
    const written = bill(
      [aUsage({ requests: [{ operation: 'PutObject', count: 1, bytesEach: 5 * 2 ** 30 }] })],
      sample,
    );
    expect(written.bills[0]?.lines[0]?.quantity).toBe(1280);
  });

  it('deletions are free, lists and properties have classes of their own', () => {
    const requests = { DeleteObject: 1e6, ListObjectsV2: 1e4, HeadObject: 1e4 };
    const used = billOf({ requests });
    expect(used.total).toBeCloseTo(0.055 + 0.0044, 12);
  });
});

describe('requests that fail', () => {
  it('are billed once authenticated, and not where authentication failed', () => {
    const answers = (status: number) => billOf({ failed: { PutObject: { [status]: 10_000 } } }).total;
    expect([answers(404), answers(412), answers(503), answers(401)]).toEqual([0.055, 0.055, 0.055, 0]);
  });
});

describe('tiers', () => {
  it('a move to a warmer tier is a read of everything: operations and retrieval of the tier left', () => {
    const moved = billOf({
      store: 'azure/blob-cool',
      region: 'westus',
      asOf: '2026-08-01',
      objectSize: '1 GiB',
      requests: { SetBlobTierWarmer: 10_000 },
    });
    const read = billOf({
      store: 'azure/blob-cool',
      region: 'westus',
      asOf: '2026-08-01',
      objectSize: '1 GiB',
      requests: { GetObject: 10_000 },
    });
    expect(moved.lines).toEqual(read.lines);
    expect(moved.lines.map((line) => line.meter)).toEqual(['requests.read', 'retrieval']);
  });

  it('a move to a cooler tier is a write at its rate', () => {
    const moved = billOf({ store: 'azure/blob-cold', region: 'eastus', transitions: { in: 10_000 } });
    expect(linesOf(moved, 'transition')).toEqual([[10_000, 0.000018]]);
  });

  it('to leave Cool, Cold or Archive before 30, 90 or 180 days pays the rest', () => {
    for (const [store, days, price] of [
      ['azure/blob-cool', 30, 0.0152],
      ['azure/blob-cold', 90, 0.0036],
      ['azure/blob-archive', 180, 0.00099],
    ] as const) {
      const used = billOf({
        store,
        region: 'eastus',
        month: '2026-11',
        deletedEarly: { bytes: '100 GiB', averageAge: '21 days' },
      });
      expect(used.total, store).toBeCloseTo((100 * (days - 21) * price) / 30, 9);
    }
  });

  it('Archive is offline, and a second region or zone is asked for by name', () => {
    const byName = (store: string) => archive.editions(store).every((one) => one.byNameOnly);
    const stores = archive.stores.filter((id) => id.startsWith('azure/blob-'));
    expect(stores.filter((store) => !byName(store))).toEqual([
      'azure/blob-cold',
      'azure/blob-cool',
      'azure/blob-hot',
      'azure/blob-premium',
    ]);
  });
});

describe('what no record gives', () => {
  it('is missing from the bill, never nothing', () => {
    expect(missing(billOf({ region: 'eastus2', requests: { PutObject: 1 }, objectSize: '1 B' }))).toEqual([
      'requests.write',
    ]);
    expect(missing(billOf({ region: 'eastus', stored: '60 TiB' }))).toEqual(['storage']);
    expect(
      missing(
        billOf({ store: 'azure/blob-cold', region: 'eastus', requests: { GetObject: 1 }, objectSize: '1 B' }),
      ),
    ).toEqual(['retrieval']);
    expect(
      missing(billOf({ store: 'azure/blob-hot-grs', requests: { PutObject: 1 }, objectSize: '1 MiB' })),
    ).toEqual(['replication']);
    expect(missing(billOf({ region: 'koreacentral', egress: { internet: '1 GB' } }))).toEqual([
      'egress.internet',
    ]);
    // Whether Mexico is one continent with North America is not known, Europe is another one.
    expect(missing(billOf({ egress: { mexicocentral: '1 GB' } }))).toEqual(['egress.other-region']);
    expect(linesOf(billOf({ egress: { westeurope: '1 GiB' } }), 'egress.other-region')).toEqual([[1, 0.05]]);
  });

  it('leaves Canada Central without a price, and West Europe before somebody recorded one', () => {
    const unpriced = [{ code: 'region-missing' }];
    expect(billOf({ region: 'canadacentral', stored: '1 GB' }).findings).toMatchObject(unpriced);
    expect(billOf({ region: 'westeurope', stored: '1 GB', asOf: '2026-07-14' }).findings).toMatchObject(
      unpriced,
    );
    expect(billOf({ region: 'westeurope', stored: '1 GB', asOf: '2026-07-15' }).total).toBeGreaterThan(0);
  });

  it('a price under doubt says so', () => {
    expect(billOf({ store: 'azure/blob-cool', region: 'eastus' }).findings).toContainEqual(
      expect.objectContaining({ code: 'price-confidence', confidence: 'conflicting' }),
    );
  });
});
