/** Remarks on prices and bills. */

export type PriceFinding =
  | { code: 'price-missing'; store: string; region: string; meter: string; edition: string }
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
  | { code: 'thirty-day-month'; store: string; days: number }
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
  'thirty-day-month': true,
  'region-missing': true,
};

/** One sentence: what was seen, and what to try where something can be done. */
export function describePriceFinding(finding: PriceFinding): string {
  switch (finding.code) {
    case 'price-missing':
      return `No source gives the price of ${finding.meter} for ${finding.store}@${finding.region} (${finding.edition}), so the total is a lower bound.`;
    case 'before-record':
      return `There is no price of ${finding.store} for ${finding.asOf}${finding.knownOn ? ` as the archive was on ${finding.knownOn}` : ''}; the first edition is of ${finding.first}. Choose that date or a later one.`;
    case 'store-ended':
      return `Nobody is billed by ${finding.edition} since ${finding.until}; choose a date before it, or another store of that provider.`;
    case 'store-unknown':
      if (finding.store.endsWith('/transfer'))
        return `The archive has no price of data that leaves ${finding.store.split('/')[0]}.`;
      return `There is no store "${finding.store}". "stowage prices list" names them all.`;
    case 'stale':
      return `The prices of ${finding.edition} were last seen unchanged on ${finding.confirmed}, ${finding.days} days before ${finding.asOf}.`;
    case 'price-confidence':
      return `The prices of ${finding.edition} in ${finding.region} are ${CONFIDENCE_WORDS[finding.confidence]}.`;
    case 'operation-unlisted':
      return `${finding.store} does not say what class ${finding.operation} falls in; it is billed as ${finding.takenAs}, the dearest.`;
    case 'answer-unlisted':
      return `No source says whether ${finding.store} bills requests it answers ${finding.answer}; they are billed as if they had succeeded, without bytes.`;
    case 'soft-delete-unknown':
      return `${finding.store} is not known to keep what is deleted, so softDeleted adds nothing to its bill.`;
    case 'fair-use':
      return `Egress from ${finding.store} is ${rounded(finding.ratio)} times what is stored, and its policy allows ${finding.allowed} times. That is a breach, not a price.`;
    case 'size-unstated':
      return `${finding.meter} of ${finding.store} depends on sizes that were not stated, so the total is a lower bound. Add objectSize, objects or bytesPerRequest.`;
    case 'access-tiers-unstated':
      return `${finding.store} moves objects that nobody reads to cheaper tiers; how much lies there was not stated, so all of it is billed in the first. Add accessTiers (${finding.tiers.join(', ')}).`;
    case 'access-tier-unknown':
      return `${finding.store} has no tier "${finding.tier}", so its bytes are billed as the rest; ${finding.tiers.length > 0 ? `try ${finding.tiers.join(', ')}` : 'it has none'}.`;
    case 'thirty-day-month':
      return `${finding.days} days on ${finding.store} are billed as parts of a 30-day month; name a month (month: 2026-03) to use its real length.`;
    case 'region-missing':
      return finding.region === ''
        ? `${finding.store} is priced by region and none was given; try ${regionList(finding)}.`
        : `${finding.store} has no price in "${finding.region}"; try ${regionList(finding)}.`;
  }
}

const CONFIDENCE_WORDS = {
  'official-quoted': 'quoted by others from the provider’s page',
  secondary: 'from a source other than the provider',
  conflicting: 'in conflict between sources',
  claimed: 'only claimed by an author, not by the provider',
};

const SHOWN_REGIONS = 6;

function regionList({ store, regions }: { store: string; regions: readonly string[] }): string {
  if (regions.length === 0) return `${store} without a region`;
  const more = regions.length - SHOWN_REGIONS;
  return `${regions.slice(0, SHOWN_REGIONS).join(', ')}${more > 0 ? ` or one of ${more} more` : ''}`;
}

function rounded(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : 'any number of';
}
