/**
 * Rows of AWS's price page as somebody recorded it on one day: `pricing/history/aws.tsv.gz`, unpacked. A rate has the name that
 * the metered-unit map gives it. One row says one rate of one region.
 */
import { parseDecimal } from '#core/pricing/editions/decimal.ts';
import { ImportError } from '../importer.ts';
import { rateOf } from './aws-unit-map.ts';
import { listedMeters, oneDay } from './price-list.ts';
import type { PriceList, PriceListFormat } from './price-list.ts';

const COLUMNS = ['region', 'rate', 'price', 'seen', 'source', 'licence'];
const HEAD = COLUMNS.join('\t');
const MOST_ROWS = 1_000_000;

export const awsHistory = {
  id: 'aws-history',
  title: "rows of AWS's price page of one day (TSV)",
  url: 'https://aws.amazon.com/s3/pricing/',
  provider: 'aws',
  recognises: (head) => head.startsWith(`${HEAD}\n`) || COLUMNS.join(', '),
  read(pages, _store, currency, listed) {
    if (currency !== 'USD') throw new ImportError(`is in USD, and the edition is in ${currency}`);
    const regions = new Map<string, Map<string, { rateCode: string; price: string }>>();
    const days = new Set<string>();
    const sources = new Set<string>();
    for (const bytes of pages) {
      const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trimEnd().split('\n').slice(1);
      if (lines.length > MOST_ROWS) throw new ImportError(`has more than ${MOST_ROWS} rows`);
      for (const [i, line] of lines.entries()) {
        const where = `line ${i + 2}`;
        const cells = line.split('\t');
        const [region = '', rate = '', price = '', seen = '', source = ''] = cells;
        if (cells.length !== COLUMNS.length)
          throw new ImportError(`${where}: has ${cells.length} cells; there are ${COLUMNS.length} columns`);
        if (!/^\d{4}-\d{2}-\d{2}$/.test(seen))
          throw new ImportError(`${where}: seen: "${seen.slice(0, 20)}" is no day`);
        if (!parseDecimal(price))
          throw new ImportError(`${where}: price: "${price.slice(0, 20)}" is not a price`);
        const rows = regions.get(region) ?? new Map<string, { rateCode: string; price: string }>();
        const other = rows.get(rate);
        if (other && other.price !== price)
          throw new ImportError(`${where}: ${rate} in ${region} is ${price}, and ${other.price} before`);
        rows.set(rate, { rateCode: where, price });
        regions.set(region, rows);
        days.add(seen);
        sources.add(source);
      }
    }
    return {
      published: oneDay([...days]),
      bandPerRow: false,
      version: [...sources].join(', '),
      confidence: 'official-quoted',
      rates: [...regions].flatMap(([region, rows]) =>
        listedMeters(listed).flatMap((meter) => rateOf(region, meter, rows)),
      ),
      remarks: [],
    } satisfies PriceList;
  },
} satisfies PriceListFormat;
