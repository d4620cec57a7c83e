/** What is read without the whole of YAML is what the whole of YAML reads. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOT_PLAIN, plainYaml } from '#catalog/plain-yaml.ts';
import { parseYaml } from '#catalog/read-yaml.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const RUNS = Number(process.env['STOWAGE_YAML_RUNS'] ?? 3000);

/** The keys of maps in their order count: tables are drawn in it. */
function expectSame(text: string): boolean {
  const plain = plainYaml(text);
  if (plain === NOT_PLAIN) return false;
  expect(JSON.stringify(plain)).toBe(JSON.stringify(parseYaml(text, 'in.yaml')));
  return true;
}

/** Draws texts, and holds that enough of them were plain to tell anything. */
function expectAllSame(texts: fc.Arbitrary<string>, leastShare: number): void {
  let plain = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (expectSame(text)) plain++;
    }),
    { numRuns: RUNS },
  );
  expect(plain / RUNS).toBeGreaterThan(leastShare);
}

const USAGE = `# one month
store: aws/s3-express-one-zone
region: us-east-1   # Virginia
asOf: 2025-05-01

stored: 10 GiB
objects: 1000000
requests: { PutObject: 1000000, GetObject: 9000000.5 }
egress:
  internet: 1 GB
  other-region: 0
account: { aws: { internetEgress: 40 TB } }
`;

test('an ordinary usage is plain', () => {
  expect(plainYaml(USAGE)).toEqual({
    store: 'aws/s3-express-one-zone',
    region: 'us-east-1',
    asOf: '2025-05-01',
    stored: '10 GiB',
    objects: 1_000_000,
    requests: { PutObject: 1_000_000, GetObject: 9_000_000.5 },
    egress: { internet: '1 GB', 'other-region': 0 },
    account: { aws: { internetEgress: '40 TB' } },
  });
  expectSame(USAGE);
});

test.each([
  ['a key twice', 'a: 1\na: 2\n'],
  ['a key twice on one line', 'a: { b: 1, b: 2 }\n'],
  ['a value and a block', 'a: 1\n  b: 2\n'],
  ['a block that steps back between', 'a:\n    b: 1\n  c: 2\n'],
  ['a list in a block', 'a:\n  - 1\n'],
  ['a line that goes on', 'a: one\n  two\n'],
  ['an anchor', 'a: &x 1\n'],
  ['an escape', 'a: "\\n"\n'],
  ['a tab', 'a:\t1\n'],
  ['a letter of another alphabet', 'a: é\n'],
  ['a truth', 'a: true\n'],
  ['a number of another base', 'a: 0x10\n'],
  ['a power of ten', 'a: 1e3\n'],
  ['a number with a nought before it', 'a: 010\n'],
  ['more digits than a number keeps', 'a: 12345678901234567890\n'],
  ['a key with no value', 'a:\nb: 1\n'],
  ['a number as a key', '1: a\n'],
  ['a name of a prototype', 'constructor: 1\n'],
  ['a colon in a word', 'a: b: c\n'],
  ['a remark that is none', 'a: "b # c"d\n'],
  ['a comma at the end', 'a: [1, 2,]\n'],
  ['a pair in a list', 'a: [b: 1]\n'],
  ['what follows a bracket', 'a: [1] b\n'],
  ['a bracket that stays open', 'a: { b: 1\n'],
  ['two documents', 'a: 1\n---\nb: 2\n'],
  ['a deep nest', `a: ${'['.repeat(9)}${']'.repeat(9)}\n`],
  ['nothing', '# a remark\n'],
  ['a line moved in', ' a: 1\nb: 2\n'],
])('%s is left to the whole parser', (_, text) => expect(plainYaml(text)).toBe(NOT_PLAIN));

describe('what is plain is the same to the whole parser', () => {
  const letters = 'ab1 0.9-+:#,{}[]"\'\n\t\\&*!|>%@`~_eExn/é\r'.split('');
  const plainWord = fc.constantFrom(
    'a',
    'b',
    'c',
    'd',
    '10 GiB',
    '2025-05-01',
    '1 day',
    'x/y@z',
    'no',
    'b c',
  );
  const odd = fc.constantFrom(
    ...[
      '1e3',
      '0o7',
      'null',
      '"q # r"',
      "'s'",
      "'t'u",
      'x#y',
      '1_0',
      '.5',
      '5.',
      'Infinity',
      '+1',
      '007',
      '',
      'a b ',
      '?',
    ],
  );
  const number = fc.constantFrom('0', '12', '-0.50', '3.25', '100000');
  const key = fc.oneof({ weight: 20, arbitrary: plainWord }, { weight: 1, arbitrary: odd });
  const word = fc.oneof(
    { weight: 10, arbitrary: plainWord },
    { weight: 10, arbitrary: number },
    { weight: 1, arbitrary: odd },
  );
  const comma = fc.constantFrom(', ', ',', ' , ');
  const value: fc.Arbitrary<string> = fc.letrec<{ flow: string }>((tie) => ({
    flow: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.tuple(comma, fc.array(tie('flow'), { maxLength: 3 })).map(([by, all]) => `[${all.join(by)}]`),
      fc
        .tuple(comma, fc.array(fc.tuple(key, tie('flow')), { maxLength: 3 }))
        .map(([by, all]) => `{ ${all.map((one) => one.join(': ')).join(by)} }`),
    ),
  })).flow;
  const line = fc.record({
    step: fc.constantFrom(0, 0, 0, 1, 1, -1, -1, -2),
    key,
    value,
    after: fc.constantFrom('', '', '', ' # r', ' ', '\n', '\n  # r'),
    odd: fc.nat(19).map((n) => n === 0),
  });
  /** A line above a deeper one mostly has no value of its own, as it must not. */
  const file = fc.array(line, { maxLength: 6 }).map((lines) => {
    let indent = 0;
    return lines
      .map((one, i) => {
        indent = i === 0 ? 0 : Math.max(0, indent + one.step);
        const isOpen = (lines[i + 1]?.step ?? 0) > 0 !== one.odd;
        return `${'  '.repeat(indent)}${one.key}:${isOpen ? '' : ` ${one.value}`}${one.after}`;
      })
      .join('\n');
  });

  test('in lines drawn by chance', () => expectAllSame(file, 0.1), 60_000);

  test('in a usage with letters put in, taken out and exchanged', () => {
    const edit = fc.tuple(fc.nat(USAGE.length), fc.constantFrom('', ...letters), fc.nat(2));
    const edited = fc
      .array(edit, { minLength: 1, maxLength: 4 })
      .map((edits) =>
        edits.reduce((text, [at, letter, gone]) => text.slice(0, at) + letter + text.slice(at + gone), USAGE),
      );
    expectAllSame(edited, 0.1);
  }, 60_000);

  test('in every file of the examples and the prices', () => {
    for (const folder of ['examples', 'pricing', 'tests/fixtures'])
      for (const name of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }))
        if (/\.ya?ml$/.test(name)) expectSame(readFileSync(path.join(ROOT, folder, name), 'utf8'));
  }, 60_000);
});
