// A router for reads, written by Stowage: finds an object in the store that the plan in route.json gives its age and
// reader, and in the others where it is not there. Keys of stores other than R2 bindings are secrets of the Worker:
// STORE1_ACCESS_KEY_ID and STORE1_SECRET_ACCESS_KEY for "store1", in Azure STORE1_ACCOUNT and STORE1_KEY.
import data from "./route.json" with { type: "json" };

export interface Store {
  id: string;
  holds: string[];
  kind: string;
  bucket: string;
  endpoint: string;
  region: string;
}

export interface Route {
  keyDate: string | null;
  places: { place: string; share: number; countries: string[]; continents: string[] }[];
  stores: Store[];
  segments: {
    fromDays: number;
    toDays: number | null;
    /** Of those tried where no age is known. */
    turn: number;
    holders: string[];
    servers: Record<string, string | undefined>;
    /** Of the keys that it is of. */
    prefix: string | null;
  }[];
}

// The parts of the Workers runtime that are used here.
interface R2Object {
  httpEtag: string;
  size: number;
  range?: { offset?: number; length?: number; suffix?: number };
  body?: ReadableStream;
  uploaded?: Date;
  writeHttpMetadata(headers: Headers): void;
}
interface R2Bucket {
  get(key: string, options: { range: Headers; onlyIf: Headers }): Promise<R2Object | null>;
  head(key: string): Promise<R2Object | null>;
  put(key: string, bytes: ArrayBuffer | ReadableStream, options: { httpMetadata: { contentType?: string }; storageClass?: string }): Promise<unknown>;
  delete(key: string): Promise<void>;
}
export type Env = Record<string, unknown>;
export type Located = Request & { cf?: { country?: string; continent?: string } };

const DAY_MS = 86_400_000;

/** Age in days by the date in the key; null where it holds none. */
export function ageOf(route: Route, key: string, nowMs: number): number | null {
  if (route.keyDate === null) return null;
  const names: string[] = [];
  const pattern = route.keyDate
    .replace(/[.*+?^$(){}|[\]\\]/g, "\\$&")
    .replace(/\\\{(yyyy|mm|dd|hh)\\\}/g, (_, name: string) => {
      names.push(name);
      return name === "yyyy" ? "([0-9]{4})" : "([0-9]{2})";
    });
  const found = new RegExp(pattern).exec(key);
  if (!found) return null;
  const part = (name: string, missing: number) =>
    names.includes(name) ? Number(found[names.indexOf(name) + 1]) : missing;
  const made = Date.UTC(part("yyyy", 1970), part("mm", 1) - 1, part("dd", 1), part("hh", 0));
  return Math.max(0, (nowMs - made) / DAY_MS);
}

/** The reader's place: what the Worker was told, the country, the continent, or where most readers are. */
export function placeOf(route: Route, told: string | null, country: string, continent: string): string {
  const { places } = route;
  const found =
    places.find((one) => one.place === told) ??
    places.find((one) => one.countries.includes(country)) ??
    places.find((one) => one.continents.includes(continent));
  if (found) return found.place;
  return places.reduce((a, b) => (b.share > a.share ? b : a)).place;
}

/** The route of one key: new and standing objects may be told apart by it. */
export function routeOfKey(route: Route, key: string): Route {
  const { segments } = route;
  const isNamed = segments.some(({ prefix }) => prefix !== null && key.startsWith(prefix));
  const own = segments.filter(({ prefix }) => (prefix === null ? !isNamed : key.startsWith(prefix)));
  return own.length > 0 ? { ...route, segments: own } : route;
}

/** Ids of stores in the order to try them: the one that serves the place at that age, what else holds it, then its neighbours in time. */
export function tries(route: Route, ageDays: number | null, place: string): string[] {
  const { segments } = route;
  const order = segments.map((_, i) => i);
  if (ageDays === null) {
    order.sort((a, b) => segments[a]!.turn - segments[b]!.turn);
  } else {
    const past = segments.findIndex(({ toDays }) => toDays === null || ageDays < toDays);
    const at = past < 0 ? segments.length - 1 : past;
    order.sort((a, b) => Math.abs(a - at) - Math.abs(b - at) || a - b);
  }
  const ids = order.flatMap((i) => {
    const { servers, holders } = segments[i]!;
    const first = servers[place];
    return first === undefined ? holders : [first, ...holders];
  });
  return [...new Set(ids)];
}

const text = new TextEncoder();
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function hmac(key: BufferSource, message: string): Promise<ArrayBuffer> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.sign("HMAC", await crypto.subtle.importKey("raw", key, hash, false, ["sign"]), text.encode(message));
}

const encode = (part: string) =>
  encodeURIComponent(part).replace(/[!'()*]/g, (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase());

interface Keys {
  id: string;
  secret: string;
  /** Of a session on a directory bucket. */
  token?: string;
}

/** Headers of a signed request: AWS Signature Version 4. */
async function signed(
  method: string,
  url: URL,
  service: string,
  region: string,
  keys: Keys,
  body?: ArrayBuffer | "unsigned",
  storageClass?: string | null,
): Promise<Headers> {
  const bodyHash = body === "unsigned" ? "UNSIGNED-PAYLOAD" : body ? hex(await crypto.subtle.digest("SHA-256", body)) : EMPTY_SHA256;
  const stamp = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = stamp.slice(0, 8);
  const headers: Record<string, string> = {
    host: url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": stamp,
    ...(keys.token === undefined ? {} : { "x-amz-s3session-token": keys.token }),
    ...(storageClass ? { "x-amz-storage-class": storageClass } : {}),
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => name + ":" + headers[name] + "\n").join("");
  const query = url.search === "?session" ? "session=" : "";
  const canonical = [method, url.pathname, query, lines, names.join(";"), bodyHash].join("\n");
  const scope = [day, region, service, "aws4_request"].join("/");
  const digest = hex(await crypto.subtle.digest("SHA-256", text.encode(canonical)));
  let key: BufferSource = text.encode("AWS4" + keys.secret);
  for (const part of [day, region, service, "aws4_request"]) key = await hmac(key, part);
  const signature = hex(await hmac(key, ["AWS4-HMAC-SHA256", stamp, scope, digest].join("\n")));
  delete headers["host"];
  headers["authorization"] =
    "AWS4-HMAC-SHA256 Credential=" + keys.id + "/" + scope + ", SignedHeaders=" + names.join(";") + ", Signature=" + signature;
  return new Headers(headers);
}

const sessions = new Map<string, { keys: Keys; untilMs: number }>();

/** Keys for a directory bucket, good for some minutes. */
async function sessionOf(store: Store, root: string, keys: Keys): Promise<Keys> {
  const known = sessions.get(store.bucket);
  if (known && known.untilMs > Date.now()) return known.keys;
  const url = new URL(root + "/?session");
  const answer = await fetch(url, { headers: await signed("GET", url, "s3express", store.region, keys) });
  const body = await answer.text();
  const field = (name: string) => new RegExp("<" + name + ">([^<]+)</" + name + ">").exec(body)?.[1] ?? "";
  if (!answer.ok) throw new Error("no session: " + answer.status);
  const granted = { id: field("AccessKeyId"), secret: field("SecretAccessKey"), token: field("SessionToken") };
  sessions.set(store.bucket, { keys: granted, untilMs: Date.parse(field("Expiration")) - 60_000 });
  return granted;
}

/** Where an object is, and the signed headers of a request for it; a body that is not read before cannot be signed. */
export async function addressed(
  store: Store,
  key: string,
  method: string,
  env: Env,
  body?: ArrayBuffer | "unsigned",
  storageClass?: string | null,
): Promise<{ url: URL; headers: Headers }> {
  const name = store.id.toUpperCase();
  const [id, secret] = [env[name + "_ACCESS_KEY_ID"], env[name + "_SECRET_ACCESS_KEY"]];
  if (typeof id !== "string" || typeof secret !== "string") throw new Error("no keys for " + store.id);
  const endpoint = new URL(store.endpoint);
  const inHost = store.kind === "express" && !/^[0-9.]+$/.test(endpoint.hostname);
  const root = inHost
    ? endpoint.protocol + "//" + store.bucket + "." + endpoint.host
    : endpoint.origin + "/" + encode(store.bucket);
  const keys = store.kind === "express" ? await sessionOf(store, root, { id, secret }) : { id, secret };
  const url = new URL(root + "/" + key.split("/").map(encode).join("/"));
  const service = store.kind === "express" ? "s3express" : "s3";
  return { url, headers: await signed(method, url, service, store.region, keys, body, storageClass) };
}

async function fromS3(store: Store, key: string, request: Request, env: Env): Promise<Response> {
  const { url, headers } = await addressed(store, key, request.method, env);
  for (const name of ["range", "if-none-match", "if-modified-since"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return fetch(url, { method: request.method, headers });
}

/** Signed with a Shared Key: https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key */
async function fromAzure(store: Store, key: string, request: Request, env: Env): Promise<Response> {
  const name = store.id.toUpperCase();
  const [account, secret] = [env[name + "_ACCOUNT"], env[name + "_KEY"]];
  if (typeof account !== "string" || typeof secret !== "string") throw new Error("no keys for " + store.id);
  const root = store.endpoint === "" ? "https://" + account + ".blob.core.windows.net" : store.endpoint;
  const url = new URL([root, encode(store.bucket), ...key.split("/").map(encode)].join("/"));
  const headers = new Headers({ "x-ms-date": new Date().toUTCString(), "x-ms-version": "2023-11-03" });
  for (const name of ["if-modified-since", "if-none-match", "range"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const asked = (name: string) => headers.get(name) ?? "";
  // Encoding, language, length, MD5, type, date, modified since, match, none match, unmodified since, range.
  const own = ["", "", "", "", "", "", asked("if-modified-since"), "", asked("if-none-match"), "", asked("range")];
  const dated = ["x-ms-date:" + asked("x-ms-date"), "x-ms-version:" + asked("x-ms-version")];
  const lines = [request.method, ...own, ...dated, "/" + account + url.pathname];
  const bytes = Uint8Array.from(atob(secret), (letter) => letter.charCodeAt(0));
  const signature = String.fromCharCode(...new Uint8Array(await hmac(bytes, lines.join("\n"))));
  headers.set("authorization", "SharedKey " + account + ":" + btoa(signature));
  return fetch(url, { method: request.method, headers });
}

async function fromR2(bucket: R2Bucket, key: string, request: Request): Promise<Response> {
  const found =
    request.method === "HEAD"
      ? await bucket.head(key)
      : await bucket.get(key, { range: request.headers, onlyIf: request.headers });
  if (!found) return new Response(null, { status: 404 });
  const headers = new Headers({ etag: found.httpEtag, "accept-ranges": "bytes" });
  if (found.uploaded) headers.set("last-modified", found.uploaded.toUTCString());
  found.writeHttpMetadata(headers);
  if (request.method === "HEAD") {
    headers.set("content-length", String(found.size));
    return new Response(null, { headers });
  }
  if (!found.body) return new Response(null, { status: 304, headers });
  if (!found.range || !request.headers.has("range")) {
    headers.set("content-length", String(found.size));
    return new Response(found.body, { headers });
  }
  const length = found.range.length ?? found.range.suffix ?? found.size - (found.range.offset ?? 0);
  const first = found.range.offset ?? found.size - length;
  headers.set("content-range", "bytes " + first + "-" + (first + length - 1) + "/" + found.size);
  return new Response(found.body, { status: 206, headers });
}

export function storeOf(route: Route, id: string): Store {
  const store = route.stores.find((one) => one.id === id);
  if (!store) throw new Error("no store " + id);
  return store;
}

/** R2's own name of the class that its S3 interface calls as S3 does. */
export const asBound = (contentType: string | null, storageClass: string | null) => ({
  httpMetadata: contentType === null ? {} : { contentType },
  ...(storageClass === "STANDARD_IA" ? { storageClass: "InfrequentAccess" } : {}),
});

export const bindingOf = (env: Env, id: string) => env[id.toUpperCase()] as R2Bucket | undefined;

/** Compared by their digests, so that how long it takes says nothing of where they differ. */
export async function mayWrite(request: Request, env: Env): Promise<boolean> {
  const token = env["WRITE_TOKEN"];
  if (typeof token !== "string" || token === "") return false;
  const digest = async (words: string) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", text.encode(words)));
  const [own, given] = [await digest("Bearer " + token), await digest(request.headers.get("authorization") ?? "")];
  return own.reduce((apart, byte, i) => apart | (byte ^ given[i]!), 0) === 0;
}

/** What one store answers a GET or HEAD. */
export async function found(route: Route, id: string, key: string, request: Request, env: Env): Promise<Response> {
  const binding = bindingOf(env, id);
  if (binding) return fromR2(binding, key, request);
  const store = storeOf(route, id);
  return store.kind === "azure" ? fromAzure(store, key, request, env) : fromS3(store, key, request, env);
}

export async function written(
  route: Route,
  id: string,
  key: string,
  bytes: ArrayBuffer,
  contentType: string | null,
  storageClass: string | null,
  env: Env,
): Promise<Response> {
  const binding = bindingOf(env, id);
  if (binding) {
    await binding.put(key, bytes, asBound(contentType, storageClass));
    return new Response(null, { status: 200 });
  }
  const { url, headers } = await addressed(storeOf(route, id), key, "PUT", env, bytes, storageClass);
  if (contentType !== null) headers.set("content-type", contentType);
  const answer = await fetch(url, { method: "PUT", headers, body: bytes });
  if (!answer.ok) throw new Error(id + " refused a write: " + answer.status);
  return new Response(null, { status: 200 });
}

export async function deleted(route: Route, id: string, key: string, env: Env): Promise<Response> {
  const binding = bindingOf(env, id);
  if (binding) {
    await binding.delete(key);
    return new Response(null, { status: 204 });
  }
  const { url, headers } = await addressed(storeOf(route, id), key, "DELETE", env);
  const answer = await fetch(url, { method: "DELETE", headers });
  if (!answer.ok && answer.status !== 404) throw new Error(id + " refused a delete: " + answer.status);
  return new Response(null, { status: 204 });
}

/** Worth asking another store: not there (403 where listing is not allowed), or not well. */
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
  return firstOf(route, tries(routeOfKey(route, key), ageOf(route, key, Date.now()), place), key, request, env);
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
    if (!store) continue;
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
