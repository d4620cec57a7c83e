/** A file of the visitor's own as a dataset: what it says of itself, and nothing made up about the rest. */
import type { DatasetFile } from '#core/evidence/dataset.ts';
import { OVER_TIME, parseOverTime, type OverTime } from '#core/evidence/over-time.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { parseCsv } from '#core/csv.ts';
import { dataFiles, idOf, openWords, privateHead } from '#formats/benchmarks/private-dataset.ts';
import type { Fact, ImportedDataset, WholeDataset } from '#formats/importer.ts';
import { packDataset } from '#formats/benchmarks/stowage-dataset.ts';

/** As it is kept: the files of a dataset's folder. */
export interface OwnFiles {
  id: string;
  file: DatasetFile;
  csv: string;
  /** What stands beside `measurements.csv`, by its name. */
  others?: Readonly<Record<string, string | Uint8Array>>;
}

/** A dataset that came as one file says all of itself, and keeps it; only its id may be taken here. */
export function wholeFiles({ id, head, files }: WholeDataset, taken: readonly string[]): OwnFiles {
  const { 'measurements.csv': csv, ...others } = files;
  return { id: idOf(id, taken), file: head, csv: new TextDecoder().decode(csv), others };
}

/** The same to hand on, in the form that `stowage import` and this page read back. */
export function oneFileOf({ id, file, csv, others = {} }: OwnFiles): string {
  const bytes = (content: string | Uint8Array) =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const files = Object.entries({ 'measurements.csv': csv, ...others }).map(
    ([name, content]) => [name, bytes(content)] as const,
  );
  return packDataset({ id, head: file, files: Object.fromEntries(files) });
}

/** Who stands behind the figures, as the visitor says; until somebody says so, nobody does. */
export function withStatus(files: OwnFiles, status: DatasetFile['status']): OwnFiles {
  return {
    ...files,
    file: {
      ...files.file,
      status,
      caveats: [
        ...files.file.caveats.filter((one) => !Object.values(STANDING).includes(one)),
        STANDING[status],
      ],
    },
  };
}

const STANDING: Record<DatasetFile['status'], string> = {
  claimed: 'Nobody has said who measured it, so it counts as claimed.',
  measured: 'Whoever keeps it here says that somebody who sells none of its stores measured it.',
  vendor: 'Whoever keeps it here says that a seller of a store in it measured it.',
};

/** `name`: of the file. `day`: today, as in 2026-11-20. `taken`: ids that are in use. `open`: what nobody said. */
export function ownFiles(
  name: string,
  imported: ImportedDataset,
  day: string,
  taken: readonly string[],
  open: ReadonlySet<Fact>,
): OwnFiles {
  const id = idOf(name, taken);
  const title = name.slice(0, 200) || id;
  const files = dataFiles([imported]);
  const caveats = [`Imported in this browser (${imported.format}).`, ...openWords(open)];
  const head = privateHead({ id, title, file: title, date: null, day, caveats }, [imported], files);
  const { 'measurements.csv': csv, ...others } = files;
  return withStatus({ id, csv, others, file: head }, 'claimed');
}

export type OwnDataset = ReturnType<typeof ownDataset>;

/** The same as the pages look at it, through the same reader as every dataset. Throws `DataError`, or what is wrong with its times. */
export function ownDataset(files: OwnFiles) {
  const { id, file, csv } = files;
  return { files, dataset: parseDataset(id, file, parseCsv(csv)), overTime: overTimeIn(files) };
}

/** Empty where the file said nothing of when. */
function overTimeIn({ others }: OwnFiles): OverTime[] {
  const text = others?.[OVER_TIME];
  if (text === undefined) return [];
  return parseOverTime(typeof text === 'string' ? text : new TextDecoder().decode(text));
}
