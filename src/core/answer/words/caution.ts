/** What to know before one trusts a placement: its only zone, and requests that nobody says its stores take. */
import { rateUnknown } from '../../findings/latency-findings.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { listing } from '../../text/words.ts';
import type { Names } from './names.ts';

export function cautionWords(
  { keeps, stores, findings }: Pick<Candidate, 'keeps' | 'stores' | 'findings'>,
  names: Pick<Names, 'store'>,
): string[] {
  return [
    ...(keeps.zones === 1 ? [`The only copy is in one zone (${listing(stores.map(names.store))}).`] : []),
    ...findings.flatMap((one) => (one.code === 'rate-unknown' ? [rateUnknown(one, names)] : [])),
  ];
}
