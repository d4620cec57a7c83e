// Which keys are popular, written by Stowage: from the value "popular" of the KV namespace POPULAR, as popular.mjs makes it.

const HEAD = "stowage-keys-1\n";
const PLACES = 7;
const utf8 = new TextEncoder();

const mixed = (hash: number) => {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};

/** The bits of a key among so many. */
function placesOf(key: string, size: number) {
  let first = 0x811c9dc5;
  let second = 0x1b873593;
  for (const byte of utf8.encode(key)) {
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second + byte, 0xcc9e2d51) ^ (second >>> 15);
  }
  const [start, step] = [mixed(first), mixed(second) | 1];
  return Array.from({ length: PLACES }, (_, i) => ((start + i * (step >>> 0)) >>> 0) % size);
}

export type Later = (work: Promise<unknown>) => void;

/** The part of a KV namespace that is used here. */
interface Namespace {
  get(name: string, options: { type: "arrayBuffer"; cacheTtl: number }): Promise<ArrayBuffer | null>;
}

const FRESH_SECONDS = 300;
let list: Uint8Array | null = null;
let freshUntilMs = 0;

/** Null: there is no list, or not yet. What is old is good until the new one is there, which no reader waits for. */
export function isPopular(namespace: unknown, key: string, later: Later): boolean | null {
  if (!namespace) return null;
  if (Date.now() >= freshUntilMs) {
    freshUntilMs = Date.now() + FRESH_SECONDS * 1000;
    later(refresh(namespace as Namespace));
  }
  return list && has(list, key);
}

/** Seconds are those that Cloudflare keeps the value near the reader. */
async function refresh(namespace: Namespace): Promise<void> {
  const value = await namespace.get("popular", { type: "arrayBuffer", cacheTtl: FRESH_SECONDS });
  const bytes = value && new Uint8Array(value);
  const head = bytes && new TextDecoder().decode(bytes.subarray(0, HEAD.length));
  if (bytes && head === HEAD && bytes.length > HEAD.length) list = bytes.subarray(HEAD.length);
  else throw new Error('the KV namespace POPULAR holds no list under "popular"; popular.mjs makes one from keys.txt');
}

export function has(bits: Uint8Array, key: string): boolean {
  return placesOf(key, bits.length * 8).every((at) => (((bits[at >>> 3] ?? 0) >>> (at & 7)) & 1) === 1);
}
