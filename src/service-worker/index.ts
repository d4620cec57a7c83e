/** Keeps the whole app, so that it opens without a network after the first visit. Nothing is kept from other origins. */
import { version } from '$app/env';
import { self } from '$app/service-worker';
import { keepFiles } from './keep-files.ts';

const CACHE = `stowage-${version}`;

/** Addresses are taken from where the worker is registered: the folder the app is served from. */
const inScope = (file: string) => new URL(`./${file}`, self.registration.scope).href;

self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

async function fill(): Promise<void> {
  const list = await fetch(inScope('files.json'), { cache: 'no-cache' });
  const files: string[] = await list.json();
  const cache = await caches.open(CACHE);
  await keepFiles(files.map(inScope), cache);
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('stowage-') && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

/** Files named by their content come from the cache; everything else from the network while there is one. */
async function answer(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(request.url.replace(/[?#].*$/, ''));
  if (kept && request.url.includes('/immutable/')) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
