import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { PLACES } from '#core/places.ts';
import { HEADLINES } from '#core/pricing/editions/headline-rates.ts';
import { printedRegions } from '#web/prices/store/edition-table.ts';
import { priceHistory } from '#web/prices/store/price-history.ts';
import { historyFigure, historyTitle, nowFigure } from '#web/prices/store/history-words.ts';
import { chosenRows, priceRows, sortRows } from '#web/prices/price-rows.ts';
import { KINDS, viewFromFragment, viewToFragment } from '#web/prices/price-view.ts';
import type { PriceView } from '#web/prices/price-view.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const usual: PriceView = {
  near: 'aws/us-east-1',
  on: '2026-11-20',
  find: '',
  kind: 'hot',
  isEgressFree: false,
  isEu: false,
  sort: 'storage',
  falling: false,
  compare: [],
};

describe('prices near a place on a day', () => {
  it('takes the region nearest to the place, of the edition in force', () => {
    const { rows } = priceRows(archive, {
      near: 'aws/eu-west-1',
      on: '2024-01-01',
      isEu: false,
    });
    const express = rows.find(({ store }) => store === 'aws/s3-express-one-zone');
    expect(express).toMatchObject({ edition: 'aws/s3-express-one-zone/2023-11-28', currency: 'USD' });
  });

  it('names the stores without a price on that day, and never a claimed list', () => {
    const { rows, absent } = priceRows(archive, {
      near: 'aws/us-east-1',
      on: '2023-01-01',
      isEu: false,
    });
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
    for (const falling of [false, true])
      for (const [, own] of Map.groupBy(
        sortRows([unknown, ...rows], 'egress', falling),
        (row) => row.currency,
      )) {
        const sorted = own.map(({ rates }) => rates.egress.amount);
        const known = sorted.filter((amount) => amount !== null);
        expect(sorted.slice(known.length).every((amount) => amount === null)).toBe(true);
        expect(known).toEqual(known.toSorted((a, b) => (falling ? b - a : a - b)));
      }
  });

  it('never puts a price in euro among prices in dollars', () => {
    const currencies = sortRows(priceRows(archive, usual).rows, 'storage', false).map((row) => row.currency);
    const turns = currencies.filter((currency, i) => currency !== currencies[i - 1]);
    expect(turns).toEqual(['USD', 'EUR']);
  });
});

describe('the stores that fit a need', () => {
  const { rows } = priceRows(archive, usual);
  const stores = (part: Partial<PriceView>) =>
    chosenRows(rows, { ...usual, ...part }).map(({ store }) => store);

  it('are hot ones at first, and each store is of one kind', () => {
    expect(stores({})).toEqual(expect.arrayContaining(['aws/s3-standard', 'aws/s3-express-one-zone']));
    expect(stores({ kind: 'cool' })).toEqual(
      expect.arrayContaining(['aws/s3-standard-ia', 'aws/s3-glacier-instant-retrieval', 'azure/blob-cold']),
    );
    expect(stores({ kind: 'archive' })).toEqual(
      expect.arrayContaining(['azure/blob-archive', 'tigris/archive', 'vultr/archival']),
    );
    const parts = KINDS.filter((kind) => kind !== 'all').flatMap((kind) => stores({ kind }));
    expect(parts.toSorted()).toEqual(stores({ kind: 'all' }).toSorted());
  });

  it('charge nothing for egress, or are found by a word of their name, id or region', () => {
    const free = stores({ isEgressFree: true, kind: 'all' });
    expect(free).toEqual(expect.arrayContaining(['cloudflare/r2-standard', 'tigris/standard']));
    expect(free).not.toContain('aws/s3-standard');
    expect(stores({ find: 'S3 express' })).toEqual(['aws/s3-express-one-zone']);
    expect(stores({ find: 'cloudflare' })).toEqual(['cloudflare/r2-standard']);
    expect(stores({ find: 'us-ashburn' })).toEqual(['oracle/standard']);
  });

  it('promise to be in the Union where that is asked, each in its region there', () => {
    const inEu = priceRows(archive, { ...usual, isEu: true }).rows;
    const region = (store: string) => inEu.find((row) => row.store === store)?.region;
    expect(region('aws/s3-standard')).toBe('eu-west-1');
    expect(region('cloudflare/r2-standard')).toBe('eu');
    expect(region('storj/standard')).toBeUndefined();
  });
});

describe('the address of a view', () => {
  const views = fc.record({
    near: fc.constantFrom(...PLACES.map(({ id }) => id)),
    on: fc.constantFrom('2024-02-29', '2026-11-20'),
    find: fc.constantFrom('', 'aws', 'r2 standard', 'a&b=c#d'),
    kind: fc.constantFrom(...KINDS),
    isEgressFree: fc.boolean(),
    isEu: fc.boolean(),
    compare: fc.subarray([...archive.stores], { maxLength: 5 }),
    sort: fc.constantFrom(...HEADLINES, 'store' as const),
    falling: fc.boolean(),
  });
  test('gives the view back', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(viewFromFragment(viewToFragment(view, usual), usual, archive.stores)).toEqual(view);
      }),
    );
  });
  test('of a link from before there was a search still names its provider', () => {
    expect(viewFromFragment('#provider=aws', usual, archive.stores)).toEqual({ ...usual, find: 'aws' });
  });
  test('of any text is a view', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(
          viewFromFragment(`#near=${text}&on=${text}&sort=${text}&compare=${text}`, usual, archive.stores)
            .near,
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
    expect(storage?.points).toEqual([
      { date: '2023-11-28', listed: 0.16 },
      { date: '2025-04-10', listed: 0.11 },
    ]);
  });

  it('says what each price is, was, and since when, and what moved most', () => {
    const history = priceHistory(archive, 'aws/s3-express-one-zone', 'aws/us-east-1');
    if (!history) throw new Error('no history');
    expect(nowFigure(history).rows[0]).toEqual(['Storage per GB-month', '$0.11', '$0.16', '2025-04-10']);
    expect(historyTitle(history)).toMatch(/^GET fell by 85% to \$0\.03 per million/);
    expect(historyFigure(history).file.rows[1]).toEqual(expect.arrayContaining(['2025-04-10', 0.11, 0.6875]));
  });

  it('keeps what was not known apart from a change', () => {
    const history = priceHistory(archive, 'aws/s3-standard', 'aws/us-east-1');
    if (!history) throw new Error('no history');
    const { columns, rows } = nowFigure(history);
    expect(columns.map(({ title }) => title)).toEqual(['Price', 'Now', 'Since']);
    expect(rows).toContainEqual(['PUT per million', '$5', '2021-05-28']);
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
