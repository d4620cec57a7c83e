/**
 * What stands beside a bucket on the same bill, as meters of its sheet: what carries its bytes (a NAT gateway, an interface endpoint)
 * and what its objects ask for (keys). Each is the one meter of an add-on, under the add-on's name.
 */
import type { Archive } from '../archive.ts';
import type { PriceQuestion } from './resolve.ts';
import type { BesideSlot, Meter, PriceSheet } from './sheet.ts';
import { UNKNOWN } from './tiers.ts';
import type { NoPrices } from './resolve.ts';

export interface BesideMeter extends Pick<BesideSlot, 'per'> {
  /** `aws/nat-gateway@us-east-1` */
  ref: string;
  meter: Meter;
}

/** `sheetIn`: the add-on's own sheet. An add-on that has no price here costs what nobody knows. */
export function besideMeters(
  refs: readonly string[],
  { asOf, knownOn }: PriceQuestion,
  currency: string,
  sheetIn: (question: PriceQuestion) => PriceSheet | NoPrices,
): BesideMeter[] {
  return refs.map((ref) => {
    const [store = '', region] = ref.split('@');
    const sheet = sheetIn({ store, region, asOf, knownOn });
    const own = 'meters' in sheet ? sheet.meters.find(isPriced) : undefined;
    const name = store.slice(store.indexOf('/') + 1);
    if (!own || !('meters' in sheet))
      return {
        ref,
        per: 1,
        meter: { ...NOTHING_KNOWN, name, pool: ref, edition: store },
      };
    const meter = { ...own, name };
    return {
      ref,
      per: own.unit === 'request' ? 1 : sheet.gigabyte,
      // What is priced in another currency than the bucket is not converted here.
      meter: sheet.currency === currency ? meter : { ...meter, schedule: UNKNOWN },
    };
  });
}

const isPriced = ({ name }: Meter) =>
  name === 'retrieval' || (name.startsWith('requests.') && name !== 'requests.free');

const NOTHING_KNOWN: Omit<Meter, 'name' | 'pool' | 'edition'> = {
  unit: 'GB',
  schedule: UNKNOWN,
  rank: 0,
  quantum: 0,
  grants: [],
  start: 0,
  source: '',
};

/** Whether an archive has an add-on of that name for a provider. */
export function hasAddOn(archive: Archive, store: string): boolean {
  return archive.editions(store).at(-1)?.kind === 'add-on';
}
