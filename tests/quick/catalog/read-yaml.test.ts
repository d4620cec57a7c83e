import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ARCHIVE_LIMITS, ReadError, USER_LIMITS } from '#catalog/read-text.ts';
import { parseYaml, readYamlFile } from '#catalog/read-yaml.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'stowage-yaml-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const target = path.join(folder, name);
  writeFileSync(target, content);
  return target;
}

/** Nine lists of nine references each: a billion values in a few hundred bytes. */
function yamlBomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
  for (let i = 1; i < 10; i++)
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(', ')}]`,
    );
  return lines.join('\n');
}

describe('a file that reads', () => {
  test('gives its value, dates and prices as text', () => {
    expect(
      readYamlFile(file('good.yaml', 'confirmed: 2026-01-01\nprice: 0.005 per 1000 requests\n')),
    ).toEqual({ confirmed: '2026-01-01', price: '0.005 per 1000 requests' });
  });

  test('may be JSON', () => {
    expect(readYamlFile(file('good.json', '{"a": [1, 2.5, null]}'))).toEqual({ a: [1, 2.5, null] });
  });

  test('may have 100 anchors, and any number of words with "&" in them', () => {
    const text = `${Array.from({ length: 100 }, (_, i) => `k${i}: &a${i} 0\n`).join('')}b: ${'R&D & '.repeat(200)}c\n`;
    expect(Object.keys(parseYaml(text, 'in.yaml') as object)).toHaveLength(101);
  });

  test("may use a few aliases when it is a user's", () => {
    expect(parseYaml('a: &x { b: 1 }\nc: *x\n', 'in.yaml')).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });
});

describe('a file that does not', () => {
  test.each([
    ['is missing', () => path.join(folder, 'absent.yaml'), /absent\.yaml: there is no such file/],
    ['is a folder', () => folder, /is a folder; name a file/],
    [
      'is too large',
      () => file('large.yaml', `a: ${'x'.repeat(10 * 1024 * 1024)}\n`),
      /is 10 MiB, and at most 1 MiB is read/,
    ],
    ['is not UTF-8', () => file('latin.yaml', Uint8Array.of(0x61, 0x3a, 0x20, 0xff, 0x0a)), /is not UTF-8/],
    ['is a YAML bomb', () => file('bomb.yaml', yamlBomb()), /aliases .* unfold/],
    ['is nested too deeply', () => file('deep.json', '['.repeat(100_000)), /nested more than 32 levels deep/],
    [
      'is nested too deeply in blocks',
      () => file('deep.yaml', Array.from({ length: 60 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')),
      /nested more than 32 levels deep/,
    ],
    [
      'is nested too deeply in one line',
      () => file('dashes.yaml', '- '.repeat(100_000)),
      /nested more than 32 levels deep/,
    ],
    [
      'has many anchors',
      () =>
        file(
          'anchors.yaml',
          Array.from({ length: 20_000 }, (_, i) => `k${i}: &a${i} ${'x'.repeat(35)}\n`).join(''),
        ),
      /more than 100 anchors \(&name\)/,
    ],
    [
      'says one of 20,000 keys twice',
      () => file('keys.yaml', `${Array.from({ length: 20_000 }, (_, i) => `k${i}: 0\n`).join('')}k7: 1\n`),
      /keys\.yaml:20001:1: is not YAML: Map keys must be unique/,
    ],
    ['is not YAML', () => file('bad.yaml', 'a: 1\nb: [1, 2\nc: 3\n'), /bad\.yaml:\d+:\d+: is not YAML/],
    ['says one key twice', () => file('twice.yaml', 'a: 1\na: 2\n'), /twice\.yaml:2:1: is not YAML/],
    ['names a prototype', () => file('proto.yaml', '__proto__: { polluted: true }\n'), /__proto__/],
    ['points at nothing', () => file('alias.yaml', 'a: *nowhere\n'), /nowhere/],
  ])('because it %s says so, with its name', (_, make, message) => {
    const target = make();
    expect(() => readYamlFile(target)).toThrow(ReadError);
    expect(() => readYamlFile(target)).toThrow(message);
    expect(() => readYamlFile(target)).toThrow(path.basename(target));
  });

  test('in our own archive has no aliases at all', () => {
    expect(() => parseYaml('a: &x 1\nb: *x\n', 'in.yaml', ARCHIVE_LIMITS)).toThrow(ReadError);
  });

  test('holds too many values, each alias counted', () => {
    expect(() => parseYaml('a: [1, 2, 3, 4]\n', 'in.yaml', { ...USER_LIMITS, values: 5 })).toThrow(
      /more than 5 values/,
    );
  });
});
