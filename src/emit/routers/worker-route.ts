/** What the Worker's router knows of the plan: its head, and which stores to try in which order. */

export const WORKER_ROUTE = String.raw`// A router for reads, written by Stowage: finds an object in the store that the plan in route.json gives its age and
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
`;
