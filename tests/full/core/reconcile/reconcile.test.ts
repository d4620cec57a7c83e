/** From billed quantities back to the usage: on every edition the rebuilt usage has the bill it came from. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { usageTypeMeaning, usageTypesOf } from '#core/reconcile/aws-usage-types.ts';
import type { LedgerEntry } from '#core/reconcile/ledger.ts';
import { describeReason, reasonOf } from '#core/reconcile/reasons.ts';
import { reconcile } from '#core/reconcile/reconcile.ts';
import { anyAmounts } from '#tests/helpers/any-usage.ts';
import { wholeArchive } from '#tests/sources.ts';

const ARCHIVE = wholeArchive();
const EDITIONS = ARCHIVE.stores.flatMap((store) =>
  ARCHIVE.editions(store).map((edition) => [edition.id, edition] as const),
);

describe('the bill of a month, taken for an invoice', () => {
  it.each(EDITIONS)('is rebuilt on %s', (_, edition) => {
    const archive = { ...ARCHIVE, editions: (asked: string) => (asked === edition.store ? [edition] : []) };
    // Quantities that are rounded up hide the averages that an allowance follows.
    const { storage, egress: sent } = edition.rules;
    const hidden = sent?.free?.timesStored !== undefined && (sent.quantum ?? storage.quantum) !== undefined;
    const anyMonth = fc.tuple(fc.constantFrom(...Object.keys(edition.regions)), anyAmounts(1));
    fc.assert(
      fc.property(anyMonth, ([region, amounts]) => {
        // A body that is not stated is no quantity of an invoice, nor is one of a class whose requests go by the stretch.
        const requests = amounts.requests.map((one) => ({ ...one, bytesEach: one.bytesEach ?? 0 }));
        const egress = amounts.egress.filter(({ to }) => typeof to === 'string');
        const period = { monthOf: '2026-03' };
        const usage: Usage = {
          store: edition.store,
          region,
          asOf: edition.date,
          period,
          ...amounts,
          requests,
          egress,
        };
        const [billed] = bill([usage], archive).bills;
        const entries = (billed?.lines ?? []).map(({ meter, quantity, amount }): LedgerEntry => ({
          month: '2026-03',
          store: edition.store,
          region,
          meter,
          to: '',
          quantity,
          cost: amount,
          currency: edition.currency,
        }));
        if (entries.length === 0) return;
        const known = new Set(
          (billed?.lines ?? []).filter(({ amount }) => amount === null).map(({ meter }) => meter),
        );
        const { lines } = reconcile(entries, archive, edition.date);
        const telling = lines.filter(
          ({ meter }) => !known.has(meter) && !(hidden && ['egress.internet', 'minimum'].includes(meter)),
        );
        for (const line of telling)
          expect(
            [line.meter, ['same', 'no-meter', 'price-change'].includes(line.reason.code)],
            JSON.stringify(line),
          ).toEqual([line.meter, true]);
      }),
      { numRuns: 8 },
    );
  });
});

describe('usage types', () => {
  const usageTypes = usageTypesOf(ARCHIVE);

  it.each([
    ['TimedStorage-ByteHrs', 'us-east-1', 'aws/s3-standard', 'storage'],
    ['USW2-TimedStorage-SIA-SmObjects', 'us-west-2', 'aws/s3-standard-ia', 'minimum-size'],
    ['EU-TimedStorage-INT-AIA-ByteHrs', 'eu-west-1', 'aws/s3-intelligent-tiering', 'storage.archive-instant'],
    ['APS3-Requests-GIR-Tier2', 'ap-south-1', 'aws/s3-glacier-instant-retrieval', 'requests.get'],
    ['Upload-XZ', 'us-east-1', 'aws/s3-express-one-zone', 'upload'],
    ['CPT-DataTransfer-Out-Bytes', 'af-south-1', 'aws/transfer', 'egress.internet'],
  ])('%s', (usageType, region, store, meter) => {
    expect(usageTypeMeaning(usageType, usageTypes)).toEqual({ region, billed: { store, meter } });
  });

  it('between regions names both', () => {
    expect(usageTypeMeaning('USE2-EUW2-AWS-Out-Bytes', usageTypes)).toEqual({
      region: 'us-east-2',
      billed: { store: 'aws/transfer', meter: 'egress.other-region', to: 'eu-west-2' },
    });
  });

  it('that end alike are not taken for one another', () => {
    for (const other of [
      'Tables-TimedStorage-ByteHrs',
      'TimedStorage-GDA-Staging',
      'USE1-Tables-TimedStorage-ByteHrs',
      'constructor',
    ])
      expect(usageTypeMeaning(other, usageTypes).billed, other).toBeNull();
    expect(usageTypeMeaning('USW2-DataTransfer-In-Bytes', usageTypes).billed).toBe('free');
  });
});

describe('the likely reason', () => {
  const tiers = [0.023, 0.022, 0.021];
  const of = (invoice: number, ours: number, more = {}) =>
    reasonOf({ quantity: 1000, invoice, ours, freeUnits: 0, tiers: [0.01], ...more }).code;

  it.each([
    ['same', of(10, 10.004)],
    ['unit', of(10 * 1.073741824, 10)],
    ['unit', of(10_000, 10)],
    ['tier', of(21.4, 23, { tiers })],
    ['allowance', of(11, 10, { freeUnits: 100 })],
    ['negotiated', of(8.8, 10)],
    ['dearer', of(12, 10)],
    ['free-at-list', of(12, 0)],
  ])('is %s', (code, found) => {
    expect(found).toBe(code);
  });

  it('is said with its figures', () => {
    expect(
      describeReason(reasonOf({ quantity: 1000, invoice: 8.8, ours: 10, freeUnits: 0, tiers: [0.01] })),
    ).toBe('negotiated rate: 12% below list');
  });
});
