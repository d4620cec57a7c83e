/**
 * AnyBlob's benchmark report: one GET a line, microseconds and bytes. Its S3 and S3Crt clients do not see the first byte
 * and write 0, which is unknown. Each client and setting is a cell of its own.
 */
import type { Measurement } from '#core/evidence/dataset.ts';
import { groupBy } from '#core/group-by.ts';
import { cellOf, figure, sampledRows } from './cell.ts';
import { ImportError, factsOf, headOf, textOf } from './importer.ts';
import type { ImportContext, ImportedDataset, Importer } from './importer.ts';
import { countIn, csvRows, numberIn, positiveIn, refuseCut } from './reading/text-numbers.ts';

const HEADER =
  'Algorithm,Resolver,Iteration,Threads,Concurrency,HTTPS,Encryption,Start,Finish,Diff,ReceiveLatency,Size';
const US_PER_MS = 1000;
const WORD = /^[\w .+-]{1,40}$/;

interface Download {
  setting: string;
  isPerThread: boolean;
  threads: number;
  concurrency: number;
  iteration: string;
  sizeBytes: number;
  startUs: number;
  finishUs: number;
  totalMs: number;
  firstByteMs: number;
}

export const anyblob = {
  id: 'anyblob',
  title: "AnyBlob's benchmark report (CSV)",
  recognises: (bytes) => headOf(bytes).startsWith(HEADER) || `the header "${HEADER.slice(0, 40)},…"`,
  parse(bytes, context): ImportedDataset {
    const text = textOf(bytes);
    refuseCut(text);
    const downloads = csvRows(text).map((row, i) => downloadOf(row, `line ${i + 2}`));
    if (downloads.length === 0) throw new ImportError('line 2: there are no requests');
    const cells = groupBy(
      downloads,
      (one) => `${one.setting}|${one.threads}|${one.concurrency}|${one.sizeBytes}`,
    );
    return {
      format: this.id,
      measurements: [...cells.values()].flatMap((own) => cellRows(own, context)),
      tool: 'AnyBlob',
      method: { loop: 'closed', temperature: null, connections: 'kept open' },
      caveats: ['Requests that failed are not in the file.'],
    };
  },
} satisfies Importer;

function downloadOf(row: Record<string, string>, where: string): Download {
  const word = (name: string) => {
    const text = row[name] ?? '';
    if (!WORD.test(text)) throw new ImportError(`${where}, ${name}: is no plain word`);
    return text;
  };
  const number = (name: string) => numberIn(row[name], `${where}, ${name}`);
  const count = (name: string) => countIn(row[name], `${where}, ${name}`);
  const [threads, concurrency] = [count('Threads'), count('Concurrency')];
  if (threads === 0 || concurrency === 0)
    throw new ImportError(`${where}: 0 threads or requests at once cannot be`);
  const algorithm = word('Algorithm');
  return {
    setting: [
      `${algorithm}-${word('Resolver')}`,
      ...(isOn(row['HTTPS']) ? ['https'] : []),
      ...(isOn(row['Encryption']) ? ['encrypted'] : []),
    ].join(' '),
    isPerThread: !/^s3/i.test(algorithm),
    threads,
    concurrency,
    iteration: word('Iteration'),
    sizeBytes: count('Size'),
    startUs: number('Start'),
    finishUs: number('Finish'),
    totalMs: positiveIn(row['Diff'], `${where}, Diff`) / US_PER_MS,
    firstByteMs: number('ReceiveLatency') / US_PER_MS,
  };
}

const isOn = (text: string | undefined) => text !== undefined && !/^(0|false|no|)$/i.test(text);

function cellRows(downloads: readonly Download[], context: ImportContext): Measurement[] {
  const [first] = downloads;
  if (!first) return [];
  const facts = factsOf(context, ['store', 'region', 'from']);
  const cell = cellOf(
    { ...facts, runtime: context.runtime },
    {
      operation: 'GET',
      size_bytes: first.sizeBytes,
      concurrency: first.concurrency * (first.isPerThread ? first.threads : 1),
      loop: 'closed',
      // Threads and requests of each give one product in many ways.
      note: `run ${first.setting} ${first.threads}x${first.concurrency}`,
    },
  );
  const firstBytes = downloads.flatMap(({ firstByteMs }) => (firstByteMs > 0 ? [firstByteMs] : []));
  return [
    ...sampledRows(
      cell,
      'total',
      downloads.map(({ totalMs }) => totalMs),
    ),
    // Some of a cell are no sample of it.
    ...(firstBytes.length === downloads.length ? sampledRows(cell, 'first_byte', firstBytes) : []),
    ...throughputRow(cell, downloads),
  ];
}

/** All bytes over the time that iterations took, from their first start to their last finish. */
function throughputRow(cell: Parameters<typeof figure>[0], downloads: readonly Download[]): Measurement[] {
  const spans = [...groupBy(downloads, ({ iteration }) => iteration).values()].map(
    (own) =>
      own.reduce((most, { finishUs }) => Math.max(most, finishUs), 0) -
      own.reduce((least, { startUs }) => Math.min(least, startUs), Infinity),
  );
  const bytes = downloads.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes === 0 || spans.some((span) => span <= 0)) return [];
  const seconds = spans.reduce((sum, span) => sum + span, 0) / 1e6;
  return [figure(cell, 'throughput', 'mean', bytes / seconds, { samples: downloads.length })];
}
