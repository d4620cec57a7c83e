/** What was imported, as a dataset of whoever has it: for the terminal's import, the page's drop, and the times in a log. */
import { parseCsv } from '#core/csv.ts';
import type { Dataset, DatasetFile } from '#core/evidence/dataset.ts';
import { HISTOGRAMS } from '#core/evidence/merge.ts';
import { OVER_TIME, overTimeCsv } from '#core/evidence/over-time.ts';
import { parseDataset } from '#core/evidence/parse-dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { FACT_WORDS, type Fact, type ImportFacts, type Parsed } from '../importer.ts';
import { measurementsCsv } from './stowage-csv.ts';

/** Text of each data file by its name. */
export interface DataFiles {
  'measurements.csv': string;
  [name: string]: string;
}

export function dataFiles(parts: readonly Parsed[]): DataFiles {
  const overTime = parts.flatMap((one) => one.overTime ?? []);
  const [first, ...others] = parts;
  return {
    'measurements.csv': measurementsCsv(parts.flatMap((one) => one.measurements)),
    ...(overTime.length > 0 && { [OVER_TIME]: overTimeCsv(overTime) }),
    // Of one file alone: only so do its tags and its rows name the same things.
    ...(first?.histograms !== undefined && others.length === 0 && { [HISTOGRAMS]: first.histograms }),
  };
}

interface Own {
  id: string;
  title: string;
  /** Name of the file that it came from. */
  file: string;
  /** Of what was measured; null where it is not known. */
  date: string | null;
  /** Today, as in 2026-11-20. */
  day: string;
  /** How it came here. */
  caveats: readonly string[];
}

/** Nobody is asked who measured and under which licence: the head says that it does not know. */
export function privateHead(own: Own, parts: readonly Parsed[], files: DataFiles): DatasetFile {
  const [first] = parts;
  const rows = parts.flatMap((one) => one.measurements);
  return {
    title: own.title,
    source: { url: `file ${own.file}`, date: own.date, retrieved: own.day },
    licence: 'private',
    measuredBy: { name: 'not stated', sells: [] },
    // A harness of its own: nothing says that another file was measured alike.
    harness: { id: own.id, tool: first?.tool ?? 'not stated', version: first?.toolVersion ?? null },
    client: {
      place: shared(rows.map((row) => row.client_place)),
      runtime: shared(rows.map((row) => row.client_runtime)),
    },
    method: first?.method ?? { loop: null, temperature: null, connections: null },
    caveats: [...own.caveats, ...(first?.caveats ?? [])],
    status: 'measured',
    checksums: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)])),
  };
}

/** The dataset that folder or file would hold. */
export const datasetOf = (id: string, head: DatasetFile, files: DataFiles): Dataset =>
  parseDataset(id, head, parseCsv(files['measurements.csv']));

export function privateDataset(own: Own, parts: readonly Parsed[]): Dataset {
  const files = dataFiles(parts);
  return datasetOf(own.id, privateHead(own, parts, files), files);
}

/** The value that all share; null where they differ. */
function shared(values: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}

/** Stands for a store that nobody says. */
export const NO_STORE = 'unknown/store';

/** Stands for what nobody says where figures are only looked at, or kept for oneself. */
const NOT_SAID: Readonly<Omit<Required<ImportFacts>, 'runtime'>> = {
  store: NO_STORE,
  region: null,
  from: null,
  sizeBytes: null,
  operation: 'MIXED',
  concurrency: null,
  timeUnit: 'ms',
};

/** Facts that are left open but for `needed`; `open` gathers which were. */
export function leavingOpen(needed: readonly Fact[]) {
  const open = new Set<Fact>();
  const assume = (fact: Fact): ImportFacts[Fact] => {
    if (fact === 'runtime' || needed.includes(fact)) return undefined;
    open.add(fact);
    return NOT_SAID[fact];
  };
  return { open, assume };
}

/** A caveat, where anything was left open. */
export const openWords = (open: ReadonlySet<Fact>): string[] =>
  open.size === 0 ? [] : [`The file does not say ${[...open].map((fact) => FACT_WORDS[fact]).join(', ')}.`];

/** Id of the dataset of a file, by its name; `taken` are ids that are in use. */
export function idOf(name: string, taken: readonly string[] = []): string {
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
