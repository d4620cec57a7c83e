/** The objects of a placement by what tells them apart: new or standing, of which sizes, how popular. */
import type { Candidate, CandidatePart, Segment } from '#core/report/plan-types.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import { formatBytes, parseBytes } from '#core/units.ts';
import { workloadOf } from '#core/workload/workload.ts';

/** Both included; null: nothing bounds it. */
export interface Sizes {
  from: number | null;
  upTo: number | null;
}

export const ANY_SIZE: Sizes = { from: null, upTo: null };

export interface PlanPart {
  /** `all`: of a candidate without parts, such as a cache. */
  stream: 'new' | 'old' | 'all';
  sizes: Sizes;
  /** Of objects by popularity: up to which share of them, the most popular first; null: they are alike. */
  upToShare: number | null;
  /** Shares of all objects, bytes and reads. */
  objects: number;
  bytes: number;
  reads: number;
  segments: readonly Segment[];
}

/** New objects first, then by size, then the popular ones first. */
export function partsOf(candidate: Candidate, scenario: Scenario): PlanPart[] {
  const { parts, segments } = candidate;
  if (parts.length === 0)
    return [{ stream: 'all', sizes: ANY_SIZE, upToShare: null, objects: 1, bytes: 1, reads: 1, segments }];
  return parts
    .flatMap((part) => named(part, scenario))
    .toSorted(
      (a, b) =>
        Number(a.stream === 'old') - Number(b.stream === 'old') ||
        (a.sizes.upTo ?? Infinity) - (b.sizes.upTo ?? Infinity) ||
        (a.upToShare ?? 1) - (b.upToShare ?? 1),
    );
}

const NAME = /^(new|old)(?:\.(\d[\d.]*[A-Za-z]+))?(?:\.([\d.]+)%)?$/;

/** One of each name: `new.128KiB,old` is two. */
function named(part: CandidatePart, scenario: Scenario): PlanPart[] {
  const { arrivals, standing } = scenario.workload.objects;
  const stands = (standing?.value ?? 0) > 0;
  const arrives = (arrivals?.value ?? 0) > 0 || !stands;
  const names =
    part.name === 'all' ? [...(arrives ? ['new'] : []), ...(stands ? ['old'] : [])] : part.name.split(',');
  return names.map((name) => {
    const [, stream, size, share] = NAME.exec(name) ?? [];
    if (stream !== 'new' && stream !== 'old') throw new RangeError(`no part of a placement: ${name}`);
    return {
      stream,
      sizes: size === undefined ? ANY_SIZE : sizesOf(parseBytes(size), scenario),
      upToShare: share === undefined ? null : Number(share) / 100,
      objects: part.objects / names.length,
      bytes: part.bytes / names.length,
      reads: part.reads / names.length,
      segments: part.segments.map((one) => ({ ...one, readShare: one.readShare / names.length })),
    };
  });
}

/** A class reaches from the next smaller one to its own size, the largest to any. */
function sizesOf(sizeBytes: number, scenario: Scenario): Sizes {
  const sizes = workloadOf(scenario).classes.flatMap((one) => (one.share > 0 ? one.sizeBytes : []));
  const below = sizes.filter((one) => one < sizeBytes);
  return {
    from: below.length > 0 ? Math.max(...below) + 1 : null,
    upTo: sizeBytes >= Math.max(...sizes) ? null : sizeBytes,
  };
}

/** `larger than 16 KiB`, `up to 1 MiB`. */
export function sizeWords({ from, upTo }: Sizes): string[] {
  const above = from === null ? [] : [`larger than ${formatBytes(from - 1)}`];
  return upTo === null ? above : [[...above, `up to ${formatBytes(upTo)}`].join(' and ')];
}

export const isAny = ({ from, upTo }: Sizes): boolean => from === null && upTo === null;

/** `a/up-to-16B/ for up to 16 bytes, else with a/larger/`. */
export function keysBySize(keys: readonly { sizes: Sizes; prefix: string }[]): string {
  return keys
    .map(({ sizes: { upTo }, prefix }) =>
      upTo === null ? `else with ${prefix}` : `${prefix} for up to ${upTo} bytes`,
    )
    .join(', ');
}

export function overlap(a: Sizes, b: Sizes): boolean {
  return (a.from ?? 0) <= (b.upTo ?? Infinity) && (b.from ?? 0) <= (a.upTo ?? Infinity);
}

/** What is done alike to sizes next to each other is done once, and bounded by no size where it is done to all of `members`. */
export function joined<Action extends { sizes: Sizes }>(
  actions: readonly Action[],
  isLike: (a: Action, b: Action) => boolean,
  members: (action: Action) => readonly Sizes[],
): Action[] {
  const found: Action[] = [];
  for (const action of actions) {
    const like = found.find((one) => isLike(one, action) && touches(one.sizes, action.sizes));
    if (like) like.sizes = hull(like.sizes, action.sizes);
    else found.push({ ...action });
  }
  return found.map((one) =>
    members(one).every((sizes) => covers(one.sizes, sizes)) ? { ...one, sizes: ANY_SIZE } : one,
  );
}

const touches = (a: Sizes, b: Sizes) =>
  overlap(a, { from: (b.from ?? 0) - 1, upTo: (b.upTo ?? Infinity) + 1 });

export const covers = (whole: Sizes, part: Sizes) =>
  (whole.from ?? 0) <= (part.from ?? 0) && (whole.upTo ?? Infinity) >= (part.upTo ?? Infinity);

function hull(a: Sizes, b: Sizes): Sizes {
  return {
    from: a.from === null || b.from === null ? null : Math.min(a.from, b.from),
    upTo: a.upTo === null || b.upTo === null ? null : Math.max(a.upTo, b.upTo),
  };
}
