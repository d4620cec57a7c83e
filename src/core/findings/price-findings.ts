/** Remarks on prices and bills. */
import { AS_WRITTEN } from '../answer/words/names.ts';
import type { Names } from '../answer/words/names.ts';
import { meterWords } from '../answer/words/meters.ts';
import type { Assumption } from '../pricing/store-facts.ts';
import { overviewMoney } from '../text/money.ts';
import { capital } from '../text/words.ts';

export type PriceFinding =
  | { code: 'price-missing'; store: string; region: string; meter: string; edition: string }
  | { code: 'price-changed-between'; store: string; after: string; by: string }
  | { code: 'before-record'; store: string; asOf: string; first: string; knownOn?: string }
  | { code: 'store-ended'; edition: string; until: string; asOf: string }
  | { code: 'store-unknown'; store: string }
  | { code: 'stale'; edition: string; confirmed: string; asOf: string; days: number }
  | {
      code: 'price-confidence';
      edition: string;
      region: string;
      confidence: 'official-quoted' | 'secondary' | 'conflicting' | 'claimed';
    }
  | { code: 'operation-unlisted'; store: string; operation: string; takenAs: string }
  | { code: 'answer-unlisted'; store: string; answer: number }
  | { code: 'soft-delete-unknown'; store: string }
  | { code: 'fair-use'; store: string; ratio: number; allowed: number }
  | { code: 'size-unstated'; store: string; meter: string }
  | { code: 'access-tiers-unstated'; store: string; tiers: string[] }
  | { code: 'access-tier-unknown'; store: string; tier: string; tiers: string[] }
  | { code: 'assumption'; store: string; assumed: Assumption; difference: number; currency: string }
  | { code: 'part-of-month'; store: string; days: number; ofMonth: number; month: string }
  | {
      code: 'region-missing';
      store: string;
      region: string;
      edition: string;
      /** Regions that have prices. */ regions: string[];
    };

/** A record, so that a code added above is missed here at compile time. */
export const PRICE_CODES: Record<PriceFinding['code'], true> = {
  'price-missing': true,
  'price-changed-between': true,
  'before-record': true,
  'store-ended': true,
  'store-unknown': true,
  stale: true,
  'price-confidence': true,
  'operation-unlisted': true,
  'answer-unlisted': true,
  'soft-delete-unknown': true,
  'fair-use': true,
  'size-unstated': true,
  'access-tiers-unstated': true,
  'access-tier-unknown': true,
  assumption: true,
  'part-of-month': true,
  'region-missing': true,
};

/** What was seen, and what to try where something can be done. */
export function describePriceFinding(finding: PriceFinding, names: Names = AS_WRITTEN): string {
  switch (finding.code) {
    case 'price-missing':
      return `No price is known for ${meterWords(finding.meter)} of ${names.store(`${finding.store}@${finding.region}`)}. The total counts the least that it can be.`;
    case 'price-changed-between':
      return `Prices of ${priceTable(finding.store, names)} changed between ${finding.after} and ${finding.by}, on a day that is not recorded. The total is a range: it is billed with both price lists.`;
    case 'before-record':
      return `${names.store(finding.store)} has no price for ${finding.asOf}${finding.knownOn ? ` as the archive was on ${finding.knownOn}` : ''}. The first price list is of ${finding.first}. Choose that date or a later one.`;
    case 'store-ended':
      return `The price list ${finding.edition} ended on ${finding.until}. Choose a date before it, or another store of that provider.`;
    case 'store-unknown':
      if (finding.store.endsWith('/transfer'))
        return `The archive has no price of data that leaves ${names.provider(finding.store.split('/')[0] ?? '')}.`;
      return `There is no store "${finding.store}". "stowage prices list" names them all.`;
    case 'stale':
      return `Prices of ${editionStore(finding.edition, names)} were last verified on ${finding.confirmed}, ${finding.days} days before ${finding.asOf}.`;
    case 'price-confidence':
      return `Prices of ${editionStore(finding.edition, names)} are ${CONFIDENCE_WORDS[finding.confidence]}.`;
    case 'operation-unlisted':
      return `The price list of ${names.store(finding.store)} gives no class for ${finding.operation}. It is billed as ${finding.takenAs}, the highest price.`;
    case 'answer-unlisted':
      return `No source says whether ${names.store(finding.store)} bills requests it answers ${finding.answer}. They are billed as successful, without bytes.`;
    case 'soft-delete-unknown':
      return `No source says that ${names.store(finding.store)} keeps deleted objects, so softDeleted adds nothing to its bill.`;
    case 'fair-use':
      return `${Number.isFinite(finding.ratio) ? `Egress from ${names.store(finding.store)} is ${Number(finding.ratio.toPrecision(3))} × what is stored` : `There is egress from ${names.store(finding.store)} and nothing is stored`}. Its fair-use policy allows ${finding.allowed} ×. That is a breach, not a price.`;
    case 'size-unstated':
      return `${capital(meterWords(finding.meter))} of ${names.store(finding.store)} depends on sizes that were not stated, so the total is a lower bound. Add objectSize, objects or bytesPerRequest.`;
    case 'access-tiers-unstated':
      return `${names.store(finding.store)} moves unread objects to cheaper tiers. All bytes are billed in the first tier. Add accessTiers (${finding.tiers.join(', ')}).`;
    case 'access-tier-unknown':
      return `${names.store(finding.store)} has no tier "${finding.tier}", so its bytes are billed as the rest. ${finding.tiers.length > 0 ? `Try ${finding.tiers.join(', ')}.` : 'It has no tiers.'}`;
    case 'assumption':
      return `${assumptionWords(finding, names)} the bill is ${overviewMoney(Math.abs(finding.difference), finding.currency)} ${finding.difference < 0 ? 'lower' : 'higher'}. ${finding.assumed.because}`;
    case 'part-of-month':
      return `${finding.days} days on ${names.store(finding.store)} are billed as ${finding.days}/${finding.ofMonth} of ${finding.month}. Leave days out for a whole month.`;
    case 'region-missing':
      return finding.region === ''
        ? `${names.store(finding.store)} is priced by region and none was given. Try ${regionList(finding)}.`
        : `${names.store(finding.store)} has no price in "${finding.region}". Try ${regionList(finding)}.`;
  }
}

/** What is taken, and the beginning of what would be otherwise. */
function assumptionWords(
  { store, assumed: { gigabyte, month } }: { store: string; assumed: Assumption },
  names: Names,
): string {
  if (gigabyte !== undefined) {
    const [taken, other] = gigabyte === 1e9 ? ['2^30', '10^9'] : ['10^9', '2^30'];
    return `One GB of ${priceTable(store, names)} is taken as ${taken} bytes. With ${other} bytes`;
  }
  if (month !== undefined)
    return `A month of ${priceTable(store, names)} is taken as 720 hours. With ${month === 'calendar' ? 'the hours of each month' : month}`;
  return `Regions of ${names.provider(store.split('/')[0] ?? '')} are taken to fill the same egress bands. With bands by region`;
}

/** `google/transfer` is what the provider asks for data that leaves it. */
function priceTable(table: string, names: Names): string {
  const [provider = '', store] = table.split('/');
  return store === 'transfer' ? `data that leaves ${names.provider(provider)}` : names.store(table);
}

/** `aws/s3-standard/2025-11-20` → `S3 Standard`. */
function editionStore(edition: string, names: Names): string {
  return names.store(edition.split('/').slice(0, 2).join('/'));
}

const CONFIDENCE_WORDS = {
  'official-quoted': 'quoted by others from the provider’s page',
  secondary: 'from a source other than the provider',
  conflicting: 'in conflict between sources',
  claimed: 'claimed by an author, not by the provider',
};

const SHOWN_REGIONS = 6;

function regionList({ store, regions }: { store: string; regions: readonly string[] }): string {
  if (regions.length === 0) return `${store} without a region`;
  const more = regions.length - SHOWN_REGIONS;
  return `${regions.slice(0, SHOWN_REGIONS).join(', ')}${more > 0 ? ` or one of ${more} more` : ''}`;
}
