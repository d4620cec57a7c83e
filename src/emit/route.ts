/** The routing rule as data: which store holds an object of which age, and which of them answers whom. */
import { bump } from '#core/at.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import type { Course, CacheRule, SplitRule } from './course-types.ts';
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
    /** `s3`: any S3 interface; `none`: one that the routers do not speak. */
    kind: 's3' | 'express' | 'r2' | 'none';
    bucket: string;
    endpoint: string;
    region: string;
  }[];
  /** Youngest first. */
  segments: {
    fromDays: number;
    toDays: number | null;
    readShare: number;
    holders: string[];
    servers: Record<string, string>;
  }[];
  writeTo: string[];
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
      kind: endpoint === null ? 'none' : kind === 'express' || kind === 'r2' ? kind : 's3',
      bucket: name,
      endpoint: endpoint ?? '',
      region: signingRegion,
    })),
    segments: course.cache ? [everAlike(course, course.cache)] : course.segments,
    writeTo: course.writeTo,
    cache: course.cache ?? null,
    split: course.split ?? null,
    limitsMs: [...new Set(readLimits(scenario).map(({ limitMs }) => limitMs))],
  };
}

/** Of copies no age says where they are. */
function everAlike({ segments }: Course, { hot, cold }: CacheRule): Route['segments'][number] {
  const places = Object.keys(segments[0]?.servers ?? {});
  return {
    fromDays: 0,
    toDays: segments.at(-1)?.toDays ?? null,
    readShare: 1,
    holders: [hot, cold],
    servers: Object.fromEntries(places.map((place) => [place, hot])),
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

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const closed = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const share = { type: 'number', minimum: 0, maximum: 1 };

const seconds = { type: 'number', exclusiveMinimum: 0 };
const bytes = { type: ['number', 'null'], minimum: 0 };

/** JSON Schema of `Route`. */
export const ROUTE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Stowage route',
  description:
    'Which store holds an object of which age, and which of them answers readers at which place. Ages are in days since the object was made; segments are in order of age, the youngest first.',
  ...closed({
    $schema: text,
    stowage: { const: 1 },
    scenario: text,
    plan: text,
    asOf: { type: 'string', format: 'date' },
    keyDate: {
      type: ['string', 'null'],
      description: 'where a key holds its date, with {yyyy}, {mm}, {dd} and perhaps {hh} as digits',
    },
    places: {
      type: 'array',
      minItems: 1,
      items: closed({ place: text, share, countries: texts, continents: texts }),
    },
    stores: {
      type: 'array',
      minItems: 1,
      items: closed({
        id: { type: 'string', pattern: '^store[1-9][0-9]*$' },
        holds: texts,
        kind: { enum: ['s3', 'express', 'r2', 'none'] },
        bucket: text,
        endpoint: text,
        region: text,
      }),
    },
    segments: {
      type: 'array',
      minItems: 1,
      items: closed({
        fromDays: { type: 'number', minimum: 0 },
        toDays: { type: ['number', 'null'], description: 'null: for ever' },
        readShare: share,
        holders: { ...texts, minItems: 1 },
        servers: {
          type: 'object',
          additionalProperties: text,
          description: 'id of the store by reader place',
        },
      }),
    },
    writeTo: {
      ...texts,
      minItems: 1,
      description:
        'every new object is written to each of these, unless split says by its size where it belongs',
    },
    cache: {
      description:
        'copies by re-read: the cold store has everything, the hot one what was read lately; null: none',
      oneOf: [
        { type: 'null' },
        closed({
          hot: text,
          cold: text,
          ttlSeconds: seconds,
          renewSeconds: seconds,
          keepSeconds: seconds,
          writes: { enum: ['around', 'through'] },
          fromBytes: bytes,
          upToBytes: bytes,
          hotClass: { type: ['string', 'null'] },
          coldClass: { type: ['string', 'null'] },
        }),
      ],
    },
    split: {
      description:
        'objects go by their size or popularity: first holds the small or the popular ones, second the others; null: they do not',
      oneOf: [
        { type: 'null' },
        closed({
          by: { enum: ['size', 'popularity'] },
          first: text,
          second: text,
          upToBytes: { ...bytes, description: 'of size: the largest object of the first' },
          objects: { ...bytes, description: 'of popularity: how many objects the first is to hold' },
          askFirst: { ...text, description: 'where a read goes that tells neither its size nor its store' },
          keys: {
            type: 'array',
            description: 'where to ask first for keys that begin and end so; the first that fits counts',
            items: closed({ prefix: text, suffix: text, store: text }),
          },
          firstClass: { type: ['string', 'null'] },
          secondClass: { type: ['string', 'null'] },
        }),
      ],
    },
    limitsMs: { type: 'array', items: { type: 'number', exclusiveMinimum: 0 } },
  }),
};
