/**
 * A log of HdrHistogram (`.hlog`, 1.2 and 1.3): one histogram an interval, in base64. The histograms of a run are added,
 * never averaged; each tag is a run of its own. The unit of their values stands nowhere but in the logs of stowage.
 */
import type { Bin } from '#core/evidence/binned-statistics.ts';
import type { Measurement } from '#core/evidence/dataset.ts';
import { binnedRows, figure, givenCell, secondOf, sizedFor } from '../cell.ts';
import { decodeHistogram } from './histogram.ts';
import { ImportError, factsOf, refuseContradiction, textOf, toMs } from '../../importer.ts';
import type { ImportContext, Importer, TimeUnit } from '../../importer.ts';
import { wholeLines } from '../../reading/text-numbers.ts';

const VERSION = /^#\[Histogram log format version 1\.[23]\]$/m;
const LEGEND = '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"';
const INTERVAL =
  /^(?:Tag=([^,\s]{1,60}),)?(-?\d{1,12}(?:\.\d{1,9})?),(-?\d{1,12}(?:\.\d{1,9})?),(\d{1,18}(?:\.\d{1,9})?),(HIST[A-Za-z0-9+/]+={0,2})$/;
const START = /^#\[StartTime: (\d{1,11}(?:\.\d{1,9})?) \(seconds since epoch\)/m;

/** What we add to a log that we write or keep: the unit of its values, which no other log says. */
const UNIT = /^#\[Values in (ns|us|ms|s)\]$/m;

/** Of a tag that stowage probe writes, `t1.c2.GET.first_byte`; all other values are of whole requests. */
const FIRST_BYTE = /^t\d+\.c\d+\..*\.first_byte$/;

/** Null where the log does not say. */
export function unitOf(log: string): TimeUnit | null {
  return (UNIT.exec(log)?.[1] as TimeUnit | undefined) ?? null;
}

/** The histograms of each tag added up, in the unit of the log; rising. Throws `ImportError`. */
export function readHistograms(log: string): Map<string, Bin[]> {
  return new Map([...seriesOf(wholeLines(log))].map(([tag, series]) => [tag, rising(series)]));
}

const rising = ({ bins }: Series) => [...bins.values()].toSorted((a, b) => a.high - b.high);

export const binsInMs = (bins: readonly Bin[], unit: TimeUnit): Bin[] =>
  bins.map(({ low, high, count }) => ({ low: toMs(low, unit), high: toMs(high, unit), count }));

/** Adds to those kept by their upper edge. False where their buckets are others. */
export function addBin(bins: Map<number, Bin>, bin: Bin): boolean {
  const { low, count } = bins.get(bin.high) ?? { ...bin, count: 0 };
  bins.set(bin.high, { ...bin, count: count + bin.count });
  return low === bin.low;
}

interface Series {
  bins: Map<number, Bin>;
  seconds: number;
  /** Some writers give the first interval a negative length: then no rate is known. */
  isTimed: boolean;
}

export const hdrLog = {
  id: 'hdr-histogram-log',
  title: 'a log of HdrHistogram (.hlog)',
  tool: null,
  recognises: (head) =>
    VERSION.test(head) || head.includes(LEGEND) || '"#[Histogram log format version 1.3]"',
  parse(bytes, context) {
    const text = textOf(bytes);
    const started = START.exec(text)?.[1];
    const measuredAt = started === undefined ? null : secondOf(Number(started) * 1000);
    const own = unitOf(text);
    if (own !== null) refuseContradiction(`line ${lineOf(text, UNIT)}`, 'timeUnit', own, context.timeUnit);
    const timeUnit = own ?? context.timeUnit;
    return {
      ...(timeUnit && { histograms: withUnit(text, timeUnit) }),
      measurements: [...seriesOf(wholeLines(text))].flatMap(([tag, series]) =>
        seriesRows(tag, series, measuredAt, { ...context, timeUnit }),
      ),
      caveats: [
        'A histogram keeps a few significant digits of each value; intervals of quantiles include its buckets.',
        `The log does not say what was measured${own === null ? ', nor in which unit' : ''}.`,
      ],
    };
  },
} satisfies Importer;

const lineOf = (text: string, what: RegExp) => text.slice(0, text.search(what)).split('\n').length;

/** Whole lines alone, the unit after the line that says what the file is. */
function withUnit(text: string, unit: TimeUnit): string {
  const lines = wholeLines(text).filter((line) => !UNIT.test(line));
  const [first = '', ...others] = lines;
  const begin = first.startsWith('#[Histogram log format')
    ? [first]
    : ['#[Histogram log format version 1.3]', first];
  return `${[...begin, `#[Values in ${unit}]`, ...others].join('\n')}\n`;
}

function seriesOf(lines: readonly string[]): Map<string, Series> {
  const byTag = new Map<string, Series>();
  lines.forEach((line, i) => {
    if (line === '' || line.startsWith('#') || line === LEGEND) return;
    const where = `line ${i + 1}`;
    const [, tag = '', , length, , base64] = INTERVAL.exec(line) ?? [];
    if (base64 === undefined)
      throw new ImportError(`${where}: is no interval; it is written start,length,max,HISTFAAA…`);
    const series = byTag.get(tag) ?? { bins: new Map<number, Bin>(), seconds: 0, isTimed: true };
    byTag.set(tag, series);
    series.seconds += Number(length);
    series.isTimed &&= Number(length) > 0;
    for (const bin of decodeHistogram(base64, where))
      if (!addBin(series.bins, bin))
        throw new ImportError(`${where}: is of another precision than the histograms above`);
  });
  if (byTag.size === 0) throw new ImportError('holds no intervals');
  return byTag;
}

function seriesRows(
  tag: string,
  series: Series,
  measuredAt: string | null,
  context: ImportContext,
): Measurement[] {
  const { seconds, isTimed } = series;
  const { operation } = factsOf(context, ['operation']);
  const own = { operation, measured_at: measuredAt, note: tag === '' ? null : `run ${tag}` };
  const cell = givenCell(sizedFor(operation, context), own, ['timeUnit']);
  const { timeUnit } = factsOf(context, ['timeUnit']);
  const binsMs = binsInMs(rising(series), timeUnit);
  const isFirstByte = FIRST_BYTE.test(tag);
  const n = binsMs.reduce((sum, { count }) => sum + count, 0);
  if (n === 0) return [];
  return [
    ...binnedRows(cell, isFirstByte ? 'first_byte' : 'total', binsMs, 'eq'),
    ...(isTimed && !isFirstByte ? [figure(cell, 'rate', 'mean', n / seconds, { samples: n })] : []),
  ];
}
