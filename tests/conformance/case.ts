/** The cases in `cases/` and the answers to them, read strictly. README.md says what each key means. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** A figure with as many digits as are to be compared. */
const Figure = z.string().regex(/^\d+(\.\d+)?$/, 'a figure is a decimal in quotes, such as "1.10"');
const Figures = z.record(z.string(), Figure);

const Expectation = z.strictObject({
  total: Figure.optional(),
  high: Figure.optional(),
  certain: z.literal(false).optional(),
  noPrice: z.literal(true).optional(),
  amounts: Figures.optional(),
  quantities: Figures.optional(),
  tiers: z.record(z.string(), z.array(Figure)).optional(),
  ratios: Figures.optional(),
  /** Totals if the price list meant another `gigabyte` or `month`, or `bands` of one region. */
  otherwise: Figures.optional(),
  /** Of an invoice: what its priced lines cost more than at list, and what the lines without a price cost. */
  reconciled: z.strictObject({ difference: Figure, notPriced: Figure, lines: Figure }).optional(),
});
export type Expectation = z.infer<typeof Expectation>;

const Price = z.union([
  z.string(),
  z.array(z.strictObject({ upTo: z.number().optional(), price: z.string() })),
]);
const Counted = z.strictObject({ price: Price, quantum: z.number().optional(), free: z.number().optional() });

const StatedPrices = z.strictObject({
  gigabyte: z.union([z.literal(1_000_000_000), z.literal(1_073_741_824)]),
  month: z.enum(['calendar', '730 h', '720 h']),
  storage: Counted.extend({ minimumDays: z.number().optional() }).optional(),
  requests: z.record(z.string(), Counted.extend({ operations: z.array(z.string()) })).default({}),
  retrieval: Counted.optional(),
  restore: z.strictObject({ price: Price, operation: z.string() }).optional(),
  egress: Counted.optional(),
  transition: Counted.optional(),
  monitoring: Counted.optional(),
  copies: z.number().optional(),
});
export type StatedPrices = z.infer<typeof StatedPrices>;

const Case = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    about: z.string(),
    source: z.url(),
    verdict: z.enum(['right', 'wrong']),
    why: z.string().optional(),
    usage: z.record(z.string(), z.unknown()),
    prices: StatedPrices.optional(),
    expect: Expectation,
    printed: Expectation.optional(),
  })
  .refine((one) => (one.verdict === 'wrong') === (one.printed !== undefined), {
    message: 'a wrong source has `printed`, what it says; a right one has not',
  })
  .refine((one) => one.verdict === 'right' || one.why !== undefined, {
    message: 'a wrong source needs `why`',
  });
export type Case = z.infer<typeof Case> & { file: string };

/** Every case, in the order of the files and of each file. Throws where one is not understood. */
export function readCases(): Case[] {
  const folder = path.join(import.meta.dirname, 'cases');
  const cases = readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      Cases.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))).map((one) => ({ ...one, file })),
    );
  const twice = cases.find(({ id }, i) => cases.findIndex((other) => other.id === id) !== i);
  if (twice) throw new Error(`${twice.file}: two cases are called ${twice.id}`);
  return cases;
}

const Cases = z.array(Case);

/** What a calculator gives: the shape of `stowage bill --json`, of which only this is read. */
const Answer = z.object({
  /** Null: it has no price at all. */
  total: z.number().nullable(),
  /** The most that it may be; null: open; absent: as the total. */
  high: z.number().nullable().optional(),
  /** Absent: only totals are compared. */
  lines: z
    .array(z.object({ meter: z.string(), quantity: z.number(), amount: z.number().nullable() }))
    .optional(),
  otherwise: z.record(z.string(), z.number()).optional(),
  reconciled: z
    .object({ difference: z.number().nullable(), notPriced: z.number().nullable(), lines: z.number() })
    .optional(),
});
export type Answer = z.infer<typeof Answer>;

/** By the id of a case; null, or not there: the calculator does not cover it. */
export const Answers = z.record(z.string(), Answer.nullable());

/** JSON schemas of a file of cases and of answers, as they lie in this folder. */
export const SCHEMAS = {
  'cases.schema.json': z.toJSONSchema(Cases, { io: 'input' }),
  'answers.schema.json': z.toJSONSchema(Answers, { io: 'input' }),
};
