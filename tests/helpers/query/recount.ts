/** A profile counted by hand, request after request: slow, plain, and sharing nothing with the SQL but the edges. */
import { SIZE_EDGES_BYTES, TIME_EDGES_SECONDS } from '#core/workload/profile.ts';
import type { Profile } from '#core/workload/profile.ts';

export interface Request {
  atSeconds: number;
  operation: 'GetObject' | 'PutObject' | 'DeleteObject' | 'HeadObject';
  key: string;
  sizeBytes: number;
  sentBytes: number;
  reader: string;
  failed: boolean;
}

interface Life {
  born: number | null;
  ended: number | null;
  size: number;
  touches: number[];
  reads: { at: number; sent: number }[];
}

const classOf = (value: number, edges: readonly number[]) => {
  const found = edges.findIndex((edge) => value <= edge);
  return found < 0 ? edges.length : found;
};
const ORDER = { PutObject: 0, GetObject: 1, DeleteObject: 2, HeadObject: 3 };

/** Requests at one moment must not write one key twice: their order would be anyone's guess. */
export function recount(
  requests: readonly Request[],
): Pick<Profile, 'operations' | 'sizes' | 'ages' | 'ended' | 'rereads' | 'readers' | 'peak'> {
  const last = Math.max(...requests.map((one) => one.atSeconds));
  const first = Math.min(...requests.map((one) => one.atSeconds));
  const good = requests.filter((one) => !one.failed);
  const lives = livesOf(good);
  const operations: Profile['operations'] = {};
  const minutes = new Map<number, number>();
  for (const one of good) {
    const own = (operations[one.operation] ??= { count: 0, bytes: 0 });
    own.count += 1;
    own.bytes +=
      one.operation === 'GetObject' ? one.sentBytes : one.operation === 'PutObject' ? one.sizeBytes : 0;
    const minute = Math.floor((one.atSeconds - first) / 60);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  const spans = Math.floor((last - first) / 60) + 1;
  const sizes: Profile['sizes'] = [];
  for (let i = 0; i <= SIZE_EDGES_BYTES.length; i++) {
    const own = lives.filter((life) => classOf(life.size, SIZE_EDGES_BYTES) === i);
    if (own.length === 0) continue;
    const created = own.filter((life) => life.born !== null);
    const standing = own.filter((life) => life.born === null);
    sizes.push({
      upToBytes: SIZE_EDGES_BYTES[i] ?? null,
      created: created.length,
      createdBytes: sum(created.map((life) => life.size)),
      standing: standing.length,
      standingBytes: sum(standing.map((life) => life.size)),
      reads: sum(own.map((life) => life.reads.length)),
      readBytes: sum(own.flatMap((life) => life.reads.map((read) => read.sent))),
    });
  }
  const born = lives.flatMap((life) => (life.born === null ? [] : [{ ...life, born: life.born }]));
  const ages: Profile['ages'] = [];
  for (let i = 0; i <= TIME_EDGES_SECONDS.length; i++) {
    const from = TIME_EDGES_SECONDS[i - 1] ?? 0;
    const to = TIME_EDGES_SECONDS[i] ?? Infinity;
    const objectSeconds = sum(born.map((life) => Math.max(0, Math.min(last - life.born, to) - from)));
    const reads = sum(
      born.map(
        (life) => life.reads.filter(({ at }) => classOf(at - life.born, TIME_EDGES_SECONDS) === i).length,
      ),
    );
    if (objectSeconds > 0 || reads > 0)
      ages.push({ upToSeconds: TIME_EDGES_SECONDS[i] ?? null, reads, objectSeconds });
  }
  const cells = new Map<string, Profile['rereads'][number]>();
  for (const life of lives)
    for (const [i, at] of life.touches.entries()) {
      const before = life.touches[i - 1];
      if (before === undefined) continue;
      const size = classOf(life.size, SIZE_EDGES_BYTES);
      const gap = classOf(at - before, TIME_EDGES_SECONDS);
      const cell = cells.get(`${size} ${gap}`) ?? [size, gap, 0, 0, 0];
      cell[2] += 1;
      cell[3] += life.size;
      cell[4] += (life.size * (at - before)) / 3600;
      cells.set(`${size} ${gap}`, cell);
    }
  const readers = new Map<string, { reads: number; bytes: number }>();
  for (const one of good.filter(({ operation }) => operation === 'GetObject')) {
    const own = readers.get(one.reader) ?? { reads: 0, bytes: 0 };
    readers.set(one.reader, { reads: own.reads + 1, bytes: own.bytes + one.sentBytes });
  }
  return {
    operations,
    sizes,
    ages,
    ended: {
      objects: born.filter((life) => life.ended !== null).length,
      aliveSeconds: sum(born.map((life) => (life.ended ?? last) - life.born)),
    },
    rereads: [...cells.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    readers: {
      distinct: readers.size,
      most: [...readers.values()].sort((a, b) => b.reads - a.reads || b.bytes - a.bytes).slice(0, 8),
    },
    peak: { overSeconds: 60, ratio: (Math.max(...minutes.values()) * spans) / good.length },
  };
}

function livesOf(requests: readonly Request[]): Life[] {
  const ordered = requests.toSorted(
    (a, b) => a.atSeconds - b.atSeconds || ORDER[a.operation] - ORDER[b.operation],
  );
  const open = new Map<string, Life>();
  const all: Life[] = [];
  for (const { atSeconds, operation, key, sizeBytes, sentBytes } of ordered) {
    if (operation === 'HeadObject') continue;
    const now = open.get(key);
    if (operation !== 'GetObject' && now) {
      now.ended = atSeconds;
      open.delete(key);
    }
    if (operation === 'DeleteObject') continue;
    let life = open.get(key);
    if (!life) {
      const born = operation === 'PutObject' ? atSeconds : null;
      life = { born, ended: null, size: 0, touches: [], reads: [] };
      open.set(key, life);
      all.push(life);
    }
    life.size = Math.max(life.size, sizeBytes);
    life.touches.push(atSeconds);
    if (operation === 'GetObject') life.reads.push({ at: atSeconds, sent: sentBytes });
  }
  return all;
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
