/** What the holders of an object keep together, and whether that is what a scenario asks for. */
import type { NameOf } from '../../answer/words/names.ts';
import { itemAt } from '../../at.ts';
import { formatNines } from '../../text/numbers.ts';
import { formatBytes } from '../../units.ts';
import type { Ask } from '../../pricing/traits/asks.ts';
import { heldStores } from '../bill/parts.ts';
import type { CandidateStore } from '../context/candidate-store.ts';
import { storeNamesOf } from '../context/store-names.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';

/** Nulls are not known. */
export interface Keeps {
  zones: number | null;
  /** Shares, as published: of objects that are not lost in a year, and of time in which they answer. */
  durability: number | null;
  availability: number | null;
}

/** Something that a scenario asks of those who hold an object, and does not get, or not for certain. */
export interface Short {
  what:
    'zones' | 'durability' | 'availability' | 'residency' | 'features' | 'features in part' | 'object size';
  /** Null: nobody knows. */
  found: string | null;
  required: string;
  /** Those that it is not known of, or that do not meet it. */
  stores: readonly Pick<PlacedStore, 'ref'>[];
}

/** Holders have it between them; all else each has to have. */
export const isTogether = ({ what }: Short) =>
  what === 'zones' || what === 'durability' || what === 'availability';

export interface KeepsOf {
  /** Of these holders, places in the plan's stores and then its copies. */
  together(holders: readonly number[]): Keeps;
  /** Of holders of objects of that size. */
  shorts(holders: readonly number[], sizeBytes: number): Short[];
}

export function keepsOf(context: PlanContext): KeepsOf {
  const { requirements, workload } = context.scenario;
  const held = heldStores(context);
  const nameOf = storeNamesOf(context);
  const promises = held.map(({ store }) => context.archive.facts(store)?.promises ?? {});
  const lost = held.map(({ edition }, s) => lossOf(edition.durability ?? promises[s]?.durability));
  const away = held.map(({ edition }, s) => lossOf(edition.sla ?? promises[s]?.sla));
  const zones = held.map(({ edition }, s) => edition.zones ?? promises[s]?.zones ?? null);
  const { reproducible } = workload.objects;
  const isAskedBeyond = requirements.zones === undefined && !reproducible;

  /** Stores of one region may lie in the same zones: that of most counts. A second bucket of a store of one zone is put in another. */
  const zonesOf = (holders: readonly number[]): number => {
    const regions = Map.groupBy(holders, (s) => {
      const { provider, region } = itemAt(held, s).site;
      return `${provider}/${region}`;
    });
    const inOne = (there: readonly number[], s: number) =>
      zones[s] === 1 ? there.filter((other) => held[other]?.ref === held[s]?.ref).length : (zones[s] ?? 0);
    return [...regions.values()].reduce(
      (sum, there) => sum + Math.max(...there.map((s) => inOne(there, s))),
      0,
    );
  };
  const ofZones = (holders: readonly number[]): Short[] => {
    const known = zonesOf(holders);
    const open = holders.filter((s) => zones[s] === null);
    const wanted = requirements.zones ?? (isAskedBeyond ? 2 : 1);
    // What nobody asked for is taken to be so where nobody knows.
    if (known >= wanted || (wanted <= 1 && holders.length > 0) || (isAskedBeyond && open.length > 0))
      return [];
    const required = isAskedBeyond ? 'more than one, or objects that can be made again' : `${wanted}`;
    return [shortOf('zones', required, open, holders, `${known}`)];
  };
  const ofNines = (
    what: 'durability' | 'availability',
    losses: readonly (number | null)[],
    holders: readonly number[],
  ): Short[] => {
    const wanted = requirements[what];
    if (wanted === undefined) return [];
    const loss = holders.reduce((product, s) => product * (losses[s] ?? 1), 1);
    if (loss <= (1 - wanted) * (1 + ROUNDING)) return [];
    const open = holders.filter((s) => losses[s] === null);
    return [shortOf(what, `≥ ${formatNines(wanted)}`, open, holders, formatNines(1 - loss))];
  };
  const shortOf = (
    what: Short['what'],
    required: string,
    open: readonly number[],
    holders: readonly number[],
    found: string,
  ): Short => ({
    what,
    required,
    found: open.length > 0 ? null : found,
    stores: (open.length > 0 ? open : holders).map((s) => itemAt(held, s)),
  });
  const ofResidency = (holders: readonly number[]): Short[] => {
    const by = (answer: boolean | null) =>
      holders.map((s) => itemAt(held, s)).filter(({ inJurisdiction }) => inJurisdiction === answer);
    const of = { what: 'residency' as const, required: requirements.residency };
    const [not, open] = [by(false), by(null)];
    return [
      ...(not.length > 0 ? [{ ...of, found: 'elsewhere', stores: not }] : []),
      ...(open.length > 0 ? [{ ...of, found: null, stores: open }] : []),
    ];
  };
  return {
    together: (holders) => ({
      zones: holders.some((s) => zones[s] === null) ? null : zonesOf(holders),
      durability: keptOf(holders.map((s) => lost[s] ?? null)),
      availability: keptOf(holders.map((s) => away[s] ?? null)),
    }),
    shorts: (holders, sizeBytes) => [
      ...ofZones(holders),
      ...ofNines('durability', lost, holders),
      ...ofNines('availability', away, holders),
      ...ofResidency(holders),
      ...holders.flatMap((s) => askShorts(itemAt(held, s))),
      ...holders.flatMap((s) => sizeShorts(itemAt(held, s), sizeBytes, nameOf)),
    ],
  };
}

/** Of what each store must have: what it lacks, and what nobody knows of it. */
export function askShorts(store: Pick<CandidateStore, 'ref' | 'asks'>): Short[] {
  const by = (has: Ask['has'], what: Short['what'], found: string | null): Short[] => {
    const asks = store.asks.filter((ask) => ask.has === has).map((ask) => ask.what);
    return asks.length === 0 ? [] : [{ what, found, required: asks.join(', '), stores: [store] }];
  };
  return [
    ...by('no', 'features', 'not there'),
    ...by(null, 'features', null),
    ...by('partial', 'features in part', null),
  ];
}

/** What is short of a store for objects that large. A limit that sources contradict each other on rules nothing out, and proves nothing either. */
function sizeShorts(store: PlacedStore, sizeBytes: number, nameOf: NameOf): Short[] {
  const limit = store.edition.limits.find(({ quantity }) => quantity === 'object-size');
  if (!limit || sizeBytes <= limit.value) return [];
  const size = formatBytes(sizeBytes, 4);
  const isOpen = limit.confidence === 'conflicting';
  const required = isOpen ? size : `≤ ${formatBytes(limit.value, 4)} (an object of ${nameOf(store.ref)})`;
  return [{ what: 'object size', required, found: isOpen ? null : size, stores: [store] }];
}

/** Nines have no more digits than that. */
const ROUNDING = 1e-6;

/** The share that is lost, of `99.999999999 % a year`; null where nothing is published. */
function lossOf(published: string | undefined): number | null {
  const percent = /^(\d+(?:\.\d+)?)\s*%/.exec(published ?? '')?.[1];
  // 99.999999999 has more digits than 1 − 0.99999999999 keeps.
  return percent === undefined ? null : Number((1 - Number(percent) / 100).toPrecision(6));
}

/** Any of them is enough. */
function keptOf(losses: readonly (number | null)[]): number | null {
  const loss = losses.reduce<number | null>(
    (product, one) => (product === null || one === null ? null : product * one),
    1,
  );
  return loss === null ? null : 1 - loss;
}
