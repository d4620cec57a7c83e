/** A file of the visitor's own as a dataset: what it says of itself, and nothing made up about the rest. */
import type { DatasetFile, Dataset } from '#core/evidence/dataset.ts';
import { OVER_TIME, overTimeCsv, parseOverTime } from '#core/evidence/over-time.ts';
import type { OverTime } from '#core/evidence/over-time.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { parseCsv } from '#core/csv.ts';
import type { ImportedDataset } from '#importers/importer.ts';
import { measurementsCsv } from '#importers/stowage-csv.ts';

/** As it is kept: the files of a dataset's folder. */
export interface OwnFiles {
  id: string;
  file: DatasetFile;
  csv: string;
  /** What stands beside `measurements.csv`, by its name. */
  others?: Readonly<Record<string, string>>;
}

/** `name`: of the file. `day`: today, as in 2026-11-20. `taken`: ids that are in use. */
export function ownFiles(
  name: string,
  imported: ImportedDataset,
  day: string,
  taken: readonly string[],
): OwnFiles {
  const id = freeId(name, taken);
  const csv = measurementsCsv(imported.measurements);
  const { overTime = [] } = imported;
  const others: Record<string, string> = overTime.length > 0 ? { [OVER_TIME]: overTimeCsv(overTime) } : {};
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
      caveats: [
        `Imported in this browser (${imported.format}).`,
        'Who measured it, and whether they sell a store in it, is not stated.',
        ...imported.caveats,
      ],
      status: 'measured',
      checksums: Object.fromEntries(
        Object.entries({ 'measurements.csv': csv, ...others }).map(([file, text]) => [file, sha256(text)]),
      ),
    },
  };
}

/** Through the same reader as every dataset. Throws `DataError`. */
export function datasetOf({ id, file, csv }: OwnFiles): Dataset {
  return parseDataset(id, file, parseCsv(csv));
}

/** Empty where the file said nothing of when. Throws what is wrong with it. */
export function overTimeIn({ others }: OwnFiles): OverTime[] {
  const text = others?.[OVER_TIME];
  return text === undefined ? [] : parseOverTime(text);
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
