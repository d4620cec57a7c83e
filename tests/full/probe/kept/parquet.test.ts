import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parquetFile } from '#probe/kept/parquet.ts';
import type { Column } from '#probe/kept/parquet.ts';
import { openNative } from '#query/duckdb-native.ts';
import { readParquet } from '#tests/helpers/query/parquet.ts';
import { Folder } from '#tests/helpers/folder.ts';

/** The rows that a database reads of the columns. */
async function readBack(columns: readonly Column[]) {
  using folder = new Folder({ 'table.parquet': parquetFile(columns) });
  const file = path.join(folder.path, 'table.parquet');
  const database = await openNative({ files: [file], spillFolder: null });
  try {
    return await readParquet(database, file);
  } finally {
    await database.close();
  }
}

const rowsOf = (columns: readonly Column[]) =>
  (columns[0]?.values ?? []).map((_, i) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[i] ?? null])),
  );

describe('a table', () => {
  test('is read back by a database as it was, with what is not known', async () => {
    const row = fc.record({
      text: fc.option(fc.string({ unit: 'grapheme', maxLength: 20 })),
      double: fc.option(fc.double({ noNaN: true })),
      int32: fc.option(fc.integer()),
      boolean: fc.option(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (rows) => {
        const columns: Column[] = [
          { name: 'a text', type: 'STRING', values: rows.map((one) => one.text) },
          { name: 'a_double', type: 'DOUBLE', values: rows.map((one) => one.double) },
          { name: 'an_int', type: 'INT32', values: rows.map((one) => one.int32) },
          { name: 'a_boolean', type: 'BOOLEAN', values: rows.map((one) => one.boolean) },
        ];
        expect(await readBack(columns)).toEqual(rowsOf(columns));
      }),
      { numRuns: 15 },
    );
  });

  test('may be long and wide: several row groups, more columns than fifteen', async () => {
    const long = Array.from({ length: 100_003 }, (_, i) => (i % 7 === 0 ? null : i));
    const columns = Array.from({ length: 17 }, (_, c): Column => ({
      name: `c${c}`,
      type: 'INT32',
      values: long,
    }));
    const rows = await readBack(columns);
    expect(rows).toHaveLength(long.length);
    expect(rows.map((row) => row.c16)).toEqual(long);
  });

  test('has columns of one length', () => {
    const column = (name: string, values: number[]): Column => ({ name, type: 'DOUBLE', values });
    expect(() => parquetFile([column('a', [1]), column('b', [1, 2])])).toThrow(RangeError);
  });
});
