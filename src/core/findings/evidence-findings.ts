/** Remarks on a dataset: what its own figures say against each other, each with its arithmetic, in words. */
import { AS_WRITTEN } from '../answer/words/names.ts';
import type { Names } from '../answer/words/names.ts';
import { percent } from '../text/numbers.ts';
import { listing } from '../text/words.ts';
import { formatBytes, formatCount, formatMs } from '../units.ts';
import { boundHolds, isIdle } from './evidence-finding.ts';
import type { CellName, EvidenceFinding, PrintedShare } from './evidence-finding.ts';

export { weightOf } from './evidence-finding.ts';
export type { CellName, EvidenceFinding, Printed, Weight } from './evidence-finding.ts';

/** Sentences with the arithmetic in them. `names`: ids as they are written unless told. */
export function describeEvidenceFinding(finding: EvidenceFinding, names: Names = AS_WRITTEN): string {
  const nameOf = (cell: CellName) => cellName(cell, names);
  switch (finding.code) {
    case 'little-mismatch': {
      const { concurrency, perSecond, meanMs, printed, highest, inFlight, inFlightOfAll } = finding;
      const ofAll =
        inFlightOfAll > 1.01 * inFlight ? ` (${figure(inFlightOfAll)} with all that was measured so)` : '';
      const top = highest ? ` with a ${highest.statistic} of ${formatMs(highest.ms)}` : '';
      const { bytesPerSecond: bytes } = finding;
      const carried = bytes
        ? `, and ${count(concurrency)} would carry ${formatBytes(bytes.carried)}/s where ${formatBytes(bytes.printed)}/s are printed`
        : '';
      return `${nameOf(finding)}: ${count(concurrency)} in flight at ${count(perSecond)}/s take ${count(concurrency)} ÷ ${count(perSecond)} = ${formatMs(meanMs)} each on average, and a ${printed.statistic} of ${formatMs(printed.ms)}${top} is printed; at that latency ${count(perSecond)}/s are ${figure(inFlight)} in flight${ofAll}${carried} (Little's law). ${isIdle(finding) ? `Either the client was busy or held back for ${percent(1 - inFlightOfAll / concurrency)} of the time, or they are not of one run.` : 'They are not of one run.'}`;
    }
    case 'throughput-as-latency': {
      const each = finding.stores
        .map(
          ({ store, perSecond, meanMs, inFlight }) =>
            `${names.store(store)} ${count(perSecond)}/s × ${formatMs(meanMs)} = ${figure(inFlight)}`,
        )
        .join(', ');
      return `${finding.operation}${sizeWords(finding.sizeBytes)}: a closed loop of ${count(finding.concurrency)} makes rate and latency one figure told twice (${each}): what caps a store's rate shows as its latency.`;
    }
    case 'queue-as-latency': {
      const { less, more } = finding;
      return `${nameOf(finding)}: from ${count(less.concurrency)} to ${count(more.concurrency)} in flight the rate goes from ${count(less.perSecond)} to ${count(more.perSecond)}/s, the mean from ${formatMs(less.ms)} to ${formatMs(more.ms)}: × ${figure(more.ms / less.ms)} for × ${figure(more.concurrency / less.concurrency)} the requests. The difference is waiting for a cap, not the store's latency.`;
    }
    case 'coordinated-omission': {
      const { slowest, medianMs, unsent, cells } = finding;
      return `${nameOf(finding)}${others(cells)}: a closed loop sends nothing while it waits. During its ${slowest.statistic} of ${formatMs(slowest.ms)} it left out ${formatMs(slowest.ms)} ÷ ${formatMs(medianMs)} − 1 = ${count(unsent)} requests that clients who do not wait would have sent, all slow: the tail is too short for them (coordinated omission).`;
    }
    case 'due-times-unsaid': {
      const { perSecond, slowest, due, cells } = finding;
      return `${nameOf(finding)}${others(cells)}: nothing says that the times of this open loop count from when a request was due. While its ${slowest.statistic} of ${formatMs(slowest.ms)} passed, ${count(perSecond)}/s × ${formatMs(slowest.ms)} = ${count(due)} more were due; if times count from sending, whatever those waited to be sent is in no figure (coordinated omission).`;
    }
    case 'loop-unsaid': {
      const { slowest, medianMs, unsent, cells } = finding;
      return `${nameOf(finding)}${others(cells)}: nothing says whether the client waited for each answer. If it did, it left out ${formatMs(slowest.ms)} ÷ ${formatMs(medianMs)} − 1 = ${count(unsent)} requests during its ${slowest.statistic} of ${formatMs(slowest.ms)}, and the tail is too short for them (coordinated omission).`;
    }
    case 'too-few-samples': {
      const { statistic, cells, samples, needed } = finding;
      return `${statistic} of ${cells} ${cells === 1 ? 'cell rests' : 'cells rest'} on at most ${count(samples)} requests; a 95% interval with two ends needs ${count(needed)}, so one end is open.`;
    }
    case 'quantiles-disordered': {
      const { metric, unit, smallerShare, largerShare, cells } = finding;
      const value = (one: PrintedShare) => `${one.value}${unit === '1/s' ? '/s' : ` ${unit}`}`;
      const share = (one: number) => `${Number((100 * one).toPrecision(5))}%`;
      const [atLeast, atMost] = [1 - smallerShare.p, largerShare.p];
      const what = metric === 'total' ? '' : ` ${metric.replaceAll('_', ' ')}`;
      return `${nameOf(finding)}${what}${others(cells)}: ${smallerShare.statistic} is printed as ${value(smallerShare)} and ${largerShare.statistic} as ${value(largerShare)}. At least ${share(atLeast)} at ${value(smallerShare)} or above and ${share(atMost)} at ${value(largerShare)} or below are ${share(atLeast + atMost)} of the requests. The figures stay as they are found; predictions take its quantiles sorted.`;
    }
    case 'mean-impossible':
      return `${nameOf(finding)}: a mean of ${formatMs(finding.meanMs)} is printed; its own quantiles allow ${formatMs(finding.lowMs)} to ${formatMs(finding.highMs)}.`;
    case 'columns-disagree': {
      const { perSecond, bytesPerSecond, expected, sizeBytes } = finding;
      return `${nameOf(finding)}: ${formatBytes(sizeBytes ?? 0)} × ${count(perSecond)}/s = ${formatBytes(expected, 4)}/s, and ${formatBytes(bytesPerSecond, 4)}/s are printed (${percent(bytesPerSecond / expected - 1, { signed: true })}): one of the two is wrong.`;
    }
    case 'size-mislabelled': {
      const { sizeBytes, impliedBytes, cells } = finding;
      return `Objects printed as ${count(sizeBytes)} bytes were ${count(impliedBytes)}: bytes per second ÷ objects per second say so in ${cells} rows (${percent(impliedBytes / sizeBytes - 1, { signed: true })}).`;
    }
    case 'faster-when-larger': {
      const { store, operation, smaller, larger, irreducible } = finding;
      return `${names.store(store)} ${operation}: ${count(smaller.perSecond)}/s of ${formatBytes(smaller.sizeBytes)}, yet ${count(larger.perSecond)}/s of ${formatBytes(larger.sizeBytes)}. Under one condition larger objects cannot be faster; any rate that falls with size errs by ${percent(irreducible, { signed: true })} at least (√(${figure(larger.perSecond)} ÷ ${figure(smaller.perSecond)}) − 1).`;
    }
    case 'limit-unreached': {
      const { store, unit, limit, best } = finding;
      const rate = (value: number) => (unit === '1/s' ? `${count(value)}/s` : `${formatBytes(value)}/s`);
      return `${names.store(store)}: the published limit is ${rate(limit)} and the best row reaches ${rate(best)}, ${percent(best / limit)} of it.`;
    }
    case 'temperatures-mixed':
      return `${finding.rows} ${finding.rows === 1 ? 'row mixes' : 'rows mix'} first reads with repeated ones, so ${finding.rows === 1 ? 'its figure is' : 'their figures are'} of neither.`;
    case 'two-populations': {
      const { below, above, cells } = finding;
      return `${nameOf(finding)}${others(cells)}: between ${below.statistic} ${formatMs(below.ms)} and ${above.statistic} ${formatMs(above.ms)} lies a gap of × ${figure(above.ms / below.ms)} with little spread on either side: two kinds of request under one name, such as cold and warm, or with and without opening a connection.`;
    }
    case 'retry-inside': {
      const { slowest, timeoutMs, medianMs } = finding;
      return `${nameOf(finding)}: ${slowest.statistic} ${formatMs(slowest.ms)} is a time-out of ${formatMs(timeoutMs)} and one more request (+ median ${formatMs(medianMs)} = ${formatMs(timeoutMs + medianMs)}): retries stand in the rows as single requests.`;
    }
    case 'vendor-measures-rival':
      return `${finding.vendor} sells ${listing(finding.sells.map(names.store))} and also measured ${listing(finding.rivals.map(names.store))}.`;
    case 'cells-alike': {
      const cells = finding.cells.map(nameOf).join(' and ');
      return `${cells} print the same ${finding.metric}, ${finding.value} ${finding.unit}, to the last digit: one may be copied from the other.`;
    }
    case 'sum-mismatch':
      return `${nameOf(finding)}: ${sumMismatch(finding)}`;
    case 'floor-is-not-the-pace': {
      const { store, run, requests, floorMs, meanMs, printedSeconds } = finding;
      const floor = (requests * floorMs) / 1000;
      const mean = meanMs === null ? null : (requests * meanMs) / 1000;
      const atMean =
        mean === null
          ? ''
          : `, and at its mean of ${formatMs(meanMs ?? 0)} ${seconds(mean)}, ${percent(mean / printedSeconds)}`;
      return `${names.store(store)}, ${run}: ${count(requests)} requests at the floor of ${formatMs(floorMs)} take ${seconds(floor)}, ${percent(floor / printedSeconds)} of the printed ${seconds(printedSeconds)}${atMean}. The floor does not set the pace.`;
    }
    case 'faster-than-light': {
      const { printed, from, to, leastMs } = finding;
      return `${nameOf(finding)}: a ${printed.statistic} of ${formatMs(printed.ms)} from ${names.place(from)} to ${names.place(to)}, where light in fibre needs ${formatMs(leastMs)} there and back.`;
    }
    case 'answers-differ':
      return `${nameOf(finding)}: its ${finding.statistic} is printed as ${finding.valuesMs.map(formatMs).join(', ')}, and nothing tells the cases apart.`;
    case 'below-another-floor': {
      const { printed, other } = finding;
      const size = other.sizeBytes === null ? 'a small object' : formatBytes(other.sizeBytes);
      return `${nameOf(finding)}: its ${printed.statistic} of ${formatMs(printed.ms)} lies below the fastest of all requests for ${size} in ${other.dataset}, ${formatMs(other.floorMs)}.`;
    }
  }
}

function sumMismatch(finding: Extract<EvidenceFinding, { code: 'sum-mismatch' }>): string {
  const { requests, eachMs, printedSeconds, relation } = finding;
  const computed = (requests * eachMs) / 1000;
  const bound = { eq: '', approx: 'about ', lt: 'less than ', gt: 'over ' }[relation];
  const as = boundHolds(finding) ? 'The bound holds, and says nothing; it' : 'It';
  return `${count(requests)} requests of ${formatMs(eachMs)} in turn take ${seconds(computed)}, and ${bound}${seconds(printedSeconds)} is printed: ${figure(printedSeconds / computed)} times as long. ${as} would fit ${count(Math.round(printedSeconds / (eachMs / 1000)))} requests.`;
}

function cellName({ store, operation, sizeBytes }: CellName, names: Names): string {
  return `${names.store(store)} ${operation}${sizeWords(sizeBytes)}`;
}

const sizeWords = (sizeBytes: number | null) => (sizeBytes === null ? '' : ` ${formatBytes(sizeBytes)}`);
const others = (cells: number) =>
  cells === 1 ? '' : ` (and ${cells - 1} more ${cells === 2 ? 'cell' : 'cells'})`;
const figure = (value: number) => String(Number(value.toPrecision(3)));

function count(value: number): string {
  if (value >= 1e6) return formatCount(value, 4);
  const digits = String(value >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function seconds(value: number): string {
  if (value < 600) return `${Number(value.toPrecision(4))} s`;
  return value < 7200 ? `${figure(value / 60)} min` : `${figure(value / 3600)} h`;
}
