/** The routing rule as data: which store holds an object of which age, and which of them answers whom. */
import { bump } from '#core/at.ts';
import { besidesOf, triedOrder } from '#core/placement/tried-order.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { workloadOf } from '#core/workload/workload.ts';
import type { Course, CacheRule, SplitRule, CoursePart, CourseSegment } from './course-types.ts';
import { readLimits } from './limits.ts';

export interface Route {
  $schema: string;
  stowage: 1;
  scenario: string;
  /** Id of the placement. */
  plan: string;
  asOf: string;
  /** How a key tells when its object was made, such as `{yyyy}/{mm}/{dd}`; null: it does not. */
  keyDate: string | null;
  /** A reader place with how to tell who is there: countries and continents as Cloudflare writes them. */
  places: { place: string; share: number; countries: string[]; continents: string[] }[];
  stores: {
    id: string;
    /** As Stowage names them. */
    holds: string[];
    /** `s3`: any S3 interface. */
    kind: 's3' | 'express' | 'r2' | 'azure';
    bucket: string;
    /** Empty: that of the storage account in Azure. */
    endpoint: string;
    region: string;
  }[];
  /** Youngest first, then those of objects without an age. */
  segments: RouteSegment[];
  writeTo: string[];
  /** The same of objects up to a size, the smallest first. */
  writeBySize: { upToBytes: number; to: string[] }[];
  /** Copies by re-read; null: objects go by their age. */
  cache: CacheRule | null;
  /** Objects go by their size or popularity; null: they do not. */
  split: SplitRule | null;
  /** The latencies that the plan must keep, for the bounds of histograms. */
  limitsMs: number[];
}

const CONTINENTS: Readonly<Record<string, string>> = {
  'north-america': 'NA',
  'south-america': 'SA',
  europe: 'EU',
  africa: 'AF',
  asia: 'AS',
  oceania: 'OC',
};
const MIDDLE_EAST = 'AE BH EG IL IQ IR JO KW LB OM PS QA SA SY TR YE'.split(' ');

export interface RouteHead {
  plan: string;
  keyDate: string | null;
}

export function routeOf(course: Course, scenario: Scenario, { plan, keyDate }: RouteHead): Route {
  const { readers } = scenario.workload;
  const shares = new Map<string, number>();
  for (const { at, share } of readers) bump(shares, at, share);
  const [month] = workloadOf(scenario).timeline;
  const readsBelow: ReadsBelow = (ageDays) => month?.population.readShareBelow(ageDays) ?? 0;
  return {
    $schema: './route.schema.json',
    stowage: 1,
    scenario: scenario.name,
    plan,
    asOf: scenario.asOf,
    keyDate,
    places: [...shares].map(([place, share]) => ({ place, share, ...whereabouts(place) })),
    stores: course.buckets.map(({ id, stores, kind, name, endpoint, signingRegion }) => ({
      id,
      holds: stores,
      kind: kind === 'express' || kind === 'r2' || kind === 'azure' ? kind : 's3',
      bucket: name,
      endpoint: endpoint ?? '',
      region: signingRegion,
    })),
    segments: inTurn(
      course.cache ? [everAlike(course, course.cache, readsBelow)] : timelineOf(course, readsBelow),
    ),
    writeTo: course.writeTo,
    writeBySize: course.writeBySize,
    cache: course.cache ?? null,
    split: course.split ?? null,
    limitsMs: [...new Set(readLimits(scenario).map(({ limitMs }) => limitMs))],
  };
}

/** With the turn in which each is tried where keys tell no date: among those of keys that begin alike. */
function inTurn(segments: readonly TimelineSegment[]): RouteSegment[] {
  return segments.map((one) => {
    const like = segments.filter(({ prefix }) => prefix === one.prefix);
    const places = Object.keys(one.servers);
    const order = triedOrder(
      like.map(({ readShare, servers, held }) => ({
        reads: readShare,
        servers: places.map((place) => servers[place]),
        besides: places.map((place) =>
          besidesOf(held.map((part) => ({ buckets: part.holders, server: part.servers[place] }))),
        ),
      })),
    );
    const { held: _, ...segment } = one;
    return { ...segment, turn: order.indexOf(like.indexOf(one)) };
  });
}

/** Of copies no age says where they are. */
function everAlike(course: Course, { hot, cold }: CacheRule, readsBelow: ReadsBelow): TimelineSegment {
  const segments = timelineOf(course, readsBelow);
  const places = Object.keys(segments[0]?.servers ?? {});
  return {
    fromDays: 0,
    toDays: segments.at(-1)?.toDays ?? null,
    readShare: 1,
    holders: [hot, cold],
    servers: Object.fromEntries(places.map((place) => [place, hot])),
    prefix: null,
    held: [],
  };
}

function whereabouts(place: string): { countries: string[]; continents: string[] } {
  const [network, name = ''] = place.split('/');
  if (network !== 'internet') return { countries: [], continents: [] };
  if (name === 'middle-east') return { countries: MIDDLE_EAST, continents: [] };
  const continent = CONTINENTS[name];
  return continent === undefined
    ? { countries: [name], continents: [] }
    : { countries: [], continents: [continent] };
}

/** Youngest first; then that of the standing objects, which have no age. `prefix`: of the keys that it is of; null: of any. */
export type TimelineSegment = CourseSegment & { prefix: string | null; held: readonly Held[] };
type RouteSegment = Omit<TimelineSegment, 'held'> & { turn: number };
/** Parts of a segment, each by its own buckets. */
type Held = Pick<CourseSegment, 'holders' | 'servers'>;
/** Share of reads that go to objects younger than an age in days. */
type ReadsBelow = (ageDays: number) => number;

export function timelineOf({ parts, split, newPrefix }: Course, readsBelow: ReadsBelow): TimelineSegment[] {
  const young = parts.filter(({ stream }) => stream !== 'old');
  const standing = parts.filter(({ stream }) => stream === 'old');
  const prefix = newPrefix === '' ? null : newPrefix;
  const aged = atOnce(young, readsBelow).map((one) => ({ ...one, prefix }));
  const end = aged.at(-1);
  const rest = atOnce(standing, readsBelow).map((one) => ({
    ...one,
    fromDays: end?.toDays ?? end?.fromDays ?? 0,
    prefix: null,
  }));
  const all = [...aged, ...rest];
  const [only] = all;
  if (!split || !only) return all;
  const asked = [split.askFirst, split.askFirst === split.first ? split.second : split.first];
  const servers = Object.fromEntries(Object.keys(only.servers).map((place) => [place, split.askFirst]));
  return [{ ...only, readShare: 1, holders: asked, servers, prefix: null, held: [] }];
}

/** Cut where any part turns; who holds what is read most comes first. */
function atOnce(parts: readonly CoursePart[], readsBelow: ReadsBelow): Omit<TimelineSegment, 'prefix'>[] {
  const between = (from: number, to: number | null | undefined) =>
    readsBelow(to ?? Infinity) - readsBelow(from);
  const turns = [...new Set(parts.flatMap(({ segments }) => segments.map(({ fromDays }) => fromDays)))];
  return turns
    .toSorted((a, b) => a - b)
    .flatMap((fromDays, i, all) => {
      const next = all[i + 1];
      const here = parts
        .flatMap(({ segments, bytes, objects }) =>
          segments
            .filter((one) => one.fromDays <= fromDays && fromDays < (one.toDays ?? Infinity))
            .map((one) => ({ ...one, meanSize: objects > 0 ? bytes / objects : 1 })),
        )
        .map((one) => {
          const all = between(one.fromDays, one.toDays);
          const part = all > 0 ? between(fromDays, next ?? one.toDays) / all : 1;
          return { ...one, readShare: one.readShare * part };
        })
        .toSorted((a, b) => b.readShare - a.readShare);
      const [first] = here;
      if (!first) return [];
      const last = here.some(({ toDays }) => toDays === null)
        ? null
        : Math.max(...here.map((one) => one.toDays ?? 0));
      return [
        {
          fromDays,
          toDays: next ?? last,
          readShare: here.reduce((sum, one) => sum + one.readShare, 0),
          holders: [...new Set(here.flatMap(({ holders }) => holders))],
          servers: serversOf(here),
          held: here,
        },
      ];
    });
}

/** By place, the bucket that answers most of its bytes, which cost more than its requests. Mean sizes are relative. */
function serversOf(segments: readonly (CourseSegment & { meanSize: number })[]): Record<string, string> {
  const places = new Map<string, Map<string, number>>();
  for (const { servers, readShare, meanSize } of segments)
    for (const [place, id] of Object.entries(servers)) {
      const shares = places.get(place) ?? new Map<string, number>();
      places.set(place, shares);
      bump(shares, id, readShare * meanSize);
    }
  return Object.fromEntries(
    [...places].map(([place, shares]) => [place, [...shares].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '']),
  );
}
