/**
 * What igneous-systems/s3bench prints: a summary of writes and one of reads. Times have three decimals of a second,
 * so each stands with its half millisecond to both sides. "MB" is MiB (its code divides by 1024 twice).
 */
import type { Measurement } from '#core/evidence/dataset.ts';
import { errorRows, figure, isSupported, placedCell, steppedFigure } from './cell.ts';
import { ImportError, refuseContradiction, textOf, type ImportContext, type Importer } from '../importer.ts';
import { countIn, numberIn, positiveIn } from '../reading/text-numbers.ts';

const MIB = 2 ** 20;
const STEP_MS = 1;
const SUMMARY = /^Results Summary for (?=(?:Write|Read) Operation\(s\)$)/m;
const OPERATION_OF = { Write: 'PUT', Read: 'GET' } as const;
/** v1 printed "Put times" above reads too: the title of the summary says what was measured. */
const TIME = /^\w+ times (Max|Min|(\d\d?)th %ile): +(\d+(?:\.\d+)?) s$/gm;

export const s3bench = {
  id: 's3bench',
  title: 'the summary that s3bench prints',
  tool: 's3bench',
  method: { loop: 'closed', connections: 'not stated' },
  caveats: [
    'Times are printed to the millisecond: a value lies within half a millisecond of what is written.',
    'Requests that failed are not in the times.',
  ],
  nothing: 'holds no "Results Summary"; the run may not have come to its end',
  recognises: (head) =>
    (head.startsWith('Test parameters') && /^numClients: /m.test(head)) ||
    '"Test parameters" above numClients and numSamples',
  parse(bytes, context) {
    const text = textOf(bytes);
    const objectMiB = positiveIn(field(text, /^objectSize: +(\S+) MB$/m), 'objectSize');
    const sizeBytes = Math.round(objectMiB * MIB);
    refuseContradiction('objectSize', 'sizeBytes', sizeBytes, context.sizeBytes);
    const concurrency = countIn(field(text, /^numClients: +(\d+)$/m), 'numClients');
    if (concurrency === 0) throw new ImportError('numClients: 0 cannot be');
    refuseContradiction('numClients', 'concurrency', concurrency, context.concurrency);
    const samples = countIn(field(text, /^numSamples: +(\d+)$/m), 'numSamples');
    const setting = { sizeBytes, concurrency, samples };
    const [, ...sections] = text.split(SUMMARY);
    return sections.flatMap((section) =>
      sectionRows(section.startsWith('Read') ? 'Read' : 'Write', section, setting, context),
    );
  },
} satisfies Importer;

interface Setting {
  sizeBytes: number;
  concurrency: number;
  samples: number;
}

function sectionRows(
  title: keyof typeof OPERATION_OF,
  text: string,
  { sizeBytes, concurrency, samples }: Setting,
  context: ImportContext,
): Measurement[] {
  const operation = OPERATION_OF[title];
  const cell = placedCell(context, { operation, size_bytes: sizeBytes, concurrency, loop: 'closed' });
  const errors = countIn(field(text, /^Number of Errors: +(\d+)$/m), `${title}, Number of Errors`);
  if (errors > samples) throw new ImportError(`${title}: ${errors} errors of ${samples} requests cannot be`);
  const good = samples - errors;
  const mibPerSecond = numberIn(
    field(text, /^Total Throughput: +(\S+) MB\/s$/m),
    `${title}, Total Throughput`,
  );
  const times = [...text.matchAll(TIME)].flatMap(([, word, percent, seconds]) => {
    const statistic = percent === undefined ? (word ?? '').toLowerCase() : `p${Number(percent)}`;
    if (!isSupported(statistic, good)) return [];
    const valueMs = numberIn(seconds, `${title} times ${word}`) * 1000;
    return [steppedFigure(cell, 'total', statistic, valueMs, STEP_MS, good || null)];
  });
  if (good > 0 && times.length === 0) throw new ImportError(`${title}: no times are printed`);
  return [
    ...times,
    ...(mibPerSecond > 0
      ? [figure(cell, 'throughput', 'mean', mibPerSecond * MIB, { samples: good || null })]
      : []),
    ...errorRows(cell, errors, samples),
  ];
}

const field = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1];
