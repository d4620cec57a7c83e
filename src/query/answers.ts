/** Rows of a statement, read by their schema: whole numbers come as text, of any width, and are as near as a number can be. */
import * as z from 'zod/mini';
import type { Database } from './database.ts';

export const signed = z.pipe(z.string().check(z.regex(/^-?\d+$/)), z.transform(Number));
/** A sum over nothing is 0. */
export const n = z.pipe(
  z.nullable(z.string().check(z.regex(/^\d+$/))),
  z.transform((text) => Number(text ?? 0)),
);
export const place = z.pipe(n, z.int());

export async function all<T extends z.ZodMiniType>(
  database: Database,
  text: string,
  row: T,
): Promise<z.output<T>[]> {
  return (await database.run(text)).map((one) => row.parse(one));
}

export async function one<T extends z.ZodMiniType>(
  database: Database,
  text: string,
  row: T,
): Promise<z.output<T>> {
  const [first] = await database.run(text);
  return row.parse(first);
}
