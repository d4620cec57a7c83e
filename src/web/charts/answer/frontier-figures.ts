/** Cost against p99, in words and as a table. */
import { frontierPoints, type FrontierPoint } from '#core/report/frontier.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { findCandidate } from '#web/words/candidates.ts';
import { placementCell } from '#core/answer/words/placement.ts';
import { overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { latency } from '#web/words/format.ts';
import { storeName } from '#web/words/names.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import type { Figures } from '#web/words/csv.ts';

export { frontierPoints, type FrontierPoint };

export function frontierTitle(points: readonly FrontierPoint[], nameOf: NameOf = storeName): string {
  const on = points.filter(({ isOn }) => isOn);
  const [cheapest, fastest] = [on[0], on.at(-1)];
  if (!cheapest || !fastest) return 'No placement has a known cost and p99';
  if (cheapest === fastest)
    return `${placementCell(cheapest.candidate.id, nameOf)} is both the cheapest and the fastest`;
  const knee = kneeOf(on) ?? fastest;
  const more = knee.candidate.monthly.total - cheapest.candidate.monthly.total;
  return `${overviewMoney(more, knee.candidate.monthly.currency)} more a month takes the p99 from ${latency(cheapest.p99Ms)} to ${latency(knee.p99Ms)}`;
}

/** Where the frontier bends most: beyond it a shorter p99 costs more than it did before. On log axes, farthest from the chord. */
function kneeOf(on: readonly FrontierPoint[]): FrontierPoint | null {
  const [cheapest, fastest] = [on[0], on.at(-1)];
  if (!cheapest || !fastest || cheapest.candidate.monthly.total <= 0) return null;
  const cost = ({ candidate }: FrontierPoint) =>
    Math.log(candidate.monthly.total / cheapest.candidate.monthly.total);
  const gain = ({ p99Ms }: FrontierPoint) => Math.log(cheapest.p99Ms / p99Ms);
  const bend = (one: FrontierPoint) => gain(one) / gain(fastest) - cost(one) / cost(fastest);
  return on.slice(1).reduce((best, one) => (bend(one) > bend(best) ? one : best), fastest);
}

export function frontierDescription(points: readonly FrontierPoint[], nameOf: NameOf = storeName): string {
  const words = ({ candidate, p99Ms }: FrontierPoint) =>
    `${placementCell(candidate.id, nameOf)}: ${overviewMoney(candidate.monthly.total, candidate.monthly.currency)} a month, p99 ${latency(p99Ms)}`;
  const on = points.filter(({ isOn }) => isOn).map(words);
  const beaten = points.length - on.length;
  return `On the frontier: ${on.join('; ')}. ${beaten} ${beaten === 1 ? 'placement is' : 'placements are'} beaten on both.`;
}

/** Which placements were looked through, how finely, and what grey is. */
export function frontierNote({ frontierStep }: Pick<Plan, 'frontierStep'>): string {
  const grey = 'Grey: another placement costs no more and answers no later';
  return frontierStep === null
    ? `${grey}. All names are under Data.`
    : `The cheapest placement found for every p99, whatever it takes to run; p99s less than ${percent(frontierStep, { figures: 3 })} apart count as one. ${grey}. All names are under Data.`;
}

export function frontierFigures(
  plan: Plan,
  points: readonly FrontierPoint[],
  nameOf: NameOf = storeName,
): Figures {
  return {
    columns: ['placement', 'cost a month', 'read p99 in ms', 'evidence', 'requirements met', 'beaten by'],
    rows: points.map(({ candidate, p99Ms, beatenBy }) => {
      const better = findCandidate(plan, beatenBy);
      return [
        placementCell(candidate.id, nameOf),
        Math.round(candidate.monthly.total * 100) / 100,
        Number(p99Ms.toPrecision(4)),
        candidate.read.grade,
        candidate.feasible,
        better ? placementCell(better.id, nameOf) : '',
      ];
    }),
  };
}
