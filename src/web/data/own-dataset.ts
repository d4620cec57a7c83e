/** A file of the visitor's own as a dataset: what it says of itself, and nothing made up about the rest. */
import type { DatasetFile, Dataset } from '#core/evidence/dataset.ts';
import { HISTOGRAMS } from '#core/evidence/merge.ts';
import { OVER_TIME, overTimeCsv, parseOverTime, type OverTime } from '#core/evidence/over-time.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { parseCsv } from '#core/csv.ts';
import type { ImportedDataset, WholeDataset } from '#formats/importer.ts';
import { measurementsCsv } from '#formats/benchmarks/stowage-csv.ts';
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
  return { id: freeId(id, taken), file: head, csv: new TextDecoder().decode(csv), others };
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

/** `name`: of the file. `day`: today, as in 2026-11-20. `taken`: ids that are in use. */
export function ownFiles(
  name: string,
  imported: ImportedDataset,
  day: string,
  taken: readonly string[],
): OwnFiles {
  const id = freeId(name, taken);
  const csv = measurementsCsv(imported.measurements);
  const { overTime = [], histograms } = imported;
  const others: Record<string, string> = {
    ...(overTime.length > 0 && { [OVER_TIME]: overTimeCsv(overTime) }),
    ...(histograms !== undefined && { [HISTOGRAMS]: histograms }),
  };
  const shared = (values: readonly (string | null)[]) => {
    const [first = null, ...others] = new Set(values);
    return others.length === 0 ? first : null;
  };
  return {
    id,
    csv,
    others,
    file: {
      title: name.slice(0, 200) || id,
      source: { url: `file ${name.slice(0, 200)}`, date: null, retrieved: day },
      licence: 'not stated',
      measuredBy: { name: 'not stated', sells: [] },
      // A harness of its own: nothing says that another file was measured alike.
      harness: { id, tool: imported.tool ?? 'not stated', version: null },
      client: {
        place: shared(imported.measurements.map((row) => row.client_place)),
        runtime: shared(imported.measurements.map((row) => row.client_runtime)),
      },
      method: imported.method,
      caveats: [`Imported in this browser (${imported.format}).`, ...imported.caveats, STANDING.claimed],
      status: 'claimed',
      checksums: Object.fromEntries(
        Object.entries({ 'measurements.csv': csv, ...others }).map(([file, text]) => [file, sha256(text)]),
      ),
    },
  };
}

/** The same as the pages look at it. */
export interface OwnDataset {
  files: OwnFiles;
  dataset: Dataset;
  /** Empty where the file said nothing of when. */
  overTime: readonly OverTime[];
}

/** Through the same reader as every dataset. Throws `DataError`, or what is wrong with its times. */
export function ownDataset(files: OwnFiles): OwnDataset {
  const { id, file, csv } = files;
  return { files, dataset: parseDataset(id, file, parseCsv(csv)), overTime: overTimeIn(files) };
}

function overTimeIn({ others }: OwnFiles): OverTime[] {
  const text = others?.[OVER_TIME];
  if (text === undefined) return [];
  return parseOverTime(typeof text === 'string' ? text : new TextDecoder().decode(text));
}

function freeId(name: string, taken: readonly string[]): string {
  const plain =
    name
      .replace(/(\.(csv|json|js|txt|log|zst|gz|out|hgrm|hlog))+$/i, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-|-$/g, '') || 'own-file';
  let id = plain;
  for (let n = 2; taken.includes(id); n++) id = `${plain}-${n}`;
  return id;
}
