/** Blocks of HCL as text, laid out as `terraform fmt` does. */
import { hcl, oneLine } from './quote.ts';

/** An expression as it stands; all other text is quoted. */
export class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Lists and objects hold the same. */
type Value = string | number | boolean | object;
export type Body = Readonly<Record<string, Value>>;

export interface Block {
  /** `resource "aws_s3_bucket" "store1"` */
  head: string;
  body: Body;
  blocks: readonly Block[];
  /** Stands above it; empty: nothing does. */
  comment: string;
}

export const block = (head: string, body: Body, blocks: readonly Block[] = [], comment = ''): Block => ({
  head,
  body,
  blocks,
  comment,
});

/** An object of S3's interface as blocks, whose names are the same in Terraform: each list is a block for each of its items. */
export function blockOf(head: string, object: object): Block {
  const entries = Object.entries(object) as [string, Value][];
  const inner = entries.flatMap(([name, value]) => {
    if (typeof value !== 'object') return [];
    return Array.isArray(value)
      ? value.map((one: object) => blockOf(snake(name).replace(/s$/, ''), one))
      : [blockOf(snake(name), value)];
  });
  const plain = entries.flatMap(([name, value]) => (typeof value === 'object' ? [] : [[snake(name), value]]));
  return block(head, Object.fromEntries(plain) as Body, inner);
}

export const textOfBlocks = (blocks: readonly Block[]): string =>
  `${blocks.map((one) => linesOf(one, 0).join('\n')).join('\n\n')}\n`;

/** `ObjectSizeGreaterThan`, `maxAge`, `ID` */
const snake = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
const indent = (depth: number) => '  '.repeat(depth);

function linesOf({ head, body, blocks, comment }: Block, depth: number): string[] {
  const parts = [
    ...(Object.keys(body).length > 0 ? [attributes(body, depth + 1)] : []),
    ...blocks.map((one) => linesOf(one, depth + 1)),
  ];
  return [
    ...(comment === '' ? [] : [`${indent(depth)}# ${oneLine(comment)}`]),
    `${indent(depth)}${head} {`,
    ...parts.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines])),
    `${indent(depth)}}`,
  ];
}

/** Equals signs of neighbours stand below each other, where each has a line. */
function attributes(body: Body, depth: number): string[] {
  const all = Object.entries(body).map(([name, value]) => ({ name, lines: valueLines(value, depth) }));
  return all.flatMap(({ name, lines: [first = '', ...rest] }, i) => {
    const isShort = ({ lines }: (typeof all)[number]) => lines.length === 1;
    const from = all.findLastIndex((one, k) => k < i && !isShort(one)) + 1;
    const next = all.findIndex((one, k) => k > i && !isShort(one));
    const beside = all.slice(from, next < 0 ? undefined : next);
    const width = rest.length > 0 ? 0 : Math.max(...beside.map((one) => one.name.length));
    return [`${indent(depth)}${name.padEnd(width)} = ${first}`, ...rest];
  });
}

function valueLines(value: Value, depth: number): string[] {
  if (value instanceof Code) return [value.text];
  if (typeof value === 'string') return [hcl(value)];
  if (typeof value !== 'object') return [String(value)];
  if (!Array.isArray(value)) return ['{', ...attributes(snaked(value), depth + 1), `${indent(depth)}}`];
  const items = value.map((one: Value) => valueLines(one, depth + 1));
  if (items.every(({ length }) => length === 1)) return [`[${items.join(', ')}]`];
  return [
    '[',
    ...items.flatMap(([first = '', ...rest]) => {
      const lines = [`${indent(depth + 1)}${first}`, ...rest];
      return [...lines.slice(0, -1), `${lines.at(-1)},`];
    }),
    `${indent(depth)}]`,
  ];
}

/** What is undefined is left out. */
const snaked = (object: object): Body =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]: [string, Value | undefined]) =>
      value === undefined ? [] : [[snake(name), value]],
    ),
  );
