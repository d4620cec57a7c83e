import { chmodSync } from 'node:fs';
import { execPath } from 'node:process';
import { describe, expect, it } from 'vitest';
import { importFile } from '../../../src/formats/benchmarks/index.ts';
import { fixture } from '#tests/helpers/formats/gauntlet.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { nullServer } from '#tests/bench/null-store.ts';
import { ANYWHERE, warpBinary, warpRate } from '#tests/bench/warp.ts';
import { ROOT } from '#tests/sources.ts';

/** Asks what warp asks of a server, and leaves what a real one recorded. */
const STAND_IN = `#!${execPath}
const flags = Object.fromEntries(process.argv.slice(3).map((arg) => arg.replace(/^--/, '').split('=')));
const at = 'http://' + flags.host + '/' + flags.bucket + '/';
(async () => {
  const text = async (what) => (await fetch(at + what)).text();
  if (!(await text('?location=')).includes('LocationConstraint')) throw new Error('no location');
  const list = await text('?list-type=2&prefix=');
  const [, key, size] = /<Key>(.*?)<.Key>.*<Size>(.*?)<.Size>/.exec(list);
  const object = await fetch(at + key);
  if (String((await object.arrayBuffer()).byteLength) !== size) throw new Error('no object');
  if (Number.isNaN(Date.parse(object.headers.get('last-modified')))) throw new Error('no date');
  if ((await fetch(at, { method: 'HEAD' })).status !== 200) throw new Error('no bucket');
  if (flags.concurrent !== '32') throw new Error('32 at a time were asked for');
  require('node:fs').copyFileSync(process.env.WARP_RECORD, flags.benchdata + '.csv.zst');
})().catch((error) => { console.error(error.message); process.exit(1); });
`;

describe('warp beside our client', () => {
  it('is named by WARP_BIN alone', () => {
    expect(warpBinary({})).toBeNull();
    expect(warpBinary({ WARP_BIN: '/opt/warp' })).toBe('/opt/warp');
  });

  it('runs on the same server, and its rate is that of its own record', async () => {
    using folder = new Folder();
    folder.write('warp', STAND_IN);
    chmodSync(`${folder.path}/warp`, 0o755);
    using server = await nullServer(10_240);
    process.env.WARP_RECORD = `${ROOT}/tests/fixtures/formats/warp/get.csv.zst`;
    const asked = { bucket: 'bench', size: '10240B', concurrency: 32, seconds: 1 };
    const rate = warpRate(`${folder.path}/warp`, server.url, asked);
    const { measurements } = importFile(fixture('warp/get.csv.zst'), ANYWHERE);
    const recorded = measurements.find(({ operation, metric }) => operation === 'GET' && metric === 'rate');
    expect(rate).toBe(recorded?.value);
    expect(() => warpRate(`${folder.path}/warp`, server.url, { ...asked, concurrency: 8 })).toThrow(
      'warp: 32 at a time were asked for',
    );
    expect(() => warpRate('/no/warp', server.url, asked)).toThrow(/ENOENT/);
  });
});
