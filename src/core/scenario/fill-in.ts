/** What a file may leave out of a scenario, filled in from the rest of it and from the prices known. Links say all of it. */
import { lastRecorded } from '../pricing/archive.ts';
import type { Archive } from '../pricing/archive.ts';
import { splitRef } from '../store-ref.ts';
import { regionLeftOut } from './check-stores.ts';

type Keyed = Readonly<Record<string, unknown>>;
const isMap = (value: unknown): value is Keyed =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * `value` as authored, with `stowage: 1`, the day of the newest known prices, the share and the place of an only reader, and for
 * each store without a region the one nearest the writer, in the residency that is asked. What is no scenario comes back as it is, for
 * the schema to refuse.
 */
export function filledIn(value: unknown, archive: Archive): unknown {
  if (!isMap(value)) return value;
  const workload = isMap(value.workload) ? withWriter(value.workload) : value.workload;
  const writer = isMap(workload) ? workload.writer : undefined;
  const filled = withResidency(value);
  const { residency } = isMap(filled.requirements) ? filled.requirements : {};
  const placed = (ref: unknown): unknown => {
    if (typeof ref !== 'string' || typeof writer !== 'string') return ref;
    const within = typeof residency === 'string' ? residency : 'any';
    const region = regionLeftOut(splitRef(ref), archive, writer, within);
    return region === undefined ? ref : `${ref}@${region}`;
  };
  const placedIn = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(placedIn);
    if (!isMap(one)) return placed(one);
    return Object.fromEntries(
      Object.entries(one).map(([key, ref]) => [key, /^(store|hot|cold)$/.test(key) ? placed(ref) : ref]),
    );
  };
  const named = (['stores', 'copies', 'current'] as const).filter((key) => value[key] !== undefined);
  return {
    stowage: 1,
    ...filled,
    asOf: value.asOf ?? lastRecorded(archive),
    workload,
    ...Object.fromEntries(named.map((key) => [key, placedIn(value[key])])),
  };
}

/** `value` with its residency under that name, where it stands under the older one, `jurisdiction`. */
export function withResidency<T extends Keyed>(value: T): T {
  if (!isMap(value.requirements) || value.requirements.jurisdiction === undefined) return value;
  const { jurisdiction, ...rest } = value.requirements;
  const isSaid = rest.residency !== undefined || jurisdiction === 'any';
  return { ...value, requirements: isSaid ? rest : { ...rest, residency: jurisdiction } };
}

function withWriter(workload: Keyed): Keyed {
  const { readers } = workload;
  const only: unknown = Array.isArray(readers) && readers.length === 1 ? readers[0] : undefined;
  if (!isMap(only)) return workload;
  return { ...workload, readers: [{ ...only, share: only.share ?? 1 }], writer: workload.writer ?? only.at };
}
