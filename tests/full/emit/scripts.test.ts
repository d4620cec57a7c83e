// needs: jq, flock
/** The copy schedules, read by bash and run with a stand-in that takes the flags of rclone. */
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Emission } from '#emit/emit.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { B2, EXPRESS, R2, STANDARD, emitted, textOf, unpack } from '#tests/helpers/emit/plans.ts';
import type { Asked, Stretch } from '#tests/helpers/emit/plans.ts';
import { run } from '#tests/helpers/emit/tools.ts';

const CHAIN: readonly Stretch[] = [
  [0, STANDARD],
  [7, R2],
  [36.5, B2],
];
const NAMES = { buckets: { [STANDARD]: 'first', [R2]: 'second', [B2]: 'third' } };
const KEYS = Object.fromEntries(
  ['STORE1', 'STORE2', 'STORE3'].flatMap((id) => [
    [`${id}_ACCESS_KEY_ID`, 'id'],
    [`${id}_SECRET_ACCESS_KEY`, 'secret'],
  ]),
);

const RECORDER = `#!/usr/bin/env node
const { appendFileSync } = require('node:fs');
appendFileSync(process.env.CALLS, JSON.stringify({ args: process.argv.slice(2), remotes: Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('RCLONE_CONFIG_'))) }) + '\\n');
if (process.argv[2] === 'size') console.log(JSON.stringify({ count: 2, bytes: 12345, sizeless: 0 }));
`;

interface Call {
  args: string[];
  remotes: Record<string, string>;
}

/** Runs a script with `tool` first on the PATH. */
async function ranIn(folder: Folder, script: string, env: Record<string, string>) {
  const bin = path.join(folder.path, 'bin');
  return run('bash', [path.join(folder.path, script)], {
    env: { ...env, PATH: `${bin}:${process.env.PATH ?? ''}`, TMPDIR: folder.path },
  });
}

function withTool(emission: Emission, tool: string, program: string): Folder {
  const folder = new Folder();
  unpack(emission, folder.path);
  folder.write(`bin/${tool}`, program);
  chmodSync(path.join(folder.path, 'bin', tool), 0o755);
  return folder;
}

describe('rclone', () => {
  async function calls(
    shape: readonly Stretch[],
    asked: Asked = {},
    env: Record<string, string> = {},
  ): Promise<Call[]> {
    using folder = withTool(emitted(shape, asked), 'rclone', RECORDER);
    const log = path.join(folder.path, 'calls');
    const ended = await ranIn(folder, 'schedule/rclone.sh', { ...KEYS, ...env, CALLS: log });
    expect(ended).toMatchObject({ exit: 0, stderr: '' });
    return folder
      .read('calls')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Call);
  }

  test('moves from each bucket to the next at its age there, and deletes at the end', async () => {
    const made = await calls(CHAIN, NAMES);
    expect(
      made.map(({ args }) => [
        args[0],
        ...args
          .slice(1)
          .filter((one) => !one.startsWith('-'))
          .slice(0, 3),
      ]),
    ).toEqual([
      ['delete', 'store3:third', '1284h'],
      ['move', 'store1:first', 'store2:second', '7d'],
      ['move', 'store2:second', 'store3:third', '708h'],
    ]);
    for (const { args } of made)
      expect(args).toEqual(expect.arrayContaining(['--min-age', '--use-server-modtime']));
    expect(made[1]?.args).toEqual(expect.arrayContaining(['--checksum', '--s3-no-check-bucket']));
    expect(made[0]?.remotes).toMatchObject({
      RCLONE_CONFIG_STORE1_TYPE: 's3',
      RCLONE_CONFIG_STORE1_PROVIDER: 'AWS',
      RCLONE_CONFIG_STORE1_ENDPOINT: 'https://s3.us-east-1.amazonaws.com',
      RCLONE_CONFIG_STORE2_PROVIDER: 'Cloudflare',
      RCLONE_CONFIG_STORE2_ACCESS_KEY_ID: 'id',
    });
  });

  test('a directory bucket is said to be one, and finds its own address', async () => {
    const [first] = await calls([
      [0, EXPRESS],
      [1, R2],
    ]);
    expect(first?.remotes.RCLONE_CONFIG_STORE1_DIRECTORY_BUCKET).toBe('true');
    expect(first?.remotes).not.toHaveProperty('RCLONE_CONFIG_STORE1_ENDPOINT');
  });

  test('says how much each bucket holds where the node exporter reads it', async () => {
    using textfiles = new Folder();
    await calls(CHAIN, NAMES, { STOWAGE_TEXTFILE_DIR: textfiles.path });
    expect(textfiles.read('stowage.prom')).toBe(
      '# TYPE stowage_stored_bytes gauge\n' +
        ['store1', 'store2', 'store3'].map((id) => `stowage_stored_bytes{store="${id}"} 12345\n`).join(''),
    );
  });

  test('without keys it says which it needs', async () => {
    using folder = withTool(emitted(CHAIN, NAMES), 'rclone', RECORDER);
    const { exit, stderr } = await ranIn(folder, 'schedule/rclone.sh', { CALLS: '/dev/null' });
    expect(exit).not.toBe(0);
    expect(stderr).toContain('STORE1_ACCESS_KEY_ID, of aws/s3-standard@us-east-1');
  });
});

test('timers run every night, and every hour where an hour counts', () => {
  const nightly = emitted(CHAIN, NAMES);
  expect(textOf(nightly, 'schedule/stowage-rclone.timer')).toContain('OnCalendar=*-*-* 03:17:00');
  expect(textOf(nightly, 'schedule/stowage-rclone.cron')).toMatch(/^17 3 \* \* \* root /m);
  const hourly = emitted([
    [0, STANDARD],
    [0.5, R2],
  ]);
  expect(textOf(hourly, 'schedule/stowage-rclone.timer')).toContain('OnCalendar=*-*-* *:17:00');
});
