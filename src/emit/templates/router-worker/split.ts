// A router for objects that go by their size or their popularity, written by Stowage. A write goes to the store of its size
// (Content-Length), and of popularity to the store of all others. A read tells no size: the store that its header
// X-Stowage-Size, its key or the list of popular keys names is asked first, else the one of "askFirst", and then the other. Writes and deletes come
// through it only where the secret WRITE_TOKEN is set, and name it ("authorization: Bearer ...").
import data from "./route.json" with { type: "json" };
import { isPopular } from "./keys";
import type { Later } from "./keys";
import { addressed, asBound, bindingOf, deleted, firstOf, keyOf, mayWrite, storeOf, written } from "./worker";
import type { Env, Located, Route } from "./worker";

export interface SplitRule {
  by: "size" | "popularity";
  /** Of the small or the popular objects. */
  first: string;
  second: string;
  /** Of size: the largest object of the first. */
  upToBytes: number | null;
  /** Of popularity: how many objects the first is to hold. */
  objects: number | null;
  askFirst: string;
  /** Where to ask first for keys that begin and end so; the first that fits counts. */
  keys: { prefix: string; suffix: string; store: string }[];
  /** Storage class to name in writes; null: none. */
  firstClass: string | null;
  secondClass: string | null;
}
type Divided = Route & { split: SplitRule };

/** The store of an object of that size. */
export function homeOf(rule: SplitRule, bytes: number): string {
  return rule.upToBytes !== null && bytes <= rule.upToBytes ? rule.first : rule.second;
}

/** Both stores, the likely one first. What is not known is null. */
export function order(rule: SplitRule, key: string, bytes: number | null, popular: boolean | null = null): string[] {
  const { first, second } = rule;
  const named = rule.keys.find(
    ({ prefix, suffix }) =>
      key.length >= prefix.length + suffix.length && key.startsWith(prefix) && key.endsWith(suffix),
  );
  const listed = rule.by === "popularity" && popular !== null ? (popular ? first : second) : null;
  const likely = rule.by === "size" && bytes !== null ? homeOf(rule, bytes) : (named?.store ?? listed ?? rule.askFirst);
  return likely === second ? [second, first] : [first, second];
}

/** Digits alone; null: it says no size. */
export function sizeOf(header: string | null): number | null {
  return header !== null && /^[0-9]{1,15}$/.test(header) ? Number(header) : null;
}

export async function answer(route: Divided, request: Located, env: Env, later: Later): Promise<Response> {
  const { split } = route;
  const key = keyOf(request);
  if (key === null) return new Response(null, { status: 400 });
  switch (request.method) {
    case "GET":
    case "HEAD": {
      const popular = split.by === "popularity" ? isPopular(env["POPULAR"], key, later) : null;
      const size = sizeOf(request.headers.get("x-stowage-size"));
      return firstOf(route, order(split, key, size, popular), key, request, env);
    }
    case "PUT":
    case "DELETE":
      if (!(await mayWrite(request, env))) return new Response(null, { status: env["WRITE_TOKEN"] ? 403 : 405 });
      return request.method === "PUT" ? write(route, key, request, env) : remove(route, key, env);
    default:
      return new Response(null, { status: 405 });
  }
}

/** Into its store; then the other has none of that key. */
async function write(route: Divided, key: string, request: Request, env: Env): Promise<Response> {
  const { split } = route;
  const bytes = sizeOf(request.headers.get("content-length"));
  if (bytes === null) return new Response(null, { status: 411 });
  const home = homeOf(split, bytes);
  try {
    await streamed(route, home, key, request, bytes, home === split.first ? split.firstClass : split.secondClass, env);
    // An older object must not be found in its place.
    await deleted(route, home === split.first ? split.second : split.first, key, env);
  } catch (error) {
    console.error(String(error));
    return new Response(null, { status: 502, headers: { "x-stowage-store": home } });
  }
  return new Response(null, { status: 200, headers: { "x-stowage-store": home } });
}

/** Bytes pass on as they come, whatever their number. */
async function streamed(
  route: Divided,
  id: string,
  key: string,
  request: Request,
  bytes: number,
  storageClass: string | null,
  env: Env,
): Promise<void> {
  const { body } = request;
  const type = request.headers.get("content-type");
  if (!body || bytes === 0) {
    await written(route, id, key, new ArrayBuffer(0), type, storageClass, env);
    return;
  }
  const binding = bindingOf(env, id);
  if (binding) {
    await binding.put(key, body, asBound(type, storageClass));
    return;
  }
  const { url, headers } = await addressed(storeOf(route, id), key, "PUT", env, "unsigned", storageClass);
  headers.set("content-length", String(bytes));
  if (type !== null) headers.set("content-type", type);
  const sent: RequestInit & { duplex: "half" } = { method: "PUT", headers, body, duplex: "half" };
  const said = await fetch(url, sent);
  if (!said.ok) throw new Error(id + " refused a write: " + said.status);
}

async function remove(route: Divided, key: string, env: Env): Promise<Response> {
  const { first, second } = route.split;
  try {
    await Promise.all([deleted(route, first, key, env), deleted(route, second, key, env)]);
  } catch (error) {
    console.error(String(error));
    return new Response(null, { status: 502 });
  }
  return new Response(null, { status: 204 });
}

interface Context {
  waitUntil(work: Promise<unknown>): void;
}

export default {
  fetch: (request: Located, env: Env, context: Context): Promise<Response> =>
    answer(data as Divided, request, env, (work) => {
      context.waitUntil(work.catch((error: unknown) => console.error(String(error))));
    }),
};
