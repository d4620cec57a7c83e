/** A table as one Parquet file: optional columns of doubles, integers of 32 and 64 bits, text and booleans, gzipped. */
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** `type`: as the format calls it. */
export interface Column {
  name: string;
  type: 'STRING' | 'DOUBLE' | 'INT32' | 'INT64' | 'BOOLEAN';
  values: readonly (string | number | boolean | null)[];
}

const ROWS_PER_GROUP = 100_000;

/** Columns of equal length as one file. Throws `RangeError` where they are not. */
export function parquetFile(columns: readonly Column[]): Uint8Array {
  const rows = columns[0]?.values.length ?? 0;
  if (columns.some(({ values }) => values.length !== rows))
    throw new RangeError('columns of a table are of one length');
  const file = parquetWriteBuffer({
    columnData: columns.map(({ name, type, values }) => ({
      name,
      type,
      nullable: true,
      data:
        type === 'INT64' ? values.map((value) => (value === null ? null : BigInt(value))) : values.slice(),
    })),
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(bytes) },
    rowGroupSize: ROWS_PER_GROUP,
    createdBy: 'stowage',
  });
  return new Uint8Array(file);
}
