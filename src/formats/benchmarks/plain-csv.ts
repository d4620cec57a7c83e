/**
 * A table of anybody's with one request a line. Nothing in it can be known, so it is read only with a map of its columns:
 * which holds the latency, and where they are, the size, the operation, the first byte and the error.
 */
import { nearest } from '#core/nearest.ts';
import { shorten } from '#core/units.ts';
import { requestRows, type HttpRequest } from './http-requests.ts';
import { ImportError, factsOf, textOf, toMs } from '../importer.ts';
import type { ImportContext, Importer, TimeUnit } from '../importer.ts';
import { countIn, csvRows, numberIn, positiveIn, refuseCut } from '../reading/text-numbers.ts';

const ROLES = ['latency', 'first-byte', 'size', 'operation', 'error'] as const;
type Role = (typeof ROLES)[number];

export const plainCsv = {
  id: 'plain-csv',
  title: 'a table of requests, with a map of its columns',
  tool: null,
  recognises: (_head, { columns }) =>
    columns !== undefined || 'a map of its columns (which of them holds the latency)',
  parse(bytes, context) {
    const text = textOf(bytes);
    refuseCut(text);
    const rows = csvRows(text);
    const columns = columnsOf(context, Object.keys(rows[0] ?? {}));
    const { timeUnit } = factsOf(context, ['timeUnit']);
    const requests = rows.map((row, i) => requestOf(row, columns, timeUnit, context, `line ${i + 2}`));
    const knowsErrors = columns.error !== undefined;
    return {
      measurements: requestRows(requests, { cell: {}, isTimed: false, knowsErrors }, context),
      caveats: [
        'A table of single requests; which column means what was said by who imported it.',
        ...(knowsErrors ? [] : ['The table does not say which requests failed.']),
      ],
    };
  },
} satisfies Importer;

type Columns = Partial<Record<Role, string>>;

function columnsOf({ columns = {} }: ImportContext, header: readonly string[]): Columns {
  const found: Columns = {};
  for (const [key, name] of Object.entries(columns)) {
    const role = ROLES.find((one) => one === key);
    if (role === undefined)
      throw new ImportError(`a column cannot hold "${shorten(key)}"; it holds ${ROLES.join(', ')}`);
    if (!header.includes(name)) {
      const hint = nearest(name, header);
      throw new ImportError(
        `line 1: no column is called "${shorten(name)}"; ${
          hint === undefined
            ? `there are ${header
                .slice(0, 20)
                .map((one) => shorten(one, 30))
                .join(', ')}`
            : `did you mean "${shorten(hint)}"?`
        }`,
      );
    }
    found[role] = name;
  }
  if (found.latency === undefined)
    throw new ImportError('the map of columns does not say which holds the latency');
  return found;
}

function requestOf(
  row: Record<string, string>,
  columns: Columns,
  timeUnit: TimeUnit,
  context: ImportContext,
  where: string,
): HttpRequest {
  const cell = (role: Role) => {
    const name = columns[role];
    return name === undefined ? undefined : (row[name] ?? '');
  };
  const isGood = cell('error') === undefined || /^(0|false|no|ok|2\d\d)?$/i.test(cell('error') ?? '');
  const firstByte = cell('first-byte');
  const size = cell('size');
  return {
    method: cell('operation')?.toUpperCase() ?? factsOf(context, ['operation']).operation,
    startMs: 0,
    totalMs: isGood ? toMs(positiveIn(cell('latency'), `${where}, latency`), timeUnit) : 0,
    firstByteMs: isGood && firstByte ? toMs(numberIn(firstByte, `${where}, first-byte`), timeUnit) : null,
    isGood,
    bytes: size === undefined || size === '' ? null : countIn(size, `${where}, size`),
  };
}
