/** An invoice on this machine, CSV (gzipped or not) or Parquet, summed up as it is read. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { errorCode } from '#core/message-of.ts';
import { usageTypesOf, type UsageTypes } from '#core/reconcile/aws-usage-types.ts';
import { InvoiceCsv, type ReadInvoice } from '#core/reconcile/invoice-csv.ts';
import { InvoiceError, invoiceReader } from '#core/reconcile/invoice.ts';
import { Ledger } from '#core/reconcile/ledger.ts';
import { filePattern, type Row } from '#query/database.ts';
import { openNative } from '#query/duckdb-native.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { isGzip, isParquet, plainHead } from './file-head.ts';

const MOST_TEXT_BYTES = 16 * 2 ** 30;

/** Throws `Misunderstood` with the name of the file, and the line where there is one. */
export async function readInvoice(file: string, deps: Deps): Promise<ReadInvoice> {
  if (file === '-')
    throw new Misunderstood(
      'an invoice is read from a file, not from standard input; write it to one and name that',
    );
  const full = path.resolve(deps.cwd, file);
  const head = plainHead(file, full, 4, 'name one file of the export');
  const usageTypes = usageTypesOf(deps.catalog.archive);
  try {
    return isParquet(head)
      ? await fromParquet(full, usageTypes)
      : await fromCsv(full, isGzip(head), usageTypes);
  } catch (error) {
    if (error instanceof Error && (EXPECTED.has(error.name) || String(errorCode(error)).startsWith('Z_')))
      throw new Misunderstood(`${file}: ${error.name === 'CsvError' ? csvPlace(error) : ''}${error.message}`);
    throw error;
  }
}

const EXPECTED = new Set(['InvoiceError', 'CsvError', 'RangeError', 'QueryError', 'NoEngineError']);

function csvPlace(error: Error): string {
  return 'line' in error ? `line ${String(error.line)} ` : '';
}

async function fromCsv(full: string, gzipped: boolean, usageTypes: UsageTypes): Promise<ReadInvoice> {
  const rows = new InvoiceCsv(usageTypes);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const bytes = createReadStream(full);
  let read = 0;
  for await (const chunk of (gzipped ? bytes.pipe(createGunzip()) : bytes) as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > MOST_TEXT_BYTES)
      throw new InvoiceError('holds more than 16 GiB of text; give a month at a time');
    rows.push(decode(decoder, chunk));
  }
  rows.push(decode(decoder));
  return rows.end();
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new InvoiceError('is not UTF-8 text; give a CSV file (.csv, .csv.gz) or a Parquet file');
  }
}

/** Only the columns that are read, in blocks, so that a large export is never whole in memory. */
async function fromParquet(full: string, usageTypes: UsageTypes): Promise<ReadInvoice> {
  const database = await openNative({ files: [full], spillFolder: null });
  const from = 'read_parquet($1, hive_partitioning = false)';
  const file = filePattern(full);
  try {
    const columns = await database.run(`SELECT column_name FROM (DESCRIBE SELECT * FROM ${from})`, [file]);
    const reader = invoiceReader(
      columns.map((row) => String(row.column_name)),
      usageTypes,
    );
    const list = reader.columns.map((name) => `CAST("${name}" AS VARCHAR) AS "${name}"`).join(', ');
    const ledger = new Ledger();
    const [counted] = await database.run(`SELECT count(*) AS rows FROM ${from}`, [file]);
    const total = Number(counted?.rows ?? 0);
    for (let offset = 0; offset < total; offset += BLOCK_ROWS) {
      const sql = `SELECT ${list} FROM (SELECT * FROM ${from} LIMIT ${BLOCK_ROWS} OFFSET ${offset})`;
      for (const row of await database.run(sql, [file]))
        ledger.add(reader.read((column) => textOf(row, column)));
    }
    return { id: reader.id, title: reader.title, ledger };
  } finally {
    database.close();
  }
}

const BLOCK_ROWS = 100_000;

function textOf(row: Row, column: string): string {
  const value = row[column];
  return value === null || value === undefined ? '' : String(value);
}
