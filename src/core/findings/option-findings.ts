/** What else could be done, each with its price: copies and replicas. */
import { formatMs } from '../units.ts';
import { moneyIn } from './in-currency.ts';
import type { InCurrency } from './in-currency.ts';

export type OptionFinding =
  | ({
      code: 'second-zone';
      store: string;
      zones: number;
      /** A month, with the second bucket. */
      total: number;
      alone: number;
      feasible: 'yes' | 'no' | 'unproven';
    } & InCurrency)
  | ({
      code: 'nearby-copies';
      store: string;
      /** Everything is in the copies alone. */
      isLeft: boolean;
      copies: string[];
      /** A month, with the copies. */
      total: number;
      alone: number;
      feasible: 'yes' | 'no' | 'unproven';
      /** What is recommended as it stands; null where nothing is. */
      instead: { id: string; total: number } | null;
      /** Those that a copy serves. */
      places: { place: string; store: string; p99Ms: number | null; aloneMs: number | null }[];
    } & InCurrency)
  | ({
      code: 'provider-replication';
      store: string;
      alone: Kept;
      options: (Kept & { how: keyof typeof REPLICATION; ref: string })[];
      /** Copies that the provider makes in a region one chooses: none, at a price that is not known, or among the options. */
      copies: 'by-region' | 'none' | 'unknown' | null;
    } & InCurrency);

interface Kept {
  /** A month. */
  total: number;
  atLeast: boolean;
  feasible: 'yes' | 'no' | 'unproven';
  p99Ms: number | null;
}

/** A record, so that a code added above is missed here at compile time. */
export const OPTION_CODES: Record<OptionFinding['code'], true> = {
  'second-zone': true,
  'nearby-copies': true,
  'provider-replication': true,
};

export function describeOptionFinding(finding: OptionFinding): string {
  switch (finding.code) {
    case 'second-zone': {
      const { store, zones, total, alone, feasible } = finding;
      const money = moneyIn(finding);
      const then = { yes: 'would meet', unproven: 'may meet', no: 'would still fail' }[feasible];
      return `A second bucket of ${store} in another zone, written at once, ${then} the requirements with ${zones} zones: ${money(total)} a month, ${money(total - alone)} more than one. Write copies: [${store}].`;
    }
    case 'nearby-copies':
      return nearbyCopies(finding);
    case 'provider-replication':
      return replication(finding);
  }
}

function nearbyCopies(finding: Extract<OptionFinding, { code: 'nearby-copies' }>): string {
  const { store, isLeft, copies, total, alone, feasible, instead, places } = finding;
  const money = moneyIn(finding);
  const faster = places.map(
    ({ place, store: server, p99Ms, aloneMs }) =>
      `${place} reads ${server}: p99 ${p99Ms === null ? 'not known' : formatMs(p99Ms)} instead of ${aloneMs === null ? 'not known' : formatMs(aloneMs)}`,
  );
  const than = (other: number) => `${money(Math.abs(total - other))} ${total < other ? 'less' : 'more'} than`;
  const price = `${money(total)} a month, ${than(alone)} ${store} alone`;
  const holds = {
    yes: instead
      ? `It meets what is required, for ${than(instead.total)} ${instead.id}`
      : 'It would meet what is required, where nothing else is sure enough to',
    unproven: 'It may meet what is required',
    no: 'It fails what is required',
  };
  const there = copies.join(' and ');
  const kept = isLeft
    ? `Everything in ${there}${copies.length > 1 ? ', written at once,' : ''} rather than ${store}`
    : `Everything in ${store} and a copy in ${there}, written at once,`;
  return `${kept} serves readers nearby: ${faster.join('; ')}. ${price}. ${holds[feasible]}.`;
}

/** What each keeps, as the providers name them. */
const REPLICATION = {
  'multi-region': 'kept in several regions',
  'dual-region': 'kept in two regions',
  'dual-region-turbo': 'kept in two regions, copied by turbo replication',
  'zone-redundant': 'kept in several zones of the region',
  'geo-redundant': 'kept in a second region as well, which is read after a failover only',
  'geo-redundant-readable': 'kept in a second region as well, which can be read',
  'near-readers': 'kept near whoever reads it',
  'region-copy': 'copied there by the provider as it is written; what is there already is not',
  'region-copy-timed':
    'the same with Replication Time Control, most of it within 15 minutes; its metrics are not in the figure',
} as const;

function replication(finding: Extract<OptionFinding, { code: 'provider-replication' }>): string {
  const { store, alone, options, copies } = finding;
  const money = moneyIn(finding);
  const [provider] = store.split('/');
  if (options.length === 0)
    return copies === 'none'
      ? `${store} has no replication of its own: a second copy is one that you write (copies: […]).`
      : `What ${provider} asks for copying ${store} itself is not known here; a second copy that you write is planned with copies: […].`;
  const said = options.map(({ how, ref, total, atLeast, feasible, p99Ms }) => {
    const difference = total - alone.total;
    const price = `${money(total, atLeast)} a month, ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'}`;
    const holds =
      feasible === alone.feasible
        ? ''
        : {
            yes: ', and would meet what is required',
            unproven: ', and may meet what is required',
            no: ', and would fail what is required',
          }[feasible];
    const p99 =
      p99Ms === alone.p99Ms
        ? ''
        : `, read p99 ${p99Ms === null ? 'not known' : formatMs(p99Ms)} instead of ${alone.p99Ms === null ? 'not known' : formatMs(alone.p99Ms)}`;
    const where = how.startsWith('region-copy') ? `with a copy in ${ref.split('@')[1] ?? ref}` : ref;
    return `${where} (${REPLICATION[how]}) ${price}${p99}${holds}`;
  });
  return `What ${provider} itself replicates, beside ${store} at ${money(alone.total, alone.atLeast)}: ${said.join('; ')}.`;
}
