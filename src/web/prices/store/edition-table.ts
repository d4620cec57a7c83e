/** A price table as it is printed: one column a meter, one row for all regions with the same prices. */
import type { RegionPrices, TransferEdition } from '#core/pricing/editions/edition.ts';
import { BY_TRANSFER_TABLE, priceRows, transferRows } from '#core/pricing/editions/price-rows.ts';
import type { PriceRow } from '#core/pricing/editions/price-rows.ts';
import { regionWords } from '#core/report/rule-words.ts';
import { VOICE } from '../price-words.ts';

export type PrintedTable = ReturnType<typeof tableOf>;

/** Prices of a store's regions. A price that is left to the transfer table has no column. */
export const printedRegions = (regions: Readonly<Record<string, RegionPrices>>) =>
  tableOf(
    regions,
    (region) => priceRows(region).filter(({ price }) => price !== BY_TRANSFER_TABLE),
    (region) => regionWords(region, VOICE),
  );

/** Prices of a transfer table's regions. */
export const printedTransfers = (regions: TransferEdition['regions']) =>
  tableOf(regions, transferRows, () => []);

interface Sourced {
  source?: string | undefined;
  confidence?: string | undefined;
  confirmed?: string | undefined;
  zones?: readonly string[] | undefined;
}

function tableOf<R extends Sourced>(
  regions: Readonly<Record<string, R>>,
  pricesOf: (region: R) => PriceRow[],
  rulesOf: (region: R) => string[],
) {
  const each = Object.entries(regions).map(([name, of]) => ({
    name,
    of,
    prices: pricesOf(of),
    rules: rulesOf(of),
  }));
  const alike = Map.groupBy(each, ({ of: { source, confidence, confirmed, zones }, prices, rules }) =>
    JSON.stringify([prices, source, confidence, confirmed, zones, rules]),
  );
  const meters = [...new Set(each.flatMap(({ prices }) => prices.map(({ meter }) => meter)))];
  return {
    meters,
    rows: [...alike.values()].flatMap((group) =>
      group.slice(0, 1).map(({ of, prices, rules }) => ({
        regions: group.map(({ name }) => name),
        cells: meters.map((meter) => printedPrice(prices.filter((row) => row.meter === meter))),
        source: of.source,
        notes: [...rules.map((rule) => rule.replace(/\.$/, '')), ...notesOf(of)],
      })),
    ),
  };
}

function printedPrice(rows: readonly PriceRow[]): string[] | null {
  const [only, another] = rows;
  if (!only) return null;
  if (!another && only.upTo === null) return [only.price];
  return rows.map(({ upTo, price }) =>
    upTo === null ? `${price} beyond` : `${price} up to ${upTo.toLocaleString('en-US')}`,
  );
}

function notesOf({ confidence, confirmed, zones }: Sourced): string[] {
  return [
    ...(zones ? [`zones ${zones.join(', ')}`] : []),
    ...(confidence ? [confidence] : []),
    ...(confirmed ? [`confirmed ${confirmed}`] : []),
  ];
}
