/** Cost against p99: the cheapest placement for each p99, and which of them beats each of the rest. */
import { gradeWords } from '../../latency/types.ts';
import type { FrontierPoint } from '../../report/frontier.ts';
import type { Plan } from '../../report/plan-types.ts';
import { overviewMoney } from '../../text/money.ts';
import { percent } from '../../text/numbers.ts';
import { formatMs } from '../../units.ts';
import type { Names } from '../words/names.ts';
import { verdictWords } from '../words/verdict.ts';
import { figureOf, perMonth } from './figure.ts';

type Points = readonly FrontierPoint[];

export function frontierFigure(points: Points, names: Names) {
  const currency = points[0]?.candidate.monthly.currency;
  return figureOf(
    points,
    [
      { title: 'placement', wrap: true, of: ({ candidate }) => names.cell(candidate.id) },
      {
        title: perMonth(currency),
        key: 'cost a month',
        kind: 'money',
        of: ({ candidate }) => candidate.monthly.total,
      },
      { title: 'read p99', key: 'read p99 in ms', kind: 'ms', of: ({ p99Ms }) => p99Ms },
      {
        title: 'evidence',
        drop: true,
        of: ({ candidate }) => candidate.read.grade,
        words: ({ candidate }) => gradeWords(candidate.read.grade),
      },
      {
        title: 'verdict',
        key: 'requirements met',
        of: ({ candidate }) => candidate.feasible,
        words: ({ candidate }) => verdictWords(candidate),
      },
      {
        title: 'beaten by',
        beneath: 'beaten by ',
        of: ({ beatenBy }) => (beatenBy === null ? null : names.cell(beatenBy)),
      },
    ],
    currency === undefined ? {} : { currency },
  );
}

/** `$48.2k/month at 610 ms`. */
export function pointWords({ candidate: { monthly }, p99Ms }: FrontierPoint): string {
  return `${overviewMoney(monthly.total, monthly.currency)}/month at ${formatMs(p99Ms)}`;
}

export function frontierTitle(points: Points, names: Names): string {
  const on = points.filter(({ isOn }) => isOn);
  const [cheapest, fastest] = [on[0], on.at(-1)];
  if (!cheapest || !fastest) return 'No placement has a known cost and p99';
  if (cheapest === fastest)
    return `${names.cell(cheapest.candidate.id)} is both the cheapest and the fastest`;
  const knee = kneeOf(on) ?? fastest;
  const more = knee.candidate.monthly.total - cheapest.candidate.monthly.total;
  return `${overviewMoney(more, knee.candidate.monthly.currency)}/month more takes the p99 from ${formatMs(cheapest.p99Ms)} to ${formatMs(knee.p99Ms)}`;
}

/** Where the frontier bends most: beyond it a shorter p99 costs more than it did before. On log axes, farthest from the chord. */
function kneeOf(on: Points): FrontierPoint | null {
  const [cheapest, fastest] = [on[0], on.at(-1)];
  if (!cheapest || !fastest || cheapest.candidate.monthly.total <= 0) return null;
  const cost = ({ candidate }: FrontierPoint) =>
    Math.log(candidate.monthly.total / cheapest.candidate.monthly.total);
  const gain = ({ p99Ms }: FrontierPoint) => Math.log(cheapest.p99Ms / p99Ms);
  const bend = (one: FrontierPoint) => gain(one) / gain(fastest) - cost(one) / cost(fastest);
  return on.slice(1).reduce((best, one) => (bend(one) > bend(best) ? one : best), fastest);
}

export function frontierDescription(points: Points, names: Names): string {
  const on = points.filter(({ isOn }) => isOn);
  const beaten = points.length - on.length;
  const each = on.map((one) => `${names.cell(one.candidate.id)}, ${pointWords(one)}`);
  return `On the frontier: ${each.join('; ')}. ${beaten} ${beaten === 1 ? 'placement is' : 'placements are'} beaten on both.`;
}

/** Which placements were looked through, how finely, and what grey is. */
export function frontierNote({ frontierStep }: Pick<Plan, 'frontierStep'>): string {
  const grey = 'Grey: another placement costs no more and is no slower';
  return frontierStep === null
    ? `${grey}. All names are under Data.`
    : `The cheapest placement found for every p99; p99s less than ${percent(frontierStep, { figures: 3 })} apart count as one. ${grey}. All names are under Data.`;
}
