/** `dataset.yaml` of an import: what the files say of themselves, and what the flags say of the files. */
import type { DatasetFile, Measurement } from '#core/evidence/dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { ISO_DATE, ISO_DATE_WORDS } from '#core/iso-date.ts';
import { StoreId } from '#core/pricing/ids.ts';
import type { ImportedDataset } from '#formats/importer.ts';
import type { Args } from '../args.ts';
import { Missing, Misunderstood } from '../failures.ts';

/** What no file says: flags that are always asked for, and what each takes. */
const PROVENANCE = {
  title: 'TEXT',
  'source-url': 'URL',
  retrieved: 'DATE',
  licence: 'NAME',
  'measured-by': 'NAME',
} as const;
type Provenance = Record<keyof typeof PROVENANCE, string>;

const STATUSES = ['measured', 'vendor', 'claimed'] as const;

/** Throws `Missing` with what no file says and no flag does. `tool`: what the files say of it, once they are read. */
export function provenanceOf(args: Args, tool?: string | null): Provenance & { tool: string } {
  const words: Record<string, string> = { ...PROVENANCE, ...(tool === undefined ? {} : { tool: 'TEXT' }) };
  const given = Object.keys(words).map((flag) => [flag, args.text(flag)?.trim()] as const);
  const said = { tool, ...Object.fromEntries(given.filter(([, text]) => text)) };
  const absent = Object.keys(words).filter((flag) => !said[flag as keyof typeof said]);
  if (absent.length === 0) return said as Provenance & { tool: string };
  throw new Missing(
    `no file says who measured, with what, and what may be done with it; add ${absent.map((flag) => `--${flag} ${words[flag]}`).join(' ')}`,
    absent,
  );
}

/** Throws `Misunderstood` where `--retrieved` is no date. */
export function refuseWrongDate(args: Args): void {
  const retrieved = args.text('retrieved') ?? '';
  if (!ISO_DATE.test(retrieved))
    throw new Misunderstood(`--retrieved "${retrieved}" is not a date; ${ISO_DATE_WORDS}`);
}

/**
 * `files`: the text of each data file by its name. Where no harness is named it is the dataset's own: pooling it with another's
 * is for a person to decide. Throws one `Missing` that lists every flag that is.
 */
export function headOf(
  id: string,
  args: Args,
  imported: readonly ImportedDataset[],
  files: Readonly<Record<string, string>>,
  measurements: readonly Measurement[],
): DatasetFile {
  const [first] = imported;
  const given = provenanceOf(args, first?.tool ?? null);
  refuseWrongDate(args);
  const sells = args.list('sells');
  const other = sells.find((one) => !StoreId.safeParse(one).success);
  if (other !== undefined)
    throw new Misunderstood(`--sells "${other}" is not a store; write it like aws/s3-standard`);
  const isSeller = measurements.some(({ store }) => sells.includes(store));
  return {
    title: given.title,
    source: {
      url: given['source-url'],
      date: args.text('source-date') ?? null,
      retrieved: given.retrieved,
    },
    licence: given.licence,
    measuredBy: { name: given['measured-by'], sells },
    harness: {
      id: args.text('harness') ?? id,
      tool: given.tool,
      version: args.text('tool-version') ?? first?.toolVersion ?? null,
    },
    client: {
      place: common(measurements.map((row) => row.client_place)),
      runtime: common(measurements.map((row) => row.client_runtime)),
    },
    method: first?.method ?? { loop: null, temperature: null, connections: null },
    caveats: [`Converted by stowage import (${first?.format}).`, ...(first?.caveats ?? [])],
    status: args.choice('status', STATUSES) ?? (isSeller ? 'vendor' : 'measured'),
    checksums: checksumsOf(files),
  };
}

/** Of figures that stay with who has them: nobody is asked who measured and under which licence. `files`: by name, their text. */
export function privateHead(
  own: Pick<DatasetFile, 'title' | 'method'> & {
    caveats: readonly string[];
    date: string | null;
    place: string | null;
    tool: string | null;
  },
  from: { file: string; id: string; today: string },
  files: Readonly<Record<string, string>>,
): DatasetFile {
  return {
    title: own.title,
    source: { url: `file ${from.file}`, date: own.date, retrieved: from.today },
    licence: 'private',
    measuredBy: { name: 'not stated', sells: [] },
    harness: { id: from.id, tool: own.tool ?? 'not stated', version: null },
    client: { place: own.place, runtime: null },
    method: own.method,
    caveats: [...own.caveats],
    status: 'measured',
    checksums: checksumsOf(files),
  };
}

const checksumsOf = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)]));

/** The value that all share; null where they differ. */
function common(values: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(values);
  return others.length === 0 ? first : null;
}
