/** The statements of a profile as text, in the words of an engine: nothing is run but a look at the files' first lines. */
import type { Database } from './database.ts';
import { DUCKDB, SPARK, type Dialect } from './dialect.ts';
import { LogError, type LogOptions } from './formats/format.ts';
import { formatOf, isHourly, load, lookAt } from './formats/index.ts';
import { CREATE_LISTED, inventoryFormat } from './formats/inventory.ts';
import * as ask from './profile-sql.ts';
import type { LogPath } from './sources.ts';
import { InSpark } from './spark/in-spark.ts';
import { BIGQUERY, TRINO, inBigQuery, inTrino } from './text-dialects.ts';

export const TEXT_ENGINES = ['spark', 'trino', 'bigquery'] as const;
export type TextEngine = (typeof TEXT_ENGINES)[number];

interface Writing {
  sql: Dialect;
  /** A new one for each profile. */
  words(): (sql: string) => readonly string[];
}

const ENGINES: Readonly<Record<TextEngine, Writing>> = {
  spark: {
    sql: SPARK,
    words: () => {
      const spark = new InSpark();
      return (sql) => spark.statements(sql);
    },
  },
  trino: { sql: TRINO, words: () => (sql) => [inTrino(sql)] },
  bigquery: { sql: BIGQUERY, words: () => (sql) => [inBigQuery(sql)] },
};

const DAY_SECONDS = 86_400;

/** `database`: DuckDB, opened for the files. Throws `LogError` and `QueryError`. */
export async function statementsOf(
  database: Database,
  files: readonly LogPath[],
  options: LogOptions,
  engine: TextEngine,
): Promise<string[]> {
  const { sql, words } = ENGINES[engine];
  const write = words();
  const written: string[] = [];
  const note = (text: string) => written.push(...write(text.trim()));
  const paper: Database = {
    run: (text) => {
      note(text);
      // Nothing is known of what it would give, but that there is something.
      return Promise.resolve([{ n: 1 }]);
    },
    close: () => undefined,
  };
  note(ask.CREATE_REQUEST);
  note(CREATE_LISTED);
  // Elsewhere one table holds all files.
  const own = engine === 'spark' ? files : files.slice(0, 1);
  let hourly = false;
  for (const { path, name, isParquet, manifest } of own) {
    const file = await lookAt(database, path, isParquet, DUCKDB, manifest);
    if (inventoryFormat(file, manifest))
      throw new LogError(`${name}: is an inventory; DuckDB and Spark read it, and --print does not write it`);
    const format = formatOf(file, options);
    hourly = isHourly(format);
    await load(paper, file, format, false, sql);
  }
  if (own.length === 0) throw new LogError('no file was given');
  for (const { name, select } of ask.tablesIn(sql)) note(`CREATE TABLE ${name} AS ${select}`);
  for (const question of questionsOf(sql, hourly, DAY_SECONDS)) note(question);
  return written.map((one) => `${one};`);
}

/** All questions. `windowSeconds`: of the working set. */
const questionsOf = (sql: Dialect, isHourly: boolean, windowSeconds: number): readonly string[] => [
  ask.SPAN,
  ask.peakOver(isHourly ? 3600 : 60, sql),
  ask.byOperation(isHourly),
  isHourly ? ask.WITHOUT_KEYS : ask.SIZES,
  ask.SEEN_AGES,
  ask.ENDED,
  ask.TOUCHES,
  ...(isHourly ? [] : [ask.WAITS, ask.POPULARITY, ask.workingSet(windowSeconds, sql)]),
  ask.weekOf(sql),
  ask.READERS,
  ask.MOST_READERS,
  ask.networks(5),
];
