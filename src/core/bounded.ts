/** A limit on what came from outside, checked before anything reads it. */

export class BoundsError extends Error {}

export interface Bounds {
  depth: number;
  /** Objects, arrays and scalars together; a value reached twice counts twice. */
  nodes: number;
}

/** Names that reach an object's prototype. No format of ours has a key of that name. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Throws `BoundsError` when `value` (plain data) is too deep, too large, or has a key that names a prototype. */
export function refuseUnbounded(value: unknown, bounds: Bounds): void {
  let left = bounds.nodes;
  const visit = (one: unknown, depth: number) => {
    if (--left < 0) throw new BoundsError(`it holds more than ${bounds.nodes} values`);
    if (one === null || typeof one !== 'object') return;
    if (depth >= bounds.depth) throw new BoundsError(`it is nested more than ${bounds.depth} levels deep`);
    for (const key of Object.keys(one)) {
      if (PROTOTYPE_KEYS.has(key)) throw new BoundsError(`"${key}" is not allowed as a key`);
      visit((one as Record<string, unknown>)[key], depth + 1);
    }
  };
  visit(value, 0);
}
