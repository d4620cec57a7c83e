/** What readers use of the CDNs they come through: requests and bytes, where the edges that answer them are. */
import { cdnRegion } from '../../places.ts';
import { resolvePrices } from '../../pricing/sheets/resolve.ts';
import type { Population } from '../../workload/population.ts';
import { splitRef } from '../../store-ref.ts';
import type { PlanContext } from '../context/types.ts';
import { cdnPart } from './usage-parts.ts';
import type { UsagePart } from './usage-parts.ts';

interface CdnUse {
  store: string;
  /** Empty where its prices name no region for these readers. */
  region: string;
  /** The archive has prices there at the plan's date. */
  priced: boolean;
  /** What its readers use of it in a month, hits and misses alike. */
  part(population: Population): UsagePart;
}

/** One for each CDN and region in use, whatever the plan. */
export function cdnUses({ workload, scenario, archive }: PlanContext): CdnUse[] {
  const { asOf, knownOn } = scenario;
  const uses = new Map<string, { store: string; region: string; share: number }>();
  for (const { via, place, share } of workload.readers) {
    if (via === undefined) continue;
    const { store, region: named } = splitRef(via);
    const edition = archive.editions(store).at(-1);
    const region = named ?? (edition && cdnRegion(edition, place)) ?? '';
    const use = uses.get(`${store}@${region}`) ?? { store, region, share: 0 };
    use.share += share;
    uses.set(`${store}@${region}`, use);
  }
  return [...uses.values()].map(({ store, region, share }) => ({
    store,
    region,
    priced: 'edition' in resolvePrices(archive, { store, region, asOf, ...(knownOn ? { knownOn } : {}) }),
    part: (population) => cdnPart(workload, population.reads * share),
  }));
}
