/**
 * Prices that somebody recorded on past days, one a row: `pricing/history/<provider>.tsv.gz`, unpacked. `rebuild.ts` makes editions of
 * them. A row held from `from` to `to` at least; on `before` it did not hold yet, where that is known.
 */
import { isDay } from '#core/iso-date.ts';
import { ImportError } from '../importer.ts';

const COLUMNS = [
  'store',
  'region',
  'meter',
  'up_to',
  'price',
  'from',
  'before',
  'to',
  'source',
  'url',
  'retrieved',
  'about',
  'licence',
  'confidence',
  'note',
] as const;
type Column = (typeof COLUMNS)[number];
/** The better first. */
export const CONFIDENCES = ['official', 'official-quoted', 'secondary'] as const;
const MOST_ROWS = 200_000;
const MOST_LETTERS = 400;

export interface HistoryRow {
  /** Id of a store, or `<provider>/transfer`. */
  store: string;
  region: string;
  /**
   * As `stowage prices show` names it: `storage`, `requests.put`, `egress.internet`. Or a rule of all regions that did not hold yet, with
   * the region `*` and the price `none`: `rules.storage.softDeleteHours`.
   */
  meter: string;
  /** Where the band ends, in the meter's unit; null: it does not. */
  upTo: number | null;
  /** As an edition writes it, or `unknown`. */
  price: string;
  from: string;
  /** The last day on which the source had no such price; null: its first version had it. */
  before: string | null;
  to: string;
  /** `retrieved`: the day of the copy, as exactly as it is known. `about`: what it is. */
  source: { id: string; url: string; retrieved: string; about: string; licence: string };
  confidence: (typeof CONFIDENCES)[number];
  note: string;
}

/** Throws `ImportError` with the line. */
export function readHistory(bytes: Uint8Array): HistoryRow[] {
  const [head, ...lines] = new TextDecoder('utf-8', { fatal: true })
    .decode(bytes)
    .replace(/\n$/, '')
    .split('\n');
  if (head !== COLUMNS.join('\t'))
    throw new ImportError(`line 1: "${(head ?? '').slice(0, 80)}" is not ${COLUMNS.join(', ')}`);
  if (lines.length > MOST_ROWS)
    throw new ImportError(`has ${lines.length} rows, and at most ${MOST_ROWS} are read`);
  return lines.map((line, i) => rowOf(line, `line ${i + 2}`));
}

function rowOf(line: string, where: string): HistoryRow {
  const cells = line.split('\t');
  if (cells.length !== COLUMNS.length)
    throw new ImportError(`${where}: has ${cells.length} cells; there are ${COLUMNS.length} columns`);
  const row = Object.fromEntries(COLUMNS.map((name, i) => [name, cells[i] ?? ''])) as Record<Column, string>;
  const fail = (column: Column, wanted: string): never => {
    throw new ImportError(`${where}: ${column}: "${row[column].slice(0, 40)}" is no ${wanted}`);
  };
  for (const column of COLUMNS) if (row[column].length > MOST_LETTERS) fail(column, 'short text');
  for (const column of ['store', 'region', 'meter', 'price', 'source', 'retrieved', 'licence'] as const)
    if (row[column] === '') fail(column, 'value');
  for (const column of ['from', 'to'] as const) if (!isDay(row[column])) fail(column, 'day');
  if (row.before !== '' && (!isDay(row.before) || row.before >= row.from))
    fail('before', 'day before `from`');
  if (row.to < row.from) fail('to', 'day after `from`');
  if (!row.url.startsWith('https://')) fail('url', 'https address');
  const upTo = row.up_to === '' ? null : Number(row.up_to);
  if (upTo !== null && !(upTo > 0)) fail('up_to', 'quantity');
  const confidence =
    CONFIDENCES.find((one) => one === row.confidence) ?? fail('confidence', CONFIDENCES.join(', '));
  return {
    store: row.store,
    region: row.region,
    meter: row.meter,
    upTo,
    price: row.price,
    from: row.from,
    before: row.before === '' ? null : row.before,
    to: row.to,
    source: {
      id: row.source,
      url: row.url,
      retrieved: row.retrieved,
      about: row.about,
      licence: row.licence,
    },
    confidence,
    note: row.note,
  };
}
