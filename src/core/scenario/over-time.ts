/** What changes with time in a scenario, as authored: rates month by month, today's placement, and how a move from it is made. */
import * as z from 'zod/mini';
import { said } from '../said.ts';
import { isPerMonth, parsePerDay } from '../rates.ts';
import { UnitError } from '../units.ts';
import { BytesPerSecond, Days, Share } from './quantity.ts';
import { StoreRef } from './refs.ts';
import { sharesSumToOne } from './shares.ts';

/** A rate from a month on: so many times the scenario's own, or so many a day. */
export type Level = { times: number } | { perDay: number; perMonth?: true };

const TIMES = /^\s*[×x]\s*(\d+(?:\.\d+)?|\.\d+)\s*$/i;
const LARGEST = 1e18;

const LevelText = z.pipe(
  z.string().check(z.maxLength(40)),
  z.transform((text: string, context): Level => {
    const times = TIMES.exec(text)?.[1];
    const refuse = (message: string) => {
      context.issues.push({ code: 'custom', message, input: text });
      return { times: NaN };
    };
    try {
      const level: Level =
        times === undefined
          ? { perDay: parsePerDay(text), ...(isPerMonth(text) ? { perMonth: true } : {}) }
          : { times: Number(times) };
      const value = 'times' in level ? level.times : level.perDay;
      return value >= 0 && value <= LARGEST
        ? level
        : refuse(`"${text}" is not a rate; try "x2" or "24M/day"`);
    } catch (error) {
      if (!(error instanceof UnitError)) throw error;
      return refuse(`"${text}" is not a rate; try "x2" (times the scenario's own) or "24M/day"`);
    }
  }),
);

/** Rates from a month on, by steps, or rising in a straight line from the entry before where `ramp` is true. */
export const Timeline = z
  .array(
    z.strictObject({
      month: said(
        'The month, such as 2027-03, or its number from 1.',
        z.union([
          z
            .string()
            .check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'a month is written 2027-03, or by its number from 1')),
          z.int().check(z.gte(1), z.lte(1200)),
        ]),
        '2027-03',
      ),
      arrivals: said(
        "Arrivals from then on: x2 (times the scenario's own) or 24M/day.",
        z.optional(LevelText),
        'x2',
      ),
      reads: said('Reads from then on, alike.', z.optional(LevelText), 'x2'),
      ramp: said('true: in a straight line from the entry before.', z._default(z.boolean(), false)),
    }),
  )
  .check(z.maxLength(120));
export type Timeline = z.output<typeof Timeline>;

const TwelveFactors = z.array(z.number().check(z.gte(0), z.lte(1000))).check(
  z.refine((factors) => factors.length === 12, {
    error: (issue) =>
      `a season is twelve factors, January first; these are ${(issue.input as number[]).length}`,
  }),
);

/** Factors by month of the year, January first: one list for arrivals and reads alike, or one for each. */
export const Season = z.union([
  TwelveFactors,
  z.strictObject({
    arrivals: said('Of arrivals.', z.optional(TwelveFactors)),
    reads: said('Of reads.', z.optional(TwelveFactors)),
  }),
]);
export type Season = z.output<typeof Season>;

const Split = {
  hot: said('The store of young objects.', StoreRef),
  cold: said('The store of old objects.', StoreRef),
  after: said('Age at which objects move.', Days, '30 days'),
  entry: said(
    'How they get there: moved (tier), or written to both (dual).',
    z._default(z.enum(['tier', 'dual']), 'tier'),
  ),
};

const OfObjects = said('Share of the objects.', Share);

/** Today's placement: a store, a split by age, or several, each with its share of the objects. */
export const CurrentText = z.union([
  z.null(),
  StoreRef,
  z.strictObject(Split),
  z
    .array(
      z.union([
        z.strictObject({ share: OfObjects, store: said('The store that holds them.', StoreRef) }),
        z.strictObject({ share: OfObjects, ...Split }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(6), sharesSumToOne('the current placement')),
]);

export const Migration = z.strictObject({
  rate: said('Speed of the copy; absent: what the published limits allow.', z.optional(BytesPerSecond)),
  over: said('The copy is spread over this long, evenly.', z.optional(Days)),
  doubleRunning: said('How long both placements are kept after the copy.', z.optional(Days), '14 days'),
  egressWaived: said(
    'Providers that charge no egress for what leaves for good, where you have applied for it.',
    z._default(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(20)), []),
    ['aws'],
  ),
});
export type Migration = z.output<typeof Migration>;
