/** Placements in words. */
import type { Candidate, MissingMeasurement, Plan } from '#core/report/plan-types.ts';
import { cachedSizes } from '#core/report/cache-words.ts';
import { formatBytes, formatDays } from '#core/units.ts';
import { overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { listing } from '#core/text/words.ts';
import { latency } from '#web/words/format.ts';
import { THEN, placeName, storeName, storeParts, storeWithRegion } from './names.ts';
import type { NameOf } from './names.ts';

/** One line for tables: `S3 Express One Zone 7 days → R2 Standard`. */
export function shortName(
  { stores: [first = '', second = ''], steps, split, cache, segments }: Candidate,
  nameOf: NameOf = storeName,
): string {
  if (cache)
    return `${nameOf(second)} + ${nameOf(first)} for ${formatDays(cache.ttlHours / 24)} after a read`;
  if (split) return `${nameOf(first)} for ${firstPart(split)} | ${nameOf(second)}`;
  const [step] = steps;
  if (!step) return nameOf(first);
  if (segments.length === 1) return namesApart(first, second, nameOf).join(' + ');
  const days = formatDays(step.leftDays);
  if (steps.length === 1 && step.entry === 'dual') return `${nameOf(step.to)} + ${nameOf(first)} for ${days}`;
  const kept = steps.slice(0, -1).map(({ from, leftDays }) => `${nameOf(from)} to ${formatDays(leftDays)}`);
  const last = steps.at(-1) ?? step;
  const path =
    steps.length === 1
      ? `${nameOf(first)} for ${days}`
      : [...kept, `${nameOf(last.from)} to ${formatDays(last.leftDays)}`].join(THEN);
  return last.entry === 'dual' ? `${nameOf(last.to)} + ${path}` : `${path}${THEN}${nameOf(last.to)}`;
}

/** With their regions where the same store is meant twice. */
function namesApart(first: string, second: string, nameOf: NameOf): string[] {
  const names = [first, second].map(nameOf);
  return names[0] === names[1] ? [first, second].map(storeWithRegion) : names;
}

function firstPart({ upToBytes, parts }: NonNullable<Candidate['split']>): string {
  return upToBytes === null
    ? `the most popular ${percent(parts[0]?.objects ?? 0)} of objects`
    : `objects up to ${formatBytes(upToBytes)}`;
}

/** A sentence without its full stop, for the headline. */
export function placementWords(
  { stores: [first = '', second = ''], steps, split, cache, segments }: Candidate,
  nameOf: NameOf = storeName,
): string {
  if (cache)
    return `Everything in ${nameOf(second)}, and a copy of ${cachedSizes(cache)} in ${nameOf(first)} for ${formatDays(cache.ttlHours / 24)} after each ${cache.writes === 'through' ? 'read or write' : 'read'}`;
  if (split) return `${nameOf(first)} for ${firstPart(split)}, ${nameOf(second)} for the rest`;
  const [step, next] = steps;
  if (!step) return `Everything in ${nameOf(first)}`;
  if (segments.length === 1)
    return `Everything in both ${namesApart(first, second, nameOf).join(' and ')}, written there at once`;
  const days = formatDays(step.leftDays);
  const both = step.entry === 'dual' ? step.to : next?.entry === 'dual' ? next.to : null;
  const start =
    both === null
      ? `${nameOf(first)} for the first ${days}`
      : `Written to ${nameOf(first)} and ${nameOf(both)} at once`;
  const left =
    step.entry === 'dual'
      ? `, dropped from ${nameOf(first)} after ${days}`
      : both === null
        ? `, then moved to ${nameOf(step.to)}`
        : `, moved from ${nameOf(first)} to ${nameOf(step.to)} after ${days}`;
  if (!next) return start + left;
  const after = formatDays(next.leftDays);
  return next.entry === 'dual'
    ? `${start}${left} and dropped there after ${after}`
    : `${start}${left}, and to ${nameOf(next.to)} after ${after}`;
}

/** Behind “best”, once every chain of up to three stores has been searched; short, so that no line breaks when it comes. */
export const EXACT = ', of all in up to 3 stores';

/** Regions of the stores, hot first, said once where the next is there too; stores in one place everywhere say nothing, nor those whose name has it. */
export function regionsOf(candidate: Candidate, nameOf: NameOf = storeName): string {
  return candidate.stores
    .filter((ref) => nameOf(ref) === storeName(ref))
    .map((ref) => storeParts(ref).region)
    .filter((region) => region !== null && region !== 'global')
    .filter((region, i, all) => region !== all[i - 1])
    .join(THEN);
}

/** `at least $41.2k` when a price is unknown. */
export function costWords(candidate: Candidate): string {
  const { total, currency, atLeast } = candidate.monthly;
  return `${atLeast ? 'at least ' : ''}${overviewMoney(total, currency)}`;
}

/** What has to hold for an unproven plan: `S3 Express One Zone GET p99 ≤ 43 ms`. */
export function conditionWords(missing: MissingMeasurement, nameOf: NameOf = storeName): string {
  const what = `${nameOf(missing.store)} ${missing.operation} ${missing.metric === 'firstByte' ? 'first byte ' : ''}${missing.statistic}`;
  return missing.neededMs === null ? `${what} is known` : `${what} ≤ ${latency(missing.neededMs)}`;
}

/** The same with the place it would be measured from. */
export function conditionInFull(missing: MissingMeasurement, nameOf: NameOf = storeName): string {
  return `${conditionWords(missing, nameOf)} from ${placeName(missing.place)}`;
}

const FEASIBLE = { yes: 'proven', no: 'fails', unproven: 'unproven' } as const;

/** Whether the requirements hold, and what stands against it. */
export function verdict(candidate: Candidate, nameOf: NameOf = storeName): { word: string; why: string } {
  const word = FEASIBLE[candidate.feasible];
  if (candidate.feasible === 'no') {
    return {
      word,
      why: listing(
        candidate.violations.map((one) => `${one.requirement}: ${one.found}, asked ${one.required}`),
      ),
    };
  }
  if (candidate.feasible === 'unproven')
    return {
      word,
      why: `if ${listing(candidate.missing.map((one) => conditionWords(one, nameOf))) || 'its place is as asked'}`,
    };
  return { word, why: '' };
}

export function findCandidate(plan: Plan, id: string | null | undefined): Candidate | undefined {
  return id == null ? undefined : plan.candidates.find((candidate) => candidate.id === id);
}

/** The candidate a visitor sees first: the proven best, else the best if, else the first of the ranking. */
export function firstChoice(plan: Plan): Candidate | undefined {
  return (
    findCandidate(plan, plan.recommendation?.id) ?? findCandidate(plan, plan.bestIf?.id) ?? plan.candidates[0]
  );
}
