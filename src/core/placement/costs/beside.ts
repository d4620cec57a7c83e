/** Which add-ons are billed for what is read from a store and written to it: by the scenario's ways, and by its keys. */
import type { Archive } from '../../pricing/archive.ts';
import { isInternet } from '../../pricing/bills/usage.ts';
import { hasAddOn } from '../../pricing/sheets/beside-meters.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { splitRef } from '../../store-ref.ts';
import type { Site, UsagePart } from './usage-parts.ts';
import { siteOfPlace } from './usage-parts.ts';

/** Add-ons by their ids with a region, `aws/nat-gateway@us-east-1`; null: none. */
export interface Beside {
  /** By reader. */
  reads: readonly (string | null)[];
  writes: string | null;
  keys: string | null;
  /** Requests to the key service for each that carries an object. */
  keyRequests: number;
  /** Whether what goes this way leaves by the internet besides. */
  leaves(way: string): boolean;
}

export function besideOf(scenario: Scenario, archive: Archive, store: Site): Beside {
  const { readers, writer, writes, objects } = scenario.workload;
  const { keys: service, requests = 1 } = objects.encryption ?? {};
  const way = (through: readonly string[], place: string) =>
    through.flatMap((name) => wayTo(archive, name, siteOfPlace(place), store) ?? [])[0] ?? null;
  return {
    reads: readers.map(({ at, through = [] }) => way(through, at)),
    writes: way(writes.through ?? [], writer),
    // Where no price list has the provider's key service, its requests cost what nobody knows.
    keys: service === undefined ? null : `${store.provider}/${service}@${store.region}`,
    keyRequests: requests,
    leaves: (ref) => archive.facts(splitRef(ref).store)?.way?.replaces !== 'internet',
  };
}

/** Null: that way does not lead to the store. */
function wayTo(archive: Archive, name: string, from: Site, to: Site): string | null {
  const [reader, store] = [`${from.provider}/${name}`, `${to.provider}/${name}`];
  const { side = null, reaches } = archive.facts(reader)?.way ?? archive.facts(store)?.way ?? {};
  const isHere = {
    all: true,
    'same-provider': from.provider === to.provider,
    'same-region': from.provider === to.provider && from.region === to.region,
  };
  if (side === null || !isHere[reaches ?? 'all']) return null;
  const [id, { region }] = side === 'reader' ? [reader, from] : [store, to];
  return hasAddOn(archive, id) ? `${id}@${region}` : null;
}

/** All that a store's bill may have beside it. */
export function refsOf({ reads, writes, keys }: Beside): string[] {
  return [...new Set([...reads, writes, keys])].filter((ref) => ref !== null);
}

/** The part with what stands beside it: its bytes that leave, or come in, and a key for each object that it carries. */
export function withBeside(
  part: UsagePart,
  way: string | null,
  { keys, keyRequests, leaves }: Beside,
): UsagePart {
  const carried = part.requests.filter(({ bytesEach = 0 }) => bytesEach > 0);
  const objects = carried.reduce((sum, { count }) => sum + count, 0);
  const bytes = carried.reduce((sum, { count, bytesEach = 0 }) => sum + count * bytesEach, 0);
  const beside = [
    ...(way === null ? [] : [{ ref: way, amount: bytes }]),
    ...(keys === null ? [] : [{ ref: keys, amount: objects * keyRequests }]),
  ].filter(({ amount }) => amount > 0);
  if (beside.length === 0) return part;
  const egress = way === null || leaves(way) ? part.egress : part.egress.filter(({ to }) => !isInternet(to));
  return { ...part, egress, beside };
}
