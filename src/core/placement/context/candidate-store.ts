/** A store that a scenario may use, and what lifecycle rules do between two of them. */
import type { Finding } from '../../findings/index.ts';
import type { AccessTier, Edition, RestoreTier } from '../../pricing/editions/edition.ts';
import type { CdnPath } from '../../pricing/store-facts.ts';
import type { Ask } from '../../pricing/traits/asks.ts';
import { HOURS_PER_DAY } from '../../units.ts';
import type { Beside } from '../costs/beside.ts';
import type { Site } from '../costs/usage-parts.ts';

/** `name`: how the provider's way is called; absent where it is the read itself that asks. */
export interface Restore extends Omit<RestoreTier, 'limits'> {
  name?: string;
  limits?: RestoreTier['limits'];
}

/** The slowest way in time, which is the cheapest. Nothing asked: no way is. */
export function restoreWithin(
  { restoreHours, rules }: Edition,
  withinDays: number | undefined,
): CandidateStore['restore'] {
  if (restoreHours === undefined) return null;
  const ways = Object.entries(rules.restore).map(([name, tier]): Restore => ({ name, ...tier }));
  // The read itself asks, and pays for the whole object, where no other way takes as long.
  if (restoreHours) ways.push({ hours: restoreHours, operation: 'GetObject', inPlaceOf: 'GetObject' });
  const inTime = ways.filter(({ hours }) => hours <= (withinDays ?? 0) * HOURS_PER_DAY * (1 + 1e-9));
  return inTime.toSorted((a, b) => b.hours - a.hours)[0] ?? 'never';
}

/**
 * Tiers of a plan: those that answer at once, and archives turned on as soon as AWS lets them, where reads may wait so long. An archive
 * in place of a tier that answers stays off.
 */
export function tiersWithin(tiers: readonly AccessTier[], withinDays: number | undefined): AccessTier[] {
  const online = tiers.filter(({ restoreHours }) => restoreHours === undefined);
  return tiers.filter(
    ({ restoreHours, unreadHours }) =>
      restoreHours === undefined ||
      (restoreHours <= (withinDays ?? 0) * HOURS_PER_DAY * (1 + 1e-9) &&
        !online.some((one) => one.unreadHours === unreadHours)),
  );
}

export interface CandidateStore {
  /** `aws/s3-standard@us-east-1` */
  ref: string;
  store: string;
  region: string;
  site: Site;
  /** Null: the store keeps objects near each reader. */
  place: string | null;
  edition: Edition;
  /** How its objects are brought back before a read: null where they are online, `never` where that takes longer than is asked. */
  restore: Restore | 'never' | null;
  /** True, false, or null when the place is not known well enough to say. */
  inJurisdiction: boolean | null;
  /** Ways by which CDNs fetch from it, other than the internet. */
  cdnPaths: readonly CdnPath[];
  /** Features, owner, SLA and certificates that a scenario asks for. */
  asks: readonly Ask[];
  /** Add-ons that are billed for what is read from it and written to it. */
  beside: Beside;
  findings: Finding[];
}

/** Whether a lifecycle rule moves objects that have been `days` in `from`: inside one region, where and from the age its edition allows. */
export function lifecycleReaches(from: CandidateStore, to: CandidateStore, days: number): boolean {
  return isMovedByRule(from, to) && days >= ruleAgeDays(from, to) * (1 - 1e-9);
}

/** Whether there is a rule from one store to the other, in the region of both. */
export function isMovedByRule(from: CandidateStore, to: CandidateStore): boolean {
  return from.region === to.region && hasRule(from, to);
}

/** The same wherever they are. */
export function hasRule(from: CandidateStore, to: CandidateStore): boolean {
  return (
    from.site.provider === to.site.provider &&
    (from.edition.transitionsTo.includes(to.store) || Object.hasOwn(to.edition.transitionsFrom, from.store))
  );
}

/** Youngest age at which the provider's lifecycle moves objects from one store to the other. */
export function transitionAgeDays(
  { store, edition: { transitionAfterDays } }: CandidateStore,
  to: CandidateStore,
): number {
  const taken = to.edition.transitionsFrom[store];
  if (taken !== undefined) return taken;
  return typeof transitionAfterDays === 'number' ? transitionAfterDays : (transitionAfterDays[to.store] ?? 0);
}

/** Youngest age that a rule can say: whole days, and those of new objects begin with one. */
export function ruleAgeDays(from: CandidateStore, to: CandidateStore): number {
  return Math.max(1, transitionAgeDays(from, to));
}
