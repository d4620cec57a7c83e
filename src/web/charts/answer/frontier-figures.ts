/** Cost against p99, in words and as a table. */
import { placementCell } from '#core/answer/words/placement.ts';
import type { NameOf } from '#core/answer/words/names.ts';
import { frontierPoints, type FrontierPoint } from '#core/report/frontier.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { findCandidate } from '#web/words/candidates.ts';
import { overviewMoney } from '#core/text/money.ts';
import { percent } from '#core/text/numbers.ts';
import { latency } from '#web/words/format.ts';
import { storeName } from '#web/words/names.ts';
import type { Figures } from '#web/words/csv.ts';

export { frontierPoints, type FrontierPoint };

export function frontierTitle(points: readonly FrontierPoint[], nameOf: NameOf = storeName): string {
  const on = points.filter(({ isOn }) => isOn);
  const [cheapest, fastest] = [on[0], on.at(-1)];
  if (!cheapest || !fastest) return 'No placement has a known cost and p99';
  if (cheapest === fastest)
    return `${placementCell(cheapest.candidate.id, nameOf)} is both the cheapest and the fastest`;
  const more = fastest.candidate.monthly.total - cheapest.candidate.monthly.total;
  return `${overviewMoney(more, fastest.candidate.monthly.currency)} more a month takes the p99 from ${latency(cheapest.p99Ms)} to ${latency(fastest.p99Ms)}`;
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

interface LabelSpot {
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Where names fit beside their points without lying on one another or on what is `kept` clear, in the order given; null where none does. */
export function labelSpots(
  points: readonly { x: number; y: number; text: string }[],
  width: number,
  letter = 6.4,
  kept: readonly Box[] = [],
): (LabelSpot | null)[] {
  const taken: Box[] = [
    ...points.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 })),
    ...kept,
  ];
  return points.map(({ x, y, text }, i) => {
    const long = text.length * letter;
    const spots = [
      { x: x + 9, y: y - 9, anchor: 'start' as const },
      { x: x - 9, y: y - 9, anchor: 'end' as const },
      { x: x + 9, y: y + 4, anchor: 'start' as const },
      { x: x - 9, y: y + 4, anchor: 'end' as const },
      { x: x + 9, y: y + 17, anchor: 'start' as const },
      { x: x - 9, y: y + 17, anchor: 'end' as const },
      // Over or under its point, where that is near the edge.
      ...(x + long + 9 > width && x >= width - long
        ? [y - 16, y + 25].map((at) => ({ x: width - 2, y: at, anchor: 'end' as const }))
        : []),
    ];
    for (const spot of spots) {
      const left = spot.anchor === 'start' ? spot.x : spot.x - long;
      const box = { left, right: left + long, top: spot.y - 11, bottom: spot.y + 3 };
      const isFree = taken.every(
        (other, j) =>
          j === i ||
          box.right < other.left ||
          box.left > other.right ||
          box.bottom < other.top ||
          box.top > other.bottom,
      );
      if (!isFree || box.left < 0 || box.right > width) continue;
      taken.push(box);
      return spot;
    }
    return null;
  });
}
