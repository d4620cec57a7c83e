/** JSON of someone else's: read as data, bounded, and held to a schema. No message quotes more than a key and a value of it. */
import type * as z from 'zod/mini';
import { BoundsError, refuseUnbounded } from '#core/bounded.ts';
import { pathText, schemaIssues } from '#core/schema-issues.ts';
import { ImportError } from '../importer.ts';

const BOUNDS = { depth: 12, nodes: 1_000_000 };
const MOST_ISSUES = 5;

/** Throws `ImportError` with the line. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    refuseUnbounded(value, BOUNDS);
    return value;
  } catch (error) {
    if (error instanceof BoundsError) throw new ImportError(error.message);
    if (!(error instanceof SyntaxError)) throw error;
    // Engines that do not say where stopped at the end, as far as anybody can tell.
    const at = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length);
    const line = text.slice(0, at).split('\n').length;
    throw new ImportError(`line ${line}: is not JSON; the file may have been cut short or changed`);
  }
}

/** The same for what may hold credentials: a message names places alone, and quotes nothing. */
export function parseUnquoted<S extends z.ZodMiniType>(schema: S, value: unknown, where: string): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const places = new Set(parsed.error.issues.map(({ path }) => pathText(path)));
  throw new ImportError(`${where}: ${[...places].filter(Boolean).join(', ') || 'it'} is not as it should be`);
}

/** JSON of one line, of which a message says no more than where it is. */
export function parseJsonLine(line: string, where: string): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    throw error instanceof ImportError ? new ImportError(`${where}: is not JSON`) : error;
  }
}

/** `value` as the schema has it; `where` leads every message. Throws `ImportError` with the first few issues. */
export function parseAs<S extends z.ZodMiniType>(schema: S, value: unknown, where = ''): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = schemaIssues(parsed.error, schema, value).slice(0, MOST_ISSUES);
  throw new ImportError(
    issues.map(({ path, message }) => `${[where, path].filter(Boolean).join(', ')}: ${message}`).join('\n'),
  );
}
