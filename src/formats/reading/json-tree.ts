/** What a schema wants of a JSON text, read as one small tree: the rest of a large file is passed over. */
import type * as z from 'zod/mini';
import { ImportError } from '../importer.ts';
import { pullJson, type JsonPath } from './json-pull.ts';
import { parseAs } from './json.ts';

interface Tree {
  [key: string]: unknown;
}

const MOST_LEAVES = 2_000_000;

/** Maps and arrays that `schema` has as records come as objects; what it has as one of `whole` is taken as it stands. Throws `ImportError`. */
export function pullAs<S extends z.ZodMiniType>(
  schema: S,
  bytes: Uint8Array,
  whole: readonly z.core.$ZodType[],
): z.infer<S> {
  const tree = sprout();
  let leaves = 0;
  pullJson(bytes, leavesOf(schema, whole), (path, value) => {
    if (++leaves > MOST_LEAVES) throw new ImportError(`holds more than ${MOST_LEAVES} values; split it`);
    const last = path.at(-1);
    if (last !== undefined) branchAt(tree, path.slice(0, -1))[last] = value();
  });
  return parseAs(schema, tree);
}

function leavesOf(schema: z.core.$ZodType, whole: readonly z.core.$ZodType[]): JsonPath[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const below = (key: string, one: z.core.$ZodType) => leavesOf(one, whole).map((path) => [key, ...path]);
  if (whole.includes(schema)) return [[]];
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([key, one]) => below(key, one));
  if (def.type === 'record') return below('*', def.valueType);
  return 'innerType' in def ? leavesOf(def.innerType, whole) : [[]];
}

/** Without a prototype: a key of the file is never more than a key. */
const sprout = () => Object.create(null) as Tree;

function branchAt(tree: Tree, path: readonly string[]): Tree {
  return path.reduce((branch, key) => (branch[key] ??= sprout()) as Tree, tree);
}
