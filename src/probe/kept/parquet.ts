/** A table as one Parquet file: optional columns of doubles, integers of 32 and 64 bits, text and booleans, gzipped. */
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';

export type Column =
  | { name: string; type: 'text'; values: readonly (string | null)[] }
  | { name: string; type: 'double' | 'int32' | 'int64'; values: readonly (number | null)[] }
  | { name: string; type: 'boolean'; values: readonly (boolean | null)[] };

const ROWS_PER_GROUP = 100_000;
const TYPE = {
  boolean: 'BOOLEAN',
  int32: 'INT32',
  int64: 'INT64',
  double: 'DOUBLE',
  text: 'STRING',
} as const;

/** Columns of equal length as one file. Throws `RangeError` where they are not. */
export function parquetFile(columns: readonly Column[]): Uint8Array {
  const rows = columns[0]?.values.length ?? 0;
  if (columns.some(({ values }) => values.length !== rows))
    throw new RangeError('columns of a table are of one length');
  const file = parquetWriteBuffer({
    columnData: columns.map(({ name, type, values }) => ({
      name,
      type: TYPE[type],
      nullable: true,
      data:
        type === 'int64' ? values.map((value) => (value === null ? null : BigInt(value))) : values.slice(),
    })),
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(bytes) },
    rowGroupSize: ROWS_PER_GROUP,
    createdBy: 'stowage',
  });
  return new Uint8Array(file);
}
