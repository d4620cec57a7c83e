/** Prices that sources give differently: what an edition takes, and the archive as it would be with the other figures. */
import { EVERYWHERE } from '../../places.ts';
import type { Archive } from '../archive.ts';
import type { Edition, RegionPrices } from './edition.ts';
import { urlOf } from '../sheets/meter-maker.ts';

/** A region's prices with the figures of its `conflict`; as they are where it has none. */
export function otherPrices(prices: RegionPrices): RegionPrices {
  if (!prices.conflict) return prices;
  const { source, requests, ...figures } = prices.conflict;
  const { conflict: _settled, ...taken } = prices;
  const given = Object.fromEntries(Object.entries(figures).filter(([, price]) => price !== undefined));
  return { ...taken, ...given, requests: { ...taken.requests, ...requests }, source };
}

/** The archive with one edition's other figures in one region, and where they are from; null where no source gives others. */
export function withOtherFigures(
  archive: Archive,
  edition: Edition,
  region: string,
): { archive: Archive; source: string } | null {
  const key = Object.hasOwn(edition.regions, region) ? region : EVERYWHERE;
  const prices = edition.regions[key];
  if (!prices?.conflict) return null;
  const other: Edition = { ...edition, regions: { ...edition.regions, [key]: otherPrices(prices) } };
  return {
    source: urlOf(edition, prices.conflict.source),
    archive: {
      ...archive,
      editions: (store) => archive.editions(store).map((one) => (one.id === edition.id ? other : one)),
    },
  };
}
