/** How long a copy really lies in the hot store: rules and jobs count from its last write, so what is read on is written again. */
import type { CandidateStore } from '../../placement/context/candidate-store.ts';
import type { Archive } from '../../pricing/archive.ts';
import { RULE_STEP_DAYS, hiddenDays, ruleDays, ruleDeletesAfter } from '../../placement/lifecycle-days.ts';
import { KEYS_PER_LIST, runsPerDay } from '../../placement/movers.ts';
import { HOURS_PER_DAY } from '../../units.ts';

/** Hours since a copy was written. */
export interface CopyRule {
  /** A read of an older copy writes it again. */
  renewHours: number;
  /** No older copy is used. */
  keepHours: number;
  /** An unused copy is deleted so much later, evenly between the two. */
  lateHours: readonly [number, number];
  /** Of the job that deletes it; 0: a lifecycle rule does. */
  runsPerDay: number;
}

/** Of the TTL: a copy read on is written again as often, and one read no more lies so much longer. */
const RENEWED = 0.25;

/** A copy is not written again before the shortest time that its store bills. */
export function copyRuleOf(
  archive: Pick<Archive, 'facts'>,
  { store, edition }: Pick<CandidateStore, 'store' | 'edition'>,
  ttlHours: number,
): CopyRule {
  const { minimumHours } = edition.rules.storage;
  const kind = archive.facts(store)?.lifecycle?.rules ?? 'other';
  const kept = (ttlHours + Math.max(RENEWED * ttlHours, minimumHours)) / HOURS_PER_DAY;
  // Rules in whole days are kept to, where they can be.
  const keepDays = RULE_STEP_DAYS[kind] === 1 && ttlHours >= HOURS_PER_DAY ? ruleDays(kept, 1) : kept;
  const runs = ruleDeletesAfter(kind, keepDays) === null ? runsPerDay(keepDays) : 0;
  const hidden = HOURS_PER_DAY * hiddenDays(kind);
  return {
    renewHours: HOURS_PER_DAY * keepDays - ttlHours,
    keepHours: HOURS_PER_DAY * keepDays,
    lateHours: runs > 0 ? [0, HOURS_PER_DAY / runs] : [hidden, hidden],
    runsPerDay: runs,
  };
}

/** What the job asks for each object-hour of a copy, and for each copy that it deletes. */
export function deletionAsks({ runsPerDay: runs }: CopyRule): { lists: number; looks: number } {
  return { lists: runs / HOURS_PER_DAY / KEYS_PER_LIST, looks: runs > 0 ? 1 : 0 };
}
