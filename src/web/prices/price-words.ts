/** Words of the Prices pages. */
import type { Confidence, Edition } from '#core/pricing/editions/edition.ts';
import type { Headline, HeadlineRate } from '#core/pricing/editions/headline-rates.ts';
import type { Voice } from '#core/report/rule-words.ts';
import { formatUnitPrice } from '#core/text/unit-price.ts';
import { listing } from '#core/text/words.ts';
import { placeName, storeName } from '#web/words/names.ts';
import type { PriceRow } from './price-rows.ts';

/** Rules name stores and places as the page does. */
export const VOICE: Voice = { store: storeName, place: placeName, list: (names) => listing(names) };

export const HEADLINE_NAMES: Record<Headline, { name: string; unit: string }> = {
  storage: { name: 'Storage', unit: 'per GB-month' },
  put: { name: 'PUT', unit: 'per million' },
  get: { name: 'GET', unit: 'per million' },
  retrieval: { name: 'Retrieval', unit: 'per GB' },
  egress: { name: 'Egress', unit: 'per GB' },
};

/** `$0.023`; `$5`; `free`; `unknown`. */
export function rateWords({ listed }: Pick<HeadlineRate, 'listed'>, currency: string): string {
  if (listed === null) return 'unknown';
  return listed === 0 ? 'free' : formatUnitPrice(Number(listed.toPrecision(4)), currency);
}

export const KIND_WORDS: Record<PriceRow['kind'] | 'all', { name: string; meaning: string }> = {
  hot: { name: 'Read often', meaning: 'answers at once, and reads of the bytes cost little' },
  cool: { name: 'Read seldom', meaning: 'answers at once, and each byte read costs extra' },
  archive: { name: 'Archive', meaning: 'restored before a read, which takes hours' },
  all: { name: 'All', meaning: 'hot and cold mixed' },
};

export const CURRENCY_NAMES: Record<string, string> = { USD: 'US dollars', EUR: 'euro' };

/** Who says so, in a cell. */
export const CONFIDENCE_NAMES: Record<Confidence, string> = {
  official: 'provider’s own page',
  'official-quoted': 'provider’s price, quoted',
  secondary: 'third party',
  conflicting: 'sources disagree',
  claimed: 'claimed',
};

/** What the one figure leaves out; empty where it is the whole price. */
export function rateNote({ hasAllowance, isTiered, isFairUse }: HeadlineRate): string {
  const notes = [
    ...(hasAllowance ? ['some free'] : []),
    ...(isTiered ? ['then tiers'] : []),
    ...(isFairUse ? ['within fair use'] : []),
  ];
  return notes.join(', ');
}

export const CONFIDENCE_WORDS: Record<Confidence, string> = {
  official: "read from the provider's own page or data",
  'official-quoted': "the provider's price, as quoted by someone who names the day they read it",
  secondary: 'from a third party',
  conflicting: 'sources disagree; see the notes',
  claimed: "a price list somebody published that is not the provider's",
};

export function effectiveWords({ date, precision }: Pick<Edition, 'date' | 'precision'>): string {
  const day = date.slice(0, 10);
  switch (precision) {
    case 'day':
      return `In force from ${day}`;
    case 'bounded':
      return `In force by ${day}, and not long before`;
    case 'observed':
      return `First seen on ${day}; when it began is not known`;
  }
}
