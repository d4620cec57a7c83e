import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readHistory } from '#formats/price-lists/history.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import { ROOT } from '#tests/sources.ts';

const HISTORY = 'pricing/history';
const PROVIDERS = readdirSync(path.join(ROOT, HISTORY)).map((name) => name.replace('.tsv.gz', ''));

/** A checkout with the archive of a provider and what was recorded of it. */
function aCheckout(provider: string): Folder {
  const folder = new Folder();
  for (const part of [`pricing/${provider}`, `${HISTORY}/${provider}.tsv.gz`])
    cpSync(path.join(ROOT, part), path.join(folder.path, part), { recursive: true });
  return folder;
}

const rowsOf = (provider: string) =>
  readHistory(gunzipSync(readFileSync(path.join(ROOT, HISTORY, `${provider}.tsv.gz`))));
const rebuilding = (folder: Folder, ...args: string[]) =>
  runCli(['prices', 'rebuild', ...args], { cwd: folder.path });
const undated = (text: string) => text.replace(/^recorded: .*$/m, '');

describe('stowage prices rebuild', () => {
  test.each(PROVIDERS)('changes nothing of %s a second time', async (provider) => {
    using folder = aCheckout(provider);
    const { exit, stdout } = await rebuilding(folder, provider, '--json');
    expect(exit).toBe(0);
    const answers = JSON.parse(stdout) as { table: string; made: unknown[] }[];
    expect(answers.map(({ made }) => made)).toEqual(answers.map(() => []));
    expect(answers.map(({ table }) => table)).toEqual([
      ...new Set(rowsOf(provider).map(({ store }) => store)),
    ]);
  });

  test.each([
    'aws/s3-standard/2022-04-11',
    'aws/s3-standard/2024-09-25',
    'aws/s3-glacier-instant-retrieval/2022-11-16',
    'aws/transfer/2023-08-25',
  ])('makes %s as it stands, where it is gone', async (id) => {
    using folder = aCheckout('aws');
    const file = `pricing/${id}.yaml`;
    const standing = folder.read(file);
    rmSync(path.join(folder.path, file));
    const dry = await rebuilding(folder, 'aws', '--dry-run');
    expect(dry.stdout).toContain(`Would write ${file}`);
    const { exit } = await rebuilding(folder, 'aws');
    expect(exit).toBe(0);
    expect(undated(folder.read(file))).toBe(undated(standing));
  });

  test('names the file and the line that is not a row', async () => {
    using folder = aCheckout('aws');
    writeFileSync(path.join(folder.path, HISTORY, 'aws.tsv.gz'), 'store\tregion\n');
    const { exit, stderr } = await rebuilding(folder, 'aws');
    expect(exit).toBe(2);
    expect(stderr).toMatch(/pricing\/history\/aws\.tsv\.gz: line 1: "store region" is not store, region/);
  });

  test('says whose past prices are recorded', async () => {
    using folder = aCheckout('aws');
    const { exit, stderr } = await rebuilding(folder, '../aws');
    expect(exit).toBe(2);
    expect(stderr).toMatch(/is not there; name a provider whose past prices are recorded/);
  });
});
