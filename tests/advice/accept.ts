/** `accept.yaml`: what a principal storage engineer would sign as the first card of each workload. Read strictly. */
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { parseWith } from '#core/parse-with.ts';

const StoreClass = z
  .string()
  .check(
    z.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'a store stands here without its region, such as aws/s3-standard'),
  );

const Pattern = z
  .string()
  .check(z.refine(isPattern, { error: (issue) => `no regular expression: ${String(issue.input)}` }));

const Accepted = z
  .strictObject({
    /** Sets of stores: the plan uses stores of one of them and no other. */
    oneOf: z.optional(z.array(z.array(StoreClass).check(z.minLength(1))).check(z.minLength(1))),
    /** In place of `oneOf`: every store is of this provider. */
    provider: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/, 'a provider, such as aws'))),
    /** The most mechanisms beyond one store; copies that the scenario demands are none. */
    moving: z.int().check(z.gte(0)),
    /** Dollars a month. */
    atMost: z.number().check(z.gt(0)),
    /** What the answer makes plain, for people. */
    says: z.optional(z.string().check(z.minLength(1))),
    /** Each matches a sentence of the answer, upper or lower case. */
    mustMention: z.optional(z.array(Pattern).check(z.minLength(1))),
  })
  .check(
    z.refine((one) => (one.oneOf === undefined) !== (one.provider === undefined), {
      error: 'needs either oneOf or provider',
    }),
    z.refine((one) => one.mustMention === undefined || one.says !== undefined, {
      error: 'mustMention needs says: the same for people',
      path: ['says'],
    }),
  );

export type Accepted = z.output<typeof Accepted>;

const AcceptFile = z.record(z.string(), Accepted);

/** By the name of the workload's file, without `.yaml`. Throws `DataError` with the places of what is wrong. */
export function readAccepted(yaml: string, path = 'accept.yaml'): ReadonlyMap<string, Accepted> {
  return new Map(Object.entries(parseWith(AcceptFile, path, parse(yaml))));
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'i') instanceof RegExp;
  } catch {
    return false;
  }
}
