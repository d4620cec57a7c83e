/** What to know before one trusts a placement: its only zone, reads that look in another store first, requests that nobody says a store takes. */
import { rateUnknown } from '../../findings/latency-findings.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { percent } from '../../text/numbers.ts';
import { listing } from '../../text/words.ts';
import type { Names } from './names.ts';
import { nearReadersWords } from './near-readers.ts';

/** Of reads: what could change a p99. */
const LEAST_IN_VAIN = 0.01;

export function cautionWords(
  candidate: Pick<Candidate, 'keeps' | 'stores' | 'asksInVain' | 'findings' | 'read'>,
  names: Pick<Names, 'store'>,
): string[] {
  const { keeps, stores, asksInVain, findings } = candidate;
  return [
    ...(keeps.zones === 1 ? [`The only copy is in one zone (${listing(stores.map(names.store))}).`] : []),
    ...asksInVain
      .filter(({ share }) => share >= LEAST_IN_VAIN)
      .map(
        ({ store, share }) =>
          `${percent(share)} of reads ask ${names.store(store)} first, which does not have the object. Cost and latency count both requests.`,
      ),
    ...findings.flatMap((one) => (one.code === 'rate-unknown' ? [rateUnknown(one, names)] : [])),
    ...nearReadersWords(candidate, names),
  ];
}
