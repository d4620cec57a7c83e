/**
 * Which keys are popular, for a Cloudflare Worker, as text: `keys.ts`, which reads the list, and `popular.mjs`, which makes it
 * small enough for one value of a KV namespace. Beside a split alone.
 *
 * The list is a Bloom filter (Bloom 1970): ten bits a key with seven places each take one other key in 120 for one of the
 * list, whose read then asks the other store first. https://developers.cloudflare.com/kv/platform/limits/: 25 MiB a value.
 */

/** The same in both: the places of a key among `size` bits, by double hashing (Kirsch and Mitzenmacher 2006). */
const PLACES = (key: string, number: string) => String.raw`
const HEAD = "stowage-keys-1\n";
const PLACES = 7;
const utf8 = new TextEncoder();

const mixed = (hash${number}) => {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};

/** The bits of a key among so many. */
function placesOf(key${key}, size${number}) {
  let first = 0x811c9dc5;
  let second = 0x1b873593;
  for (const byte of utf8.encode(key)) {
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second + byte, 0xcc9e2d51) ^ (second >>> 15);
  }
  const [start, step] = [mixed(first), mixed(second) | 1];
  return Array.from({ length: PLACES }, (_, i) => ((start + i * (step >>> 0)) >>> 0) % size);
}
`;

export const WORKER_KEYS_SOURCE = String.raw`// Which keys are popular, written by Stowage: from the value "popular" of the KV namespace POPULAR, as popular.mjs makes it.
${PLACES(': string', ': number')}
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
`;

export const POPULAR_SOURCE = String.raw`// Makes the list of popular keys small enough for a Worker, written by Stowage: node popular.mjs keys.txt popular.bin
// Then: npx wrangler kv key put popular --binding POPULAR --path popular.bin --remote
import { createReadStream, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
${PLACES('', '')}
const BITS_A_KEY = 10;
/** What a value of a KV namespace may have, less the head. */
const MOST_BYTES = 25 * 1024 ** 2 - HEAD.length;

const keysIn = (file) => createInterface({ input: createReadStream(file), crlfDelay: Infinity });

const [from, to] = process.argv.slice(2);
try {
  if (to === undefined) throw new Error("name the list and what to write: node popular.mjs keys.txt popular.bin");
  let count = 0;
  for await (const key of keysIn(from)) if (key !== "") count++;
  if (count === 0) throw new Error(from + " names no key");
  const bits = new Uint8Array(Math.min(MOST_BYTES, Math.ceil((count * BITS_A_KEY) / 8)));
  for await (const key of keysIn(from)) {
    if (key === "") continue;
    for (const at of placesOf(key, bits.length * 8)) bits[at >>> 3] |= 1 << (at & 7);
  }
  writeFileSync(to, Buffer.concat([Buffer.from(HEAD), bits]));
  const wrong = (1 - Math.exp((-PLACES * count) / (bits.length * 8))) ** PLACES;
  console.error(count + " keys in " + to + "; about " + (wrong * 100).toFixed(1) + " % of other keys pass for one of them");
} catch (error) {
  console.error("stowage: " + error.message);
  process.exitCode = 1;
}
`;
