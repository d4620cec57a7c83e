/** What each preset would cost on each store of the archive: known before there is an account. */
import { nearestRegion, placeOfStore } from '#core/places.ts';
import { shortName, type Archive } from '#core/pricing/archive.ts';
import { estimate } from './estimate.ts';
import { parseProbePlan, type ProbePlan } from '../plan/plan-file.ts';
import { PRESET_NAMES, type PresetName } from '../plan/presets.ts';
import { ALONE } from '../plan/shard.ts';

export interface PresetCost {
  total: number;
  /** A price is unknown: the total is a lower bound. */
  atLeast: boolean;
}

/** One store in its region nearest the place asked for. */
export interface StoreCosts {
  store: string;
  name: string;
  region: string;
  currency: string;
  /** By preset. From a machine of the provider in the same region; null where that makes no difference. */
  beside: Record<PresetName, PresetCost> | null;
  /** From anywhere else, over the internet. */
  afar: Record<PresetName, PresetCost>;
}

/** More than any provider gives away, and less than earns a discount. */
const PAST_FREE_EGRESS_BYTES = 200e9;

/**
 * All stores but those whose prices are only claimed, at the prices in force on `asOf`. `near`: the place whose region is taken. What
 * the account reads over the internet for nothing is taken to be used up, else no egress would show.
 */
export function presetCosts(archive: Archive, asOf: string, near: string): StoreCosts[] {
  return archive.stores.flatMap((store): StoreCosts[] => {
    const editions = archive.editions(store).filter(({ date }) => date <= asOf);
    const newest = editions.at(-1);
    const region = nearestRegion(editions, near);
    if (!newest || region === undefined || newest.kind !== 'store' || newest.confidence === 'claimed')
      return [];
    const plans = new Map(PRESET_NAMES.map((preset) => [preset, planOf(preset, `${store}@${region}`)]));
    const account = { [newest.provider]: { internetEgressBytes: PAST_FREE_EGRESS_BYTES } };
    const from = (place: string | null) =>
      Object.fromEntries(
        [...plans].map(([preset, plan]): [PresetName, PresetCost] => {
          const { total, atLeast } = estimate({ ...plan, from: place }, archive, asOf, ALONE, account);
          return [preset, { total, atLeast }];
        }),
      ) as Record<PresetName, PresetCost>;
    const own = placeOfStore(newest, region);
    const afar = from(null);
    const beside = own === `${newest.provider}/${region}` ? from(own) : afar;
    return [
      {
        store,
        name: shortName(archive, store),
        region,
        currency: newest.currency,
        beside: PRESET_NAMES.some((preset) => beside[preset].total !== afar[preset].total) ? beside : null,
        afar,
      },
    ];
  });
}

export const planOf = (preset: PresetName, store: string, from = 'unknown'): ProbePlan =>
  parseProbePlan({ probe: 1, from, preset, targets: [{ store }] });
