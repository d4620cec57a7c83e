/** Placements in words. */
import type { Candidate, MissingMeasurement, Plan } from '#core/report/plan-types.ts';
import { partsWords, stagesWords } from '#core/report/part-words.ts';
import { surenessWords } from '#core/report/sureness-words.ts';
import { cachedSizes } from '#core/report/cache-words.ts';
import { formatBytes, formatDays } from '#core/units.ts';
import { overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { capital, listing } from '#core/text/words.ts';
import { latency } from '#web/words/format.ts';
import { THEN, placeName, storeName, storeParts, storeWithRegion } from './names.ts';
import type { NameOf } from './names.ts';

/** One line for tables: `S3 Express One Zone 7 days → R2 Standard`. */
export function shortName(
  { kind, stores: [first = '', second = ''], stores, steps, split, cache, parts }: Candidate,
  nameOf: NameOf = storeName,
): string {
  if (kind === 'copies') return namesApart(stores, nameOf).join(' + ');
  if (kind === 'mixed') return parts.map(({ segments }) => stagesWords(segments, nameOf)).join(' | ');
  if (cache)
    return `${nameOf(second)} + ${nameOf(first)} for ${formatDays(cache.ttlHours / 24)} after a read`;
  if (split) return `${nameOf(first)} for ${firstPart(split)} | ${nameOf(second)}`;
  const [step] = steps;
  if (!step) return nameOf(first);
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
function namesApart(stores: readonly string[], nameOf: NameOf): string[] {
  const names = stores.map(nameOf);
  return new Set(names).size < names.length ? stores.map(storeWithRegion) : names;
}

function firstPart({ upToBytes, parts }: NonNullable<Candidate['split']>): string {
  return upToBytes === null
    ? `the most popular ${percent(parts[0]?.objects ?? 0)} of objects`
    : `objects up to ${formatBytes(upToBytes)}`;
}

/** A sentence without its full stop, for the headline. */
export function placementWords(
  { kind, stores: [first = '', second = ''], stores, steps, split, cache, parts }: Candidate,
  nameOf: NameOf = storeName,
): string {
  if (kind === 'copies')
    return `Everything in ${stores.length === 2 ? 'both ' : ''}${listing(namesApart(stores, nameOf))}, written there at once`;
  if (kind === 'mixed') return capital(partsWords(parts, nameOf));
  if (cache)
    return `Everything in ${nameOf(second)}, and a copy of ${cachedSizes(cache)} in ${nameOf(first)} for ${formatDays(cache.ttlHours / 24)} after each ${cache.writes === 'through' ? 'read or write' : 'read'}`;
  if (split) return `${nameOf(first)} for ${firstPart(split)}, ${nameOf(second)} for the rest`;
  const [step, next] = steps;
  if (!step) return `Everything in ${nameOf(first)}`;
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

/** Regions of the stores, hot first, said once where the next is there too; stores in one place everywhere say nothing, nor those whose name has it. */
export function regionsOf(candidate: Candidate, nameOf: NameOf = storeName): string {
  return candidate.stores
    .filter((ref) => nameOf(ref) === storeName(ref))
    .map((ref) => storeParts(ref).region)
    .filter((region) => region !== null && region !== 'global')
    .filter((region, i, all) => region !== all[i - 1])
    .join(THEN);
}

/** `at least $41.2k`, or `$41.2k to $45.1k`, when a price is unknown. */
export function costWords(candidate: Candidate): string {
  const { total, currency, atLeast, range } = candidate.monthly;
  if (atLeast && range[1] !== null) return range.map((end) => overviewMoney(end ?? 0, currency)).join(' to ');
  return `${atLeast ? 'at least ' : ''}${overviewMoney(total, currency)}`;
}

/** What has to hold for a plan that is not sure enough: `S3 Express One Zone GET p99 ≤ 43 ms`. */
export function conditionWords(missing: MissingMeasurement, nameOf: NameOf = storeName): string {
  const what = `${nameOf(missing.store)} ${missing.operation} ${missing.metric === 'firstByte' ? 'first byte ' : ''}${missing.statistic}`;
  return missing.neededMs === null ? `${what} is known` : `${what} ≤ ${latency(missing.neededMs)}`;
}

/** The same with the place it would be measured from. */
export function conditionInFull(missing: MissingMeasurement, nameOf: NameOf = storeName): string {
  return `${conditionWords(missing, nameOf)} from ${placeName(missing.place)}`;
}

/** Whether the requirements hold, and what stands against it. */
export function verdict(
  { feasible, sureness, notMeasured, violations, conditions, missing }: Candidate,
  nameOf: NameOf = storeName,
): { word: string; why: string } {
  if (feasible === 'no')
    return {
      word: 'fails',
      why: listing(violations.map((one) => `${one.requirement}: ${one.found}, asked ${one.required}`)),
    };
  if (notMeasured.length > 0)
    return { word: 'not measured', why: `nobody measured ${listing(notMeasured.map(nameOf))}` };
  const word = sureness === null ? (feasible === 'yes' ? 'meets' : 'open') : (surenessWords(sureness) ?? '');
  if (feasible === 'yes') return { word, why: '' };
  const open = [
    ...conditions.map(({ words }) => words),
    ...missing.map((one) => conditionWords(one, nameOf)),
  ];
  return { word, why: open.length > 0 ? `if ${listing([...new Set(open)])}` : '' };
}

export function findCandidate(plan: Plan, id: string | null | undefined): Candidate | undefined {
  return id == null ? undefined : plan.candidates.find((candidate) => candidate.id === id);
}

/** The candidate a visitor sees first: the recommended, else the first of the ranking. */
export function firstChoice(plan: Plan): Candidate | undefined {
  return findCandidate(plan, plan.recommendation?.id) ?? plan.candidates[0];
}
