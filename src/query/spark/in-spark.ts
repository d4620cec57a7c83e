/**
 * Spark has no tables to insert into: `request` is a view of all that was inserted. It and other tables are kept in memory or on
 * disk, so that lines are read and split once.
 */
export class InSpark {
  readonly #parts: string[] = [];
  #columns = '';
  #isStale = false;

  statements(sql: string): string[] {
    const text = sql.trim();
    const created = /^CREATE TABLE request \(([^]*)\)$/.exec(text);
    if (created) {
      this.#columns = created[1] ?? '';
      this.#parts.length = 0;
      return [];
    }
    const inserted = /^INSERT INTO request \((.*?)\) ([^]*)$/.exec(text);
    if (inserted) {
      this.#parts.push(inserted[2] ?? '');
      this.#isStale = true;
      return [];
    }
    const table = /^CREATE TABLE (\w+) AS ([^]*)$/.exec(text);
    const dropped = /^DROP TABLE (\w+)$/.exec(text);
    const own = table
      ? [`DROP VIEW IF EXISTS ${table[1]}`, `CACHE TABLE ${table[1]} AS ${table[2]}`]
      : dropped
        ? [`UNCACHE TABLE IF EXISTS ${dropped[1]}`]
        : [text];
    return this.#isStale && /\brequest\b/.test(text) ? [this.#view(), 'CACHE TABLE request', ...own] : own;
  }

  #view(): string {
    this.#isStale = false;
    const names = [...this.#columns.matchAll(/^\s*(\w+) /gm)].map(([, name]) => name).join(', ');
    return `CREATE OR REPLACE TEMPORARY VIEW request (${names}) AS ${this.#parts.map((part) => `(${part})`).join(' UNION ALL ')}`;
  }
}
