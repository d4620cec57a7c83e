/** Reading and changing one place of a scenario without touching the rest. */

export type Path = readonly (string | number)[];

/** What stands at `path`, or undefined. */
export function readAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}

/** A copy with `next` at `path`; `undefined` removes the key, and a list item with it. Missing parents appear. */
export function writeAt(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(value) && typeof key === 'number') {
    const list: unknown[] = [...(value as unknown[])];
    if (rest.length === 0 && next === undefined) list.splice(key, 1);
    else list[key] = writeAt(list[key], rest, next);
    return list;
  }
  const record = isRecord(value) ? { ...value } : {};
  const child = writeAt(record[key], rest, next);
  if (child === undefined) delete record[key];
  else record[key] = child;
  return record;
}

function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One spelling for a path, however it was written: `readers[0].share` and `['readers', 0, 'share']` agree. */
export function pathKey(path: Path | string): string {
  return typeof path === 'string'
    ? path.replace(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1').replace(/^\./, '')
    : path.join('.');
}

/** True when `inner` is `outer` or lies within it. */
export function within(outer: Path | string, inner: Path | string): boolean {
  const [a, b] = [pathKey(outer), pathKey(inner)];
  return a === b || b.startsWith(`${a}.`);
}
