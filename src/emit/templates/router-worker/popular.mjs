// Makes the list of popular keys small enough for a Worker, written by Stowage: node popular.mjs keys.txt popular.bin
// Then: npx wrangler kv key put popular --binding POPULAR --path popular.bin --remote
import { createReadStream, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const HEAD = "stowage-keys-1\n";
const PLACES = 7;
const utf8 = new TextEncoder();

const mixed = (hash) => {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};

/** The bits of a key among so many. */
function placesOf(key, size) {
  let first = 0x811c9dc5;
  let second = 0x1b873593;
  for (const byte of utf8.encode(key)) {
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second + byte, 0xcc9e2d51) ^ (second >>> 15);
  }
  const [start, step] = [mixed(first), mixed(second) | 1];
  return Array.from({ length: PLACES }, (_, i) => ((start + i * (step >>> 0)) >>> 0) % size);
}

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
