/** The one way an edition is written, so that a difference between two files is a difference of facts. */
import { Document, isCollection, isMap, isScalar, visit } from 'yaml';
import type { Node, Pair } from 'yaml';

const WIDTH = 110;

/**
 * YAML text of the plain value of a file: short collections on one line, keys in the order of its schema. `read` is what the schema
 * made of the value; records of regions or classes keep the author's order in it.
 */
export function formatEdition(value: unknown, read: unknown): string {
  const document = new Document(ordered(value, read), { version: '1.2', aliasDuplicateObjects: false });
  visit(document, {
    Collection(_, collection, path) {
      const depth = path.filter(isCollection).length;
      const text = oneLine(collection);
      collection.flow = depth > 0 && text !== undefined && text.length + 2 * depth + keyLength(path) <= WIDTH;
    },
  });
  return document.toString({ lineWidth: WIDTH, flowCollectionPadding: true });
}

/** What the schema does not know comes last. */
function ordered(value: unknown, read: unknown): unknown {
  if (Array.isArray(value)) return value.map((one, i) => ordered(one, Array.isArray(read) ? read[i] : null));
  if (!isRecord(value)) return value;
  const known = isRecord(read) ? read : {};
  const keys = new Set([
    ...Object.keys(known).filter((key) => Object.hasOwn(value, key)),
    ...Object.keys(value),
  ]);
  return Object.fromEntries([...keys].map((key) => [key, ordered(value[key], known[key])]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

function keyLength(path: readonly unknown[]): number {
  const above = path.at(-1);
  return above && typeof above === 'object' && 'key' in above ? nameOf(above as Pair).length + 2 : 2;
}

/** A collection of scalars and of at most one level of such collections, as it would stand on one line. */
function oneLine(collection: Node, levels = 2): string | undefined {
  if (isScalar(collection)) return String(collection.value);
  if (!isCollection(collection) || levels === 0) return undefined;
  const parts = collection.items.map((item) => {
    if (isMap(collection)) {
      const pair = item as Pair;
      const value = oneLine(pair.value as Node, levels - 1);
      return value === undefined ? undefined : `${nameOf(pair)}: ${value}`;
    }
    return oneLine(item as Node, levels - 1);
  });
  return parts.includes(undefined) ? undefined : `[ ${parts.join(', ')} ]`;
}
