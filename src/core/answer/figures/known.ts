/**
 * What is known of each store's latency, and what one run would cost that measures it: title, columns and rows, as the terminal,
 * Markdown, CSV and the Datasets page show them.
 */
import { KNOWN_PARTS, type Known, type KnownSource } from '../../latency/known.ts';
import { gradeWords } from '../../latency/types.ts';
import { exactMoney } from '../../text/money.ts';
import { formatNumber } from '../../text/numbers.ts';
import { listing } from '../../text/words.ts';
import { formatBytes } from '../../units.ts';
import { figureOf, type Column, type Figure } from './figure.ts';

export interface KnownRow {
  store: string;
  name: string;
  /** Of the run, as it stands after `@`. */
  region: string;
  known: Known[];
  /** List price of one run; `atLeast` where a price is unknown. */
  cost: number;
  atLeast: boolean;
  currency: string;
  /** Place of the machine that measures. */
  from: string;
  command: string;
}

type KnownColumn = Column<KnownRow>;

const STORE: KnownColumn = { title: 'Store', of: ({ store }) => store };
const REGION: KnownColumn = { title: 'Region', of: ({ region }) => region };
const GRADES = KNOWN_PARTS.map(({ key, title }): KnownColumn => ({
  title,
  wrap: true,
  of: ({ known }) =>
    known
      .filter(({ part }) => part === key)
      .map(knownWords)
      .join(''),
}));
const MEASURED: KnownColumn = { title: 'Measured', beneath: 'measured: ', of: measuredWords };
const ONE_RUN: KnownColumn = { title: 'One run', kind: 'money', of: probeCostWords };

export const KNOWN_COLUMNS: readonly KnownColumn[] = [
  ...[STORE, REGION, ...GRADES, MEASURED, ONE_RUN],
  { title: 'Command', of: ({ command }) => command },
];

/** Of stores that nobody measured there is no more to say than what that would cost. */
export const knownFigures = (rows: readonly KnownRow[]): Figure[] =>
  [true, false].flatMap((isOpen) => {
    const group = rows.filter((row) => isUnmeasured(row) === isOpen);
    if (group.length === 0) return [];
    return [figureOf(group, isOpen ? [STORE, REGION, ONE_RUN] : [STORE, ...GRADES, MEASURED, ONE_RUN])];
  });

/** Neither was a request of it timed, nor does its provider say that it answers like a store of which one was. */
export function isUnmeasured({ known }: KnownRow): boolean {
  return known.every(({ grade, sources }) => grade === 'missing' && sources.length === 0);
}

/** `Nobody has measured 49 of 65 stores`. */
export function knownTitle(rows: readonly KnownRow[]): string {
  const open = rows.filter(isUnmeasured).length;
  return open === 0
    ? `Each of ${rows.length} stores was measured`
    : `Nobody has measured the latency of ${open} of ${rows.length} stores`;
}

/** `measured`, `extrapolated`, `as its provider says`, `not measured`. */
function knownWords({ grade, sources }: Known): string {
  if (grade !== 'missing') return gradeWords(grade);
  return sources.length > 0 ? 'too few figures' : 'not measured';
}

/** Of all operations together: `104,453 requests in eu-west-1: Prisma, 2026-06; cdouglas (endive), 2025-06`; else whom it answers like. */
function measuredWords({ known }: KnownRow): string {
  const sources = new Map(
    known.flatMap((one) => one.sources.map((source) => [source.dataset, source] as const)),
  );
  if (sources.size === 0) {
    const like = known.find((one) => one.like !== null)?.like ?? null;
    return like === null ? '' : `answers like ${like}, as its provider says`;
  }
  const counted = known.flatMap(({ requests }) => requests ?? []);
  const requests = counted.length > 0 ? requestsWords(counted.reduce((sum, one) => sum + one, 0)) : '';
  const places = regionWords(known.flatMap(({ regions }) => regions));
  const head = [requests, places].filter(Boolean).join(' ');
  const by = [...sources.values()].map(sourceWords).join('; ');
  return head === '' ? by : `${head}: ${by}`;
}

/** `2,000 requests`. */
const requestsWords = (count: number) => `${formatNumber(count, 0)} ${count === 1 ? 'request' : 'requests'}`;

/** `in eu-central-1 and us-east-1`; empty where none is named, or the store is in one place everywhere. */
function regionWords(regions: readonly string[]): string {
  const names = regions.map((one) => one.slice(one.indexOf('/') + 1)).filter((one) => one !== 'global');
  return names.length > 0 ? `in ${listing([...new Set(names)].sort())}` : '';
}

/** `Prisma, 2026-06`; `Vultr, who sells it, 2025`. */
function sourceWords({ by, sells, month }: KnownSource): string {
  const seller = sells === null ? [] : [sells === 'it' ? 'who sells it' : 'who sells another store'];
  return [by, ...seller, ...(month === null ? [] : [month])].join(', ');
}

/** `$0.02`, `at least $0.02`, `nothing`; `unknown` where no price that it would pay is known. */
export function probeCostWords({
  cost,
  atLeast,
  currency,
}: Pick<KnownRow, 'cost' | 'atLeast' | 'currency'>): string {
  if (cost < 0.005 && atLeast) return 'unknown';
  return cost === 0 ? 'nothing' : exactMoney(cost, currency, atLeast);
}

/** What one run sends and reads, and how long it takes at 50 ms a request and 50 MB a second. */
export interface KnownRun {
  requests: number;
  bytes: number;
  minutes: number;
}

/** `One run makes 8,365 requests, one after another, and moves 4.91 GB: some 9 minutes at 50 ms a request and 50 MB/s.` */
export function knownRunWords({ requests, bytes, minutes }: KnownRun): string {
  return `One run makes ${requestsWords(requests)}, one after another, and moves ${formatBytes(bytes)}: some ${Math.round(minutes)} minutes at 50 ms a request and 50 MB/s.`;
}
