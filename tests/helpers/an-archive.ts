/** A price archive in memory from hand-made files, keyed as their paths are: `acme/hot/2026-01-01`. */
import type { Archive } from '#core/pricing/archive.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { parseEdition, parseTransfer } from '#core/pricing/editions/parse-edition.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { someFacts } from './a-store-file.ts';
import { anEditionFile, aRegion } from './an-edition.ts';

export function anArchive(files: Record<string, Record<string, unknown>>): Archive {
  const editions: Edition[] = [];
  const transfers: TransferEdition[] = [];
  for (const [id, file] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = `pricing/${id}.yaml`;
    if (id.includes('/transfer/')) transfers.push(parseTransfer(path, file));
    else editions.push(parseEdition(path, file));
  }
  return {
    facts: (id) => someFacts(id),
    stores: [...new Set(editions.map((edition) => edition.store))],
    editions: (store) => editions.filter((edition) => edition.store === store),
    transfers: (provider) => transfers.filter((transfer) => transfer.provider === provider),
  };
}

/** An archive of one store, `acme/store`, in one region, `north`, with the rules and prices a test is about. */
export function aStore(
  rules: Record<string, unknown> = {},
  prices: Record<string, unknown> = {},
  file: Record<string, unknown> = {},
): Archive {
  const storage = { averaging: 'byte-hours', ...(rules.storage as object | undefined) };
  return anArchive({
    'acme/store/2026-01-01': anEditionFile({
      gigabyte: 1e9,
      month: '720 h',
      rules: { ...rules, storage },
      regions: { north: aRegion(prices) },
      ...file,
    }),
  });
}

/** Nothing used in the month of February 2026 but what `overrides` say. */
export function aUsage(overrides: Partial<Usage> = {}): Usage {
  return {
    store: 'acme/store',
    region: 'north',
    asOf: '2026-02-01',
    period: 'edition-month',
    byteHours: 0,
    held: [],
    requests: [],
    egress: [],
    deletedEarly: [],
    transitionsIn: 0,
    ...overrides,
  };
}

export const GB = 1e9;
export const GIB = 2 ** 30;
