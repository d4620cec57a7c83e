/** A value by a schema, for files of the archive: every fault is named with its place in the file. */
import type * as z from 'zod/mini';
import { DataError, asDataIssue } from './data-error.ts';
import { schemaIssues } from './schema-issues.ts';

/** Throws `DataError`; `path` is the file's, for the message. */
export function parseWith<T extends z.ZodMiniType>(schema: T, path: string, file: unknown): z.output<T> {
  const result = schema.safeParse(file);
  if (result.success) return result.data;
  throw new DataError(path, schemaIssues(result.error, schema, file).map(asDataIssue));
}
