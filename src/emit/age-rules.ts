/** What a provider's lifecycle rules do to objects by their age, and why a job does the rest. */
import {
  RULE_STEP_DAYS,
  SLACK,
  hiddenDays,
  ruleDays,
  ruleDeletesAfter,
} from '#core/placement/lifecycle-days.ts';
import { runsPerDay } from '#core/placement/movers.ts';
import { oneStore } from '#core/placement/context/candidate-stores.ts';
import { hasRule, transitionAgeDays } from '#core/placement/context/candidate-store.ts';
import type { CandidateStore } from '#core/placement/context/candidate-store.ts';
import type { Run } from '#core/report/plan-types.ts';
import { formatBytes, formatDays } from '#core/units.ts';
import type { Site, Unnamed } from './course-types.ts';
import type { PlanPart } from './parts.ts';
import { classNames } from './storage-classes.ts';

/** Writes the transition into the bucket's rules where the provider's lifecycle can do it; else says why it cannot. `exact`: days since the entry. */
export function moveByRule(
  bucket: Unnamed,
  part: PlanPart,
  { from: source, to: target, atDays, exact }: { from: string; to: string; atDays: number; exact: number },
  site: Site,
): boolean {
  const { notes, candidate, archive } = site;
  const [from, to] = [source, target].map((ref) => storeOf(ref, site));
  if (!from || !to || from.site.provider !== to.site.provider) return false;
  const { transitionFromBytes: fromBytes } = from.edition;
  const isRun = (code: Run['code']) =>
    candidate.runs.some(
      (run) => run.code === code && run.from === source && run.to === target && run.atDays === atDays,
    );
  // Where both run, the rule takes what is large enough for it.
  const isSmall = (part.sizes.upTo ?? Infinity) < fromBytes;
  if (isRun('copy-job') && (isSmall || !isRun('lifecycle-rule'))) return false;
  const step = RULE_STEP_DAYS[bucket.kind];
  const toClass = classNames(archive, target).inRules;
  const between = `from ${from.ref} to ${to.ref}`;
  if (!hasRule(from, to) || toClass === null || step === undefined) {
    notes.push(`No lifecycle rule moves objects ${between}, so the mover copies them.`);
    return false;
  }
  if (from.region !== to.region) return false;
  const earliest = transitionAgeDays(from, to);
  if (atDays < earliest) {
    notes.push(
      `Lifecycle rules move objects ${between} no earlier than ${formatDays(earliest)}, so the mover copies them at ${formatDays(atDays)}, into another bucket.`,
    );
    return false;
  }
  const afterDays = ruleDays(exact, step);
  if (afterDays - exact > SLACK)
    notes.push(
      `Lifecycle rules count whole days: objects move ${between} after ${formatDays(afterDays)}, not ${formatDays(exact)}.`,
    );
  if (fromBytes > 0)
    notes.push(
      `Objects smaller than ${formatBytes(fromBytes)} stay in ${from.ref}: its lifecycle rules do not move them.`,
    );
  bucket.transitions.push({ afterDays, to: to.ref, toClass, fromBytes, sizes: part.sizes });
  if (!bucket.stores.includes(to.ref)) bucket.stores.push(to.ref);
  return true;
}

/** Deleted by a rule where one can say the age, or nearly; else by a job. `exact`: days since the entry. */
export function endOf(
  bucket: Unnamed,
  part: PlanPart,
  { atDays, exact }: { atDays: number; exact: number },
  site: Site,
): void {
  const { notes, jobs } = site;
  const { sizes } = part;
  const byJob = () =>
    jobs.push({
      kind: 'delete',
      from: bucket.id,
      to: null,
      afterDays: exact,
      untilDays: null,
      isHourly: runsPerDay(atDays) > 1,
      sizes,
    });
  const where = bucket.stores.join(', ');
  const hidden = hiddenDays(bucket.kind);
  const afterDays = ruleDeletesAfter(bucket.kind, exact);
  if (afterDays === null) {
    if (RULE_STEP_DAYS[bucket.kind] === undefined) return void byJob();
    notes.push(
      `Lifecycle rules count whole days${hidden > 0 ? ' and delete one day later' : ''}, and objects leave ${where} after ${formatDays(exact)}, so the mover deletes them.`,
    );
    return void byJob();
  }
  if (hidden > 0)
    notes.push(
      `Lifecycle rules of ${where} hide objects, and delete them one day later. That day is billed too.`,
    );
  if (afterDays - exact > SLACK)
    notes.push(
      `Lifecycle rules count whole days: objects leave ${where} after ${formatDays(afterDays)}, not ${formatDays(exact)}.`,
    );
  bucket.expiries.push({ afterDays, sizes });
}

function storeOf(ref: string, { scenario, archive }: Site): CandidateStore | null {
  const found = oneStore(ref, scenario, archive);
  return 'reason' in found ? null : found;
}
