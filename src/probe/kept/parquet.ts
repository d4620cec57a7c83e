/**
 * The least of Apache Parquet that a table of samples needs (github.com/apache/parquet-format): optional columns of
 * doubles, integers of 32 and 64 bits, text and what is true or not, plainly encoded, one gzipped page for each in each row group.
 */
import { gzipSync } from 'node:zlib';

export type Column =
  | { name: string; type: 'text'; values: readonly (string | null)[] }
  | { name: string; type: 'double' | 'int32' | 'int64'; values: readonly (number | null)[] }
  | { name: string; type: 'boolean'; values: readonly (boolean | null)[] };

const MAGIC = Buffer.from('PAR1');
const ROWS_PER_GROUP = 100_000;
/** Numbers of the format's enumerations. */
const TYPE = { boolean: 0, int32: 1, int64: 2, double: 5, text: 6 } as const;
const OPTIONAL = 1;
const UTF8 = 0;
const GZIP = 2;
const PLAIN = 0;
const RLE = 3;

interface Chunk {
  column: Column;
  offset: number;
  values: number;
  plainBytes: number;
  storedBytes: number;
}

/** Columns of equal length as one file. Throws `RangeError` where they are not. */
export function parquetFile(columns: readonly Column[]): Uint8Array {
  const rows = columns[0]?.values.length ?? 0;
  if (columns.some(({ values }) => values.length !== rows))
    throw new RangeError('columns of a table are of one length');
  const pieces: Buffer[] = [MAGIC];
  let offset = MAGIC.length;
  const groups: { chunks: Chunk[]; rows: number }[] = [];
  for (let from = 0; from < rows; from += ROWS_PER_GROUP) {
    const to = Math.min(rows, from + ROWS_PER_GROUP);
    const chunks = columns.map((column): Chunk => {
      const page = pageOf(column, from, to);
      const chunk = { column, offset, values: to - from, ...page };
      pieces.push(...page.pieces);
      offset += page.storedBytes;
      return chunk;
    });
    groups.push({ chunks, rows: to - from });
  }
  const footer = footerOf(columns, groups, rows);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([...pieces, footer, length, MAGIC]);
}

function pageOf(column: Column, from: number, to: number) {
  const values = column.values.slice(from, to);
  const plain = Buffer.concat([levelsOf(values), valuesOf(column.type, values)]);
  const stored = gzipSync(plain, { level: 6 });
  const header = new Struct()
    .i32(1, 0)
    .i32(2, plain.length)
    .i32(3, stored.length)
    .struct(5, new Struct().i32(1, values.length).i32(2, PLAIN).i32(3, RLE).i32(4, RLE))
    .bytes();
  return {
    pieces: [header, stored],
    plainBytes: header.length + plain.length,
    storedBytes: header.length + stored.length,
  };
}

/** Which values are there: one run of bits. */
function levelsOf(values: readonly unknown[]): Buffer {
  const bits = bitsOf(values.map((value) => value !== null));
  const run = Buffer.concat([Buffer.from(varint(bits.length * 2 + 1)), bits]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

/** Eight to a byte, the first in the lowest. */
function bitsOf(values: readonly boolean[]): Buffer {
  const bits = Buffer.alloc(Math.ceil(values.length / 8));
  values.forEach((value, i) => {
    if (value) bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7));
  });
  return bits;
}

function valuesOf(type: Column['type'], values: readonly (string | number | boolean | null)[]): Buffer {
  const there = values.filter((value) => value !== null);
  if (type === 'boolean') return bitsOf(there.map(Boolean));
  if (type === 'text')
    return Buffer.concat(
      there.flatMap((value) => {
        const text = Buffer.from(String(value));
        const length = Buffer.alloc(4);
        length.writeUInt32LE(text.length);
        return [length, text];
      }),
    );
  const width = type === 'int32' ? 4 : 8;
  const bytes = Buffer.alloc(there.length * width);
  there.forEach((value, i) => {
    if (type === 'double') bytes.writeDoubleLE(Number(value), i * width);
    else if (type === 'int64') bytes.writeBigInt64LE(BigInt(Number(value)), i * width);
    else bytes.writeInt32LE(Number(value), i * width);
  });
  return bytes;
}

function footerOf(
  columns: readonly Column[],
  groups: readonly { chunks: readonly Chunk[]; rows: number }[],
  rows: number,
): Buffer {
  const root = new Struct().text(4, 'samples').i32(5, columns.length);
  const schema = columns.map(({ name, type }) => {
    const element = new Struct().i32(1, TYPE[type]).i32(3, OPTIONAL).text(4, name);
    return type === 'text' ? element.i32(6, UTF8) : element;
  });
  const rowGroups = groups.map((group) =>
    new Struct()
      .list(1, group.chunks.map(chunkMeta))
      .i64(
        2,
        group.chunks.reduce((sum, one) => sum + one.plainBytes, 0),
      )
      .i64(3, group.rows),
  );
  return new Struct()
    .i32(1, 1)
    .list(2, [root, ...schema])
    .i64(3, rows)
    .list(4, rowGroups)
    .text(6, 'stowage')
    .bytes();
}

function chunkMeta({ column, offset, values, plainBytes, storedBytes }: Chunk): Struct {
  const meta = new Struct()
    .i32(1, TYPE[column.type])
    .i32s(2, [PLAIN, RLE])
    .texts(3, [column.name])
    .i32(4, GZIP)
    .i64(5, values)
    .i64(6, plainBytes)
    .i64(7, storedBytes)
    .i64(9, offset);
  return new Struct().i64(2, offset).struct(3, meta);
}

/** A struct in Thrift's compact protocol, field by field in rising order of their ids. */
class Struct {
  readonly #out: number[] = [];
  #last = 0;

  i32(id: number, value: number): this {
    return this.#field(id, 5, zigzag(value));
  }

  i64(id: number, value: number): this {
    return this.#field(id, 6, zigzag(value));
  }

  text(id: number, value: string): this {
    return this.#field(id, 8, lengthAndText(value));
  }

  struct(id: number, value: Struct): this {
    return this.#field(id, 12, [...value.bytes()]);
  }

  list(id: number, values: readonly Struct[]): this {
    return this.#field(id, 9, [...listHead(values.length, 12), ...values.flatMap((one) => [...one.bytes()])]);
  }

  i32s(id: number, values: readonly number[]): this {
    return this.#field(id, 9, [...listHead(values.length, 5), ...values.flatMap(zigzag)]);
  }

  texts(id: number, values: readonly string[]): this {
    return this.#field(id, 9, [...listHead(values.length, 8), ...values.flatMap(lengthAndText)]);
  }

  bytes(): Buffer {
    return Buffer.from([...this.#out, 0]);
  }

  /** Ids here are less than 16 apart, so that each fits the byte of its type. */
  #field(id: number, type: number, value: readonly number[]): this {
    this.#out.push(((id - this.#last) << 4) | type, ...value);
    this.#last = id;
    return this;
  }
}

const listHead = (count: number, type: number) =>
  count < 15 ? [(count << 4) | type] : [0xf0 | type, ...varint(count)];

function lengthAndText(text: string): number[] {
  const bytes = Buffer.from(text);
  return [...varint(bytes.length), ...bytes];
}

/** Whole numbers from 0 to 2^53: seven bits to a byte, the lowest first. */
function varint(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out.push((rest % 0x80) | 0x80);
  return [...out, rest];
}

const zigzag = (value: number) => varint(value >= 0 ? value * 2 : -value * 2 - 1);
