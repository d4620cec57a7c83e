/** One price over time in words and as a table. */
import { figureOf } from '#core/answer/figures/figure.ts';
import type { Headline } from '#core/pricing/editions/headline-rates.ts';
import { rateWords } from './price-words.ts';

export interface PriceSteps {
  headline: Headline;
  name: string;
  /** What one amount is for: `per TB-month`. */
  unit: string;
  currency: string;
  /** One an edition, by date. */
  points: { date: string; amount: number | null; printed: string }[];
  /** Last day the newest was seen unchanged. */
  until: string;
}

export const stepWords = ({ currency }: PriceSteps, amount: number | null) => rateWords({ amount }, currency);

/** `Storage per TB-month: $149 in 2023-11, $102.40 since 2025-04`. */
export function stepTitle(steps: PriceSteps): string {
  const { name, unit, points } = steps;
  const changes = points.filter(({ amount }, i) => i === 0 || amount !== points[i - 1]?.amount);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return `${name} ${unit}: unknown`;
  const now = stepWords(steps, last.amount);
  if (first === last) return `${name} ${unit}: ${now}`;
  return `${name} ${unit}: ${stepWords(steps, first.amount)} in ${first.date.slice(0, 7)}, ${now} since ${last.date.slice(0, 7)}`;
}

export const stepFigure = ({ unit, currency, points }: PriceSteps) =>
  figureOf(
    points,
    [
      { title: 'price list of', key: 'edition of', of: ({ date }) => date },
      {
        title: unit,
        key: `${currency} ${unit}`,
        kind: 'price',
        none: 'unknown',
        of: ({ amount }) => amount,
      },
      { title: 'as printed', of: ({ printed }) => printed },
    ],
    { currency },
  );
