import path from 'node:path';
import { checkPrices } from '#catalog/check-files.ts';
import type { Edition, Price, RegionPrices } from '#core/pricing/edition.ts';
import { checkStoreRef } from '#core/scenario/check-stores.ts';
import { nearestRegion } from '#core/places.ts';
import { formatNumber } from '#core/report/money.ts';
import { readArgs } from '../args.ts';
import type { Args } from '../args.ts';
import type { Deps, Outcome, Run } from '../deps.ts';
import { Unanswerable } from '../failures.ts';
import { formatOf, jsonText } from '../formats.ts';
import { csvText, renderBlocks } from '../render/table.ts';
import type { Block, Table } from '../render/table.ts';
import { subcommandOf } from '../subcommand.ts';

const SUBCOMMANDS = ['list', 'show', 'check'] as const;

export const prices: Run = async (argv, deps) => {
  const [name, rest] = subcommandOf('prices', SUBCOMMANDS, argv);
  switch (name) {
    case 'list':
      return list(
        readArgs(rest, {
          command: 'prices',
          flags: { json: 'boolean', format: 'string' },
          operands: { name: 'operands', least: 0, most: 0 },
        }),
        deps,
      );
    case 'show':
      return show(
        readArgs(rest, {
          command: 'prices',
          flags: { 'as-of': 'string', json: 'boolean', format: 'string' },
          operands: { name: 'a STORE', least: 1, most: 1 },
        }),
        deps,
      );
    case 'check':
      return check(
        readArgs(rest, {
          command: 'prices',
          flags: { root: 'string', fix: 'boolean', json: 'boolean' },
          operands: { name: 'operands', least: 0, most: 0 },
        }),
        deps,
      );
  }
};

function list(args: Args, deps: Deps): Outcome {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const { stores } = deps.catalog.index;
  const columns = ['store', 'title', 'editions', 'newest', 'regions', 'confidence'];
  const rows = stores.map(
    (store) =>
      [
        store.id,
        store.title,
        store.dates.length,
        store.dates.at(-1) ?? '',
        store.regions.length,
        store.confidence,
      ] as const,
  );
  if (format === 'json')
    deps.print(
      jsonText(
        stores.map(({ id, title, confidence, placement, regions, places, dates }) => ({
          store: id,
          title,
          confidence,
          placement,
          regions,
          places,
          editions: dates,
        })),
      ),
    );
  else if (format === 'csv') deps.print(csvText(columns, rows));
  else {
    const table: Table = {
      columns: columns.map((title) => ({
        title,
        align: title === 'editions' || title === 'regions' ? 'right' : 'left',
        wrap: title === 'title',
      })),
      rows: rows.map((row) => row.map(String)),
    };
    deps.print(
      renderBlocks([{ kind: 'table', table }], {
        form: format === 'md' ? 'md' : 'table',
        styled: deps.styled,
      }),
    );
  }
  return { exit: 0 };
}

interface PriceRow {
  meter: string;
  /** Where a tier ends, in the meter's unit; null: it does not. */
  upTo: number | null;
  price: string;
}

async function show(args: Args, deps: Deps): Promise<Outcome> {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const asOf = args.day('as-of');
  const [store = '', asked] = (args.operands[0] ?? '').split('@');
  const { archive } = deps.catalog;
  checkStoreRef({ store, ...(asked === undefined ? {} : { region: asked }) }, archive);
  const editions = archive.editions(store);
  const region = asked ?? onlyRegion(editions.at(-1));
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
  if (format === 'json')
    deps.print(
      jsonText({
        store,
        region,
        edition: edition.id,
        title: edition.title,
        currency: edition.currency,
        gigabyte: edition.gigabyte,
        month: edition.month,
        confirmed: edition.confirmed,
        confidence: edition.confidence,
        prices: rows,
        sources: edition.sources,
        notes: edition.notes,
      }),
    );
  else if (format === 'csv')
    deps.print(
      csvText(
        ['meter', 'up_to', 'price'],
        rows.map((row) => [row.meter, row.upTo, row.price]),
      ),
    );
  else
    deps.print(
      renderBlocks(editionBlocks(edition, region, rows), {
        form: format === 'md' ? 'md' : 'table',
        styled: deps.styled,
      }),
    );
  return { exit: 0 };
}

/** The key of `region` among an edition's price lists: its own, or the one for everywhere. */
function keyOf(edition: Edition, region: string): string | null {
  if (Object.hasOwn(edition.regions, region)) return region;
  return Object.hasOwn(edition.regions, 'everywhere') ? 'everywhere' : null;
}

function onlyRegion(edition: Edition | undefined): string {
  if (!edition) return '';
  return Object.hasOwn(edition.regions, 'everywhere')
    ? 'everywhere'
    : (nearestRegion(edition, 'aws/us-east-1') ?? Object.keys(edition.regions)[0] ?? '');
}

function priceRows(prices: RegionPrices): PriceRow[] {
  const rows: PriceRow[] = [];
  const add = (meter: string, price: Price | undefined) => {
    if (price === undefined) return;
    if (typeof price === 'string') rows.push({ meter, upTo: null, price });
    else for (const tier of price) rows.push({ meter, upTo: tier.upTo ?? null, price: tier.price });
  };
  add('storage', prices.storage);
  for (const [name, price] of Object.entries(prices.requests)) add(`requests.${name}`, price);
  add('upload', prices.upload);
  add('retrieval', prices.retrieval);
  if (prices.egress === 'transfer')
    rows.push({ meter: 'egress', upTo: null, price: "by the provider's transfer table" });
  else for (const [to, price] of Object.entries(prices.egress)) add(`egress.${to}`, price);
  add('transition', prices.transition);
  add('monitoring', prices.monitoring);
  add('replication', prices.replication);
  add('subscription', prices.subscription?.price);
  add('minimum', prices.minimum?.price);
  return rows;
}

function editionBlocks(edition: Edition, region: string, rows: readonly PriceRow[]): Block[] {
  const table: Table = {
    columns: [
      { title: 'meter' },
      { title: 'up to', align: 'right' },
      { title: `price as printed (${edition.currency})` },
    ],
    rows: rows.map((row) => [row.meter, row.upTo === null ? '' : formatNumber(row.upTo, 3), row.price]),
  };
  const blocks: Block[] = [
    { kind: 'heading', text: `${edition.title}, ${region}: ${edition.id}` },
    {
      kind: 'text',
      text: `${edition.confidence}, last confirmed ${edition.confirmed}; a GB is ${edition.gigabyte === 1e9 ? '10^9' : '2^30'} bytes, a month ${edition.month === 'calendar' ? 'a calendar month' : edition.month}`,
    },
    { kind: 'table', table },
    {
      kind: 'list',
      title: 'Sources',
      items: edition.sources.map((source) => `${source.url} (${source.retrieved})`),
    },
  ];
  if (edition.notes.length > 0) blocks.push({ kind: 'list', title: 'Notes', items: edition.notes });
  return blocks;
}

function check(args: Args, deps: Deps): Outcome {
  const root = path.resolve(deps.cwd, args.text('root') ?? '.');
  const { files, problems } = checkPrices(root, { fix: args.has('fix') });
  if (args.has('json')) deps.print(jsonText({ files, problems }));
  else {
    for (const { at, place, message, remedy } of problems)
      deps.print(`${at}${place ? `: ${place}` : ''}: ${message}; ${remedy}\n`);
    deps.print(
      `${files} price files, ${problems.length === 0 ? 'no problems' : problems.length === 1 ? '1 problem' : `${problems.length} problems`}\n`,
    );
  }
  return { exit: problems.length > 0 ? 1 : 0 };
}
