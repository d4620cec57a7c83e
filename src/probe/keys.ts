/** Names of the objects that a probe makes. All begin with the run's own prefix, so that they are known again. */
import { KEY_LAYOUTS, makes, type Cell, type KeyLayout } from './plan/cell.ts';

/** `stowage-probe/4f1c…/` */
export function runPrefix(prefix: string, run: string): string {
  return `${prefix}/${run}/`;
}

/** Objects that several cells read: those of one size and layout. */
export interface ReadSet {
  sizeBytes: number;
  layout: KeyLayout;
}

/** The n-th object of a set, for cells that read. */
export function readKey(set: ReadSet, n: number): string {
  return `${readFolder(set)}${named(set.layout, n)}`;
}

/** Where all objects of a set are; ends in a slash, without which a directory bucket lists nothing. */
export function readFolder({ sizeBytes, layout }: ReadSet): string {
  return `read-${sizeBytes}${layoutMark(layout)}/`;
}

/** The n-th object that a cell writes or deletes. */
export function ownKey(cell: number, layout: KeyLayout, n: number): string {
  return `${ownFolder(cell, layout)}${named(layout, n)}`;
}

/** Where they all are. */
export function ownFolder(cell: number, layout: KeyLayout): string {
  return `cell-${cell}${layoutMark(layout)}/`;
}

const layoutMark = (layout: KeyLayout) => (layout === 'sequential' ? '' : `-${layout}`);

function named(layout: KeyLayout, n: number): string {
  const digits = String(n).padStart(8, '0');
  if (layout === 'sequential') return digits;
  return layout === 'flat' ? `${scattered(n)}-${digits}` : `${scattered(n).slice(0, 4)}/${digits}`;
}

/** Eight hex digits without order (Knuth's multiplicative hash). */
function scattered(n: number): string {
  return (Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
}

/** Bytes of the object of that name, which a probe of these cells makes; null of no such. */
export function sizeOfKey(name: string, cells: readonly Cell[]): number | null {
  const [, kind, id] = /^(read|cell)-(\d{1,12})[-/]/.exec(name) ?? [];
  return kind === 'read' ? Number(id) : (cells[Number(id)]?.sizeBytes ?? null);
}

/** Is `name` (without the run's prefix) one that a probe of these cells makes? */
export function isOurs(
  name: string,
  cells: readonly Cell[],
  readObjects: readonly (ReadSet & { objects: number })[],
): boolean {
  const [, kind, id, mark = ''] = /^(read|cell)-(\d{1,12})(-[a-z-]+)?\//.exec(name) ?? [];
  const [, digits] = /(\d{8})(?:\.part-[0-9a-f-]+-\d+)?$/.exec(name) ?? [];
  const layout = KEY_LAYOUTS.find((one) => layoutMark(one) === mark);
  if (id === undefined || digits === undefined || layout === undefined) return false;
  const n = Number(digits);
  if (kind === 'read') {
    const set = readObjects.find((one) => one.sizeBytes === Number(id) && one.layout === layout);
    return set !== undefined && n < set.objects && name === readKey(set, n);
  }
  const cell = cells[Number(id)];
  if (cell?.layout !== layout || !makes(cell, 'PUT', 'COPY', 'DELETE')) return false;
  const key = ownKey(Number(id), layout, n);
  return n < (cell.requests + cell.warmup) * cell.batch && (name === key || name.startsWith(`${key}.part-`));
}
