/**
 * What the provider itself could keep more than once, and for how much: asked after the answer, of the single store it rests on.
 * Other buckets of the same class are billed as any store is; a copy that the provider makes is billed by `replicated`.
 */
import { itemAt } from '../../at.ts';
import type { Finding } from '../../findings/index.ts';
import { EVERYWHERE, findPlace, greatCircleKm, placeOfStore } from '../../places.ts';
import type { Archive } from '../../pricing/archive.ts';
import { withChanges } from '../../question.ts';
import type { Question } from '../../question.ts';
import type { Candidate, Plan } from '../../report/plan-types.ts';
import { resolvePrices } from '../../pricing/sheets/resolve.ts';
import type { Replica, StoreFacts } from '../../pricing/store-facts.ts';
import type { Usage } from '../../pricing/bills/usage.ts';
import { splitRef } from '../../store-ref.ts';
import { baseOf } from './copies.ts';
import { planContext } from '../context/plan-context.ts';
import { budgetIn } from '../context/plan-currency.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { candidateFor } from '../answer/certified.ts';
import { deskOf } from '../desk.ts';
import type { Desk } from '../desk-types.ts';
import { singlePlacement } from '../ids.ts';
import { sumParts } from '../costs/usage-parts.ts';
import { itemisedUsages } from '../bill/bill-of.ts';
import type { Which } from '../bill/term.ts';
import { usagesOf } from '../bill/usages.ts';

interface ReplicationOption {
  /** `region-copy`: the provider copies what is written into a bucket of the same class there; `timed`: and promises how soon. */
  how: Replica | 'region-copy' | 'region-copy-timed';
  /** The store, or of a copy where it goes. */
  ref: string;
  /** A month, as one store or with the copy. */
  total: number;
  atLeast: boolean;
  feasible: Candidate['feasible'];
  p99Ms: number | null;
}

/** Empty where no plan is shown. `answer`: the plan as it stands. Throws as `plan` does. */
export function providerReplication({ question }: Desk, answer: Plan): Finding[] {
  const base = baseOf(answer);
  if (!base) return [];
  const { scenario, archive } = question;
  const { store } = splitRef(base);
  const variants = replicatedStores(base, archive);
  const single = singlesOf(withChanges(question, { stores: [base, ...variants.map(({ ref }) => ref)] }));
  const alone = single(base);
  if (!alone) return [];
  const whole = variants.flatMap(({ ref, how }): ReplicationOption[] => {
    const one = single(ref);
    return one ? [optionOf(how, ref, one, one.monthly)] : [];
  });
  const copies = copiesByProvider(archive.facts(store));
  const made = copies === 'by-region' ? regionCopies(question, base) : [];
  const options = [...whole, ...made].toSorted((a, b) => a.total - b.total);
  const isAsked = (scenario.requirements.zones ?? 1) > 1 || scenario.workload.readers.length > 1;
  if (options.length === 0 && (!isAsked || copies === null || copies === 'by-region')) return [];
  return [
    {
      code: 'provider-replication',
      store: base,
      currency: alone.monthly.currency,
      alone: {
        total: alone.monthly.total,
        atLeast: alone.monthly.atLeast,
        feasible: alone.feasible,
        p99Ms: alone.read.p99Ms,
      },
      options,
      copies,
    },
  ];
}

/** Everything in one store, by its name; undefined where it has no price. */
function singlesOf(question: Question): (ref: string) => Candidate | undefined {
  const desk = deskOf(question);
  return (ref) => {
    const placement = desk.singles().find((one) => desk.id(one) === `single:${ref}`);
    return placement && candidateFor(desk, placement);
  };
}

/** Null where the regions and stores that are listed are all there is. */
function copiesByProvider(facts: StoreFacts | undefined): 'by-region' | 'none' | 'unknown' | null {
  const copies = facts?.replication?.copies ?? 'unknown';
  return copies === 'listed' ? null : copies;
}

function optionOf(
  how: ReplicationOption['how'],
  ref: string,
  { feasible, read }: Candidate,
  { total, atLeast }: { total: number; atLeast: boolean },
): ReplicationOption {
  return { how, ref, total, atLeast, feasible, p99Ms: read.p99Ms };
}

/** In the regions nearest to the store and to its readers. */
function regionCopies(question: Question, base: string): ReplicationOption[] {
  const { scenario, archive, evidence } = question;
  const places = scenario.workload.readers.map(({ at }) => at);
  return copyRegions(base, archive, places).flatMap((ref): ReplicationOption[] => {
    const context = planContext({ ...scenario, stores: [base, ref] }, archive, evidence);
    if (context.stores.length < 2) return [];
    const usages = (which: Which, first?: number) => replicatedUsages(context, which, first);
    const { monthly } = itemisedUsages(context, usages, retrievesToCopy(context));
    const timed = timedCopy(context);
    // The same holders, the copy written by the writer: alike but for the bill.
    const copied = withChanges(question, { stores: [base], copies: [...scenario.copies, ref] });
    const held = singlesOf(copied)(base);
    const budget = budgetIn(context.billing.into, scenario) ?? Infinity;
    if (!held) return [];
    const option = (how: ReplicationOption['how'], cost: { total: number; atLeast: boolean }) =>
      optionOf(how, ref, cost.total > budget ? { ...held, feasible: 'no' } : held, cost);
    return [option('region-copy', monthly), ...(timed ? [option('region-copy-timed', timed)] : [])];
  });
}

/**
 * The same where the provider promises how soon it copies, which it asks for by the byte. At least: the metrics that it needs are
 * billed by no price of the archive. Null: it offers none, or none was known then.
 */
function timedCopy(context: PlanContext): { total: number; atLeast: boolean } | null {
  const { asOf, knownOn } = context.scenario;
  const [from] = context.stores;
  const store = from && context.archive.facts(from.store)?.replication?.timed;
  if (store === undefined || !('edition' in resolvePrices(context.archive, { store, asOf, knownOn })))
    return null;
  const timed = (usages: Usage[]): Usage[] => {
    const copied = usages.find(({ replicated }) => replicated);
    if (!copied?.replicated) return usages;
    const { region: _, ...elsewhere } = copied;
    return [...usages, { ...elsewhere, store }];
  };
  const usages = (which: Which, first?: number) => replicatedUsages(context, which, first).map(timed);
  const { monthly } = itemisedUsages(context, usages, true);
  return monthly;
}

/** Reading what is copied is billed where the class bills retrieval, and a usage does not say so. */
function retrievesToCopy({ stores: [from] }: PlanContext): boolean {
  return Object.values(from?.edition.regions ?? {}).some(({ retrieval }) => retrieval !== undefined);
}

/**
 * The first store of the plan as it is alone, the bytes that its provider copies out of it, and the second store that gets one
 * write for each object, whole.
 */
function replicatedUsages(context: PlanContext, which: Which, first = 0): Usage[][] {
  const { workload, stores } = context;
  const [from, to] = stores;
  if (!from || !to) return [];
  const isAt = (one: PlacedStore) => (usage: Usage) =>
    usage.store === one.store && usage.region === one.region;
  // Held there, and asked for nothing.
  const idle = { ...context, stores: [from], copies: [to] };
  const held = usagesOf(
    idle,
    singlePlacement(idle, 0, () => 0),
    which,
    first,
  );
  return usagesOf(context, singlePlacement(context, 0), which, first).map((alone, m) => {
    const [own, copy] = [alone.find(isAt(from)), held[m]?.find(isAt(to))];
    if (!own) return alone;
    const { arrivals } = itemAt(workload[which], first + m).population;
    const copied: Usage = {
      ...own,
      ...sumParts([]),
      replicated: { bytes: arrivals * workload.meanSizeBytes, objects: arrivals, to: to.region },
    };
    if (!copy) return [...alone, copied];
    const requests = [
      ...copy.requests.filter(({ operation }) => !WRITES.includes(operation)),
      ...workload.classes.map(({ share, sizeBytes }) => ({
        operation: 'PutObject',
        count: share * arrivals,
        bytesEach: sizeBytes,
      })),
    ];
    return [...alone, copied, { ...copy, requests }];
  });
}

/** What the writer would ask for. */
const WRITES = ['PutObject', 'CreateMultipartUpload', 'UploadPart', 'CompleteMultipartUpload'];

/** What a provider itself keeps more than once: another bucket of a store by name, or a copy that it makes in another region. */
interface ReplicatedStore {
  /** As a scenario names it. */
  ref: string;
  how: Replica;
}

/** Those of the same provider and class that the archive knows, other than `ref` itself. */
export function replicatedStores(ref: string, archive: Archive): ReplicatedStore[] {
  const { store, region = '' } = splitRef(ref);
  const { regions = [], stores = {} } = archive.facts(store)?.replication ?? {};
  const prices = (id: string, name: string) => archive.editions(id).some((one) => name in one.regions);
  const isMeant = ({ from, to }: (typeof regions)[number]) =>
    from === undefined || region.startsWith(`${from}-`) || region in to;
  return [
    ...regions
      .filter(isMeant)
      .flatMap(({ to }) => Object.entries(to))
      .filter(([name]) => name !== region && prices(store, name))
      .map(([name, how]) => ({ ref: `${store}@${name}`, how })),
    ...Object.entries(stores)
      .filter(([id]) => prices(id, region))
      .map(([id, how]) => ({ ref: `${id}@${region}`, how })),
  ];
}

/** The other regions of a store nearest to it and to each reader, as a scenario names them. */
function copyRegions(ref: string, archive: Archive, readers: readonly string[]): string[] {
  const { store, region = '' } = splitRef(ref);
  const editions = archive.editions(store);
  const newest = editions.at(-1);
  const own = newest && placeOfStore(newest, region);
  if (!newest || !own) return [];
  const others = [...new Set(editions.flatMap(({ regions }) => Object.keys(regions)))].filter(
    (name) => name !== region && name !== EVERYWHERE && !name.startsWith('us-gov-'),
  );
  const nearest = (to: string) => {
    const from = findPlace(to);
    const away = others.flatMap((name) => {
      const place = findPlace(placeOfStore(newest, name) ?? '');
      return from && place ? [{ name, km: greatCircleKm(from, place) }] : [];
    });
    return away
      .toSorted((a, b) => a.km - b.km)
      .slice(0, 1)
      .map(({ name }) => name);
  };
  return [...new Set([own, ...readers].flatMap(nearest))].map((name) => `${store}@${name}`);
}
