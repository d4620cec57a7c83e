/** Names of cells among their neighbours: what differs is said, what all share is not. */
import type { MeasuredCell } from '#core/evidence/measured-cells.ts';
import { formatBytes } from '#core/units.ts';
import { placeName, storeName } from '#web/words/names.ts';
import { LAYER_NAMES, METRIC_NAMES } from './dataset-words.ts';

const PARTS: readonly ((cell: MeasuredCell) => string)[] = [
  ({ store }) => storeName(store),
  ({ operation }) => operation,
  ({ metric }) => METRIC_NAMES[metric],
  ({ size_bytes }) => (size_bytes === null ? 'size not stated' : formatBytes(size_bytes)),
  ({ store_region: place }) => (place === null ? '' : `in ${placeName(place)}`),
  ({ client_place: place }) => (place === null ? '' : `from ${placeName(place)}`),
  ({ client_runtime }) => client_runtime ?? '',
  ({ layer }) => LAYER_NAMES[layer],
  ({ concurrency }) => (concurrency === null ? '' : `${concurrency} at once`),
  ({ loop }) => (loop === null ? '' : `${loop} loop`),
  ({ temperature }) => temperature ?? '',
  ({ measured_at }) => measured_at ?? '',
];

/** One for each cell, in order. Notes are added where nothing else tells two apart. */
export function cellNames(cells: readonly MeasuredCell[]): string[] {
  const telling = PARTS.filter((part) => new Set(cells.map(part)).size > 1);
  const parts = telling.length > 0 ? telling : PARTS.slice(0, 2);
  const plain = cells.map((cell) =>
    parts
      .map((part) => part(cell))
      .filter(Boolean)
      .join(', '),
  );
  const seen = new Map<string, number>();
  for (const name of plain) seen.set(name, (seen.get(name) ?? 0) + 1);
  return plain.map((name, i) => {
    const notes = cells[i]?.notes.join('; ') ?? '';
    return (seen.get(name) ?? 0) > 1 && notes !== '' ? [name, notes].filter(Boolean).join(', ') : name;
  });
}

/** The whole name, for lists of cells of all datasets. */
export function fullName(cell: MeasuredCell): string {
  const run = cell.notes.find((note) => note.startsWith('run ')) ?? '';
  return [...PARTS.map((part) => part(cell)), run].filter(Boolean).join(', ');
}
