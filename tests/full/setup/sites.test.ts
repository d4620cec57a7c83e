import { expect, inject, test } from 'vitest';
import { serveFolder } from '#tests/helpers/serveFolder.ts';
import { Folder } from '#tests/helpers/folder.ts';
import { connectToBrowser, openSite } from '#tests/helpers/web/site.ts';

test('a file that cannot be made ready says why, and the others are served', async () => {
  using folder = new Folder({ 'a.txt': 'a', 'b.txt': 'b' });
  const served = await serveFolder(folder.path, '/', (file) => {
    if (file === 'a.txt') throw new Error('no data');
    return file === 'b.txt' ? 'instead' : true;
  });
  try {
    const [a, b] = await Promise.all(['a.txt', 'b.txt'].map((file) => fetch(served.url + file)));
    expect([a?.status, await a?.text()]).toEqual([500, 'Error: no data']);
    expect([b?.status, await b?.text()]).toEqual([200, 'instead']);
  } finally {
    await served.close();
  }
});

test('a site that is not built is told apart from a page that is empty', async () => {
  using folder = new Folder();
  const { url, close } = await serveFolder(folder.path, '/');
  await expect(openSite('whole', { ...inject('sites'), whole: url })).rejects.toThrow(
    'dist/web is not built',
  );
  await close();
});

test('visitors share one Chromium, and what one opened is gone with its connection', async () => {
  const [first, second] = await Promise.all([connectToBrowser(), connectToBrowser()]);
  await first.newContext();
  expect(second.contexts()).toEqual([]);
  await first.close();
  expect(second.isConnected()).toBe(true);
  await second.close();
});
