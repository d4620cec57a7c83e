/**
 * IBM Cloud Object Storage traces (SNIA IOTTA): `<ms> <REST.GET.OBJECT> <id> [size [begin end]]`, separated by blanks,
 * the end of a range included.
 */
import { insertFromLines } from './format.ts';
import type { LogFormat } from './format.ts';

const LINE = String.raw`^(\d{1,15}) (REST\.[A-Z.]+) ([0-9a-fA-F]+)(?: (\d{1,18}))?(?: (\d{1,18}) (-?\d{1,18}))?\s*$`;

export const cosTrace: LogFormat = {
  id: 'ibm-cos-trace',
  recognises: ({ lines }) =>
    lines.some((line) => new RegExp(LINE).test(line)) ||
    'lines such as "1232488 REST.GET.OBJECT 95d363d3fbdc0b03 1168 0 1167"',
  load: (database, file) =>
    insertFromLines(
      database,
      file,
      `TRY_CAST(f.at AS DOUBLE) / 1000, NULLIF(f.operation, ''), NULLIF(f.key, ''),
         TRY_CAST(f.size AS DOUBLE),
         COALESCE(TRY_CAST(f.last AS DOUBLE) - TRY_CAST(f.first AS DOUBLE) + 1, TRY_CAST(f.size AS DOUBLE), 0),
       NULL, 1, false`,
      LINE,
      ['at', 'operation', 'key', 'size', 'first', 'last'],
    ),
};
