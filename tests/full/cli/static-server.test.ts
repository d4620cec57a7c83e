import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '#cli/serve/static-server.ts';
import type { Server } from '#cli/serve/static-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'stowage-serve-'));
const root = path.join(folder, 'web');
let server: Server;

beforeAll(async () => {
  mkdirSync(path.join(root, '_app/immutable'), { recursive: true });
  mkdirSync(path.join(root, 'prices'));
  writeFileSync(path.join(root, 'index.html'), '<h1>home</h1>');
  writeFileSync(path.join(root, '404.html'), '<head></head><a href="./prices/">prices</a>');
  writeFileSync(path.join(root, 'prices/index.html'), '<h1>prices</h1>');
  writeFileSync(path.join(root, '_app/immutable/a.js'), 'export {}');
  writeFileSync(path.join(root, 'a b.wasm'), '');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  symlinkSync(path.join(folder, 'secret.txt'), path.join(root, 'link.txt'));
  server = await startServer(root, 0);
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** As it stands on the wire: fetch would tidy the path first. */
function get(
  target: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, path: target, method, headers },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

test('a wrong path answers with the site’s own page, whose links work at any depth, and only to who asks for a page', async () => {
  expect(await get('/a/b/c', 'GET', { accept: 'text/html,*/*' })).toMatchObject({
    status: 404,
    body: '<head><base href="/"></head><a href="./prices/">prices</a>',
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  expect(await get('/a/b/c', 'HEAD', { accept: 'text/html' })).toMatchObject({ status: 404, body: '' });
  expect(await get('/a/b.json')).toMatchObject({ status: 404, body: 'There is no such page here.\n' });
});

test('a folder answers with its page, a file with its type', async () => {
  expect(await get('/')).toMatchObject({
    status: 200,
    body: '<h1>home</h1>',
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
  expect(await get('/prices/?x=1')).toMatchObject({ status: 200, body: '<h1>prices</h1>' });
  expect(await get('/_app/immutable/a.js')).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable') as string,
    },
  });
  expect(await get('/a%20b.wasm')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/wasm' },
  });
});

test('a folder without its slash is sent there, on this site', async () => {
  expect(await get('/prices')).toMatchObject({ status: 308, headers: { location: '/prices/' } });
  expect(await get('//prices')).toMatchObject({ status: 308, headers: { location: '/prices/' } });
});

test('HEAD has no body, and other methods are refused', async () => {
  expect(await get('/', 'HEAD')).toMatchObject({
    status: 200,
    body: '',
    headers: { 'content-length': '13' },
  });
  expect(await get('/', 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});

describe('nothing outside the folder is served', () => {
  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/prices/../../secret.txt',
    '/..%5csecret.txt',
    '/link.txt',
    '/%00',
    '/%',
    '/none',
    '/_app',
  ])('%s', async (target) => {
    const { status, body } = await get(target);
    expect([404, 308]).toContain(status);
    expect(body).not.toContain('secret');
  });
});

test.each([
  'evil.example',
  'evil.example:4280',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '[::1]x',
])('a site called %s that resolves to this machine reads nothing', async (host) => {
  const { status, body } = await get('/', 'GET', { host });
  expect(status).toBe(421);
  expect(body).not.toContain('home');
});

test.each(['localhost', 'LOCALHOST:4280', '127.0.0.1:80'])('%s is this machine', async (host) => {
  expect((await get('/', 'GET', { host })).status).toBe(200);
});
