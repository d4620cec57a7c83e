/** The open requirements of a placement whose objects, or copies, lie in two sides with grids of their own. */
import type { CandidateSources } from '../worked/candidate.ts';
import type { LatencyGrid } from '../latency-grid.ts';
import type { LatencyRequirement } from '../judge/latency-requirements.ts';
import { pretending } from './missing.ts';
import type { Open } from './missing.ts';
import { requirementsOf, sideTail } from '../partitions/judge.ts';
import type { SideTail } from '../partitions/judge.ts';
import type { Side } from '../partitions/side.ts';
import { excess, verdict } from './requirements.ts';
import type { Tail } from './tails.ts';

export type Asked = ReturnType<typeof requirementsOf>[number];

interface Sided {
  /** Whose measurement could settle a requirement. */
  storesOf(requirement: LatencyRequirement): readonly number[];
  /** What a requirement sums, by the grid of each side and of the whole; by default their own. */
  tailOf(asked: Asked, gridOf?: (side: Side) => LatencyGrid, whole?: LatencyGrid): Tail;
  /** How much of a requirement a store's latency for a reader (null: the writer) leaves open. */
  openOf(tailAt: SideTail, store: number, reader: number | null): number;
}

const SETTLED = 1e-6;

/** For what would settle each. */
export function sideOpens(
  { context, grid, verdicts }: Pick<CandidateSources, 'context' | 'grid' | 'verdicts'>,
  { storesOf, tailOf, openOf }: Sided,
): Open[] {
  const asked = requirementsOf(verdicts);
  return asked.flatMap((one): Open[] => {
    const { requirement, nodesMs } = one;
    if (verdict(tailOf(one), requirement) !== 'unproven') return [];
    const sides = asked.filter(
      (other) =>
        other === one || (other.requirement.counts !== 'late' && other.requirement.name === requirement.name),
    );
    const tailAt = sideTail(requirement, nodesMs);
    return [
      {
        context,
        grid,
        requirement,
        stores: storesOf(requirement),
        excess: (store, of) =>
          Math.max(
            ...sides.map((other) => {
              const tail = tailOf(
                other,
                (side) => pretending(side.grid, store, of),
                pretending(grid, store, of),
              );
              return excess(tail, other.requirement);
            }),
          ),
        from(s) {
          if (requirement.of === 'write') return openOf(tailAt, s, null) > SETTLED ? null : undefined;
          const weights = requirement.weights.map((weight, q) =>
            openOf(tailAt, s, q) > SETTLED ? weight : 0,
          );
          const heaviest = Math.max(0, ...weights);
          return heaviest > 0 ? weights.indexOf(heaviest) : undefined;
        },
      },
    ];
  });
}
