/** A store that a scenario may use, and what lifecycle rules do between two of them. */
import type { Finding } from '../../findings/index.ts';
import type { Edition } from '../../pricing/editions/edition.ts';
import type { Ask } from '../../pricing/traits/asks.ts';
import type { Site } from '../costs/usage-parts.ts';

export interface CandidateStore {
  /** `aws/s3-standard@us-east-1` */
  ref: string;
  store: string;
  region: string;
  site: Site;
  /** Null: the store keeps objects near each reader. */
  place: string | null;
  edition: Edition;
  /** True, false, or null when the place is not known well enough to say. */
  inJurisdiction: boolean | null;
  /** Features, owner, SLA and certificates that a scenario asks for. */
  asks: readonly Ask[];
  findings: Finding[];
}

/** Whether a lifecycle rule moves objects that have been `days` in `from`: inside one region, where and from the age its edition allows. */
export function lifecycleReaches(from: CandidateStore, to: CandidateStore, days: number): boolean {
  return (
    from.site.provider === to.site.provider &&
    from.region === to.region &&
    from.edition.transitionsTo.includes(to.store) &&
    days >= ruleAgeDays(from, to) * (1 - 1e-9)
  );
}

/** Youngest age at which the provider's lifecycle moves objects from one store to the other. */
export function transitionAgeDays(
  { edition: { transitionAfterDays } }: CandidateStore,
  to: CandidateStore,
): number {
  return typeof transitionAfterDays === 'number' ? transitionAfterDays : (transitionAfterDays[to.store] ?? 0);
}

/** Youngest age that a rule can say: whole days, and those of new objects begin with one. */
export function ruleAgeDays(from: CandidateStore, to: CandidateStore): number {
  return Math.max(1, transitionAgeDays(from, to));
}
