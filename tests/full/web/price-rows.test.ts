import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { PLACES } from '#core/places.ts';
import { HEADLINES } from '#core/pricing/editions/headline-rates.ts';
import { printedRegions } from '#web/prices/edition-table.ts';
import { priceHistory } from '#web/prices/price-history.ts';
import { priceRows, sortRows, viewFromFragment, viewToFragment } from '#web/prices/price-rows.ts';
import type { PriceView } from '#web/prices/price-rows.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const usual: PriceView = {
  near: 'aws/us-east-1',
  on: '2026-11-20',
  provider: '',
  sort: 'storage',
  falling: false,
};

describe('prices near a place on a day', () => {
  it('takes the region nearest to the place, of the edition in force', () => {
    const { rows } = priceRows(archive, { near: 'aws/eu-west-1', on: '2024-01-01', provider: 'aws' });
    const express = rows.find(({ store }) => store === 'aws/s3-express-one-zone');
    expect(express).toMatchObject({ edition: 'aws/s3-express-one-zone/2023-11-28', currency: 'USD' });
    expect(rows.every(({ store }) => store.startsWith('aws/'))).toBe(true);
  });

  it('names the stores without a price on that day, and never a claimed list', () => {
    const { rows, absent } = priceRows(archive, { near: 'aws/us-east-1', on: '2023-01-01', provider: '' });
    expect(absent).toContainEqual(
      expect.objectContaining({ store: 'aws/s3-express-one-zone', from: '2023-11-28' }),
    );
    expect([...rows, ...absent].some(({ store }) => store.startsWith('claimed/'))).toBe(false);
  });

  it('tells what is no longer sold from what is not known yet, and what holds nothing from stores', () => {
    const { rows, absent, besides } = priceRows(archive, usual);
    expect(absent.length).toBeGreaterThan(0);
    expect(absent.every(({ until }) => until !== undefined && until <= usual.on)).toBe(true);
    expect(besides.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['aws/cloudfront', 'aws/transfer', 'google/transfer']),
    );
    expect(rows.some(({ store }) => store === 'aws/cloudfront')).toBe(false);
  });

  it('puts what is not known last, whichever way it sorts', () => {
    const { rows } = priceRows(archive, usual);
    const [first] = rows;
    if (!first) throw new Error('no rows');
    const unknown = {
      ...first,
      store: 'acme/unknown',
      rates: { ...first.rates, egress: { ...first.rates.egress, amount: null } },
    };
    for (const falling of [false, true]) {
      const sorted = sortRows([unknown, ...rows], 'egress', falling).map(({ rates }) => rates.egress.amount);
      const known = sorted.filter((amount) => amount !== null);
      expect(sorted.indexOf(null)).toBe(known.length);
      expect(known).toEqual(known.toSorted((a, b) => (falling ? b - a : a - b)));
    }
  });
});

describe('the address of a view', () => {
  const views = fc.record({
    near: fc.constantFrom(...PLACES.map(({ id }) => id)),
    on: fc.constantFrom('2024-02-29', '2026-11-20'),
    provider: fc.constantFrom('', 'aws', 'cloudflare'),
    sort: fc.constantFrom(...HEADLINES, 'store' as const),
    falling: fc.boolean(),
  });
  test('gives the view back', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(viewFromFragment(viewToFragment(view, usual), usual, ['aws', 'cloudflare'])).toEqual(view);
      }),
    );
  });
  test('of any text is a view', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          viewFromFragment(`#near=${text}&on=${text}&sort=${text}&provider=${text}`, usual, ['aws']).near,
        ).toBeTruthy();
      }),
    );
  });
});

describe('a store over time', () => {
  it('has one point an edition, in one region', () => {
    const history = priceHistory(archive, 'aws/s3-express-one-zone', 'aws/us-east-1');
    expect(history?.region).toBe('us-east-1');
    const storage = history?.series.find(({ headline }) => headline === 'storage');
    expect(storage?.points.map(({ date, printed }) => [date, printed])).toEqual([
      ['2023-11-28', '0.16 per GB-month'],
      ['2025-04-10', '0.11 per GB-month'],
    ]);
  });
});

describe('a price table as printed', () => {
  test.each(archive.stores)('%s: every region once, every meter with a price somewhere', (store) => {
    for (const { regions } of archive.editions(store)) {
      const table = printedRegions(regions);
      expect(table.rows.flatMap((row) => row.regions).toSorted()).toEqual(Object.keys(regions).toSorted());
      for (const [i, meter] of table.meters.entries())
        expect(
          table.rows.some(({ cells }) => cells[i] !== null),
          meter,
        ).toBe(true);
    }
  });
});
