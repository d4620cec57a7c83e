import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffEditions, diffRows } from '#core/pricing/editions/edition-diff.ts';
import type { PriceChange } from '#core/pricing/editions/edition-diff.ts';
import { parseEdition, parseTransfer } from '#core/pricing/editions/parse-edition.ts';
import type { PriceRow } from '#core/pricing/editions/price-rows.ts';
import { diffDays, frozenOn, historyOf } from '#core/pricing/editions/price-history.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { aRegion, aTransferFile, anEditionFile } from '#tests/helpers/an-edition.ts';

const edition = (date: string, file: Record<string, unknown> = {}) =>
  parseEdition(`pricing/acme/store/${date}.yaml`, anEditionFile({ confirmed: date, ...file }));

describe('the difference of two editions', () => {
  test('of an edition with itself is empty', () => {
    const one = edition('2026-01-01');
    expect(diffEditions(one, one)).toEqual({
      from: one.id,
      to: one.id,
      prices: [],
      facts: [],
      onlyIn: { from: [], to: [] },
    });
  });

  test('names each meter of each region with what it was and is', () => {
    const before = edition('2026-01-01', { regions: { 'us-east-1': aRegion(), 'us-west-2': aRegion() } });
    const after = edition('2026-02-01', {
      regions: {
        'us-east-1': aRegion({ storage: '0.03 per GB-month' }),
        'us-west-2': aRegion({ retrieval: '0.01 per GB' }),
      },
    });
    expect(diffEditions(before, after).prices).toEqual([
      {
        region: 'us-east-1',
        meter: 'storage',
        upTo: null,
        from: '0.02 per GB-month',
        to: '0.03 per GB-month',
        share: 0.5,
      },
      { region: 'us-west-2', meter: 'retrieval', upTo: null, from: null, to: '0.01 per GB', share: null },
    ]);
  });

  test('does not take another way of printing the same price for a change', () => {
    const after = edition('2026-02-01', {
      regions: {
        'us-east-1': aRegion({ requests: { put: '5 per 1M requests', get: '0.0000004 per request' } }),
      },
    });
    expect(diffEditions(edition('2026-01-01'), after).prices).toEqual([]);
  });

  test('of tiers names the band', () => {
    const tiers = (edge: number) => [
      { upTo: edge, price: '0.02 per GB-month' },
      { price: '0.01 per GB-month' },
    ];
    const [before, after] = [10, 20].map((edge, i) =>
      edition(`2026-0${i + 1}-01`, { regions: { 'us-east-1': aRegion({ storage: tiers(edge) }) } }),
    );
    if (!before || !after) throw new Error('two editions');
    expect(diffEditions(before, after).prices.map(({ upTo, from, to }) => [upTo, from, to])).toEqual([
      [10, '0.02 per GB-month', null],
      [20, null, '0.02 per GB-month'],
    ]);
  });

  test('names rules by their place, and regions that only one side has', () => {
    const after = edition('2026-02-01', {
      month: '730 h',
      rules: { storage: { averaging: 'byte-hours', minimumHours: 720, earlyDeleteOn: ['delete'] } },
      regions: { 'eu-west-1': aRegion() },
    });
    const found = diffEditions(edition('2026-01-01'), after);
    expect(found.facts).toEqual([
      { path: 'month', from: 'calendar', to: '730 h' },
      { path: 'rules.storage.minimumHours', from: 0, to: 720 },
      { path: 'rules.storage.earlyDeleteOn', from: [], to: ['delete'] },
    ]);
    expect(found.onlyIn).toEqual({ from: ['us-east-1'], to: ['eu-west-1'] });
  });

  test('of transfer tables names the destination', () => {
    const [before, after] = ['0.02 per GB', '0.03 per GB'].map((price, i) => {
      const file = aTransferFile({ confirmed: `2026-0${i + 1}-01` });
      const region = (file['regions'] as Record<string, Record<string, unknown>>)['us-east-1'];
      return parseTransfer(`pricing/acme/transfer/2026-0${i + 1}-01.yaml`, {
        ...file,
        regions: { 'us-east-1': { ...region, 'other-region': { default: price } } },
      });
    });
    if (!before || !after) throw new Error('two tables');
    expect(diffEditions(before, after).prices).toMatchObject([
      { meter: 'egress.other-region', from: '0.02 per GB', to: '0.03 per GB', share: 0.5 },
    ]);
  });
});

describe('rows', () => {
  const rows = fc.uniqueArray(
    fc.record({
      meter: fc.constantFrom('storage', 'requests.put', 'egress.internet'),
      upTo: fc.constantFrom(null, 10, 20),
      price: fc.constantFrom('0.01 per GB', '0.02 per GB', 'unknown', '0 per GB'),
    }),
    { selector: ({ meter, upTo }) => `${meter} ${upTo}` },
  );
  const measures = { a: { terabyteInGb: 1024 }, b: { terabyteInGb: 1024 } };
  const diff = (from: PriceRow[], to: PriceRow[]) => diffRows('north', from, to, measures);
  const sorted = (list: readonly PriceRow[]) =>
    list.map(({ meter, upTo, price }) => `${meter} ${upTo} ${price}`).toSorted();

  /** What a reader would do by hand with the list of changes. */
  function applied(from: readonly PriceRow[], changes: readonly PriceChange[]): PriceRow[] {
    const untouched = from.filter(
      (row) => !changes.some(({ meter, upTo }) => meter === row.meter && upTo === row.upTo),
    );
    return [
      ...untouched,
      ...changes.flatMap(({ meter, upTo, to }) => (to === null ? [] : [{ meter, upTo, price: to }])),
    ];
  }

  test('against themselves have no change', () => {
    fc.assert(
      fc.property(rows, (list) => {
        expect(diff(list, list)).toEqual([]);
      }),
    );
  });

  test('with their changes applied are the others', () => {
    fc.assert(
      fc.property(rows, rows, (from, to) => {
        expect(sorted(applied(from, diff(from, to)))).toEqual(sorted(to));
      }),
    );
  });

  test('the other way round, every change is turned round', () => {
    fc.assert(
      fc.property(rows, rows, (from, to) => {
        const turned = diff(to, from).map(({ meter, upTo, from: is, to: was }) =>
          [meter, upTo, was, is].join(),
        );
        expect(turned.toSorted()).toEqual(
          diff(from, to)
            .map(({ meter, upTo, from: was, to: is }) => [meter, upTo, was, is].join())
            .toSorted(),
        );
      }),
    );
  });
});

describe('a store over time', () => {
  const archive = anArchive({
    'acme/store/2026-01-01': anEditionFile({
      confirmed: '2026-01-01',
      regions: { 'us-east-1': aRegion({ egress: 'transfer' }), 'us-west-2': aRegion() },
    }),
    'acme/store/2026-03-01': anEditionFile({
      confirmed: '2026-03-01',
      regions: { 'us-east-1': aRegion({ egress: 'transfer', storage: '0.01 per GB-month' }) },
    }),
    'acme/transfer/2026-01-01': aTransferFile({ confirmed: '2026-01-01' }),
    'acme/transfer/2026-02-01': aTransferFile({
      confirmed: '2026-02-01',
      regions: {
        'us-east-1': {
          internet: { group: 'a', tiers: '0.08 per GB' },
          'same-region': '0 per GB',
          'other-region': { default: '0.02 per GB' },
        },
      },
    }),
  });
  const days = (from: string, to: string) => diffDays(archive, { store: 'acme/store', from, to });

  test('on one day differs in nothing from itself', () => {
    fc.assert(
      fc.property(fc.constantFrom('2026-01-01', '2026-02-15', '2026-11-20'), (day) => {
        const { prices, facts, onlyOn } = days(day, day);
        expect({ prices, facts, onlyOn }).toEqual({ prices: [], facts: [], onlyOn: { from: [], to: [] } });
      }),
    );
  });

  test('changes with its provider’s data transfer too, and a region not named keeps its price', () => {
    const found = days('2026-01-15', '2026-02-15');
    expect(found.prices.map(({ region, meter, upTo, to }) => [region, meter, upTo, to])).toEqual([
      ['us-east-1', 'egress.internet', 10240, null],
      ['us-east-1', 'egress.internet', null, '0.08 per GB'],
    ]);
    expect(days('2026-02-15', '2026-04-01').prices.map(({ region, meter }) => [region, meter])).toEqual([
      ['us-east-1', 'storage'],
    ]);
  });

  test('before its first edition has no prices to compare', () => {
    expect(days('2025-01-01', '2026-04-01')).toMatchObject({
      prices: [],
      onlyOn: { from: [], to: ['us-east-1', 'us-west-2'] },
    });
  });

  test('frozen on a day keeps that day’s prices, and other stores theirs', () => {
    const frozen = frozenOn(archive, 'acme/store', '2026-01-31');
    const found = resolvePrices(frozen, { store: 'acme/store', region: 'us-east-1', asOf: '2026-11-20' });
    expect('edition' in found && [found.edition.date, found.transfer?.date]).toEqual([
      '2026-01-01',
      '2026-01-01',
    ]);
  });

  test('its history compares each edition with the one before, a correction with what it corrects', () => {
    const one = edition('2026-01-01');
    const two = edition('2026-02-01', { regions: { 'us-east-1': aRegion({ storage: '0.5 per GB-month' }) } });
    const corrected = parseEdition(
      'pricing/acme/store/2026-01-01.2.yaml',
      anEditionFile({ confirmed: '2026-01-01', supersedes: one.id }),
    );
    expect(historyOf([one, corrected, two]).map(({ diff }) => diff?.from ?? null)).toEqual([
      null,
      one.id,
      corrected.id,
    ]);
  });
});
