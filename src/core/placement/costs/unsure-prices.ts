/** What a winner owes to prices that are secondary or that sources give differently, and whether it would win at the others. */
import { leastBy } from '../../at.ts';
import type { PlanFinding } from '../../findings/plan-findings.ts';
import { withOtherFigures } from '../../pricing/editions/other-figures.ts';
import type { Candidate } from '../../report/plan-types.ts';
import type { PlanContext } from '../context/types.ts';

interface Shown {
  candidate: Candidate;
  totalAt(context: PlanContext): number;
}

/**
 * One finding for each such price list of the winner: by how much the cheapest plan without it is dearer, and, where a source
 * gives another figure, which of the plans shown is the cheapest then. Their thresholds are those of the figure taken.
 */
export function unsurePrices(
  context: PlanContext,
  shown: readonly Shown[],
  winner: Candidate,
): PlanFinding[] {
  const eligible = shown.filter(
    ({ candidate }) => candidate.feasible === 'yes' && !candidate.monthly.atLeast,
  );
  return winner.findings.flatMap((finding): PlanFinding[] => {
    if (finding.code !== 'price-confidence') return [];
    const { edition, region, confidence } = finding;
    if (confidence !== 'secondary' && confidence !== 'conflicting') return [];
    const rival = leastBy(
      eligible.filter(({ candidate }) => !restsOn(candidate, edition)),
      ({ candidate }) => candidate.monthly.total,
    );
    const store = context.stores.find((one) => one.edition.id === edition && one.region === region);
    const other = store ? withOtherFigures(context.archive, store.edition, region) : null;
    return [
      {
        code: 'winner-price-unsure',
        id: winner.id,
        edition,
        region,
        confidence,
        total: winner.monthly.total,
        currency: winner.monthly.currency,
        rival: rival ? { id: rival.candidate.id, total: rival.candidate.monthly.total } : null,
        other: other ? atOther({ ...context, archive: other.archive }, eligible, winner, other.source) : null,
      },
    ];
  });
}

function restsOn(candidate: Candidate, edition: string): boolean {
  return candidate.findings.some((one) => one.code === 'price-confidence' && one.edition === edition);
}

/** Every plan billed again at the other figures. */
function atOther(context: PlanContext, eligible: readonly Shown[], winner: Candidate, source: string) {
  const billed = eligible.map(({ candidate, totalAt }) => ({ id: candidate.id, total: totalAt(context) }));
  const own = billed.find(({ id }) => id === winner.id);
  const rival = leastBy(
    billed.filter(({ id }) => id !== winner.id),
    ({ total }) => total,
  );
  if (!own) return null;
  return { source, total: own.total, rival, survives: !rival || own.total <= rival.total };
}
