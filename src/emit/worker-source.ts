/** The router for a Cloudflare Worker, as text: it holds no name of the plan, all of which is in route.json. */

export const WORKER_SOURCE = String.raw`// A router for reads, written by Stowage: finds an object in the store that the plan in route.json gives its age and
// reader, and in the others where it is not there. Keys of stores other than R2 bindings are secrets of the Worker:
// STORE1_ACCESS_KEY_ID and STORE1_SECRET_ACCESS_KEY for "store1".
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
    readShare: number;
    holders: string[];
    servers: Record<string, string | undefined>;
  }[];
}

// The parts of the Workers runtime that are used here.
interface R2Object {
  httpEtag: string;
  size: number;
  range?: { offset?: number; length?: number; suffix?: number };
  body?: ReadableStream;
  writeHttpMetadata(headers: Headers): void;
}
interface R2Bucket {
  get(key: string, options: { range: Headers; onlyIf: Headers }): Promise<R2Object | null>;
  head(key: string): Promise<R2Object | null>;
}
export type Env = Record<string, unknown>;
type Located = Request & { cf?: { country?: string; continent?: string } };

const DAY_MS = 86_400_000;

/** Age in days by the date in the key; null where it holds none. */
export function ageOf(route: Route, key: string, nowMs: number): number | null {
  if (route.keyDate === null) return null;
  const names: string[] = [];
  const pattern = route.keyDate
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{(yyyy|mm|dd|hh)\}/g, (_, name: string) => {
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

/** Ids of stores in the order to try them: the one that serves the place at that age, what else holds it, then its neighbours in time. */
export function tries(route: Route, ageDays: number | null, place: string): string[] {
  const { segments } = route;
  const order = segments.map((_, i) => i);
  if (ageDays === null) {
    order.sort((a, b) => segments[b]!.readShare - segments[a]!.readShare || a - b);
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

/** Headers of a signed request without a body: AWS Signature Version 4. */
async function signed(method: string, url: URL, service: string, region: string, keys: Keys): Promise<Headers> {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = stamp.slice(0, 8);
  const headers: Record<string, string> = {
    host: url.host,
    "x-amz-content-sha256": EMPTY_SHA256,
    "x-amz-date": stamp,
    ...(keys.token === undefined ? {} : { "x-amz-s3session-token": keys.token }),
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => name + ":" + headers[name] + "\n").join("");
  const query = url.search === "?session" ? "session=" : "";
  const canonical = [method, url.pathname, query, lines, names.join(";"), EMPTY_SHA256].join("\n");
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

async function fromS3(store: Store, key: string, request: Request, env: Env): Promise<Response> {
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
  const headers = await signed(request.method, url, store.kind === "express" ? "s3express" : "s3", store.region, keys);
  for (const name of ["range", "if-none-match", "if-modified-since"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return fetch(url, { method: request.method, headers });
}

async function fromR2(bucket: R2Bucket, key: string, request: Request): Promise<Response> {
  const found =
    request.method === "HEAD"
      ? await bucket.head(key)
      : await bucket.get(key, { range: request.headers, onlyIf: request.headers });
  if (!found) return new Response(null, { status: 404 });
  const headers = new Headers({ etag: found.httpEtag, "accept-ranges": "bytes" });
  found.writeHttpMetadata(headers);
  if (request.method === "HEAD") {
    headers.set("content-length", String(found.size));
    return new Response(null, { headers });
  }
  if (!found.body) return new Response(null, { status: 304, headers });
  if (!found.range || !request.headers.has("range")) return new Response(found.body, { headers });
  const length = found.range.length ?? found.range.suffix ?? found.size - (found.range.offset ?? 0);
  const first = found.range.offset ?? found.size - length;
  headers.set("content-range", "bytes " + first + "-" + (first + length - 1) + "/" + found.size);
  return new Response(found.body, { status: 206, headers });
}

/** Worth asking another store: not there (403 where listing is not allowed), or not well. */
const asksOn = (status: number) => status === 404 || status === 403 || status === 429 || status >= 500;

export async function answer(route: Route, request: Located, env: Env): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, { status: 405 });
  let key: string;
  try {
    key = decodeURIComponent(new URL(request.url).pathname.slice(1));
  } catch {
    return new Response(null, { status: 400 });
  }
  const told = typeof env["PLACE"] === "string" ? env["PLACE"] : null;
  const place = placeOf(route, told, request.cf?.country ?? "", request.cf?.continent ?? "");
  let last = new Response(null, { status: 502 });
  for (const id of tries(route, ageOf(route, key, Date.now()), place)) {
    const store = route.stores.find((one) => one.id === id);
    if (!store || store.kind === "none") continue;
    const binding = env[id.toUpperCase()] as R2Bucket | undefined;
    try {
      const found = await (binding ? fromR2(binding, key, request) : fromS3(store, key, request, env));
      const headers = new Headers(found.headers);
      headers.set("x-stowage-store", id);
      await (asksOn(found.status) ? last.body?.cancel() : undefined);
      last = new Response(found.body, { status: found.status, headers });
      if (!asksOn(found.status)) return last;
    } catch {
      // The next store may be well.
    }
  }
  return last;
}

export default {
  fetch: (request: Located, env: Env): Promise<Response> => answer(data as Route, request, env),
};
`;
