/** Remarks on prices and bills. */
import type { Names } from '../answer/words/names.ts';
import { meterWords } from '../answer/words/meters.ts';
import type { Assumption } from '../pricing/store-facts.ts';
import { overviewMoney } from '../text/money.ts';
import { capital } from '../text/words.ts';
import type { FindingIn, WordsByCode } from './table.ts';

/** By code: what puts its arguments into words. */
export const PRICE_WORDS = {
  'price-missing': (finding: { store: string; region: string; meter: string; edition: string }, names) =>
    `No price is known for ${meterWords(finding.meter)} of ${names.store(`${finding.store}@${finding.region}`)}. The total counts the least that it can be.`,
  'price-changed-between': (finding: { store: string; after: string; by: string }, names) =>
    `Prices of ${priceTable(finding.store, names)} changed between ${finding.after} and ${finding.by}, on a day that is not recorded. The total is a range: it is billed with both price lists.`,
  'before-record': (finding: { store: string; asOf: string; first: string; knownOn?: string }, names) =>
    `${names.store(finding.store)} has no price for ${finding.asOf}${finding.knownOn ? ` as the archive was on ${finding.knownOn}` : ''}. The first price list is of ${finding.first}. Choose that date or a later one.`,
  'store-ended': (finding: { edition: string; until: string; asOf: string }) =>
    `The price list ${finding.edition} ended on ${finding.until}. Choose a date before it, or another store of that provider.`,
  'store-unknown': (finding: { store: string }, names) => {
    if (finding.store.endsWith('/transfer'))
      return `The archive has no price of data that leaves ${names.provider(finding.store.split('/')[0] ?? '')}.`;
    return `There is no store "${finding.store}". "stowage prices list" names them all.`;
  },
  stale: (finding: { edition: string; confirmed: string; asOf: string; days: number }, names) =>
    `Prices of ${editionStore(finding.edition, names)} were last verified on ${finding.confirmed}, ${finding.days} days before ${finding.asOf}.`,
  'price-confidence': (
    finding: {
      edition: string;
      region: string;
      confidence: 'official-quoted' | 'secondary' | 'conflicting' | 'claimed';
    },
    names,
  ) => `Prices of ${editionStore(finding.edition, names)} are ${CONFIDENCE_WORDS[finding.confidence]}.`,
  'operation-unlisted': (finding: { store: string; operation: string; takenAs: string }, names) =>
    `The price list of ${names.store(finding.store)} gives no class for ${finding.operation}. It is billed as ${finding.takenAs}, the highest price.`,
  'answer-unlisted': (finding: { store: string; answer: number }, names) =>
    `No source says whether ${names.store(finding.store)} bills requests it answers ${finding.answer}. They are billed as successful, without bytes.`,
  'soft-delete-unknown': (finding: { store: string }, names) =>
    `No source says that ${names.store(finding.store)} keeps deleted objects, so softDeleted adds nothing to its bill.`,
  'fair-use': (finding: { store: string; ratio: number; allowed: number }, names) =>
    `${Number.isFinite(finding.ratio) ? `Egress from ${names.store(finding.store)} is ${Number(finding.ratio.toPrecision(3))} × what is stored` : `There is egress from ${names.store(finding.store)} and nothing is stored`}. Its fair-use policy allows ${finding.allowed} ×. That is a breach, not a price.`,
  'size-unstated': (finding: { store: string; meter: string }, names) =>
    `${capital(meterWords(finding.meter))} of ${names.store(finding.store)} depends on sizes that were not stated, so the total is a lower bound. Add objectSize, objects or bytesPerRequest.`,
  'access-tiers-unstated': (finding: { store: string; tiers: string[] }, names) =>
    `${names.store(finding.store)} moves unread objects to cheaper tiers. All bytes are billed in the first tier. Add accessTiers (${finding.tiers.join(', ')}).`,
  'moves-back-unstated': (finding: { store: string; operation: string }, names) =>
    `Reads move objects of ${names.store(finding.store)} back from its cold tiers, and each move is billed. How many is not stated, so the total is a lower bound. Add requests: { ${finding.operation}: … }.`,
  'access-tier-unknown': (finding: { store: string; tier: string; tiers: string[] }, names) =>
    `${names.store(finding.store)} has no tier "${finding.tier}", so its bytes are billed as the rest. ${finding.tiers.length > 0 ? `Try ${finding.tiers.join(', ')}.` : 'It has no tiers.'}`,
  assumption: (
    finding: { store: string; assumed: Assumption; difference: number; currency: string },
    names,
  ) =>
    `${assumptionWords(finding, names)} the bill is ${overviewMoney(Math.abs(finding.difference), finding.currency)} ${finding.difference < 0 ? 'lower' : 'higher'}. ${finding.assumed.because}`,
  'part-of-month': (finding: { store: string; days: number; ofMonth: number; month: string }, names) =>
    `${finding.days} days on ${names.store(finding.store)} are billed as ${finding.days}/${finding.ofMonth} of ${finding.month}. Leave days out for a whole month.`,
  'region-missing': (
    finding: {
      store: string;
      region: string;
      edition: string;
      /** Regions that have prices. */
      regions: string[];
    },
    names,
  ) =>
    finding.region === ''
      ? `${names.store(finding.store)} is priced by region and none was given. Try ${regionList(finding)}.`
      : `${names.store(finding.store)} has no price in "${finding.region}". Try ${regionList(finding)}.`,
} satisfies WordsByCode;

export type PriceFinding = FindingIn<typeof PRICE_WORDS>;

/** What is taken, and the beginning of what would be otherwise. */
export function assumptionWords(
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
