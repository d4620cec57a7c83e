import { pricesFigure } from '#core/answer/figures/prices.ts';
import { editionName, namesIn } from '#core/answer/words/in-archive.ts';
import type { Names } from '#core/answer/words/names.ts';
import { titleOf, type Archive } from '#core/pricing/archive.ts';
import type { Edition } from '#core/pricing/editions/edition.ts';
import { resolveTransfer, transferRegion } from '#core/pricing/sheets/resolve.ts';
import { priceRows, transferRows, type PriceRow } from '#core/pricing/editions/price-rows.ts';
import { checkStoreRef } from '#core/scenario/check-stores.ts';
import { EVERYWHERE, nearestRegion } from '#core/places.ts';
import { regionWords, ruleWords, transferWords } from '#core/report/rule-words.ts';
import { capital, listing } from '#core/text/words.ts';
import { splitRef } from '#core/store-ref.ts';
import type { Run } from '../../command.ts';
import { Misunderstood, Unanswerable } from '../../failures.ts';
import { give } from '../../formats.ts';
import { heading, listOf, tableOf, textOf, type Block } from '../../render/table.ts';

/** One edition in one region as printed, with its sources: the newest, the one in force on a day, or the one named. */
export const show: Run = (args, deps) => {
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
  const names = namesIn(archive, [store]);
  const voice = { ...names, list: few };
  const transfer = own.egress === 'transfer' ? transferOf(edition, region, asOf, archive, names) : null;
  const confirmed = own.confirmed ?? edition.confirmed;
  const confidence = own.confidence ?? edition.confidence;
  const source = edition.sources.find((one) => one.id === own.source) ?? edition.sources[0] ?? null;
  const title = titleOf(archive, store);
  give(args, deps, {
    json: {
      store,
      region,
      edition: edition.id,
      title,
      currency: edition.currency,
      gigabyte: edition.gigabyte,
      month: edition.month,
      confirmed,
      confidence,
      prices: rows,
      rules: edition.rules,
      ruleWords: [...ruleWords(edition), ...regionWords(own)],
      operations: edition.operations,
      source,
      transfer: transfer && { edition: transfer.edition, prices: transfer.prices, rules: transfer.rules },
      sources: edition.sources,
      notes: edition.notes,
    },
    csv: pricesFigure([...rows, ...(transfer?.prices ?? [])], edition.currency),
    blocks: () =>
      editionBlocks({ ...edition, confirmed, confidence }, region, {
        title,
        rows,
        words: [...ruleWords(edition, voice), ...regionWords(own, voice)],
        source,
        transfer,
        names,
      }),
  });
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
  { title, rows, words, source, transfer, names }: Shown,
): Block[] {
  return [
    heading(`${title}${region === EVERYWHERE ? '' : ` (${region})`}, prices of ${edition.date}`),
    ...textOf(`${capital(edition.confidence)}, last confirmed ${edition.confirmed}.`),
    ...tableOf(pricesFigure(rows, edition.currency)),
    ...textOf(transfer && `${capital(editionName(transfer.edition, names))}:`),
    ...tableOf(pricesFigure(transfer?.prices ?? [], edition.currency)),
    ...listOf('Rules', words),
    ...listOf('Rules of data transfer', transfer?.words ?? []),
    ...listOf(
      'Sources',
      [...edition.sources]
        .sort((a, b) => Number(b === source) - Number(a === source))
        .map(({ url, retrieved, note }) => `${url} (${retrieved}${note === undefined ? '' : `; ${note}`})`),
    ),
    ...listOf('Notes', edition.notes),
  ];
}

interface Shown {
  /** Of the store. */
  title: string;
  rows: readonly PriceRow[];
  /** Its rules. */
  words: readonly string[];
  names: Names;
  source: Edition['sources'][number] | null;
  transfer: Transfer | null;
}

interface Transfer {
  edition: string;
  prices: PriceRow[];
  rules: string[];
  /** The rules for people. */
  words: string[];
}

/** What the provider's data transfer table asks in the region; null where it has none. */
function transferOf(
  edition: Edition,
  region: string,
  asOf: string | undefined,
  archive: Archive,
  names: Names,
): Transfer | null {
  const newest = archive.transfers(edition.provider).at(-1);
  const table = resolveTransfer(archive, edition.provider, region, asOf ?? newest?.date ?? edition.date);
  const prices = table ? transferRegion(table, region) : undefined;
  return table && prices
    ? {
        edition: table.id,
        prices: transferRows(prices),
        rules: transferWords(table),
        words: transferWords(table, { ...names, list: few }),
      }
    : null;
}

/** `a, b and 9 more`. */
function few(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : listing(names);
}
