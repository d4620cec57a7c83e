/** A full file of warp as large as one likes: the same requests in every run, of no store. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createZstdCompress } from 'node:zlib';

const NS = 1e9;
const FIRST_SECOND = Date.UTC(2026, 10, 20, 12) / 1000;
const OBJECTS = 2500;
const THREADS = 8;
const LINES_AT_ONCE = 5000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789()';
const COLUMNS =
  'idx thread op client_id n_objects bytes endpoint file error start first_byte end duration_ns cat';

/** Writes `requests` GETs to `path`, as `warp get --full` does, the next begun at most `gapNs` after one. */
export async function writeWarpFile(path: string, requests: number, gapNs = 20_000): Promise<void> {
  const file = createWriteStream(path);
  const packer = createZstdCompress();
  packer.pipe(file);
  const random = chance(12_345);
  const names = Array.from({ length: OBJECTS }, (_, i) => {
    const letters = Array.from({ length: 24 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
    return `${letters.slice(0, 8)}/${i}.${letters.slice(8)}.rnd`;
  });
  packer.write(`${COLUMNS.replaceAll(' ', '\t')}\n`);
  let startNs = 0;
  for (let i = 0; i < requests;) {
    let text = '';
    for (const end = Math.min(requests, i + LINES_AT_ONCE); i < end; i++) {
      startNs += Math.floor(random() * gapNs);
      const durationNs = Math.floor(1e6 * Math.exp(1.5 * (random() + random() + random()) - 1));
      const firstByteNs = Math.floor(durationNs * random());
      const name = names[Math.floor(random() * OBJECTS)] ?? '';
      text += `${i}\t${i % THREADS}\tGET\ttDmq\t1\t1048576\thttp://127.0.0.1:17070\t${name}\t\t${stamp(startNs)}\t${stamp(startNs + firstByteNs)}\t${stamp(startNs + durationNs)}\t${durationNs}\t0\n`;
    }
    if (!packer.write(text)) await once(packer, 'drain');
  }
  packer.end('# warp-v1.3.1 get --concurrent=8 --obj.size=1MiB --full=true\n');
  await once(file, 'close');
}

/** xorshift32: enough for a file to look at. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** As Go writes a time: zeros at the end are left out. */
function stamp(sinceNs: number): string {
  const seconds = Math.floor(sinceNs / NS);
  const digits = String(sinceNs - seconds * NS)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const second = new Date((FIRST_SECOND + seconds) * 1000).toISOString().slice(0, 19);
  return `${second}${digits === '' ? '' : `.${digits}`}Z`;
}
