/** What a bill would be if a price list meant something else where we read a meaning into it. Asked by `bill`. */
import { numberAt } from '../../at.ts';
import type { PriceFinding } from '../../findings/price-findings.ts';
import type { Archive } from '../archive.ts';
import type { Edition } from '../editions/edition.ts';
import { providerOf } from '../sheets/resolve.ts';
import type { Assumption } from '../store-facts.ts';
import type { BillOptions } from './bill-types.ts';
import { rangeOf } from './range.ts';
import type { Range } from './range.ts';
import type { Usage } from './usage.ts';

/** Less than half a cent is no difference that a bill shows. */
const SHOWN = 0.005;

/** Of each usage, the readings that move its total, each with the difference that the other reading makes. */
export function assumptionFindings(
  usages: readonly Usage[],
  archive: Archive,
  options: BillOptions,
  { known, low }: Range,
): PriceFinding[][] {
  return usages.map(({ store }, u) => {
    const part = known.partOf[u];
    const sheet = part === undefined ? undefined : known.parts[part]?.sheet;
    if (part === undefined || !sheet) return [];
    return [...new Set([store, `${providerOf(store)}/transfer`])].flatMap((table) =>
      (archive.facts(table)?.assumes ?? []).flatMap((assumed): PriceFinding[] => {
        const other = rangeOf(usages, readOtherwise(archive, table, assumed), options);
        const difference = numberAt(other.low.totals, part) - numberAt(low.totals, part);
        if (Math.abs(difference) < SHOWN) return [];
        return [{ code: 'assumption', store: table, assumed, difference, currency: sheet.currency }];
      }),
    );
  });
}

/**
 * The archive in which price lists of a store, or of `<provider>/transfer`, have the other meaning. Regions are copied: sheets are
 * remembered by them.
 */
function readOtherwise(
  archive: Archive,
  table: string,
  { because: _, bands, ...instead }: Assumption,
): Archive {
  const provider = providerOf(table);
  const isOwn = (store: string) =>
    table === `${provider}/transfer` ? providerOf(store) === provider : store === table;
  const copies = new Map<string, readonly Edition[]>();
  const editions = (store: string) => {
    const known = isOwn(store) ? copies.get(store) : archive.editions(store);
    if (known) return known;
    const change = store === table ? instead : {};
    const copied = archive
      .editions(store)
      .map((one) => ({ ...one, ...change, regions: eachRegion(one.regions, (region) => ({ ...region })) }));
    copies.set(store, copied);
    return copied;
  };
  if (table !== `${provider}/transfer`) return { ...archive, editions };
  const transfers = archive.transfers(provider).map((one) => ({
    ...one,
    gigabyte: instead.gigabyte ?? one.gigabyte,
    regions: eachRegion(one.regions, (region, name) =>
      bands === 'region' ? { ...region, internet: { ...region.internet, group: name } } : region,
    ),
  }));
  return {
    ...archive,
    editions,
    transfers: (asked) => (asked === provider ? transfers : archive.transfers(asked)),
  };
}

function eachRegion<R>(regions: Readonly<Record<string, R>>, of: (region: R, name: string) => R) {
  return Object.fromEntries(Object.entries(regions).map(([name, region]) => [name, of(region, name)]));
}
