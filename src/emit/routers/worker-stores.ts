/** How the Worker's router asks a store: by a binding of R2, else by signed requests to an S3 interface. */

export const WORKER_STORES = String.raw`const text = new TextEncoder();
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
  if (!store || store.kind === "none") throw new Error("no store " + id);
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
  return binding ? fromR2(binding, key, request) : fromS3(storeOf(route, id), key, request, env);
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
`;
