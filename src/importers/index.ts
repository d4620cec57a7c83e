/** Bytes → dataset: every format there is, in the order they are tried. */
import { macaronLatency } from './macaron-latency.ts';
import { mountpointS3 } from './mountpoint-s3.ts';
import { stowageCsv } from './stowage-csv.ts';
import { ImportError, MOST_BYTES } from './importer.ts';
import type { ImportContext, ImportedDataset, Importer } from './importer.ts';

/** Ours first; then those that can be taken for no other. */
export const IMPORTERS: readonly Importer[] = [stowageCsv, mountpointS3, macaronLatency];

/**
 * The measurements of a file in whichever format it is. Throws `ImportError`: of no format, with each that was tried
 * and what it wanted; or of one, with what is wrong and on which line.
 */
export function importFile(bytes: Uint8Array, context: ImportContext = {}): ImportedDataset {
  if (bytes.length === 0) throw new ImportError('is empty');
  if (bytes.length > MOST_BYTES)
    throw new ImportError(`is ${bytes.length} bytes, and at most ${MOST_BYTES} are read; split it`);
  const tried: string[] = [];
  for (const importer of IMPORTERS) {
    const verdict = importer.recognises(bytes);
    if (verdict === true) return withRun(importer.parse(bytes, context), context.run);
    tried.push(`${importer.id} wants ${verdict}`);
  }
  throw new ImportError(`is of no known format; ${tried.join('; ')}`);
}

function withRun(dataset: ImportedDataset, run: string | undefined): ImportedDataset {
  if (run === undefined) return dataset;
  const measurements = dataset.measurements.map((row) => ({
    ...row,
    note: [`run ${run}`, ...(row.note === null ? [] : [row.note])].join('; '),
  }));
  return { ...dataset, measurements };
}
