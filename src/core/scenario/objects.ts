/** Which objects there are, as authored: their sizes, how they come about and how long they are kept. */
import * as z from 'zod/mini';
import { said } from '../said.ts';
import type { Estimate } from '../units.ts';
import {
  ArrivalsEstimate,
  CountEstimate,
  DaysEstimate,
  GrowthEstimate,
  Share,
  SizeEstimate,
  StoredEstimate,
} from './quantity.ts';
import { isKeyDate } from './key-date.ts';
import { sharesSumToOne } from './shares.ts';

const SizeClasses = z.union([
  z.pipe(
    SizeEstimate,
    z.transform((size) => [{ share: 1, size }]),
  ),
  z
    .array(
      z.strictObject({
        share: said('Share of the objects.', Share),
        size: said('Their size.', SizeEstimate),
      }),
    )
    .check(z.minLength(1), z.maxLength(24), sharesSumToOne('objects')),
]);

/** `requests`: to the key service, for each that carries an object. */
const Encryption = z.union([
  z.pipe(
    z.literal('kms'),
    z.transform(() => ({ keys: 'kms', requests: 1 })),
  ),
  z.pipe(
    z.strictObject({
      kms: said('Share of requests that ask for a key; bucket keys: nearly none.', Share, '1 %'),
    }),
    z.transform(({ kms }) => ({ keys: 'kms', requests: kms })),
  ),
]);

const KeyDate = z
  .string()
  .check(
    z.refine(isKeyDate, { error: 'write it with {yyyy} and {mm}, like {yyyy}/{mm}/{dd}, as keys hold it' }),
  );

const ObjectsText = z
  .strictObject({
    size: said('Size of an object; or size classes, each with its share of the objects.', SizeClasses),
    arrivals: said('New objects a day, or their bytes.', z.optional(ArrivalsEstimate)),
    standing: said('Bytes stored besides what arrives: objects without an age.', z.optional(StoredEstimate)),
    count: said('The same by the number of objects; instead of standing.', z.optional(CountEstimate)),
    retention: said(
      'How long an object is kept.',
      z._default(z.union([z.literal('forever'), DaysEstimate]), 'forever'),
    ),
    growth: said('Growth of arrivals and reads.', z._default(GrowthEstimate, { value: 0 })),
    encryption: said('Keys of your own, of the key service beside the store (kms).', z.optional(Encryption)),
    keyDate: said(
      'How keys tell when an object was made; absent: they do not.',
      z.optional(KeyDate),
      'logs/{yyyy}/{mm}/{dd}/',
    ),
    reproducible: said(
      'true: objects can be made again, so a store of one zone may be their only holder.',
      z._default(z.boolean(), false),
    ),
  })
  .check(
    z.refine(
      ({ arrivals, standing, count }) => [arrivals, standing, count].some((one) => one !== undefined),
      {
        error:
          'say how objects come about: arrivals (e.g. 12M/day), standing (e.g. 10 PB) or count (e.g. 10M), or both',
      },
    ),
    z.refine(({ standing, count }) => standing === undefined || count === undefined, {
      error: 'standing (bytes) and count (objects) say the same; keep one',
    }),
    z.refine(
      ({ size, count }) => count === undefined || size.every((one) => one.size.interval === undefined),
      {
        error: 'count needs sizes that are no ranges; with a range write standing, such as 10 TB to 50 TB',
      },
    ),
    z.refine(
      ({ size, arrivals }) => !arrivals?.inBytes || size.every((one) => one.size.interval === undefined),
      {
        error:
          'arrivals in bytes need sizes that are no ranges; with a range write objects, such as 5M/month',
      },
    ),
  );

/** Standing objects in bytes and new ones by number, however they were written. */
export const Objects = z.pipe(
  ObjectsText,
  z.transform(({ count, arrivals, ...objects }: z.output<typeof ObjectsText>) => {
    const each = objects.size.reduce((sum, { share, size }) => sum + share * size.value, 0);
    const standing = count && scaled(count, (objects) => objects * each);
    return {
      ...objects,
      ...(arrivals ? { arrivals: arrivalsOf(arrivals, each) } : {}),
      ...(standing ? { standing } : {}),
    };
  }),
);

function arrivalsOf({ inBytes, ...arrivals }: z.output<typeof ArrivalsEstimate>, each: number): Estimate {
  return inBytes ? scaled(arrivals, (bytes) => bytes / each) : arrivals;
}

function scaled({ interval, ...of }: Estimate, by: (value: number) => number): Estimate {
  return {
    ...of,
    value: by(of.value),
    ...(interval
      ? { interval: { low: by(interval.low), high: by(interval.high), mid: by(interval.mid) } }
      : {}),
  };
}
