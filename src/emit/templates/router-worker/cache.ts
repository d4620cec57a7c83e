// A router for copies by re-read, written by Stowage: a read is answered by the copy in the hot store while there is one, else
// by the cold store, and then fills the hot one. Writes and deletes come through it only where the secret WRITE_TOKEN is set,
// and name it ("authorization: Bearer ..."): without, whoever writes to the cold store must delete the copy.
import data from "./route.json" with { type: "json" };
import { asksOn, deleted, found, keyOf, mayWrite, written } from "./worker";
import type { Env, Located, Route } from "./worker";

export interface CacheRule {
  hot: string;
  cold: string;
  /** After the last read. */
  ttlSeconds: number;
  /** A copy is written again on a read once it is so old: what deletes copies counts from when they were written. */
  renewSeconds: number;
  /** Older copies are not used. */
  keepSeconds: number;
  writes: "around" | "through";
  /** Sizes that are copied, both ends included; null: nothing bounds it. */
  fromBytes: number | null;
  upToBytes: number | null;
  /** Storage class to name in writes; null: none. */
  hotClass: string | null;
  coldClass: string | null;
}
type Cached = Route & { cache: CacheRule };
export type Later = (work: Promise<unknown>) => void;

/** No more fits a Worker's memory. */
const MOST_BYTES = 64 * 1024 ** 2;

export function isCopied(rule: CacheRule, bytes: number): boolean {
  return bytes >= (rule.fromBytes ?? 0) && bytes <= Math.min(rule.upToBytes ?? Infinity, MOST_BYTES);
}

/** What a copy of that age is good for. */
export function useOf(rule: CacheRule, ageSeconds: number): "hit" | "renew" | "miss" {
  if (ageSeconds > rule.keepSeconds) return "miss";
  return ageSeconds > rule.renewSeconds ? "renew" : "hit";
}

export async function answer(route: Cached, request: Located, env: Env, later: Later): Promise<Response> {
  const key = keyOf(request);
  if (key === null) return new Response(null, { status: 400 });
  switch (request.method) {
    case "GET":
    case "HEAD":
      return read(route, key, request, env, later);
    case "PUT":
    case "DELETE":
      if (!(await mayWrite(request, env))) return new Response(null, { status: env["WRITE_TOKEN"] ? 403 : 405 });
      return request.method === "PUT" ? write(route, key, request, env) : remove(route, key, env);
    default:
      return new Response(null, { status: 405 });
  }
}

async function read(route: Cached, key: string, request: Located, env: Env, later: Later): Promise<Response> {
  const { cache } = route;
  const copy = await found(route, cache.hot, key, request, env).catch(() => null);
  if (copy && !asksOn(copy.status)) {
    const written = Date.parse(copy.headers.get("last-modified") ?? "");
    const use = useOf(cache, Number.isNaN(written) ? 0 : (Date.now() - written) / 1000);
    if (use !== "miss") {
      if (use === "renew" && request.method === "GET") later(copied(route, cache.hot, key, env));
      return named(copy, cache.hot);
    }
  }
  await copy?.body?.cancel();
  const kept = await found(route, cache.cold, key, request, env).catch(() => new Response(null, { status: 502 }));
  if (request.method !== "GET" || !kept.body) return named(kept, cache.cold);
  const length = kept.headers.get("content-length");
  if (kept.status === 206) {
    const whole = Number(/\/(\d+)$/.exec(kept.headers.get("content-range") ?? "")?.[1] ?? NaN);
    if (isCopied(cache, whole)) later(copied(route, cache.cold, key, env));
  }
  if (kept.status !== 200 || length === null || !isCopied(cache, Number(length))) return named(kept, cache.cold);
  const [toReader, toHot] = kept.body.tee();
  const type = kept.headers.get("content-type");
  later(
    new Response(toHot)
      .arrayBuffer()
      .then((bytes) => written(route, cache.hot, key, bytes, type, cache.hotClass, env)),
  );
  return named(new Response(toReader, kept), cache.cold);
}

/** Writes a whole object of a store into the hot one. */
async function copied(route: Cached, from: string, key: string, env: Env): Promise<void> {
  const whole = new Request("https://router.invalid/", { method: "GET" });
  const object = await found(route, from, key, whole, env);
  const bytes = await object.arrayBuffer();
  if (object.status === 200 && isCopied(route.cache, bytes.byteLength))
    await written(route, route.cache.hot, key, bytes, object.headers.get("content-type"), route.cache.hotClass, env);
}

/** The cold store first; then the copy is the new one, or none. */
async function write(route: Cached, key: string, request: Request, env: Env): Promise<Response> {
  const { cache } = route;
  const bytes = await request.arrayBuffer();
  const type = request.headers.get("content-type");
  let kept: Response;
  try {
    kept = await written(route, cache.cold, key, bytes, type, cache.coldClass, env);
  } catch {
    return named(new Response(null, { status: 502 }), cache.cold);
  }
  const copy =
    cache.writes === "through" && isCopied(cache, bytes.byteLength)
      ? await written(route, cache.hot, key, bytes, type, cache.hotClass, env).catch(() => null)
      : null;
  // An older copy must not outlive what it was a copy of.
  if (!copy?.ok) await deleted(route, cache.hot, key, env);
  return named(kept, cache.cold);
}

async function remove(route: Cached, key: string, env: Env): Promise<Response> {
  await deleted(route, route.cache.hot, key, env);
  return named(await deleted(route, route.cache.cold, key, env), route.cache.cold);
}

function named(answer: Response, id: string): Response {
  const headers = new Headers(answer.headers);
  headers.set("x-stowage-store", id);
  return new Response(answer.body, { status: answer.status, headers });
}

interface Context {
  waitUntil(work: Promise<unknown>): void;
}

export default {
  fetch: (request: Located, env: Env, context: Context): Promise<Response> =>
    answer(data as Cached, request, env, (work) => {
      context.waitUntil(work.catch((error: unknown) => console.error(String(error))));
    }),
};
