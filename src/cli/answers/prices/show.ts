import type { Archive } from '#core/pricing/archive.ts';
import { titleOf } from '#core/pricing/archive.ts';
import type { Edition } from '#core/pricing/editions/edition.ts';
import { resolveTransfer, transferRegion } from '#core/pricing/sheets/resolve.ts';
import { priceRows, transferRows } from '#core/pricing/editions/price-rows.ts';
import type { PriceRow } from '#core/pricing/editions/price-rows.ts';
import { checkStoreRef } from '#core/scenario/check-stores.ts';
import { nearestRegion } from '#core/places.ts';
import { regionWords, ruleWords, transferWords } from '#core/report/rule-words.ts';
import { formatNumber } from '#core/text/numbers.ts';
import { splitRef } from '#core/store-ref.ts';
import type { Run } from '../../command.ts';
import { Misunderstood, Unanswerable } from '../../failures.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { csvText, printBlocks } from '../../render/table.ts';
import type { Block, Table } from '../../render/table.ts';

/** One edition in one region as printed, with its sources: the newest, the one in force on a day, or the one named. */
export const show: Run = (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const asOf = args.day('as-of');
  const { store: named, region: asked } = splitRef(args.operands[0] ?? '');
  const [, store = named, id] = /^([^/]+\/[^/]+)\/(.+)$/.exec(named) ?? [];
  const { archive, editionsWithNotes } = deps.catalog;
  checkStoreRef({ store, ...(asked === undefined ? {} : { region: asked }) }, archive);
  const editions = editionsWithNotes(store).filter((one) => id === undefined || one.id === named);
  if (editions.length === 0)
    throw new Misunderstood(
      `"${named}" is not an edition; ${store} has ${archive
        .editions(store)
        .map((one) => one.id)
        .join(', ')}`,
    );
  const region = asked ?? onlyRegion(editions);
  const edition = editions.findLast(
    (one) => (asOf === undefined || one.date <= asOf) && keyOf(one, region) !== null,
  );
  if (!edition)
    throw new Unanswerable(
      `${store}@${region} has no price edition on or before ${asOf ?? 'any date'}; the first is of ${editions[0]?.date ?? 'no date'}`,
    );
  const key = keyOf(edition, region) ?? region;
  const own = edition.regions[key];
  if (!own) throw new Unanswerable(`${edition.id} has no prices for ${region}`);
  const rows = priceRows(own);
  const transfer = own.egress === 'transfer' ? transferOf(edition, region, asOf, archive) : null;
  const confirmed = own.confirmed ?? edition.confirmed;
  const confidence = own.confidence ?? edition.confidence;
  const words = [...ruleWords(edition), ...regionWords(own)];
  const source = edition.sources.find((one) => one.id === own.source) ?? edition.sources[0] ?? null;
  if (format === 'json')
    deps.print(
      jsonText({
        store,
        region,
        edition: edition.id,
        title: titleOf(archive, store),
        currency: edition.currency,
        gigabyte: edition.gigabyte,
        month: edition.month,
        confirmed,
        confidence,
        prices: rows,
        rules: edition.rules,
        ruleWords: words,
        operations: edition.operations,
        source,
        transfer,
        sources: edition.sources,
        notes: edition.notes,
      }),
    );
  else if (format === 'csv')
    deps.print(
      csvText(
        ['meter', 'up_to', 'price'],
        [...rows, ...(transfer?.prices ?? [])].map((row) => [row.meter, row.upTo, row.price]),
      ),
    );
  else
    printBlocks(
      editionBlocks({ ...edition, confirmed, confidence }, region, {
        title: titleOf(archive, store),
        rows,
        words,
        source,
        transfer,
      }),
      format,
      deps,
    );
  return Promise.resolve({ exit: 0 });
};

/** The key of `region` among an edition's price lists: its own, or the one for everywhere. */
function keyOf(edition: Edition, region: string): string | null {
  if (Object.hasOwn(edition.regions, region)) return region;
  return Object.hasOwn(edition.regions, 'everywhere') ? 'everywhere' : null;
}

function onlyRegion(editions: readonly Edition[]): string {
  const edition = editions.at(-1);
  if (!edition) return '';
  return Object.hasOwn(edition.regions, 'everywhere')
    ? 'everywhere'
    : (nearestRegion(editions, 'aws/us-east-1') ?? Object.keys(edition.regions)[0] ?? '');
}

function editionBlocks(
  edition: Edition,
  region: string,
  { title, rows, words, source, transfer }: Shown,
): Block[] {
  const blocks: Block[] = [
    { kind: 'heading', text: `${title}, ${region}: ${edition.id}` },
    {
      kind: 'text',
      text: `${edition.confidence}, last confirmed ${edition.confirmed}`,
    },
    { kind: 'table', table: rowTable(rows, edition.currency) },
    ...(transfer
      ? ([
          { kind: 'text', text: `Data transfer, ${transfer.edition}:` },
          { kind: 'table', table: rowTable(transfer.prices, edition.currency) },
        ] satisfies Block[])
      : []),
    { kind: 'list', title: 'The rules', items: [...words] },
    ...(transfer
      ? [{ kind: 'list' as const, title: 'The rules of data transfer', items: transfer.rules }]
      : []),
    {
      kind: 'list',
      title: 'Sources',
      items: [...edition.sources]
        .sort((a, b) => Number(b === source) - Number(a === source))
        .map(({ url, retrieved, note }) => `${url} (${retrieved}${note === undefined ? '' : `; ${note}`})`),
    },
  ];
  if (edition.notes.length > 0) blocks.push({ kind: 'list', title: 'Notes', items: edition.notes });
  return blocks;
}

function rowTable(rows: readonly PriceRow[], currency: string): Table {
  return {
    columns: [
      { title: 'meter' },
      { title: 'up to', align: 'right' },
      { title: `price as printed (${currency})` },
    ],
    rows: rows.map((row) => [row.meter, row.upTo === null ? '' : formatNumber(row.upTo, 3), row.price]),
  };
}

interface Shown {
  /** Of the store. */
  title: string;
  rows: readonly PriceRow[];
  /** Its rules. */
  words: readonly string[];
  source: Edition['sources'][number] | null;
  transfer: Transfer | null;
}

interface Transfer {
  edition: string;
  prices: PriceRow[];
  rules: string[];
}

/** What the provider's data transfer table asks in the region; null where it has none. */
function transferOf(
  edition: Edition,
  region: string,
  asOf: string | undefined,
  archive: Archive,
): Transfer | null {
  const newest = archive.transfers(edition.provider).at(-1);
  const table = resolveTransfer(archive, edition.provider, region, asOf ?? newest?.date ?? edition.date);
  const prices = table ? transferRegion(table, region) : undefined;
  return table && prices
    ? { edition: table.id, prices: transferRows(prices), rules: transferWords(table) }
    : null;
}
