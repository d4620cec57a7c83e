/** Bytes → dataset: every format there is, in the order they are tried. */
import { Measurement } from '#core/evidence/dataset.ts';
import { mergeOverTime, noteIn } from '#core/evidence/merge.ts';
import { isEmpty } from '#core/remedies.ts';
import { cosbench } from './cosbench.ts';
import { elbencho } from './elbencho.ts';
import { hdrLog } from './hdr/log.ts';
import { hgrm } from './hdr/hgrm.ts';
import { k6Points } from './k6-points.ts';
import { k6 } from './k6.ts';
import { cloudWatch } from './monitoring/cloudwatch.ts';
import { otlpSpans } from './monitoring/otlp-spans.ts';
import { prometheus } from './monitoring/prometheus.ts';
import { objectbench } from './objectbench.ts';
import { oha } from './oha.ts';
import { plainCsv } from './plain-csv.ts';
import { s3bench } from './s3bench.ts';
import { sibench } from './sibench.ts';
import { stowageCsv } from './stowage-csv.ts';
import { stowageDataset } from './stowage-dataset.ts';
import { vegeta } from './vegeta.ts';
import { warpAnalyze } from './warp/analyze.ts';
import { warpCsv } from './warp/csv.ts';
import { warpJson } from './warp/json.ts';
import { wasabi } from './wasabi.ts';
import { ImportError, MOST_BYTES, headOf, recognised } from '../importer.ts';
import type {
  Format,
  Found,
  ImportContext,
  ImportedDataset,
  Importer,
  Parsed,
  Reading,
} from '../importer.ts';
import { joined, unpacking } from '../reading/unpack.ts';

/** What was said to be a plain table first, then ours; then those that can be taken for no other. */
export const IMPORTERS: readonly Format[] = [
  plainCsv,
  stowageCsv,
  stowageDataset,
  warpCsv,
  warpJson,
  warpAnalyze,
  oha,
  s3bench,
  wasabi,
  k6,
  k6Points,
  vegeta,
  hdrLog,
  hgrm,
  objectbench,
  cosbench,
  elbencho,
  sibench,
  otlpSpans,
  cloudWatch,
  prometheus,
];

const MOST_HEAD_BYTES = 64 * 1024;

/**
 * The measurements of a file in whichever format it is, packed by zstd or gzip or not. Throws `ImportError`: of no
 * format, with each that was tried and what it wanted; or of one, with what is wrong and on which line.
 */
export function importFile(bytes: Uint8Array, context: ImportContext = {}): ImportedDataset {
  const reading = beginImport(context);
  reading.push(bytes);
  return reading.end(false);
}

/** The same for a file that comes in pieces. */
export function beginImport(context: ImportContext = {}): Reading<ImportedDataset> {
  return unpacking(recognising(context));
}

/** Gathers the head, then hands everything to the format it belongs to. */
function recognising(context: ImportContext): Reading<ImportedDataset> {
  let pieces: Uint8Array[] = [];
  let gathered = 0;
  let begun: { format: Format; reading: Reading<readonly Measurement[] | Found> } | undefined;
  const start = () => {
    const bytes = joined(pieces);
    pieces = [];
    const [head, first] = [headOf(bytes), bytes.subarray(0, MOST_HEAD_BYTES)];
    const verdictOf = (format: Format) => format.recognises(head, context, first);
    const format = recognised(IMPORTERS, verdictOf, 'is of no known format');
    const reading = 'open' in format ? format.open(context) : readingWhole(format, context);
    reading.push(bytes);
    return { format, reading };
  };
  return {
    push(piece) {
      if (begun) return begun.reading.push(piece);
      pieces.push(piece.slice());
      gathered += piece.length;
      if (gathered >= MOST_HEAD_BYTES) begun = start();
    },
    end(isCut) {
      if (gathered === 0)
        throw new ImportError(
          isCut ? 'is cut short: nothing in it is whole' : isEmpty("a benchmark's output"),
        );
      begun ??= start();
      const { format, reading } = begun;
      const parsed = sound(parsedBy(format, reading.end(isCut)));
      return { ...withRun(parsed, context.run), format: format.id };
    },
  };
}

const UNSAID = { loop: null, temperature: null, connections: null };

function parsedBy(format: Format, found: readonly Measurement[] | Found): Parsed {
  const { tool, method, caveats = [], nothing } = format;
  const own = 'measurements' in found ? found : { measurements: found };
  if (own.measurements.length === 0 && nothing !== undefined) throw new ImportError(nothing);
  return { tool, method: { ...UNSAID, ...method }, caveats, ...own };
}

function readingWhole(importer: Importer, context: ImportContext): Reading<readonly Measurement[] | Found> {
  const most = importer.mostBytes ?? MOST_BYTES;
  const pieces: Uint8Array[] = [];
  let size = 0;
  return {
    push(piece) {
      size += piece.length;
      if (size > most) throw new ImportError(`is more than ${most} bytes, and no more are read; split it`);
      pieces.push(piece.slice());
    },
    end(isCut) {
      if (isCut) throw new ImportError('is cut short: what it was packed in ends too early');
      return importer.parse(joined(pieces), context);
    },
  };
}

/** What no row may hold, whichever format it came in: `p50 of no requests`. */
function sound(dataset: Parsed): Parsed {
  for (const row of dataset.measurements) {
    const [issue] = Measurement.safeParse(row).error?.issues ?? [];
    if (issue)
      throw new ImportError(
        `contradicts itself: ${row.operation} ${row.metric} ${row.statistic} would have ${issue.path.join('.')} ` +
          `${String(row[issue.path[0] as keyof Measurement])}, which no measurement has`,
      );
  }
  return dataset;
}

/** Histograms go by their own tags, which no longer name the rows. */
function withRun(dataset: Parsed, run: string | undefined): Parsed {
  if (run === undefined) return dataset;
  const { overTime: rows, histograms: _, ...rest } = dataset;
  const measurements = dataset.measurements.map((row) => ({ ...row, note: noteIn(run, row.note) }));
  return { ...rest, measurements, ...(rows && { overTime: mergeOverTime([{ part: run, rows }]) }) };
}
