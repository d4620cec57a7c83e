/** The router for a Cloudflare Worker, `worker.ts`, as text: it holds no name of the plan, all of which is in route.json. */
import { WORKER_ROUTE } from './worker-route.ts';
import { WORKER_STORES } from './worker-stores.ts';

const SERVER = String.raw`/** Worth asking another store: not there (403 where listing is not allowed), or not well. */
export const asksOn = (status: number) => status === 404 || status === 403 || status === 429 || status >= 500;

/** Null: the address says none. */
export function keyOf(request: Request): string | null {
  try {
    return decodeURIComponent(new URL(request.url).pathname.slice(1));
  } catch {
    return null;
  }
}

export async function answer(route: Route, request: Located, env: Env): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
  const key = keyOf(request);
  if (key === null) return new Response(null, { status: 400 });
  const told = typeof env["PLACE"] === "string" ? env["PLACE"] : null;
  const place = placeOf(route, told, request.cf?.country ?? "", request.cf?.continent ?? "");
  return firstOf(route, tries(route, ageOf(route, key, Date.now()), place), key, request, env);
}

/** What the first of these stores answers that has the object. */
export async function firstOf(
  route: Route,
  ids: readonly string[],
  key: string,
  request: Request,
  env: Env,
): Promise<Response> {
  let last: Response | null = null;
  let isUnwell = false;
  for (const id of ids) {
    const store = route.stores.find((one) => one.id === id);
    if (!store || store.kind === "none") continue;
    try {
      const object = await found(route, id, key, request, env);
      const headers = new Headers(object.headers);
      headers.set("x-stowage-store", id);
      const answer = new Response(object.body, { status: object.status, headers });
      if (!asksOn(object.status)) return answer;
      await last?.body?.cancel();
      last = answer;
      isUnwell ||= object.status !== 404 && object.status !== 403;
    } catch {
      // The next store may be well.
      isUnwell = true;
    }
  }
  // It is nowhere only where each store says so.
  return last && (!isUnwell || (last.status !== 404 && last.status !== 403)) ? last : new Response(null, { status: 502 });
}

export default {
  fetch: (request: Located, env: Env): Promise<Response> => answer(data as Route, request, env),
};
`;

export const WORKER_SOURCE = [WORKER_ROUTE, WORKER_STORES, SERVER].join('\n');
