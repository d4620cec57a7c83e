/** How stores and places are written. */
import * as z from 'zod/mini';
import { placeCalled, suggestPlaces } from '../places/suggest.ts';

/** `; did you mean internet/europe?`, or nothing. */
function meant(written: unknown): string {
  const [like] = typeof written === 'string' ? suggestPlaces(written) : [];
  return like === undefined ? '' : `; did you mean ${like}?`;
}

/** `aws/s3-standard`, or with a region `aws/s3-standard@us-east-1`. What people call one (`r2`) passes, and the archive says its id. */
export const StoreRef = z
  .string()
  .check(
    z.maxLength(120),
    z.regex(
      /^[A-Za-z0-9-]+(\/[a-z0-9-]+)?(@[A-Za-z0-9+-]+)?$/,
      'a store is written provider/store or provider/store@region, e.g. aws/s3-standard@us-east-1',
    ),
    z.meta({ examples: ['aws/s3-standard@us-east-1'] }),
  );
/** `nat-gateway`, or several of which the first that leads to a store is used. */
const Way = z
  .string()
  .check(z.maxLength(60), z.regex(/^[a-z][a-z-]*$/, 'a way is written nat-gateway or interface-endpoint'));
export const Through = z.union([
  z.pipe(
    Way,
    z.transform((way) => [way]),
  ),
  z.array(Way).check(z.minLength(1), z.maxLength(8)),
]);

/** Countries and continents may be written by name: what comes out is the id. `notSeveral`: said of a list. */
export const placeRef = (notSeveral: string) =>
  z.pipe(
    z.pipe(
      z
        .string({ error: ({ input }) => (Array.isArray(input) ? notSeveral : undefined) })
        .check(
          z.maxLength(120),
          z.regex(/^[A-Za-z0-9-]+(\/[A-Za-z0-9-]+){0,2}$/, { error: placeError }),
          z.meta({ examples: ['internet/europe'] }),
        ),
      z.transform((written) => placeCalled(written) ?? written),
    ),
    z.string().check(z.includes('/', { error: placeError })),
  );
export const PlaceRef = placeRef('write one place, such as aws/us-east-1, not a list');

function placeError({ input }: { input?: unknown }): string {
  return `a place is written aws/us-east-1, cloudflare/weur, internet/europe or internet/DE${meant(input)}`;
}
