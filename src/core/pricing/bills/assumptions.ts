/** What a bill would be if a price list meant something else where we read a meaning into it. Asked by `stowage bill` and by plans. */
import { itemAt } from '../../at.ts';
import type { PriceFinding } from '../../findings/price-findings.ts';
import type { Archive } from '../archive.ts';
import type { Edition, TransferEdition } from '../editions/edition.ts';
import { providerOf } from '../sheets/resolve.ts';
import type { Assumption } from '../store-facts.ts';
import type { Bill, BillOptions, BillSet } from './bill-types.ts';
import { bill } from './bill.ts';
import type { Usage } from './usage.ts';

/** Less than half a cent is no difference that a bill shows. */
const SHOWN = 0.005;

/** The same bill, which says of each usage by how much its total would differ. */
export function withAssumptions(
  set: BillSet,
  usages: readonly Usage[],
  archive: Archive,
  options: BillOptions,
): BillSet {
  const bills = set.bills.map((own, u): Bill => {
    const found = assumptionsOf(archive, [own.store]).flatMap(({ store, assumed }): PriceFinding[] => {
      const other = bill(usages, readOtherwise(archive, store, assumed), options);
      const difference = itemAt(other.bills, u).total - own.total;
      if (Math.abs(difference) < SHOWN) return [];
      return [{ code: 'assumption', store, assumed, difference, currency: own.currency }];
    });
    return { ...own, findings: [...own.findings, ...found] };
  });
  return { ...set, bills };
}

/** Of these stores and of the data transfer of their providers. */
export function assumptionsOf(
  archive: Archive,
  stores: readonly string[],
): { store: string; assumed: Assumption }[] {
  const tables = new Set(stores.flatMap((store) => [store, `${providerOf(store)}/transfer`]));
  return [...tables].flatMap((store) =>
    (archive.facts(store)?.assumes ?? []).map((assumed) => ({ store, assumed })),
  );
}

/** The archive in which price lists of a store, or of `<provider>/transfer`, have the other meaning. */
export function readOtherwise(
  archive: Archive,
  table: string,
  { because: _, bands, terabyteInGb, ...instead }: Assumption,
): Archive {
  const provider = providerOf(table);
  if (table !== `${provider}/transfer`) {
    const editions = archive.editions(table).map((one) => ({
      ...one,
      ...instead,
      regions: terabyteInGb === undefined ? one.regions : perGigabyte(one.regions, terabyteInGb),
    }));
    return { ...archive, editions: (store) => (store === table ? editions : archive.editions(store)) };
  }
  const transfers = archive.transfers(provider).map((one) => ({
    ...one,
    gigabyte: instead.gigabyte ?? one.gigabyte,
    regions: bands === 'region' ? bandsByRegion(one.regions) : one.regions,
  }));
  return { ...archive, transfers: (asked) => (asked === provider ? transfers : archive.transfers(asked)) };
}

/** Prices per TB as what so many GB cost, whatever a GB is. */
function perGigabyte(regions: Edition['regions'], terabyteInGb: number): Edition['regions'] {
  const text = JSON.stringify(regions).replaceAll(/ per TB(-month|-hour)?"/g, ` per ${terabyteInGb} GB$1"`);
  return JSON.parse(text) as Edition['regions'];
}

function bandsByRegion(regions: TransferEdition['regions']): TransferEdition['regions'] {
  return Object.fromEntries(
    Object.entries(regions).map(([name, region]) => [
      name,
      { ...region, internet: { ...region.internet, group: name } },
    ]),
  );
}
