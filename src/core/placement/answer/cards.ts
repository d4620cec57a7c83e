/**
 * The cards of an answer: what is recommended; what would be cheaper if a measurement confirmed it or a condition were met; what is
 * surer, else faster. A card equal to an earlier one, or hardly better, is left out.
 */
import type { CardRole, Candidate, MissingMeasurement } from '../../report/plan-types.ts';
import type { Judged } from '../desk-types.ts';
import type { Placement } from '../placement.ts';

/** A placement that was billed and judged, with its p99 if it is asked for. */
export interface Contender {
  id: string;
  placement: Placement;
  judged: Judged;
  /** Of all reads, by the best estimate; null where it is not known. */
  p99Ms(): number | null;
  /** What measuring would settle of it. */
  missing(): readonly MissingMeasurement[];
  /** In full. */
  candidate(): Candidate;
}

export interface Card {
  role: CardRole;
  contender: Contender;
}

/** What is faster may cost this multiple of the recommended. */
export const MOST_OF_FASTER = 2;
/** Gains below these are none. */
const LEAST = { cost: 0.02, sureness: 0.1, p99: 0.1 };
/** What is no likelier than this is at least 95 % sure to miss: nobody measures it. */
const LEAST_LIKELY = 0.05;
/** Contenders for the second card whose measurements are priced. */
const PRICED = 6;

const costOf = ({ judged: { high, effort } }: Contender) => (high ?? Infinity) + effort;
const surenessOf = ({ judged: { sureness } }: Contender) => sureness ?? 1;

/** `first`: recommended; the others as the searches billed them. */
export function cardsOf(first: Contender, others: readonly Contender[], asked: number | null): Card[] {
  const cards: Card[] = [{ role: 'recommended', contender: first }];
  const isNew = ({ id }: Contender) => cards.every(({ contender }) => contender.id !== id);
  const cheaper = cheaperIfConfirmed(first, others.filter(isNew), asked);
  if (cheaper) cards.push({ role: 'cheaper', contender: cheaper });
  const left = others.filter(isNew);
  const surer = surenessOf(first) < (asked ?? 0) ? surerThan(first, left, asked ?? 1) : null;
  if (surer) cards.push({ role: 'surer', contender: surer });
  else {
    const faster = fasterThan(first, left);
    if (faster) cards.push({ role: 'faster', contender: faster });
  }
  return cards;
}

/** Highest in sureness × saving − what measuring it costs, where that is a gain. */
function cheaperIfConfirmed(
  first: Contender,
  others: readonly Contender[],
  asked: number | null,
): Contender | null {
  const saving = (one: Contender) => costOf(first) - costOf(one);
  const bill = ({ judged: { high } }: Contender) => high ?? Infinity;
  const isOpen = ({ judged }: Contender) =>
    judged.conditions.length > 0 || (asked !== null && (judged.sureness ?? 1) < asked);
  const gains = others
    .filter(
      (one) =>
        one.judged.violations.length === 0 &&
        one.judged.high !== null &&
        one.judged.notMeasured.length === 0 &&
        surenessOf(one) > LEAST_LIKELY &&
        isOpen(one) &&
        saving(one) > LEAST.cost * costOf(first) &&
        // What spares only effort is no cheaper.
        bill(one) < (1 - LEAST.cost) * bill(first),
    )
    .map((one) => ({ one, gain: surenessOf(one) * saving(one) }))
    .sort((a, b) => b.gain - a.gain)
    .slice(0, PRICED)
    .map(({ one, gain }) => ({ one, gain: gain - probesCost(one.missing()) }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain);
  return gains[0]?.one ?? null;
}

/** Each probe is run once; one without a known price counts as free, and its card says so. */
function probesCost(missing: readonly MissingMeasurement[]): number {
  const probes = new Map(missing.map(({ probe, probeCost }) => [probe, probeCost]));
  return [...probes.values()].reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

/** The cheapest that is as sure as asked; none where it is hardly surer. */
function surerThan(first: Contender, others: readonly Contender[], asked: number): Contender | null {
  const sure = others.filter((one) => one.judged.feasible === 'yes' && surenessOf(one) >= asked);
  const least = leastBy(sure, costOf);
  return least && surenessOf(least) >= surenessOf(first) + LEAST.sureness ? least : null;
}

/** Most p99 for the money among those that are no less sure. */
function fasterThan(first: Contender, others: readonly Contender[]): Contender | null {
  const now = first.p99Ms();
  if (now === null) return null;
  const faster = others.filter((one) => {
    if (one.judged.feasible !== first.judged.feasible || surenessOf(one) < surenessOf(first)) return false;
    if (costOf(one) > MOST_OF_FASTER * costOf(first)) return false;
    const p99 = one.p99Ms();
    return p99 !== null && p99 <= now * (1 - LEAST.p99);
  });
  const perDollar = (one: Contender) =>
    (costOf(one) - costOf(first)) / (Math.log(now) - Math.log(one.p99Ms() ?? now));
  return leastBy(faster, perDollar);
}

function leastBy(list: readonly Contender[], of: (one: Contender) => number): Contender | null {
  return list.reduce<Contender | null>(
    (a, b) => (a === null || of(b) < of(a) || (of(b) === of(a) && b.id < a.id) ? b : a),
    null,
  );
}
