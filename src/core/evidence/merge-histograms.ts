/**
 * Logs of HdrHistogram as one: histograms of one tag add when they are read, so no bucket is touched. Each line moves to
 * the time since the epoch and gets its part before its tag. (HdrHistogram, `HistogramLogReader`: a line's time counts from
 * `BaseTime`; without one, from `StartTime` where it lies more than a year before it.)
 */
import { MergeError } from './merge.ts';

export interface HistogramLog {
  part: string;
  text: string;
}

const YEAR_S = 365 * 86_400;
const LEGEND = '"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"';
const LINE = /^(?:Tag=([^,\s]+),)?(\d+(?:\.\d+)?),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?),([A-Za-z0-9+/]+=*)$/;

interface Interval {
  startS: number;
  line: string;
}

/** Comments stay, each after the name of its part. Throws `MergeError`, naming part and line. */
export function mergeHistogramLogs(logs: readonly HistogramLog[]): string {
  const read = logs.map(readLog);
  const intervals = read.flatMap((log) => log.intervals).sort((a, b) => a.startS - b.startS);
  const starts = intervals.map(({ startS }) => startS);
  return `${[
    '#[Histogram log format version 1.3]',
    ...unitLine(read),
    ...read.flatMap((log) => log.comments),
    ...(starts[0] === undefined ? [] : [`#[StartTime: ${starts[0].toFixed(3)} (seconds since epoch)]`]),
    LEGEND,
    ...intervals.map(({ line }) => line),
  ].join('\n')}\n`;
}

interface Log {
  part: string;
  /** As the log has it, `#[Values in ns]`; null where it does not say. */
  unit: string | null;
  comments: string[];
  intervals: Interval[];
}

/** One log has one unit. */
function unitLine(logs: readonly Log[]): string[] {
  const units = new Set(logs.map(({ unit }) => unit));
  if (units.size > 1)
    throw new MergeError([
      `their histograms are not in one unit (${logs.map(({ part, unit }) => `${part}: ${unit ?? 'not said'}`).join(', ')}); import the files again in one unit`,
    ]);
  return [...units].flatMap((unit) => unit ?? []);
}

function readLog({ part, text }: HistogramLog): Log {
  const comments: string[] = [];
  const intervals: Interval[] = [];
  let unit: string | null = null;
  let baseS: number | null = null;
  let startedS: number | null = null;
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line === '' || line === LEGEND || line.startsWith('#[Histogram log format')) continue;
    const time = /^#\[(BaseTime|StartTime): (\d+(?:\.\d+)?)/.exec(line);
    if (time?.[1] === 'BaseTime') baseS = Number(time[2]);
    else if (time) startedS = Number(time[2]);
    else if (line.startsWith('#[Values in ')) unit = line;
    else if (line.startsWith('#')) comments.push(`#${part}: ${line.slice(1)}`);
    else {
      const found = LINE.exec(line);
      if (!found) throw new MergeError([`${part}: line ${i + 1} of its histograms is no interval of a log`]);
      const [, tag, at, length, most, histogram] = found;
      const seenS = Number(at);
      const sinceS = baseS ?? (startedS !== null && seenS < startedS - YEAR_S ? startedS : 0);
      const startS = sinceS + seenS;
      const name = tag === undefined ? part : `${part}/${tag}`;
      intervals.push({ startS, line: `Tag=${name},${startS.toFixed(3)},${length},${most},${histogram}` });
    }
  }
  return { part, unit, comments, intervals };
}
