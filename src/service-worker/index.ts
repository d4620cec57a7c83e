/** Keeps the whole app, so that it opens without a network after the first visit. Nothing is kept from other origins. */
import { assets, immutable, prerendered } from '$app/manifest';
import { version } from '$app/env';
import { self } from '$app/service-worker';

const CACHE = `stowage-${version}`;
const FILES = [...immutable, ...assets, ...prerendered].map(({ path }) => `./${path.replace(/^\//, '')}`);

/** Addresses are taken from where the worker is registered: the folder the app is served from. */
const inScope = (file: string) => new URL(file, self.registration.scope).href;

self.addEventListener('install', (event) => {
  event.waitUntil(fill());
});

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map(inScope));
  await self.skipWaiting();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

async function takeOver(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('stowage-') && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request, url));
});

/** Files named by their content come from the cache; pages from the network while there is one. */
async function answer(request: Request, url: URL): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url.href.replace(/[?#].*$/, ''));
  if (kept && url.pathname.includes('/immutable/')) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
