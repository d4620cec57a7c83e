/** What every price list offers: the rates of one store, exact, each with the row it was read from. */
import type * as z from 'zod/mini';
import { decimalText, isSame, type Decimal } from '#core/pricing/editions/decimal.ts';
import type { ListedMeter, StoreFacts } from '#core/pricing/store-facts.ts';
import { schemaIssues } from '#core/schema-issues.ts';
import { ImportError } from '../importer.ts';
import { pullJson } from '../reading/json-pull.ts';

/** One provider's price list format. Formats go by what a file holds, never by its name. */
export interface PriceListFormat {
  id: string;
  /** What such a file is, for people. */
  title: string;
  /** Where the provider publishes it. */
  url: string;
  /** Does it price stores of this provider? */
  provider: string;
  /** True, or what a file of this format begins with and this one does not. */
  recognises(head: string): true | string;
  /**
   * The rates of `store` in every region of the files, which are pages or regions of one list, in the currency asked for. Strict. Throws `ImportError`: what was
   * seen and where, or the rows among which it cannot choose. `listed`: what the list calls the store.
   */
  read(
    pages: readonly Uint8Array[],
    store: string,
    currency: string,
    listed: StoreFacts['priceList'],
  ): PriceList;
}

export interface PriceList {
  /** Day the provider published it; null where the file does not say. */
  published: string | null;
  /** The file's own version, for the source of an edition. */
  version: string | null;
  /** Each band is a row of its own, so a missing row looks like a wider band. */
  bandPerRow: boolean;
  rates: readonly ListedRate[];
  /** What a person should know of the files: what was passed over, and why. */
  remarks: readonly string[];
}

/** Units a list prices, in an edition's words. */
export type ListedUnit = 'GB-month' | 'GB-hour' | 'GB' | 'request' | 'object' | 'object-month';

export interface ListedTier {
  /** Where it ends, in units from zero; null: it does not. */
  upTo: number | null;
  /** Price of one unit. */
  price: Decimal;
}

export interface ListedRate {
  region: string;
  /** `storage`, `storage.<access tier>`, `upload`, `retrieval`, `restore.<tier>`, `online`, `transition`, `monitoring`, or `requests.<operation or class>`. */
  meter: string;
  unit: ListedUnit;
  /** They rise; only the last has no end. */
  tiers: readonly ListedTier[];
  /** Ids of the rows: SKUs, rate codes, meter ids. */
  from: readonly string[];
}

/** The meters of a store in AWS's lists; none where its facts name none. */
export function listedMeters(listed: StoreFacts['priceList']): readonly ListedMeter[] {
  return listed && 'meters' in listed ? listed.meters : [];
}

/** The one day of all pages. Throws `ImportError` where they are of several. */
export function oneDay(days: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(days);
  if (others.length > 0)
    throw new ImportError(
      `the files were published on ${[first, ...others].join(' and ')}; give those of one day`,
    );
  return first;
}

/**
 * Visits each of the list `items` on all pages. `more` leads from a page to the next, and is `end` on the last: where no page has
 * that, a remark says that pages, and `what` stands on them, are missing.
 */
export function remarksOfPages(
  pages: readonly Uint8Array[],
  { items, more, end, what }: { items: string; more: string; end: string | null; what: string },
  visit: (item: unknown, where: string) => void,
): string[] {
  let isWhole = false;
  for (const bytes of pages)
    pullJson(bytes, [[items, '*'], [more]], (path, value) => {
      if (path[0] === more) isWhole ||= value() === end;
      else visit(value(), path.join('.'));
    });
  const last = end === null ? 'null' : 'empty';
  return isWhole ? [] : [`pages are missing (${more} of the last is not ${last}), and ${what} with them`];
}

/** Half of what the limit of memory allows. */
export const MOST_PRICE_LIST_BYTES = 256 * 1024 * 1024;

/** `value` by `schema`. Throws `ImportError` that begins with `where`. */
export function parsedBy<T extends z.ZodMiniType>(schema: T, value: unknown, where: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = schemaIssues(result.error, schema, value).slice(0, 3);
  throw new ImportError(
    issues.map(({ path, message }) => `${where}${path && `.${path}`}: ${message}`).join('\n'),
  );
}

/** Bands as a list gives them: where each begins. Sorted, contiguous from zero, no two alike. Throws `ImportError`. */
export function tiersFrom(bands: readonly { from: number; price: Decimal }[], where: string): ListedTier[] {
  const sorted = bands.toSorted((a, b) => a.from - b.from);
  if (sorted[0]?.from !== 0)
    throw new ImportError(`${where}: its bands begin at ${sorted[0]?.from ?? 'nothing'}, not at 0`);
  return sorted.map(({ price, from }, i) => {
    const next = sorted[i + 1]?.from ?? null;
    if (next === from) throw new ImportError(`${where}: has two prices from ${from} on`);
    return { upTo: next, price };
  });
}

export function isSameTiers(a: readonly ListedTier[], b: readonly ListedTier[]): boolean {
  return (
    a.length === b.length &&
    a.every((tier, i) => {
      const other = b[i];
      return other && tier.upTo === other.upTo && isSame(tier.price, other.price);
    })
  );
}

/** One row that a look-up found. */
export interface Row {
  id: string;
  tiers: readonly ListedTier[];
}

/**
 * The one price of all rows that a look-up found. Throws `ImportError` that names every row where they are not one, for
 * then any choice would be a guess.
 */
export function onePrice(rows: readonly [Row, ...Row[]], where: string): Row {
  const [first, ...others] = rows;
  if (others.every(({ tiers }) => isSameTiers(tiers, first.tiers))) return first;
  throw new ImportError(
    `${where}: matches ${rows.length} rows of different prices, and any choice would be a guess: ${rows.map(rowWords).join('; ')}`,
  );
}

/** `E9YHNFENF4XQBZR6 at 0.000005`. */
function rowWords({ id, tiers }: Row): string {
  return `${id} at ${tiers.map(({ price }) => decimalText(price)).join(', ')}`;
}
