/**
 * A whole dataset as one file, to hand on: `{"stowageDataset": 1, id, dataset, files}`. `dataset` is its `dataset.yaml`,
 * `files` its data by name: text as it is, anything else as `{"base64": …}`. Every file has the SHA-256 that is promised.
 */
import * as z from 'zod/mini';
import { CsvError, parseCsv } from '#core/csv.ts';
import { DataError } from '#core/data-error.ts';
import { DatasetFile, type Dataset } from '#core/evidence/dataset.ts';
import { isSlug, parseDataset } from '#core/evidence/parse-dataset.ts';
import { sha256 } from '#core/evidence/sha256.ts';
import { ImportError, textOf, type Importer, type WholeDataset } from '../importer.ts';
import { parseAs, parseJson } from '../reading/json.ts';

/** No other file begins so. */
export const ONE_FILE_BEGIN = '{"stowageDataset":';
const MEASUREMENTS = 'measurements.csv';
const MOST_BYTES = 256 * 1024 * 1024;

const OneFile = z.strictObject({
  stowageDataset: z.literal(1),
  id: z.string().check(z.refine(isSlug, 'not a folder name of a dataset; write it like acme-2026')),
  dataset: DatasetFile,
  files: z.record(
    z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*$/, 'a file name')),
    z.union([z.string(), z.strictObject({ base64: z.base64('write base64') })]),
  ),
});

export const stowageDataset = {
  id: 'stowage-dataset',
  title: "a dataset of Stowage's own, whole, as one file",
  tool: null,
  mostBytes: MOST_BYTES,
  recognises: (head) => head.startsWith(ONE_FILE_BEGIN) || `"${ONE_FILE_BEGIN}1, …"`,
  parse(bytes) {
    const { id, dataset: head, files: packed } = parseAs(OneFile, parseJson(textOf(bytes)));
    const files = Object.fromEntries(
      Object.entries(packed).map(([name, content]) => [
        name,
        typeof content === 'string' ? new TextEncoder().encode(content) : fromBase64(content.base64),
      ]),
    );
    refuseOtherContent(head, files);
    const whole: WholeDataset = { id, head, files };
    return {
      measurements: rowsOf(whole),
      tool: head.harness.tool,
      toolVersion: head.harness.version,
      method: head.method,
      caveats: head.caveats,
      whole,
    };
  },
} satisfies Importer;

/** The one file of a dataset; reading it gives it back. */
export function packDataset({ id, head, files }: WholeDataset): string {
  const packed = Object.entries(files).map(([name, content]) => [name, textIn(content)] as const);
  return `${JSON.stringify({ stowageDataset: 1, id, dataset: head, files: Object.fromEntries(packed) })}\n`;
}

function refuseOtherContent(head: DatasetFile, files: Readonly<Record<string, Uint8Array>>): void {
  for (const name of new Set([MEASUREMENTS, ...Object.keys(head.checksums)])) {
    const content = files[name];
    if (!content) throw new ImportError(`files: holds no ${name}`);
    if (sha256(content) !== head.checksums[name])
      throw new ImportError(`files: the SHA-256 of ${name} is not what dataset.checksums promises`);
  }
}

export const datasetOfWhole = ({ id, head, files }: WholeDataset): Dataset =>
  parseDataset(id, head, parseCsv(textOf(files[MEASUREMENTS] ?? new Uint8Array())));

function rowsOf(whole: WholeDataset) {
  try {
    return datasetOfWhole(whole).measurements;
  } catch (error) {
    if (error instanceof CsvError)
      throw new ImportError(`${MEASUREMENTS}, line ${error.line}: ${error.message}`);
    if (error instanceof DataError) throw new ImportError(error.message);
    throw error;
  }
}

/** Text that comes back as the same bytes, else base64. */
function textIn(content: Uint8Array): string | { base64: string } {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return { base64: toBase64(content) };
  }
}

const PIECE = 0x6000;

function toBase64(content: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < content.length; at += PIECE)
    pieces.push(btoa(String.fromCharCode(...content.subarray(at, at + PIECE))));
  return pieces.join('');
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
