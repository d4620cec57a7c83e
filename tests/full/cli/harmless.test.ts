/** What a user names may hold what a terminal obeys: colours, cursor moves, text that runs backwards. None of it is printed. */
import { describe, expect, test } from 'vitest';
import { harmless, harmlessJson, isHarmless } from '#cli/render/harmless.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { aPricedScenario } from '#tests/helpers/cli/helpers.ts';

const ESC = String.fromCharCode(27);
const CSI = String.fromCharCode(0x9b);
const BACKWARDS = String.fromCharCode(0x202e);
const name = `\u{1f680} ${ESC}[31mred${CSI}0m ${BACKWARDS}drow <script>alert(1)</script>\nnext`;
const stdin = JSON.stringify(aPricedScenario({ name }));

describe.each([
  ['a table', ['plan', '-']],
  ['Markdown', ['plan', '-', '--format', 'md']],
  ['CSV', ['plan', '-', '--format', 'csv']],
  ['JSON', ['plan', '-', '--json']],
  ['a line of JSON', ['plan', '-', '--jsonl']],
  ['a link', ['link', '-']],
])('%s', (_, args) => {
  test('holds nothing that a terminal obeys', async () => {
    const { exit, stdout, stderr } = await runCli(args, { stdin });
    expect(exit).toBe(0);
    expect(isHarmless(stdout)).toBe(true);
    expect(isHarmless(stderr)).toBe(true);
  });
});

test('a scenario out of a link keeps its name, by escapes', async () => {
  const { stdout: link } = await runCli(['link', '-'], { stdin });
  const { stdout } = await runCli(['open', link.trim()]);
  expect(isHarmless(stdout)).toBe(true);
  expect((JSON.parse(stdout) as { name: string }).name).toBe(name);
});

test('messages quote what they refuse without its powers', async () => {
  const { exit, stderr } = await runCli([`pl${ESC}[31man`]);
  expect(exit).toBe(2);
  expect(stderr).toContain('pl\\u001b[31man');
  expect(isHarmless(stderr)).toBe(true);
});

test('words stay on their line, and JSON keeps its value', () => {
  expect(harmless(`a\tb\nc${ESC}`)).toBe('a b c\\u001b');
  expect(JSON.parse(harmlessJson(JSON.stringify({ name })))).toEqual({ name });
});
