import path from 'node:path';
import { formatEdition } from '#catalog/format-edition.ts';
import { PRICING_FOLDER, loadArchive } from '#catalog/from-files.ts';
import { parseEdition } from '#core/pricing/editions/parse-edition.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { findPlace } from '#core/places.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import { createFiles } from '#files/write-files.ts';
import { ImportError } from '#formats/importer.ts';
import { readPriceList } from '#formats/price-lists/index.ts';
import { nextEdition, type NextEdition } from '#formats/price-lists/next-edition.ts';
import type { Standing } from '#formats/price-lists/region-beside.ts';
import type { Args } from '../../args.ts';
import type { Run } from '../../command.ts';
import type { Deps } from '../../deps.ts';
import { Misunderstood } from '../../failures.ts';
import { give } from '../../formats.ts';
import { changesFigure } from '../../render/price-changes.ts';
import { heading, listOf, strong, tableOf, type Block } from '../../render/table.ts';
import { storeNamed } from '../../input/named.ts';
import { readPacked, refuseProblems, standingOf } from './editions.ts';

interface Imported extends NextEdition {
  store: string;
  format: string;
  seen: string;
  /** Id of the edition written, or that would be; null: nothing changed. */
  edition: string | null;
  path: string | null;
  text: string | null;
}

/**
 * Providers' price lists → the next edition of each store, where a price changed. Writes nothing unless every store's edition
 * stands up to the check. Exit 1 where a change has to be entered by hand, or nothing could be compared.
 */
export const importPrices: Run = (args, deps) => {
  const root = path.resolve(deps.cwd, args.text('root') ?? '.');
  const archive = loadArchive(root);
  const stores = args.list('store').map((text) => storeNamed(text, archive));
  if (stores.length === 0)
    throw new Misunderstood('say whose prices to read: --store aws/s3-standard; may repeat');
  const pages = args.operands.map((file) => readPacked(path.resolve(deps.cwd, file)));
  const answers = stores.map(({ store }) => imported(store, pages, { root, archive, args, deps }));
  if (!args.has('dry-run'))
    createFiles(
      answers.flatMap(({ path: target, text }) =>
        target !== null && text !== null ? [{ path: path.join(root, target), content: text }] : [],
      ),
    );
  give(args, deps, {
    json: answers.map(({ text: _text, file: _file, ...answer }) => answer),
    blocks: () => answers.flatMap((answer) => importBlocks(answer, args.has('dry-run'))),
  });
  return { exit: answers.every(isWhole) ? 0 : 1 };
};

/** Something was compared, and nothing that changed had to be left out. */
const isWhole = ({ agreed, changes, byHand }: NextEdition) =>
  agreed + changes.length > 0 && byHand.length === 0;

interface Where {
  root: string;
  archive: Archive;
  args: Args;
  deps: Deps;
}

function imported(
  store: string,
  pages: readonly Uint8Array[],
  { root, archive, args, deps }: Where,
): Imported {
  const start = startOf(store, { root, archive, args });
  const { currency, provider } = start.edition;
  try {
    const list = readPriceList(pages, store, currency, archive.facts(store));
    const seen = args.day('retrieved') ?? list.published;
    if (seen === null)
      throw new Misunderstood('the file does not say when it was fetched; add --retrieved DATE');
    const next = nextEdition(list, inForceOn(root, archive, store, seen), {
      store,
      newest: start,
      isPlace: (region) => findPlace(`${provider}/${region}`) !== undefined,
      seen,
      recorded: deps.today(),
      source: {
        id: `${list.format.id}-${seen}`,
        url: args.text('source-url') ?? list.format.url,
        note: `${list.format.title}${list.version === null ? '' : `, version ${list.version}`}`,
      },
    });
    const target = `${PRICING_FOLDER}/${store}/${seen}.yaml`;
    const base = { ...next, store, format: list.format.id, seen, edition: null, path: null, text: null };
    if (next.file === null) return base;
    const edition = parseEdition(target, next.file);
    refuseProblems(root, archive, [edition]);
    return { ...base, edition: edition.id, path: target, text: formatEdition(next.file, edition) };
  } catch (error) {
    throw error instanceof ImportError
      ? new Misunderstood(`${args.operands.join(', ')}: ${error.message}`)
      : error;
  }
}

/** The newest edition; of a store that has none, that of the one whose rules it takes. */
function startOf(store: string, { root, archive, args }: Pick<Where, 'root' | 'archive' | 'args'>): Standing {
  const newest = archive.editions(store).at(-1);
  if (newest) return standingOf(root, newest);
  const named = args.text('like');
  if (named === undefined)
    throw new Misunderstood(`${store} has no edition; name the store whose rules it takes with --like STORE`);
  const like = archive.editions(storeNamed(named, archive).store).at(-1);
  if (!like) throw new Misunderstood(`--like "${named}" has no edition either`);
  const { edition, file } = standingOf(root, like);
  return {
    edition,
    file: {
      ...file,
      transitionsTo: edition.transitionsTo.filter((one) => one !== store),
      notes: [`Rules are those of ${like.id}, taken over as they stand.`],
    },
  };
}

/** The edition with the region's prices on a day. */
function inForceOn(root: string, archive: Archive, store: string, day: string) {
  return (region: string): Standing | null => {
    const found = resolvePrices(archive, { store, region, asOf: day });
    return 'edition' in found && Object.hasOwn(found.edition.regions, region)
      ? standingOf(root, found.edition)
      : null;
  };
}

function importBlocks(answer: Imported, isDry: boolean): Block[] {
  const { store, seen, changes, agreed, kept, newRegions, unknownRegions, remarks } = answer;
  const written = `${isDry ? 'Would write' : 'Wrote'} ${answer.path}: ${changes.length} changed, ${agreed} agree.`;
  const notes = [
    ...remarks,
    ...(kept.length > 0 ? [`not in the file: ${keptWords(kept)}`] : []),
    ...(newRegions.length > 0 ? [`new regions: ${newRegions.join(', ')}`] : []),
    ...(unknownRegions.length > 0
      ? [
          `no place known here, or without a price of storage, so left out: ${unknownRegions.join(', ')} (pricing/README.md says how to add a place)`,
        ]
      : []),
  ];
  return [
    heading(`${store}, by the ${answer.format} of ${seen}`),
    strong(changes.length > 0 ? written : unwrittenWords(answer)),
    ...tableOf(changesFigure(changes)),
    ...listOf('Notes', notes),
  ];
}

function unwrittenWords({ agreed, byHand }: Imported): string {
  if (byHand.length > 0) return `Nothing written: ${byHand.join(', ')} changed and must be entered by hand.`;
  return agreed > 0 ? `Nothing changed: ${agreed} prices agree.` : 'No price of the file could be compared.';
}

/** `retrieval (us-east-1, us-east-2), transition (us-east-1)`. */
function keptWords(kept: readonly { region: string; meter: string }[]): string {
  const byMeter = new Map<string, string[]>();
  for (const { region, meter } of kept) byMeter.set(meter, [...(byMeter.get(meter) ?? []), region]);
  return [...byMeter].map(([meter, regions]) => `${meter} (${regions.join(', ')})`).join(', ');
}
