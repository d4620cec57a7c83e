/** Placements in parts, made by hand, and what is written for them. */
import type { Candidate, CandidatePart, Segment } from '#core/report/plan-types.ts';
import { emit } from '#emit/emit.ts';
import type { Emission } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { aCandidate, askedBy } from '#tests/helpers/aPlan.ts';
import { ARCHIVE, planWith } from './plans.ts';
import type { Stretch } from './plans.ts';

export const PLACES = ['aws/us-east-1', 'internet/europe'];
export const KIB = 1024;
/** Large enough for each provider's rules. */
export const SIZES = [256 * KIB, 8 * KIB ** 2, 64 * KIB ** 2];
export const NAMES = ['256KiB', '8MiB', '64MiB'];

export interface Shape {
  /** Days; null: kept for ever. */
  retention: number | null;
  sizes?: number;
  stands?: boolean;
  skew?: number;
  /** Where standing objects are today. */
  current?: string;
  /** By name: `new`, `old.8MiB.10%`. */
  parts: Record<string, readonly Stretch[]>;
}

export function segmentsOf(stretches: readonly Stretch[], toDays: number): Segment[] {
  return stretches.map(([fromDays, ...holders], i) => ({
    fromDays,
    toDays: stretches[i + 1]?.[0] ?? toDays,
    holders,
    servers: Object.fromEntries(PLACES.map((place, k) => [place, holders[k % holders.length] ?? ''])),
    readShare: 1 / stretches.length,
  }));
}

export function emittedOf(shape: Shape, changes: Partial<Candidate> = {}): Emission {
  const { retention, sizes = 1, stands = false, skew, current } = shape;
  const names = Object.keys(shape.parts);
  const parts = names.map((name): CandidatePart => {
    const share = 1 / names.length;
    const segments = segmentsOf(shape.parts[name] ?? [], retention ?? 365);
    return { name, objects: share, bytes: share, reads: share, segments };
  });
  const candidate = aCandidate({
    id: 'mix:by-hand',
    kind: 'mixed',
    stores: [...new Set(parts.flatMap(({ segments }) => segments.flatMap(({ holders }) => holders)))],
    policy: null,
    steps: [],
    moves: [],
    parts,
    segments: parts[0]?.segments ?? [],
    ...changes,
  });
  const objects = {
    size: SIZES.slice(0, sizes).map((size) => ({ share: 1 / sizes, size: `${size} B` })),
    ...(names.some((name) => name.startsWith('new') || name === 'all') ? { arrivals: '1M/day' } : {}),
    ...(stands ? { standing: '10 TB' } : {}),
    retention: retention === null ? ('forever' as const) : `${retention} days`,
  };
  const plan = planWith(candidate, {
    scenario: {
      ...(current === undefined ? {} : { current }),
      workload: {
        objects,
        reads: { rate: '1M/day', ...(skew === undefined ? {} : { skew: { objects: skew, reads: 0.9 } }) },
        readers: PLACES.map((at) => ({ at, share: 0.5 })),
        writer: 'aws/us-east-1',
      },
    },
  });
  return emit(askedBy(plan, ARCHIVE), {
    id: null,
    kinds: EMIT_KIND_NAMES,
    keyDate: null,
    prefix: '',
    plan,
  });
}
