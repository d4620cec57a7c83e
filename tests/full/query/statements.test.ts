// needs: sqlglot
/** Statements for engines that we do not run are read by a parser of each dialect. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pythonPackage } from '../../tools/python-tools.mjs';
import { openNative } from '#query/duckdb-native.ts';
import { statementsOf } from '#query/statements.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { LOG_TEXTS, logText } from '#tests/helpers/query/log-lines.ts';

const REQUEST = {
  atSeconds: 1_772_323_200,
  operation: 'GetObject',
  key: "it's/a.jpg",
  sizeBytes: 1000,
  sentBytes: 1000,
  reader: '192.0.2.1',
  failed: false,
  totalMs: 20,
  firstMs: 9,
} as const;

/** Each statement must be understood whole: a parser that gives up makes a `Command` of it. */
const PARSE = `
import json, sys
import sqlglot
from sqlglot import exp
given = json.load(sys.stdin)
for engine, statements in given.items():
    for text in statements:
        for tree in sqlglot.parse(text, read=engine, error_level=sqlglot.ErrorLevel.RAISE):
            if tree is None or (isinstance(tree, exp.Command) and not text.startswith(("UNCACHE", "CACHE"))):
                raise SystemExit(f"{engine}: {text}")
`;

test('Spark, Trino and BigQuery: every statement of every format', async () => {
  const all: Record<string, string[]> = {};
  for (const id of Object.keys(LOG_TEXTS)) {
    using folder = new Folder({ 'the.log': logText(id, [REQUEST]) });
    const file = path.join(folder.path, 'the.log');
    const database = await openNative({ files: [file], spillFolder: null });
    for (const engine of ['spark', 'trino', 'bigquery'] as const)
      (all[engine] ??= []).push(
        ...(await statementsOf(
          database,
          [{ name: 'the.log', path: file, isParquet: false }],
          { columns: {} },
          engine,
        )),
      );
    database.close();
  }
  const { status, stderr } = spawnSync('python3', ['-c', PARSE], {
    input: JSON.stringify(all),
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: await pythonPackage('sqlglot') },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(all['trino']?.length).toBeGreaterThan(200);
});
