/** Names of the objects that a probe makes. All begin with the run's own prefix, so that they are known again. */
import type { Cell } from './plan-file.ts';

/** `stowage-probe/4f1c…/` */
export function runPrefix(prefix: string, run: string): string {
  return `${prefix}/${run}/`;
}

/** The n-th object of a size, for cells that read. */
export function readKey(sizeBytes: number, n: number): string {
  return `${readFolder(sizeBytes)}${pad(n)}`;
}

/** Where all objects of a size are; ends in a slash, without which a directory bucket lists nothing. */
export function readFolder(sizeBytes: number): string {
  return `read-${sizeBytes}/`;
}

/** The object that the n-th request of a cell writes or deletes. */
export function ownKey(cell: number, n: number): string {
  return `${ownFolder(cell)}${pad(n)}`;
}

/** Where they all are. */
export function ownFolder(cell: number): string {
  return `cell-${cell}/`;
}

const pad = (n: number) => String(n).padStart(8, '0');

/** Is `name` (without the run's prefix) one that a probe of these cells makes? */
export function isOurs(
  name: string,
  cells: readonly Cell[],
  readObjects: ReadonlyMap<number, number>,
): boolean {
  const [, kind, id, digits] = /^(read|cell)-(\d{1,12})\/(\d{8})$/.exec(name) ?? [];
  if (digits === undefined) return false;
  const n = Number(digits);
  if (kind === 'read') return n < (readObjects.get(Number(id)) ?? 0);
  const cell = cells[Number(id)];
  return (
    (cell?.operation === 'PUT' || cell?.operation === 'COPY' || cell?.operation === 'DELETE') &&
    n < cell.requests + cell.warmup
  );
}
