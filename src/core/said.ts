/** What a key of a file is for, said once: `stowage help`, JSON Schema and refusals take it from the schema. */
import * as z from 'zod/mini';

/** `schema` with a sentence on what it is for and, where no part of it has one, an example of a value. */
export function said<T extends z.ZodMiniType>(description: string, schema: T, example?: unknown): T {
  return schema.check(z.meta({ description, ...(example === undefined ? {} : { examples: [example] }) }));
}

/** A key that may be left out although the schema asks for it: what it is then, for people. */
export const FILLED_IN = z.registry<{ as: string }>();

export function filled<T extends z.ZodMiniType>(as: string, schema: T): T {
  const own = schema.check();
  FILLED_IN.add(own, { as });
  return own;
}
