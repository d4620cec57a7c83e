/** What `stowage plan --json` prints, as far as programs may rely on it; there may be more keys. */
import * as z from 'zod/mini';
import { said } from '../said.ts';

const amount = (words: string) => said(words, z.nullable(z.number()));
const ids = (words: string) => said(words, z.array(z.string()));

// What is optional stands with the placements on the cards and today's; with `--all`, with every one.
const Latency = z.looseObject({
  meanMs: z.optional(amount('Mean, in milliseconds; null where not known.')),
  p50Ms: z.optional(amount('Median.')),
  p95Ms: z.optional(amount('p95.')),
  p99Ms: amount('p99.'),
  p99BandMs: z.optional(said('Estimate range of the p99.', z.nullable(z.tuple([z.number(), z.number()])))),
  grade: said(
    'What the figures rest on: measured, interpolated, extrapolated, assumed or missing.',
    z.string(),
  ),
});

const Finding = z.looseObject({ code: said('What was found; further keys are its arguments.', z.string()) });

const Line = z.looseObject({
  store: said('Who bills it, as store@region.', z.string()),
  meter: said('What is billed, such as storage or requests.put.', z.string()),
  quantity: said('How much of the unit.', z.number()),
  unit: z.string(),
  unitPrice: amount('Price of one unit; null where not known.'),
  amount: amount('Null where the price is not known.'),
  edition: said('The price list.', z.string()),
  source: said('Where the price was read.', z.string()),
});

const Candidate = z.looseObject({
  id: said('The placement.', z.string()),
  kind: z.enum(['single', 'age', 'copies', 'popularity', 'size', 'mixed', 'cache']),
  card: said('Its part in the answer.', z.nullable(z.enum(['recommended', 'cheaper', 'surer', 'faster']))),
  stores: ids('Stores that hold objects, as store@region.'),
  feasible: said('Whether it meets the requirements.', z.enum(['yes', 'no', 'unproven'])),
  sureness: amount('How sure it meets them; null where no latency is required.'),
  monthly: z.looseObject({
    total: said('A month; where a price is not known, the least.', z.number()),
    currency: z.string(),
    atLeast: said('Some price is not known.', z.boolean()),
    lines: said(
      'Only of placements on the cards and today’s; of every one with --all.',
      z.optional(z.array(Line)),
    ),
  }),
  months: z.optional(z.array(z.looseObject({ month: z.string(), total: z.number() }))),
  read: Latency,
  write: Latency,
  findings: z.optional(z.array(Finding)),
});

const Recommendation = z.looseObject({
  id: z.string(),
  reasons: z.array(z.looseObject({ code: z.string(), words: z.string() })),
  saving: amount('A month, against the simplest placement; null where it is that.'),
});

/** Rises when a key that programs rely on changes its meaning or goes. */
export const ANSWER_VERSION = 1;

export const Answer = z.looseObject({
  schema: said('Version of this shape.', z.literal(ANSWER_VERSION)),
  scenario: said('What was asked, as authored.', z.looseObject({ asOf: z.string() })),
  settings: said(
    'What flags and config files changed in it.',
    z.array(
      z.looseObject({
        path: said('Where it stands in the scenario.', z.string()),
        from: said('--set, --fx or a config file.', z.string()),
      }),
    ),
  ),
  pricing: said(
    'Price lists used.',
    z.array(z.looseObject({ store: z.string(), region: z.string(), edition: z.string() })),
  ),
  datasets: said('Measurements used.', z.array(z.looseObject({ id: z.string(), hash: z.string() }))),
  model: said('Version of the formulas.', z.number()),
  candidates: said('Placements, the recommended first.', z.array(Candidate)),
  cards: ids('Ids of the recommended and at most two others to weigh.'),
  frontier: ids('Ids of placements that are each the cheapest for some p99, the cheapest first.'),
  recommendation: said('Null: nothing can be recommended (exit code 1).', z.nullable(Recommendation)),
  bestIf: said('Cheaper, if a measurement confirms it.', z.nullable(Recommendation)),
  excluded: said('Stores left out.', z.array(z.looseObject({ store: z.string(), reason: Finding }))),
  findings: z.array(Finding),
});
