/** `stowage prices rebuild PROVIDER`: the editions that the recorded prices of past days give, and what they change. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatEdition } from '#catalog/format-edition.ts';
import { PRICING_FOLDER, loadArchive } from '#catalog/from-files.ts';
import { DataError } from '#core/data-error.ts';
import type { PriceChange } from '#core/pricing/editions/edition-diff.ts';
import { TRANSFER_FOLDER } from '#core/pricing/editions/parse-edition.ts';
import { createFiles } from '#files/write-files.ts';
import { ImportError } from '#formats/importer.ts';
import { readHistory, type HistoryRow } from '#formats/price-lists/history.ts';
import { rebuild, type Rebuild } from '#formats/price-lists/rebuild.ts';
import type { Run } from '../../command.ts';
import { Misunderstood } from '../../failures.ts';
import { give } from '../../formats.ts';
import { changesFigure } from '../../render/price-changes.ts';
import { heading, listOf, strong, tableOf, type Block } from '../../render/table.ts';
import { fileOf, readPacked, refuseProblems, standingOf } from './editions.ts';

interface Answer extends Pick<Rebuild, 'agreed' | 'disagreements'> {
  /** A store, or `<provider>/transfer`. */
  table: string;
  made: { edition: string; path: string; text: string; changes: PriceChange[] }[];
}

/** Writes nothing unless every edition stands up to the check. */
export const rebuildPrices: Run = (args, deps) => {
  const root = path.resolve(deps.cwd, args.text('root') ?? '.');
  const archive = loadArchive(root);
  const [provider = ''] = args.operands;
  const file = `${PRICING_FOLDER}/history/${provider}.tsv.gz`;
  if (!/^[a-z0-9-]+$/.test(provider) || !existsSync(path.join(root, file)))
    throw new Misunderstood(
      `${file} is not there; name a provider whose past prices are recorded, such as aws`,
    );
  const rebuilt = (table: string, rows: readonly HistoryRow[]) => {
    const isTransfer = table === `${provider}/${TRANSFER_FOLDER}`;
    if (!isTransfer && (!archive.stores.includes(table) || !table.startsWith(`${provider}/`)))
      throw new ImportError(`"${table}" is no store of ${provider}`);
    const editions = isTransfer ? archive.transfers(provider) : archive.editions(table);
    const standing = editions.map((one) => standingOf(root, one));
    return { table, ...rebuild({ id: table, isTransfer, standing }, rows, deps.today()) };
  };
  try {
    const rows = readHistory(readPacked(path.join(root, file)));
    const found = [...Map.groupBy(rows, ({ store }) => store)].map(([table, its]) => rebuilt(table, its));
    refuseProblems(
      root,
      archive,
      found.flatMap(({ made }) => made.map(({ edition }) => edition)),
    );
    const answers = found.map(({ made, ...rest }): Answer => ({
      ...rest,
      made: made.map(({ edition, file: value, changes }) => ({
        edition: edition.id,
        path: fileOf(edition.id),
        text: formatEdition(value, edition),
        changes,
      })),
    }));
    const isDry = args.has('dry-run');
    if (!isDry)
      createFiles(
        answers.flatMap(({ made }) =>
          made.map(({ path: target, text }) => ({ path: path.join(root, target), content: text })),
        ),
      );
    give(args, deps, {
      json: answers.map(({ made, ...rest }) => ({
        ...rest,
        made: made.map(({ text: _text, ...one }) => one),
      })),
      blocks: () => answers.flatMap((answer) => blocksOf(answer, isDry)),
    });
  } catch (error) {
    throw error instanceof ImportError || error instanceof DataError
      ? new Misunderstood(`${file}: ${error.message}`)
      : error;
  }
};

function blocksOf({ table, made, agreed, disagreements }: Answer, isDry: boolean): Block[] {
  const none = `Nothing changed: ${agreed} prices agree.`;
  return [
    heading(table),
    ...(made.length === 0 ? [strong(none)] : []),
    ...made.flatMap(({ path: target, changes }): Block[] => [
      strong(`${isDry ? 'Would write' : 'Wrote'} ${target}: ${changes.length} prices.`),
      ...tableOf(changesFigure(changes)),
    ]),
    ...listOf('An edition of that day says otherwise, and stands', disagreements),
  ];
}
