/** What else could be done, each with its price: copies and replicas. */
import type { Names } from '../answer/words/names.ts';
import { listing } from '../text/words.ts';
import { formatMs } from '../units.ts';
import { moneyIn } from './table.ts';
import type { InCurrency, WordsByCode } from './table.ts';

interface Kept {
  /** A month. */
  total: number;
  atLeast: boolean;
  feasible: 'yes' | 'no' | 'unproven';
  p99Ms: number | null;
}

/** By code: what puts its arguments into words. */
export const OPTION_WORDS = {
  'second-zone': (
    finding: {
      store: string;
      zones: number;
      /** A month, with the second bucket. */
      total: number;
      alone: number;
      feasible: 'yes' | 'no' | 'unproven';
    } & InCurrency,
    names,
  ) => {
    const { store, zones, total, alone, feasible } = finding;
    const money = moneyIn(finding);
    const then = { yes: 'would meet', unproven: 'may meet', no: 'would still miss' }[feasible];
    return `Writing to a second bucket of ${names.store(store)} in another zone ${then} the requirements with ${zones} zones. It costs ${money(total)}/month, ${money(total - alone)} more than one bucket. Write copies: [${store}].`;
  },
  'nearby-copies': nearbyCopies,
  'provider-replication': replication,
} satisfies WordsByCode;

interface NearbyCopies extends InCurrency {
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
}

function nearbyCopies(finding: NearbyCopies, names: Names): string {
  const { store, isLeft, copies, total, alone, feasible, instead, places } = finding;
  const money = moneyIn(finding);
  const p99 = (ms: number | null) => (ms === null ? 'not known' : formatMs(ms));
  const faster = places.map(
    ({ place, store: server, p99Ms, aloneMs }) =>
      `${names.place(place)} reads ${names.store(server)}: p99 ${p99(p99Ms)} instead of ${p99(aloneMs)}.`,
  );
  const than = (other: number) => `${money(Math.abs(total - other))} ${total < other ? 'less' : 'more'} than`;
  const price = `It costs ${money(total)}/month, ${than(alone)} ${names.store(store)} alone.`;
  const holds = {
    yes: instead
      ? `It meets the requirements, for ${than(instead.total)} ${names.placement(instead.id)}`
      : 'It would meet the requirements, which nothing else is sure enough to meet',
    unproven: 'It may meet the requirements',
    no: 'It misses the requirements',
  };
  const there = listing(copies.map(names.store));
  const kept = isLeft
    ? `Everything in ${there} instead of ${names.store(store)}`
    : `A copy of everything in ${there}, beside ${names.store(store)},`;
  return `${kept} would serve readers nearby. ${faster.join(' ')} ${price} ${holds[feasible]}.`;
}

/** What each keeps, as the providers name them. */
const REPLICATION = {
  'multi-region': 'kept in several regions',
  'dual-region': 'kept in two regions',
  'dual-region-turbo': 'kept in two regions, copied by turbo replication',
  'zone-redundant': 'kept in several zones of the region',
  'geo-redundant': 'also in a second region, read only after a failover',
  'geo-redundant-readable': 'also in a second region, which can be read',
  'near-readers': 'kept near its readers',
  'region-copy': 'copied by the provider as it is written, existing objects are not',
  'region-copy-timed': 'with Replication Time Control, most within 15 minutes, its metrics not included',
} as const;

interface ProviderReplication extends InCurrency {
  store: string;
  alone: Kept;
  options: (Kept & { how: keyof typeof REPLICATION; ref: string })[];
  /** Copies that the provider makes in a region one chooses: none, at a price that is not known, or among the options. */
  copies: 'by-region' | 'none' | 'unknown' | null;
}

function replication(finding: ProviderReplication, names: Names): string {
  const { store, alone, options, copies } = finding;
  const money = moneyIn(finding);
  const provider = names.provider(store.split('/')[0] ?? store);
  const p99 = (ms: number | null) => (ms === null ? 'not known' : formatMs(ms));
  if (options.length === 0)
    return copies === 'none'
      ? `${names.store(store)} has no replication of its own. A second copy is one that you write (copies: […]).`
      : `The price of replication by ${provider} for ${names.store(store)} is not known. Plan a second copy that you write with copies: […].`;
  const said = options.map(({ how, ref, total, atLeast, feasible, p99Ms }) => {
    const difference = total - alone.total;
    const than = `, ${money(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'}`;
    const price = `${money(total, atLeast)}/month${atLeast ? '' : than}`;
    const holds =
      feasible === alone.feasible
        ? ''
        : {
            yes: ' It would meet the requirements.',
            unproven: ' It may meet the requirements.',
            no: ' It would miss the requirements.',
          }[feasible];
    const faster = p99Ms === alone.p99Ms ? '' : ` Read p99 ${p99(p99Ms)} instead of ${p99(alone.p99Ms)}.`;
    const region = ref.split('@')[1] ?? ref;
    const name = names.store(ref);
    const isTold = options.every((other) => other.ref === ref || names.store(other.ref) !== name);
    const where = how.startsWith('region-copy')
      ? `With a copy in ${region}`
      : isTold
        ? name
        : `${name} in ${region}`;
    return `${where} (${REPLICATION[how]}): ${price}.${faster}${holds}`;
  });
  return `Replication by ${provider}, beside ${names.store(store)} at ${money(alone.total, alone.atLeast)}/month. ${said.join(' ')}`;
}
