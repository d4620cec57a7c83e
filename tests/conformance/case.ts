/** The cases of this folder, read strictly. README.md says what each key means. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** A figure with as many digits as are to be compared. */
const Figure = z.string().regex(/^\d+(\.\d+)?$/, 'a figure is a decimal in quotes, such as "1.10"');
const Figures = z.record(z.string(), Figure);

const Expectation = z.strictObject({
  total: Figure.optional(),
  amounts: Figures.optional(),
  quantities: Figures.optional(),
  tiers: z.record(z.string(), z.array(Figure)).optional(),
  ratios: Figures.optional(),
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
  storage: Counted.optional(),
  requests: z.record(z.string(), Counted.extend({ operations: z.array(z.string()) })).default({}),
  retrieval: Counted.optional(),
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
export function readCases(folder: string): Case[] {
  const cases = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      return z
        .array(Case)
        .parse(parse(text, { merge: true }))
        .map((one) => ({ ...one, file }));
    });
  const twice = cases.find(({ id }, i) => cases.findIndex((other) => other.id === id) !== i);
  if (twice) throw new Error(`${twice.file}: two cases are called ${twice.id}`);
  return cases;
}
