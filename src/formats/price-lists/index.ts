/** Bytes → the rates of a store: every price list format there is, in the order they are tried. */
import type { StoreFacts } from '#core/pricing/store-facts.ts';
import { isEmpty } from '#core/remedies.ts';
import { ImportError, headOf, recognised } from '../importer.ts';
import { awsOffer } from './aws-offer.ts';
import { awsUnitMap } from './aws-unit-map.ts';
import { azureRetail } from './azure-retail.ts';
import { googleCatalog } from './google-catalog.ts';
import { MOST_PRICE_LIST_BYTES, listedMeters, type PriceList, type PriceListFormat } from './price-list.ts';

/** Those that can be taken for no other first. */
export const PRICE_LISTS: readonly PriceListFormat[] = [awsUnitMap, azureRetail, googleCatalog, awsOffer];

const HEAD_BYTES = 4096;

/** The format of a file. Throws `ImportError` with each format that was tried and what it wanted. */
export function priceListFormatOf(bytes: Uint8Array): PriceListFormat {
  if (bytes.length === 0) throw new ImportError(isEmpty("a provider's price list"));
  if (bytes.length > MOST_PRICE_LIST_BYTES)
    throw new ImportError(
      `is ${bytes.length} bytes, and at most ${MOST_PRICE_LIST_BYTES} are read; give one region's file`,
    );
  const head = headOf(bytes, HEAD_BYTES);
  return recognised(PRICE_LISTS, (format) => format.recognises(head), 'is of no known price list format');
}

/**
 * The rates of `store` in files of one format, in `currency`. Throws `ImportError`, also for a store that such files do
 * not price. `facts`: of the store.
 */
export function readPriceList(
  pages: readonly Uint8Array[],
  store: string,
  currency: string,
  facts: StoreFacts | undefined,
): PriceList & { format: PriceListFormat } {
  const [format, ...others] = new Set(pages.map(priceListFormatOf));
  if (!format) throw new ImportError('there is no file');
  if (others.length > 0)
    throw new ImportError(
      `the files are of several formats (${[format, ...others].map(({ id }) => id).join(', ')}); give those of one`,
    );
  const provider = store.split('/')[0] ?? '';
  if (provider !== format.provider)
    throw new ImportError(`is ${format.title}, and prices no store of ${provider}`);
  const listed = facts?.priceList;
  if (provider === 'aws' && listedMeters(listed).length === 0)
    throw new ImportError(
      `is ${format.title}, and ${store} is not read from it: its store.yaml has no priceList.meters`,
    );
  return { ...format.read(pages, store, currency, listed), format };
}
