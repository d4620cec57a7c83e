/** Lines of a YAML text by the path of a value, such as `workload.readers[1].share`. */
import { LineCounter, isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node } from 'yaml';

/** The line of the value at a path, or of what holds it where there is none; `key`: of this key in it. */
export function linesOf(text: string): (path: string, key?: string) => number {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  return (path, key) => {
    let node: unknown = contents;
    let at = (contents as Node | null)?.range?.[0] ?? 0;
    for (const step of [...keysOf(path), ...(key === undefined ? [] : [key])]) {
      const pair = isMap(node)
        ? node.items.find((one) => isScalar(one.key) && String(one.key.value) === step)
        : undefined;
      if (isPair(pair)) at = (pair.key as Node).range?.[0] ?? at;
      node = pair ? pair.value : isSeq(node) ? node.items[Number(step)] : undefined;
      if (node === undefined) break;
      if (!pair) at = (node as Node).range?.[0] ?? at;
    }
    return lines.linePos(at).line;
  };
}

/** `a.b[1]["x y"]` → `a`, `b`, `1`, `x y`. */
function keysOf(path: string): string[] {
  return [...path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(
    ([, index, quoted, word]) => index ?? quoted ?? word ?? '',
  );
}
