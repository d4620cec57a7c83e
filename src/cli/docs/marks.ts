/** What an opening mark asks for: `<!-- stowage FILE view=total format=short -->`. */
import { ISO_DATE, isDay } from '#core/iso-date.ts';
import { nearestOrAll, oneOf } from '../choices.ts';
import { Misunderstood } from '../failures.ts';
import type { MarkedBlock } from './blocks.ts';

/** Views that fit into a sentence. */
const VALUES = ['total', 'name', 'date', 'saving', 'latency'] as const;
const TABLES = ['bill', 'months', 'frontier', 'uncertainty'] as const;
/** Drawn into a file of its own. */
const PICTURES = ['chart', 'strip'] as const;
const VIEWS = [...VALUES, 'summary', 'recommendation', 'migration', ...TABLES, ...PICTURES] as const;
export type View = (typeof VIEWS)[number];

/** Those that stand on lines of their own. */
export const isTable = (view: View) => TABLES.some((one) => one === view);
export const isPicture = (view: View): view is (typeof PICTURES)[number] =>
  PICTURES.some((one) => one === view);

const FORMATS = ['words', 'short', 'number'] as const;
export type Format = (typeof FORMATS)[number];

const QUANTILES = ['p50', 'p95', 'p99', 'mean'] as const;
export type Quantile = (typeof QUANTILES)[number];

export interface Asked {
  view: View;
  /** The placement, where the mark names one. */
  id?: string | undefined;
  /** Prices of this day instead of the scenario's own. */
  asOf?: string | undefined;
  format?: Format | undefined;
  q?: Quantile | undefined;
  /** The most rows of a table. */
  rows?: number | undefined;
  /** Address of a page of Stowage: a link to the scenario there stands under the block. */
  link?: string | undefined;
  /** Of a picture: where the picture goes, beside the document. */
  file?: string | undefined;
}

const OPTIONS = ['view', 'id', 'asOf', 'format', 'q', 'rows', 'link', 'file'];

/** Throws `Misunderstood`. */
export function askedOf({ target, options, inline }: MarkedBlock): Asked {
  const stranger = Object.keys(options).find((key) => !OPTIONS.includes(key));
  if (stranger !== undefined)
    throw new Misunderstood(`unknown option "${stranger}"; a block takes ${OPTIONS.join(', ')}`);
  if (target === '-') throw new Misunderstood('a block cannot read standard input; name a file or a link');
  const view = viewNamed(options['view']);
  const { id, asOf, rows, link, file } = options;
  if (asOf !== undefined && !(ISO_DATE.test(asOf) && isDay(asOf)))
    throw new Misunderstood(`asOf=${asOf} is not a date; write it like asOf=2026-11-20`);
  if (rows !== undefined && !/^[1-9]\d{0,3}$/.test(rows))
    throw new Misunderstood(`rows=${rows} is not a number of rows; write it like rows=5`);
  if (link !== undefined && !/^https?:\/\//.test(link))
    throw new Misunderstood(
      `link=${link} is not an address; write it like link=https://example.org/stowage/`,
    );
  if (link !== undefined && inline)
    throw new Misunderstood('link=… stands under a block; put its two marks on lines of their own');
  if (file !== undefined && (!isPicture(view) || !/^(?:\w[\w. -]*\/)*\w[\w. -]*\.svg$/i.test(file)))
    throw new Misunderstood(
      `file=${file} is not understood; write view=chart or view=strip with file=NAME.svg`,
    );
  const format = options['format'] === undefined ? undefined : oneOf('format=', options['format'], FORMATS);
  const q = options['q'] === undefined ? undefined : oneOf('q=', options['q'], QUANTILES);
  if (format !== undefined && !VALUES.some((one) => one === view))
    throw new Misunderstood(`view=${view} takes no format=${format}; ${VALUES.join(', ')} do`);
  if (format === 'number' && (view === 'name' || view === 'date'))
    throw new Misunderstood(`view=${view} is no number; leave out format=number`);
  if (q !== undefined && view !== 'latency')
    throw new Misunderstood(`q=${q} is of view=latency, and this is view=${view}`);
  return { view, id, asOf, format, q, rows: rows === undefined ? undefined : Number(rows), link, file };
}

function viewNamed(name: string | undefined): View {
  const found = VIEWS.find((view) => view === name);
  if (found) return found;
  throw new Misunderstood(
    name === undefined
      ? `the block says no view; add view=${VIEWS.join(', view=')}`
      : `unknown view "${name}"; ${nearestOrAll(name, VIEWS)}`,
  );
}
