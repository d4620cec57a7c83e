/** What strips are drawn of: a placement as a whole, or each part of its objects as a placement of its own. */
import { objectsWords } from '#core/answer/words/placement.ts';
import type { Candidate, CandidatePart, CandidateStep } from '#core/report/plan-types.ts';

export interface StripOf {
  candidate: Candidate;
  /** `new objects of 128 KiB`; null: all. Shares of reads are then those of this part's. */
  objects: string | null;
  /** They were there before: without ages. */
  isStanding: boolean;
}

export function stripsOf(candidate: Candidate): StripOf[] {
  if (candidate.parts.length < 2) return [{ candidate, objects: null, isStanding: false }];
  const all = candidate.parts.flatMap(({ name }) => name.split(','));
  return candidate.parts.map((part) => ({
    candidate: ofPart(candidate, part),
    objects: objectsWords(part.name.split(','), all),
    isStanding: isStanding(part),
  }));
}

const isStanding = ({ name }: CandidatePart) => name.split(',').every((one) => one.split('.')[0] === 'old');

function ofPart(candidate: Candidate, part: CandidatePart): Candidate {
  const segments = part.segments.map((one) => ({
    ...one,
    readShare: part.reads > 0 ? one.readShare / part.reads : 0,
  }));
  const stores = [...new Set(segments.flatMap(({ holders }) => holders))];
  const steps = segments.slice(1).flatMap((next, i): CandidateStep[] => {
    const before = segments[i]?.holders ?? [];
    const from = before.find((one) => !next.holders.includes(one)) ?? before[0];
    const to = next.holders.find((one) => !before.includes(one));
    if (from === undefined || (to === undefined && before.length === next.holders.length)) return [];
    const entry = to === undefined ? 'dual' : 'tier';
    return [{ from, to: to ?? next.holders[0] ?? from, leftDays: next.fromDays, entry }];
  });
  const holds = (store: string | null, days: number, side: 'fromDays' | 'toDays') =>
    store === null ||
    segments.some((one) => Math.abs(one[side] - days) < 1e-9 && one.holders.includes(store));
  // Moves are those of new objects.
  const moves = isStanding(part)
    ? []
    : candidate.moves.filter(
        ({ atDays, from, to }) => holds(to, atDays, 'fromDays') && holds(from, atDays, 'toDays'),
      );
  const kind = steps.length > 0 ? 'age' : stores.length > 1 ? 'copies' : 'single';
  return { ...candidate, kind, segments, stores, steps, moves, policy: null };
}
