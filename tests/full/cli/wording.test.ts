/** What commands beside `plan` say of prices, bills and latencies: plain words, names for ids, and tables that fit a terminal. */
import { describe, expect, test } from 'vitest';
import { sentenceFaults } from '#tests/helpers/wording.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

/** Lists whose words come from the archive's files, or are addresses and ids. */
const AS_FILED = /^(Sources|Caveats|Notes|Prices|Source: |Content: |Harness: |Measured by )/;

/** Lines of words: a table's cells stand two blanks apart, and its rows have indented lines under them. */
function saidIn(stdout: string, { isFiled = AS_FILED }: { isFiled?: RegExp } = {}): string[] {
  return stdout.split('\n\n').flatMap((block) => {
    const [title = '', ...rest] = block.trim().split('\n');
    if (/─/.test(block)) return [];
    if (isFiled.test(title)) return [];
    return [title, ...rest].filter((line) => !isFiled.test(line.replace(/^- /, '')));
  });
}

const faultsOf = (lines: readonly string[]) => lines.flatMap(sentenceFaults);

async function said(args: readonly string[]): Promise<string> {
  const { exit, stdout, stderr } = await runCli([...args]);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  return stdout;
}

const WIDTH = 80;

/** What cannot be broken is an address. */
async function tooWide(args: readonly string[]): Promise<string[]> {
  const { stdout } = await runCli([...args], { columns: WIDTH });
  return stdout.split('\n').filter((line) => line.length > WIDTH && !/\S{40}/.test(line));
}

const [from, asOf] = ['--from', '--as-of'];

test.each([
  [['latency', 'aws/s3-standard@us-east-1', from, 'internet/europe', '--size', '1MB']],
  [['latency', 'aws/s3-standard@eu-central-1', from, 'aws/eu-central-1', '--metric', 'first_byte']],
  [['latency', 'cloudflare/r2-standard', from, 'internet/DE', '--op', 'PUT']],
  [['latency', 'tigris/standard', from, 'aws/us-east-1']],
  [['bill', 'examples/inputs/usage.yaml']],
  [
    [
      ...['breakeven', '--hot', 'aws/s3-express-one-zone@us-east-1', '--cold', 'cloudflare/r2-standard'],
      ...['--cold', 'aws/s3-standard-ia@us-west-2', '--gaps', 'lomax:1.5:2h', asOf, '2026-11-20'],
    ],
  ],
])('%j is said in plain words, by names, and fits 80 columns', async (args) => {
  const isFiled = /^(Prices|Evidence)/;
  expect(faultsOf(saidIn(await said(args), { isFiled }))).toEqual([]);
  expect(await tooWide(args)).toEqual([]);
});

describe('what is shown of an archive file', () => {
  test.each(wholeArchive().stores)('prices show %s', async (store) => {
    const [region = ''] = Object.keys(wholeArchive().editions(store).at(-1)?.regions ?? {});
    const args = ['prices', 'show', region === 'everywhere' ? store : `${store}@${region}`];
    expect(faultsOf(saidIn(await said(args)))).toEqual([]);
    expect(await tooWide(args)).toEqual([]);
  });

  test.each(allDatasets().map(({ id }) => id))('datasets show %s', async (id) => {
    const args = ['datasets', 'show', id];
    expect(faultsOf(saidIn(await said(args)).filter((line) => !line.startsWith('Findings')))).toEqual([]);
    expect(await tooWide(args)).toEqual([]);
  });
});
