/** Prices of a region as they are printed. */
import type { PriceRow } from '../../pricing/editions/price-rows.ts';
import { formatNumber } from '../../text/numbers.ts';
import { meterWords } from '../words/meters.ts';
import { figureOf } from './figure.ts';

export const pricesFigure = (rows: readonly PriceRow[], currency: string) =>
  figureOf(rows, [
    { title: 'meter', wrap: true, of: ({ meter }) => meter, words: ({ meter }) => meterWords(meter) },
    {
      title: 'up to',
      key: 'up_to',
      kind: 'number',
      of: ({ upTo }) => upTo,
      words: ({ upTo }) => (upTo === null ? '' : formatNumber(upTo, 3)),
    },
    { title: `price as printed (${currency})`, key: 'price', wrap: true, of: ({ price }) => price },
  ]);
