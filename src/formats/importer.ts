/** What every format of this room offers, and what it may rely on. */
import type { DatasetFile, Measurement, Operation } from '#core/evidence/dataset.ts';
import type { OverTime } from '#core/evidence/over-time.ts';

/** One benchmark's file format. Formats go by what a file holds, never by its name. */
export interface Importer {
  id: string;
  /** What such a file is, for people: `k6's summary of a run (JSON)`. */
  title: string;
  /** True, or what a file of this format begins with and this one does not. Sees the first letters, and 64 KiB unpacked at most. */
  recognises(head: string, context: ImportContext, bytes: Uint8Array): true | string;
  /** What wrote such a file; null: it does not say. */
  tool: string | null;
  /** As far as every such file tells it. */
  method?: Partial<DatasetFile['method']>;
  caveats?: readonly string[];
  /** Why a file of no measurement is refused; absent: it is not. */
  nothing?: string;
  /** Unpacked; `MOST_BYTES` unless it says otherwise. */
  mostBytes?: number;
  /** Strict. Throws `ImportError`: what was seen, on which line, or which facts must be given. */
  parse(bytes: Uint8Array, context: ImportContext): readonly Measurement[] | Found;
}

/** A format whose files outgrow memory: read piece by piece. */
export interface StreamedImporter extends Omit<Importer, 'parse' | 'mostBytes'> {
  open(context: ImportContext): Reading<Found>;
}

/** What one file says, in place of what its format says of all, or besides. */
export type Found = Pick<Parsed, 'measurements'> & Partial<Parsed>;

export type Format = Importer | StreamedImporter;

/** A file on its way in. Both methods throw `ImportError`, as `parse` does. */
export interface Reading<Read = Parsed> {
  /** The piece is the caller's again once this returns. */
  push(piece: Uint8Array): void;
  /** `isCut`: what the file was packed in ended too early, so the last line may be part of one. */
  end(isCut: boolean): Read;
}

/** What a person knows and a file may not say. Null: known to be unknown. */
export interface ImportFacts {
  store?: string;
  /** Place of the store. */
  region?: string | null;
  /** Place of the client. */
  from?: string | null;
  runtime?: string;
  sizeBytes?: number | null;
  operation?: Operation;
  concurrency?: number | null;
  /** Of a file's times, where it leaves that open. */
  timeUnit?: TimeUnit;
}
export type TimeUnit = keyof typeof PER_MS;
export type Fact = keyof ImportFacts;

export interface ImportContext extends ImportFacts {
  /** Name of the file, without its folders. A fact may be read from it. */
  name?: string;
  /** Tells apart the runs that measured one cell: each note begins with it. */
  run?: string;
  /** What stands in which column of a table without a known header: `latency` → `Time (us)`. */
  columns?: Readonly<Record<string, string>>;
  /** Asked for a fact that neither file nor person says; undefined: the fact is missing. Absent: every such fact is. */
  assume?: (fact: Fact) => ImportFacts[Fact];
}

/** All that a file says of itself; who measured it, and under which licence, it does not know. */
export interface Parsed {
  measurements: readonly Measurement[];
  /** Null: the file does not say what measured it. */
  tool: string | null;
  /** Left out where the file does not say. */
  toolVersion?: string | null;
  method: DatasetFile['method'];
  caveats: readonly string[];
  /** When requests began and how long they took, where the file says when. */
  overTime?: readonly OverTime[];
  /** `histograms.hlog` of the same, where the file is histograms. */
  histograms?: string;
  /** Where the file is a dataset already, with all that a person knows of it. */
  whole?: WholeDataset;
}

export interface ImportedDataset extends Parsed {
  /** Id of the format. */
  format: string;
}

/** A dataset's folder: its head, and its data files by name. */
export interface WholeDataset {
  id: string;
  head: DatasetFile;
  files: Readonly<Record<string, Uint8Array>>;
}

/** A file that is no dataset: of no known format, not what its format promises, or short of facts. */
export class ImportError extends Error {
  /** Facts that the file cannot know, and that importing it needs. */
  readonly missing: readonly Fact[];

  constructor(message: string, missing: readonly Fact[] = []) {
    super(message);
    this.name = 'ImportError';
    this.missing = missing;
  }
}

const PER_MS = { ns: 1e6, us: 1000, ms: 1, s: 0.001 } as const;

/** Divided, not multiplied by a fraction, which would add digits that nobody measured. */
export const toMs = (value: number, unit: TimeUnit): number => value / PER_MS[unit];

/** Of a file that is read as a whole, unpacked. */
export const MOST_BYTES = 16 * 1024 * 1024;

/** The first letters of a file; whatever is no UTF-8 reads as U+FFFD. */
export const headOf = (bytes: Uint8Array, most = 512): string =>
  new TextDecoder().decode(bytes.subarray(0, most));

/** The first of `formats` that says true. Throws `ImportError` with what each of them wants, after `wanted`. */
export function recognised<F extends { id: string }>(
  formats: readonly F[],
  verdictOf: (format: F) => true | string,
  wanted: string,
): F {
  const tried: string[] = [];
  for (const format of formats) {
    const verdict = verdictOf(format);
    if (verdict === true) return format;
    tried.push(`${format.id} wants ${verdict}`);
  }
  throw new ImportError(`${wanted}; ${tried.join('; ')}`);
}

/** The whole file as text. Throws `ImportError` where it is not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError('is not UTF-8 text');
  }
}

export const FACT_WORDS: Readonly<Record<Fact, string>> = {
  store: 'which store was measured',
  region: 'where the store is',
  from: 'where the client was',
  runtime: 'what the client ran on',
  sizeBytes: 'how large the objects were',
  operation: 'which operation was measured',
  concurrency: 'how many requests were under way at once',
  timeUnit: 'in which unit its times are',
};

type Given<F extends Fact> = { [K in F]-?: Exclude<ImportFacts[K], undefined> };

/** These facts, given or assumed. Throws one `ImportError` that lists every one that is neither. */
export function factsOf<F extends Fact>(context: ImportContext, wanted: readonly F[]): Given<F> {
  const found = wanted.map((fact) => {
    const given: ImportFacts[Fact] = context[fact];
    return [fact, given === undefined ? context.assume?.(fact) : given] as const;
  });
  const missing = found.flatMap(([fact, value]) => (value === undefined ? [fact] : []));
  if (missing.length > 0)
    throw new ImportError(`does not say ${missing.map((fact) => FACT_WORDS[fact]).join(', ')}`, missing);
  return Object.fromEntries(found) as Given<F>;
}

/** What the file says, unless it was told otherwise. `where` leads the message: `line 2`. Throws `ImportError`. */
export function refuseContradiction(
  where: string,
  fact: Fact,
  seen: string | number | null,
  told: string | number | null | undefined,
): void {
  if (told !== undefined && told !== seen)
    throw new ImportError(
      `${where}: says ${FACT_WORDS[fact]}: ${seen ?? 'not known'}, and ${told ?? 'not known'} was given; leave it out`,
    );
}

/** Ten digits: what a sum of floats is good for, and more than any clock gives. */
export const rounded = (value: number) => Number(value.toPrecision(10));
