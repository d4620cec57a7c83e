/**
 * Spark has no tables to insert into: a table with columns is a view of all that was inserted. It and other tables are kept in memory
 * or on disk, so that lines are read and split once; requests are not, since one table is made of them and holds every row.
 */
export class InSpark {
  readonly #views = new Map<string, { columns: string; parts: string[]; isStale: boolean }>();

  statements(sql: string): string[] {
    const text = sql.trim();
    const [, created, columns = ''] = /^CREATE TABLE (\w+) \(([^]*)\)$/.exec(text) ?? [];
    if (created !== undefined) {
      this.#views.set(created, { columns, parts: [], isStale: true });
      return [];
    }
    const [, into = '', part = ''] = /^INSERT INTO (\w+) \(.*?\) ([^]*)$/.exec(text) ?? [];
    const view = this.#views.get(into);
    if (view) {
      view.parts.push(part);
      view.isStale = true;
      return [];
    }
    const table = /^CREATE TABLE (\w+) AS ([^]*)$/.exec(text);
    const [, dropped] = /^DROP TABLE (\w+)$/.exec(text) ?? [];
    const own = table
      ? [`DROP VIEW IF EXISTS ${table[1]}`, `${madeAs(table[2] ?? '')} ${table[1]} AS ${table[2]}`]
      : dropped === undefined
        ? [text]
        : [`UNCACHE TABLE IF EXISTS ${dropped}`];
    return [...this.#stale(text), ...own];
  }

  /** Views that a statement names and that have changed. */
  #stale(text: string): string[] {
    return [...this.#views].flatMap(([name, view]) => {
      if (!view.isStale || !new RegExp(`\\b${name}\\b`).test(text)) return [];
      view.isStale = false;
      const columns = [...view.columns.matchAll(/^\s*(\w+) (\w+)/gm)];
      const empty = columns.map(([, , type]) => `CAST(NULL AS ${type})`).join(', ');
      const parts = view.parts.length > 0 ? view.parts : [`SELECT ${empty} WHERE false`];
      const names = columns.map(([, one]) => one).join(', ');
      return [
        `CREATE OR REPLACE TEMPORARY VIEW ${name} (${names}) AS ${parts.map((part) => `(${part})`).join(' UNION ALL ')}`,
        ...(name === 'request' || view.parts.length === 0 ? [] : [`CACHE TABLE ${name}`]),
      ];
    });
  }
}

/** What is said in full is there already. */
const madeAs = (select: string) =>
  /^SELECT \* FROM VALUES /.test(select) ? 'CREATE TEMPORARY VIEW' : 'CACHE TABLE';
