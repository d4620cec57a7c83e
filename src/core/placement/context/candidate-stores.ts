/** The stores a scenario may use: each with its region, prices and place; and those it may not, with the reason. */
import type { Finding } from '../../findings/index.ts';
import { findPlace, inJurisdiction, nearestRegionFor, placeOfStore } from '../../places.ts';
import type { Archive } from '../../pricing/archive.ts';
import type { Edition } from '../../pricing/editions/edition.ts';
import { askedOf, asksOf } from '../../pricing/traits/asks.ts';
import { cdnPathsOf, resolvePrices } from '../../pricing/sheets/resolve.ts';
import { currentStores } from '../../scenario/current.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { splitRef } from '../../store-ref.ts';
import { inOneCurrency } from './plan-currency.ts';
import { besideOf } from '../costs/beside.ts';
import { siteOfPlace } from '../costs/usage-parts.ts';
import type { Site } from '../costs/usage-parts.ts';
import { restoreWithin, tiersWithin } from './candidate-store.ts';
import type { CandidateStore } from './candidate-store.ts';

export interface CandidateStores {
  usable: CandidateStore[];
  excluded: { store: string; reason: Finding }[];
}

/** Resolves the stores of a scenario at its price date; a store without prices, place or permission is excluded with its reason. */
export function candidateStores(scenario: Scenario, archive: Archive): CandidateStores {
  const refs =
    scenario.stores === 'all'
      ? archive.stores.filter(
          (store) => !store.startsWith('claimed/') && !isByNameOnly(store, archive, cloudsOf(scenario)),
        )
      : scenario.stores;
  const usable: CandidateStore[] = [];
  const excluded: CandidateStores['excluded'] = [];
  for (const ref of new Set(refs)) {
    const found = oneStore(ref, scenario, archive);
    // Of all stores, one that has ended is history and no rival.
    if ('reason' in found && found.reason.code === 'store-ended' && scenario.stores === 'all') continue;
    if ('reason' in found) excluded.push({ store: ref, reason: found.reason });
    else if (found.restore === 'never' && isAlwaysRead(scenario))
      excluded.push({
        store: found.ref,
        reason: { code: 'restore-first', store: found.ref, hours: found.edition.restoreHours ?? null },
      });
    else if (isMovedBack(found.edition) && isRead(scenario))
      excluded.push({
        store: found.ref,
        reason: {
          code: 'store-left-out',
          store: found.ref,
          reason: 'reads that move objects back are billed, and how many do is not known',
        },
      });
    else if (lacks(found).length > 0)
      excluded.push({
        store: found.ref,
        reason: { code: 'store-lacks', store: found.ref, lacks: lacks(found) },
      });
    else if (!usable.some((other) => other.ref === found.ref)) usable.push(found);
  }
  const counted = inOneCurrency(usable, scenario, archive);
  return { usable: counted.usable, excluded: [...excluded, ...counted.excluded] };
}

const lacks = ({ asks }: CandidateStore) => asks.filter(({ has }) => has === 'no');

const isMovedBack = ({ rules }: Edition) =>
  rules.storage.accessTiers.some(({ movedBackBy }) => movedBackBy !== undefined);

const isRead = ({ workload, jobs }: Scenario) =>
  workload.reads.rate.value > 0 || jobs.some((job) => job.read * job.perMonth > 0);

/** Whether every object may be read as long as it lives: what has to be restored before a read could hold none. */
function isAlwaysRead({ workload: { objects, reads }, jobs }: Scenario): boolean {
  if (jobs.some((job) => job.read * job.perMonth > 0)) return true;
  if (reads.rate.value === 0) return false;
  const lifeDays = objects.retention === 'forever' ? Infinity : objects.retention.value;
  const last = reads.byAge?.find(({ share }) => share === 1)?.ageDays ?? Infinity;
  const rests = objects.arrivals !== undefined && last < lifeDays;
  const popular = [reads.skew ?? []].flat().at(-1);
  const lies =
    objects.standing !== undefined && popular !== undefined && popular.reads === 1 && popular.objects < 1;
  return !rests && !lies;
}

/** Providers of the places where objects are written and read, and of today's stores. */
function cloudsOf({ workload, current }: Scenario): Set<string> {
  const places = [workload.writer, ...workload.readers.map(({ at }) => at), ...currentStores(current)];
  return new Set(places.map((place) => splitRef(place).store.split('/')[0] ?? ''));
}

/**
 * Of the workload's own clouds archives take part, and variants of several zones: their plain stores keep objects in one. Those that copy
 * to a second region besides cost twice as much, and are for whoever names them.
 */
function isByNameOnly(store: string, archive: Archive, clouds: ReadonlySet<string>): boolean {
  const edition = archive.editions(store).at(-1);
  if (edition === undefined) return false;
  const isNear = edition.rules.replication === undefined && clouds.has(edition.provider);
  const isOwn = isNear && ((edition.zones ?? 1) > 1 || edition.restoreHours !== undefined);
  return edition.kind !== 'store' || (edition.byNameOnly && !isOwn);
}

/** The same resolution for one store, used for candidates and for copies that must exist besides. */
export function oneStore(
  ref: string,
  scenario: Scenario,
  archive: Archive,
): CandidateStore | { reason: Finding } {
  const { store, region: asked } = splitRef(ref);
  const provider = siteOfPlace(store).provider;
  if (scenario.requirements.exclude.some((name) => name === provider || name === store || name === ref)) {
    return { reason: { code: 'store-left-out', store: ref, reason: 'excluded by the requirements' } };
  }
  const region = asked ?? defaultRegion(store, scenario, archive);
  const resolved = resolvePrices(archive, {
    store,
    asOf: scenario.asOf,
    ...(region ? { region } : {}),
    ...(scenario.knownOn ? { knownOn: scenario.knownOn } : {}),
  });
  if (!('edition' in resolved)) {
    return {
      reason: resolved.findings[0] ?? { code: 'store-left-out', store: ref, reason: 'no price edition' },
    };
  }
  const { edition } = resolved;
  const placeId = placeOfStore(edition, resolved.region);
  const place = placeId === null ? null : findPlace(placeId);
  const wanted = scenario.requirements.residency;
  const site = siteOf(edition, provider, resolved.region, placeId);
  const restore = restoreWithin(edition, scenario.requirements.restoreWithin);
  const more = (restore !== 'never' && restore?.limits) || [];
  const sla = edition.sla ?? archive.facts(store)?.promises.sla;
  return {
    ref: `${store}@${resolved.region}`,
    store,
    region: resolved.region,
    site,
    place: placeId,
    edition: asPlanned(edition, more, waitsFor(scenario)),
    restore,
    inJurisdiction: wanted === 'any' ? true : place ? inJurisdiction(place, wanted) : null,
    cdnPaths: cdnPathsOf(archive, store),
    beside: besideOf(scenario, archive, site),
    asks: asksOf(archive, store, askedOf(scenario), sla),
    findings: resolved.findings,
  };
}

/** How long a read may wait for an archive that only some objects reach: a p99 over all reads would not show it, nor does a job. */
function waitsFor({ requirements, jobs }: Scenario): number | undefined {
  const { readP99, firstByteP99, latency = [], restoreWithin: within } = requirements;
  const inTime = readP99 ?? firstByteP99 ?? latency.find((limits) => limits.of === 'read');
  return inTime === undefined && jobs.length === 0 ? within : undefined;
}

/** The edition with limits of the way back from its archive, and without tiers that a plan leaves off. */
function asPlanned(edition: Edition, more: Edition['limits'], withinDays: number | undefined): Edition {
  const { storage } = edition.rules;
  const accessTiers = tiersWithin(storage.accessTiers, withinDays);
  if (more.length === 0 && accessTiers.length === storage.accessTiers.length) return edition;
  return {
    ...edition,
    limits: [...edition.limits, ...more],
    rules: { ...edition.rules, storage: { ...storage, accessTiers } },
  };
}

/** Servers of one's own in a cloud send inside it as what runs there does. */
function siteOf({ owned }: Edition, provider: string, region: string, placeId: string | null): Site {
  const there = owned && placeId !== null && !placeId.startsWith('internet/');
  return there ? siteOfPlace(placeId) : { provider, region };
}

/** Where a store named without a region goes: near the writer where the requirements let it, by the provider's own placement rule. */
function defaultRegion(store: string, scenario: Scenario, archive: Archive): string | undefined {
  const all = archive.editions(store);
  const past = all.filter(({ date }) => date <= scenario.asOf);
  const known = past.length > 0 ? past : all;
  const { residency } = scenario.requirements;
  return nearestRegionFor(known, scenario.workload.writer, residency);
}
