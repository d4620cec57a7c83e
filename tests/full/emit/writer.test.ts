// needs: versitygw
/** The emitted writer before two real servers: what one store does not take, its queue brings there later. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WRITER_SOURCES } from '#emit/writer.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { freePort } from '#tests/helpers/freePort.ts';
import { side } from '#tests/helpers/emit/mover.ts';
import { R2, STANDARD, emitted, unpack } from '#tests/helpers/emit/plans.ts';
import { BEARER, keyPath, storeKeys, withWrites } from '#tests/helpers/emit/routers.ts';
import { go } from '#tests/helpers/emit/tools.ts';

/** A writer of two stores. */
async function written() {
  const [hot, cold] = [await side('versitygw'), await side('versitygw-auto')];
  const folder = new Folder();
  const emission = emitted(
    [
      [0, STANDARD, R2],
      [7, R2],
    ],
    {
      buckets: { [STANDARD]: hot.bucket, [R2]: cold.bucket },
      endpoints: { [STANDARD]: hot.way.url, [R2]: cold.way.url },
    },
  );
  unpack(emission, folder.path);
  const cwd = path.join(folder.path, 'writer');
  expect(await go(['fmt', './...'], cwd)).toBe('');
  await go(['vet', './...'], cwd);
  await go(['build', '-o', 'writer', '.'], cwd);
  const address = `127.0.0.1:${await freePort()}`;
  const running: ReturnType<typeof spawn>[] = [];
  const start = async () => {
    const child = spawn('./writer', ['-listen', address, '-every', '200ms'], {
      cwd,
      env: { ...process.env, ...withWrites(storeKeys(2)) },
    });
    running.push(child);
    await new Promise<void>((resolve) => child.stderr.on('data', () => resolve()));
    return child;
  };
  onTestFinished(async () => {
    for (const child of running) child.kill('SIGKILL');
    await hot[Symbol.asyncDispose]();
    await cold[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });
  const ask = async (method: string, key: string, body?: string, headers: Record<string, string> = BEARER) =>
    fetch(`http://${address}/${keyPath(key)}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const queued = async () => {
    const text = await (await ask('GET', 'metrics')).text();
    return Number(/^stowage_queue_objects (\d+)$/m.exec(text)?.[1]);
  };
  return { hot, cold, start, ask, queued };
}

const ODD = 'a b/(x) \'"$(touch owned)+%2Bü.txt';

test('writes to both stores, takes what one of them has, and brings the other up to it, after a crash too', async () => {
  const { hot, cold, start, ask, queued } = await written();
  const child = await start();
  expect((await ask('PUT', ODD, 'first')).status).toBe(200);
  expect([await hot.get(ODD), await cold.get(ODD)]).toEqual(['first', 'first']);
  cold.way.between = () => 503;
  const taken = await ask('PUT', ODD, 'later');
  expect([taken.status, taken.headers.get('x-stowage-queued')]).toEqual([200, 'store2']);
  expect((await ask('PUT', 'other', 'body')).status).toBe(200);
  expect([await hot.get(ODD), await cold.get(ODD), await queued()]).toEqual(['later', 'first', 2]);
  child.kill('SIGKILL');
  await start();
  expect(await queued()).toBe(2);
  cold.way.between = () => null;
  await expect.poll(queued).toBe(0);
  expect([await cold.get(ODD), await cold.get('other')]).toEqual(['later', 'body']);
});

test('says no where no store has the object, where nobody may write, and where a size is missing', async () => {
  const { hot, cold, start, ask, queued } = await written();
  await start();
  hot.way.between = cold.way.between = () => 503;
  expect((await ask('PUT', 'k', 'body')).status).toBe(502);
  expect((await ask('PUT', 'k', 'body', {})).status).toBe(403);
  expect(await queued()).toBe(0);
  hot.way.between = cold.way.between = () => null;
  expect((await ask('PUT', 'k', 'body')).status).toBe(200);
  expect((await ask('DELETE', 'k')).status).toBe(200);
  expect([await hot.keys(), await cold.keys()]).toEqual([[], []]);
  expect((await ask('POST', 'k', 'body')).status).toBe(405);
});

test('a plan that writes each object once has no writer', () => {
  expect(emitted([[0, STANDARD]]).files.some(({ path: name }) => name.startsWith('writer/'))).toBe(false);
  expect(WRITER_SOURCES.map(([name]) => name)).toContain('s3.go');
});
