/** What is said of prices that were converted. */
import type { Finding } from '../../findings/index.ts';
import { daysBetween } from '../../iso-date.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { CandidateStore } from './candidate-store.ts';

/** One remark for each currency that was, at the scenario's own rate. */
export function conversionFindings(
  stores: readonly CandidateStore[],
  planCurrency: string,
  { fx, asOf }: Pick<Scenario, 'fx' | 'asOf'>,
): Finding[] {
  const converted = new Set(
    stores.map(({ edition }) => edition.currency).filter((one) => one !== planCurrency),
  );
  const date = typeof fx?.date === 'string' ? fx.date : null;
  return [...converted].flatMap((currency): Finding[] => {
    const rate = fx?.[currency];
    if (typeof rate !== 'number') return [];
    return [
      {
        code: 'currency-converted',
        currency,
        rate,
        date,
        asOf,
        days: date === null ? null : daysBetween(date, asOf),
      },
    ];
  });
}
