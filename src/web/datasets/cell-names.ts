/** Names of cells among their neighbours: what differs is said, what all share is not. */
import type { MeasuredCell } from '#core/evidence/cells.ts';
import { formatBytes } from '#core/units.ts';
import { placeName, storeName } from '#web/words/names.ts';
import { LAYER_NAMES, METRIC_NAMES } from '#core/answer/words/measurements.ts';

/** They carry no object. */
const SIZELESS: ReadonlySet<MeasuredCell['operation']> = new Set(['LIST', 'HEAD', 'DELETE', 'COPY']);

const PARTS: readonly ((cell: MeasuredCell) => string)[] = [
  ({ store }) => storeName(store),
  ({ operation }) => operation,
  ({ metric }) => METRIC_NAMES[metric],
  ({ operation, size_bytes: size }) =>
    size !== null ? formatBytes(size) : SIZELESS.has(operation) ? '' : 'size not stated',
  ({ store_region: place }) => (place === null ? '' : `in ${placeName(place)}`),
  ({ client_place: place }) => (place === null ? '' : `from ${placeName(place)}`),
  ({ client_runtime }) => client_runtime ?? '',
  ({ layer }) => LAYER_NAMES[layer],
  ({ concurrency }) => (concurrency === null ? '' : `${concurrency} at once`),
  ({ loop }) => (loop === null ? '' : `${loop} loop`),
  ({ temperature }) => (temperature === 'mixed' ? 'cold and warm mixed' : (temperature ?? '')),
];

/** Tried in turn on those that are still called alike: what was done, then when, then every note. */
const APART: readonly ((cell: MeasuredCell) => readonly string[])[] = [
  (cell) => remarks(cell).filter((one) => !one.startsWith('commit ')),
  ({ measured_at }) => (measured_at === null ? [] : [momentWords(measured_at)]),
  (cell) => remarks(cell),
];

const remarks = ({ notes }: MeasuredCell) => notes.flatMap((note) => note.split('; '));

/** `2026-06-29T07:22:58Z` → `2026-06-29 07:22:58`. */
const momentWords = (moment: string) => moment.replace('T', ' ').replace(/Z$/, '');

/** One for each cell, in order. Time stands in it only where nothing else tells two apart. */
export function cellNames(cells: readonly MeasuredCell[]): string[] {
  const telling = PARTS.filter((part) => new Set(cells.map(part)).size > 1);
  const parts = telling.length > 0 ? telling : PARTS.slice(0, 2);
  let names = cells.map((cell) => parts.map((part) => part(cell)).filter(Boolean));
  for (const apart of APART) {
    const alike = Map.groupBy(names.keys(), (i) => names[i]?.join(', '));
    names = names.map((name, i) => {
      const twins = alike.get(name.join(', ')) ?? [];
      if (twins.length < 2) return name;
      const said = new Map(twins.map((twin) => [twin, cells[twin] ? apart(cells[twin]) : []]));
      const isShared = (one: string) => [...said.values()].every((own) => own.includes(one));
      return [...name, ...(said.get(i) ?? []).filter((one) => !isShared(one) && !name.includes(one))];
    });
  }
  return names.map((name) => name.join(', '));
}

/** The whole name, for lists of cells of all datasets. */
export function fullName(cell: MeasuredCell): string {
  const moment = cell.measured_at === null ? '' : momentWords(cell.measured_at);
  const done = remarks(cell).filter((one) => !one.startsWith('commit '));
  return [...PARTS.map((part) => part(cell)), ...done, moment].filter(Boolean).join(', ');
}
