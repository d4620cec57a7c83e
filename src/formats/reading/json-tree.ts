/** The wanted leaves of a JSON text as one small tree: an array comes as an object of its indexes. */
import { ImportError } from '../importer.ts';
import { pullJson } from './json-pull.ts';

interface Tree {
  [key: string]: unknown;
}

const MOST_LEAVES = 2_000_000;

/** Each of `wanted` is written `by_op_type.*.throughput.bytes`. Throws `ImportError` for what is no JSON. */
export function jsonTree(bytes: Uint8Array, wanted: readonly string[]): unknown {
  const tree = sprout();
  let leaves = 0;
  const paths = wanted.map((path) => path.split('.'));
  pullJson(bytes, paths, (path, value) => {
    if (++leaves > MOST_LEAVES) throw new ImportError(`holds more than ${MOST_LEAVES} values; split it`);
    const last = path.at(-1);
    if (last !== undefined) branchAt(tree, path.slice(0, -1))[last] = value();
  });
  return tree;
}

/** Without a prototype: a key of the file is never more than a key. */
const sprout = () => Object.create(null) as Tree;

function branchAt(tree: Tree, path: readonly string[]): Tree {
  return path.reduce((branch, key) => (branch[key] ??= sprout()) as Tree, tree);
}
