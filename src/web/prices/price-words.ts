/** Words of the Prices pages. */
import type { Confidence, Edition } from '#core/pricing/editions/edition.ts';
import type { Headline, HeadlineRate } from '#core/pricing/editions/headline-rates.ts';
import { formatUnitPrice } from '#core/text/money.ts';

export const HEADLINE_NAMES: Record<Headline, { name: string; unit: string }> = {
  storage: { name: 'Storage', unit: 'per TB-month' },
  put: { name: 'PUT', unit: 'per million' },
  get: { name: 'GET', unit: 'per million' },
  retrieval: { name: 'Retrieval', unit: 'per TB' },
  egress: { name: 'To the internet', unit: 'per TB' },
};

/** `$23.40`; `$5`; `free`; `unknown`. */
export function rateWords({ amount }: Pick<HeadlineRate, 'amount'>, currency: string): string {
  if (amount === null) return 'unknown';
  return amount === 0 ? 'free' : formatUnitPrice(Number(amount.toPrecision(4)), currency);
}

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
