/** What zod found wrong, as a place, what was seen, and what to try. */
import * as z from 'zod/mini';
import { issueAt } from './issue.ts';
import type { SchemaIssue } from './issue.ts';
import { nearest } from './nearest.ts';
import { mustBeAboveZero } from './remedies.ts';
import { BYTE_UNIT_NAMES, DURATION_UNIT_NAMES, shorten } from './units.ts';
import { flow } from './text/flow.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Issues of a failed parse of `input` by `schema`, in the order of the schema. */
export function schemaIssues(
  error: z.core.$ZodError,
  schema: z.core.$ZodType,
  input: unknown,
): SchemaIssue[] {
  const mistyped = new Set(
    error.issues.flatMap(({ code, path }) => (code === 'invalid_type' ? pathText(path) : [])),
  );
  // How long a word is says nothing of the list that was wanted.
  const issues = error.issues.filter(
    ({ code, path }) => code === 'invalid_type' || !mistyped.has(pathText(path)),
  );
  const described = issues.flatMap((issue) => describe(issue, [], schema, input));
  const suggested = described.map((one) => one.suggestion);
  return described
    .filter((one, i) => {
      // A misspelt key is also a missing key, and an empty list also sums to 0; one remark is enough.
      if (one.missing !== undefined) return !suggested.includes(one.missing);
      return !one.isRule || described.findIndex((other) => other.path === one.path) === i;
    })
    .map(({ missing: _missing, isRule: _isRule, ...one }) => one);
}

export function pathText(path: Path): string {
  let text = '';
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (/^[\w-]+$/.test(String(key))) text += text ? `.${String(key)}` : String(key);
    else text += `[${JSON.stringify(String(key))}]`;
  }
  return text;
}

interface Described extends SchemaIssue {
  /** The key whose absence this is. */
  missing?: string;
  /** A rule about the whole, checked after its parts. */
  isRule?: boolean;
}

function describe(issue: Issue, above: Path, schema: z.core.$ZodType, input: unknown): Described[] {
  const path = [...above, ...issue.path];
  const seen = valueAt(input, path);
  const here = (message: string, suggestion?: string): Described[] => [
    issueAt(pathText(path), message, suggestion),
  ];
  const missing = (remedy: string): Described[] => [
    { path: pathText(path), message: `is missing${remedy}`, missing: String(path.at(-1)) },
  ];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = keysAt(schema, path);
      const used = seen !== null && typeof seen === 'object' ? seen : {};
      const free = known.filter((name) => !Object.hasOwn(used, name));
      return issue.keys.flatMap((key) => {
        const suggestion = nearest(key, free);
        const place = suggestion === undefined ? elsewhere(key, schema, path) : undefined;
        const allowed =
          suggestion === undefined && known.length > 0 ? `; the keys here are ${known.join(', ')}` : '';
        const message =
          place === undefined
            ? `unknown key "${shorten(key)}"${allowed}`
            : `"${key}" is no key here; it stands ${place}`;
        return here(message, suggestion).map((one) => ({ ...one, key }));
      });
    }
    case 'invalid_type':
      if (seen === undefined) return missing(exampleAt(schema, path));
      return here(
        isDefault(issue.message) ? `expected ${article(issue.expected)}, saw ${show(seen)}` : issue.message,
      );
    case 'invalid_union': {
      if (seen !== undefined && !isDefault(issue.message)) return here(issue.message);
      const branch = nearestBranch(issue.errors);
      if (branch) return branch.flatMap((one) => describe(one, path, schema, input));
      if (seen === undefined) return missing(exampleAt(schema, path));
      const wanted = issue.errors.flatMap((issues) => issues.flatMap(wants));
      return here(
        wanted.length > 0
          ? `expected ${[...new Set(wanted)].join(' or ')}, saw ${show(seen)}`
          : `saw ${show(seen)}, which fits no known form`,
      );
    }
    case 'invalid_key':
      return issue.issues.flatMap((one) => {
        const key = String(path.at(-1));
        const options = one.code === 'invalid_value' ? one.values.map(String) : [];
        const why = isDefault(one.message) ? keyFault(one, options) : one.message;
        return here(`"${shorten(key)}" is not a key here: ${why}`, nearest(key, options));
      });
    case 'invalid_value': {
      const options = issue.values.map(String);
      const [only, other] = options;
      const isOne = other === undefined;
      if (seen === undefined)
        return missing(isOne ? `; write ${only}` : `; it is one of ${options.join(', ')}`);
      return here(
        isOne
          ? `${show(seen)} is not understood; write ${only}`
          : `${show(seen)} is not one of ${options.join(', ')}`,
        typeof seen === 'string' ? nearest(seen, options) : undefined,
      );
    }
    case 'invalid_format':
      return here(`${show(seen)} is not understood: ${issue.message}`);
    case 'too_big':
      return here(
        isDefault(issue.message)
          ? `${show(seen)} is above the largest allowed, ${issue.maximum}`
          : issue.message,
      );
    case 'too_small':
      return here(isDefault(issue.message) ? tooSmall(issue, seen) : issue.message);
    default:
      return here(issue.message, unitSuggestion(issue.message)).map((one) => ({ ...one, isRule: true }));
  }
}

/** Where a key that is none at `path` would be one: at the top, or under a key of the top. */
function elsewhere(key: string, schema: z.core.$ZodType, path: Path): string | undefined {
  const top = keysAt(schema, []);
  if (path.length > 0)
    return top.includes(key) ? `at the top of the file, beside ${String(path[0])}` : undefined;
  const above = top.find((one) => keysAt(schema, [one]).includes(key));
  return above === undefined ? undefined : `under ${above}`;
}

function keyFault(issue: Issue, options: readonly string[]): string {
  if (options.length > 0) return `it is one of ${options.join(', ')}`;
  if (issue.code === 'too_big') return `it is longer than ${issue.maximum} characters`;
  return issue.code === 'too_small' ? `it is shorter than ${issue.minimum} characters` : issue.message;
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, seen: unknown): string {
  if (Array.isArray(seen))
    return seen.length === 0
      ? `the list is empty; write ${Number(issue.minimum) > 1 ? `at least ${issue.minimum} entries` : 'an entry'} under it`
      : `has ${seen.length} entries; at least ${issue.minimum} are needed`;
  if (seen === 0 && issue.minimum === 0) return mustBeAboveZero('0', '1');
  if (issue.minimum === 0 && typeof seen === 'number') return `${seen} is negative; the least is 0`;
  return `${show(seen)} is below the smallest allowed, ${issue.minimum}`;
}

/** The form the author had in mind: the branch whose complaint is not about its outermost type. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const tried = branches.filter((issues) => !issues.some(isOutermost));
  return tried.toSorted((a, b) => a.length - b.length)[0];
}

function isOutermost(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === 'invalid_union') return issue.errors.every((issues) => issues.some(isOutermost));
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
}

function wants(issue: Issue): string[] {
  if (issue.path.length > 0) return [];
  if (issue.code === 'invalid_union') return issue.errors.flatMap((issues) => issues.flatMap(wants));
  if (issue.code === 'invalid_type') return [article(issue.expected)];
  return issue.code === 'invalid_value'
    ? issue.values.map((value) => (value === null ? 'nothing (null)' : `"${String(value)}"`))
    : [];
}

function article(type: string): string {
  const names: Record<string, string> = {
    array: 'a list',
    record: 'a map',
    object: 'a map',
    string: 'text',
    null: 'nothing (null)',
    int: 'a whole number',
    boolean: 'true or false',
  };
  return names[type] ?? `a ${type}`;
}

function show(value: unknown): string {
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `"${shorten(value)}"` : String(value);
}

const isDefault = (message: string) => /^(Invalid|Too (small|big)|Unrecognized)/.test(message);

function unitSuggestion(message: string): string | undefined {
  const unit = /^"(.*)" is not a unit of (\w+)/.exec(message);
  if (!unit) return undefined;
  return nearest(unit[1] ?? '', unit[2] === 'size' ? BYTE_UNIT_NAMES : DURATION_UNIT_NAMES);
}

function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Every schema that may describe the value at `path`, wrappers and the branches of unions included. */
function schemasAt(schema: z.core.$ZodType, path: Path): z.core.$ZodType[] {
  const found: z.core.$ZodType[] = [];
  const visit = (one: z.core.$ZodType, depth: number): void => {
    if (depth === path.length) found.push(one);
    const definition = (one as z.core.$ZodTypes)._zod.def;
    switch (definition.type) {
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'readonly':
        return visit(definition.innerType, depth);
      case 'pipe':
        return visit(definition.in, depth);
      case 'union':
        return definition.options.forEach((option) => visit(option, depth));
      case 'array':
        return typeof path[depth] === 'number' ? visit(definition.element, depth + 1) : undefined;
      case 'record':
        return depth < path.length ? visit(definition.valueType, depth + 1) : undefined;
      case 'object': {
        const next = definition.shape[String(path[depth])];
        if (depth < path.length && next) visit(next, depth + 1);
      }
    }
  };
  visit(schema, 0);
  return found;
}

/** Keys that the schema knows at `path`: of the union's branches, those that take a map. */
function keysAt(schema: z.core.$ZodType, path: Path): string[] {
  const found = schemasAt(schema, path).flatMap((one) => {
    const definition = (one as z.core.$ZodTypes)._zod.def;
    if (definition.type === 'object') return Object.keys(definition.shape);
    if (definition.type !== 'record') return [];
    const keys = (definition.keyType as z.core.$ZodTypes)._zod.def;
    return keys.type === 'enum' ? Object.values(keys.entries).map(String) : [];
  });
  return [...new Set(found)];
}

/** `; write it like 4 MB`, from what the schema says of itself; else nothing. */
function exampleAt(schema: z.core.$ZodType, path: Path): string {
  const [example] = schemasAt(schema, path).flatMap((one) => z.globalRegistry.get(one)?.examples ?? []);
  return example === undefined ? '' : `; write it like ${flow(example)}`;
}
