/** What a move is worth, in sentences. */
import type { Names } from '../answer/words/names.ts';
import { standsWords } from '../answer/words/condition.ts';
import { meterWords } from '../answer/words/meters.ts';
import { stockWords } from '../answer/words/stock.ts';
import { bump } from '../at.ts';
import { FEATURES } from '../pricing/traits/names.ts';
import type { Feature } from '../pricing/traits/names.ts';
import { overviewMoney } from '../text/money.ts';
import { listing } from '../text/words.ts';
import type { Candidate } from '../report/plan-types.ts';
import type { MigrationAnswer, MovedBytes, OneOff, Today } from '../report/time-types.ts';
import type { Workload } from '../workload/workload.ts';
import { formatBytes, formatCount, formatDays, hoursWords } from '../units.ts';

type Money = (amount: number, atLeast?: boolean) => string;

const moneyIn =
  (currency: string): Money =>
  (amount, atLeast = false) =>
    overviewMoney(amount, currency, atLeast);

/** `3.2 months`. */
export function monthsWords(months: number): string {
  const said = months < 10 ? Number(months.toPrecision(2)) : Math.round(months);
  return `${said} ${said === 1 ? 'month' : 'months'}`;
}

/** A move's lines under the names people ask for them by. */
export function oneOffParts({ lines }: OneOff): { name: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { step, meter, amount } of lines) {
    const name =
      step === 'double-running'
        ? 'double running'
        : meter === 'early-delete'
          ? 'early deletes'
          : meter.startsWith('egress.')
            ? 'egress'
            : meter.startsWith('requests.') || meter === 'transition'
              ? 'requests'
              : meter === 'retrieval' || meter === 'upload'
                ? meter
                : 'fees and minimums';
    bump(sums, name, amount ?? 0);
  }
  return [...sums]
    .map(([name, amount]) => ({ name, amount }))
    .filter(({ amount }) => Math.abs(amount) >= 0.005)
    .sort((a, b) => b.amount - a.amount);
}

/** What code may miss after the move, a store a sentence: what it lacks, has in part, and what nobody knows. */
export function lossWords(lost: MigrationAnswer['lost'], { store: nameOf }: Names): string[] {
  return lost.flatMap(({ store, no, partial, unknown }) => {
    const name = nameOf(store);
    const told = (lead: string, features: readonly Feature[] = []) =>
      features.length === 0 ? [] : [`${lead}: ${features.map((one) => FEATURES[one]).join(', ')}.`];
    return [
      ...told(`Lost by moving to ${name}`, no),
      ...told(`${name} has in part`, partial),
      ...told(`Ask ${name}`, unknown),
    ];
  });
}

export function migrationWords(
  {
    oneOff,
    moved,
    copy,
    monthlySaving,
    paybackMonths,
    paybackInterval,
    exitCost,
    ageOut,
  }: Omit<MigrationAnswer, 'words'>,
  { monthly, cache }: Candidate,
  { horizon, expiryDays }: Pick<Workload, 'horizon' | 'expiryDays'>,
): string[] {
  const money = moneyIn(monthly.currency);
  const horizonMonths = horizon.length;
  const parts = oneOffParts(oneOff).map(({ name, amount }) => `${name} ${money(amount)}`);
  const words = [
    `${movedWords(moved, expiryDays)} costs ${money(oneOff.total, oneOff.atLeast)} once${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`,
    ...ruleWords(moved),
    paybackWords(monthlySaving, paybackMonths, paybackInterval, horizonMonths, money),
  ];
  if (copy.restoreHours === null) words.push('How long the restore before the copy takes is not known.');
  else if (copy.restoreHours > 0)
    words.push(
      `Archived objects are restored before the copy, which takes up to ${hoursWords(copy.restoreHours)}.`,
    );
  if (copy.objects > 0)
    words.push(
      copy.days === null
        ? 'No published limit says how long the copy takes. It is counted within the first month. State its rate as migration.rate.'
        : `The copy takes at least ${formatDays(copy.days)}${copy.restoreHours ? ' with the restore' : ''}, ${pace(copy.boundBy)}.`,
    );
  if (cache)
    words.push(
      `Its copies are made as objects are read. In the first ${formatDays(cache.ttlHours / 24)} fewer reads find one than counted.`,
    );
  if (ageOut) {
    const until = ageOut.isOver
      ? `until the last is gone after ${formatDays(ageOut.days ?? 0)}`
      : `over ${horizonMonths} months`;
    words.push(
      `Moving only new objects ${ageOut.extra < 0 ? `saves ${money(-ageOut.extra)}` : `costs ${money(ageOut.extra)} more`} ${until}, which is ${ageOut.isCheaper ? 'cheaper' : 'dearer'} than moving all.`,
    );
  }
  words.push(`Moving back would cost ${money(exitCost)}.`);
  return words;
}

/** `Moving 158 TB (631M objects: 30 TB standing, 128 TB of new objects kept 7 years)`; of one kind, how many objects alone. */
function movedWords({ objects, standing, arrived }: MovedBytes, expiryDays: number | null): string {
  if (objects === 0) return 'No object has to be moved. The change';
  const kinds = standing > 0 && arrived > 0 ? `: ${stockWords({ standing, arrived }, expiryDays)}` : '';
  return `Moving ${formatBytes(standing + arrived)} (${formatCount(objects)} objects${kinds})`;
}

function ruleWords({ standing, arrived, byRule }: MovedBytes): string[] {
  if (byRule === 0) return [];
  const whole = byRule > (standing + arrived) * (1 - 1e-9);
  return whole
    ? ['A lifecycle rule moves all of it, so nothing is copied.']
    : [`A lifecycle rule moves ${formatBytes(byRule)} of it, which is not copied.`];
}

function pace(boundBy: string | null): string {
  if (boundBy === 'migration.rate') return 'at the rate the scenario states';
  if (boundBy === 'migration.over') return 'as the scenario spreads it';
  return `by the ${boundBy ?? 'slowest store'}`;
}

function paybackWords(
  saving: number | null,
  payback: number | null,
  interval: [number, number | null] | null,
  horizonMonths: number,
  money: Money,
): string {
  if (saving === null) return 'What it saves is not known, because a price is not.';
  const a = saving < 0 ? `costs ${money(-saving)}/month more` : `saves ${money(saving)}/month`;
  if (payback === null) return `It ${a} and never pays for itself.`;
  const range = interval
    ? ` (90%: ${monthsWords(interval[0])} to ${interval[1] === null ? 'never' : monthsWords(interval[1])})`
    : '';
  const past =
    payback > horizonMonths ? `, past the horizon of ${horizonMonths}${goingOn(payback, horizonMonths)}` : '';
  return `It ${a} and has paid for itself after ${monthsWords(payback)}${range}${past}.`;
}

/** What a payback past the months that are billed rests on; nothing within them. */
export function goingOn(paybackMonths: number, horizonMonths: number): string {
  return paybackMonths > horizonMonths ? ", if the last month's saving goes on" : '';
}

/** `nets`: what each move gains over the horizon, its one-off cost taken off. */
export function verdictOf(
  today: Omit<Today, 'verdict' | 'to' | 'words'>,
  candidates: readonly Candidate[],
  nets: ReadonlyMap<string, number>,
  horizonMonths: number,
  names: Names,
): Pick<Today, 'verdict' | 'to' | 'words'> {
  const money = moneyIn(today.currency);
  const own = today.id.split(' + ').map(names.placement).join(' and ');
  const now = `Today: ${own}, ${money(today.total, today.atLeast)}/month`;
  /** What is left when running it has earned what it must: a move is to what is recommended, where the horizon is long enough. */
  const earned = ({ id, effort }: Candidate) => (nets.get(id) ?? 0) - effort.total * horizonMonths;
  const rivals = candidates
    .filter(({ id, feasible, monthly }) => feasible === 'yes' && !monthly.atLeast && nets.has(id))
    .sort((a, b) => earned(b) - earned(a));
  const [best] = rivals;
  if (today.feasible === 'no') {
    const must = `${now}. It misses the requirements.`;
    return best
      ? {
          verdict: 'move',
          to: best.id,
          words: [`${must} Move to ${names.placement(best.id)}.`, ...(best.migration?.words ?? [])],
        }
      : { verdict: 'unknown', to: null, words: [`${must} No other placement is sure enough to meet them.`] };
  }
  const open = openWords(today, candidates, names);
  if (!best) {
    const isPriceOpen = candidates.some(
      ({ id, feasible, monthly }) => id !== today.id && feasible !== 'no' && monthly.atLeast,
    );
    const others = isPriceOpen ? 'no other placement with every price known' : 'no other placement';
    return {
      verdict: 'stay',
      to: null,
      words: [`${now}.${open} Stay: ${others} is sure enough to meet the requirements.`],
    };
  }
  if (earned(best) > 0)
    return {
      verdict: 'move',
      to: best.id,
      words: [
        `${now}.${open} Move to ${names.placement(best.id)}. Over ${horizonMonths} months it saves ${money(nets.get(best.id) ?? 0, today.atLeast)} after the cost of the move.`,
        ...(best.migration?.words ?? []),
      ],
    };
  const nearest = rivals.toSorted((a, b) => order(a) - order(b))[0] ?? best;
  const { monthlySaving = 0, paybackMonths = null, oneOff } = nearest.migration ?? {};
  const why =
    monthlySaving === null || (monthlySaving <= 0 && paybackMonths === null)
      ? 'no placement that is sure enough is cheaper'
      : `moving to ${names.placement(nearest.id)} costs ${money(oneOff?.total ?? 0)} once and saves ${money(monthlySaving)}/month. That ${paybackMonths === null ? 'never pays' : `pays after ${monthsWords(paybackMonths)}, past the horizon of ${horizonMonths}`}`;
  return { verdict: 'stay', to: null, words: [`${now}.${open} Stay: ${why}.`] };
}

/** Why today's placement is not known to meet the requirements: what is asked or measured nowhere, else a price. */
function openWords(
  { id, feasible }: Pick<Today, 'id' | 'feasible'>,
  candidates: readonly Candidate[],
  names: Names,
): string {
  if (feasible !== 'unproven') return '';
  const own = candidates.find((one) => one.id === id);
  const stands = own ? standsWords(own, names.store) : '';
  if (stands !== '') return ` ${stands}`;
  if (own?.monthly.atLeast) {
    const meters = new Set(own.monthly.reasons.flatMap(({ meter }) => (meter ? [meterWords(meter)] : [])));
    return ` A price of it is not known${meters.size > 0 ? `: ${listing([...meters])}` : ''}.`;
  }
  return ' It is not sure enough to meet the requirements.';
}

function order({ migration }: Candidate): number {
  return migration?.paybackMonths ?? Infinity;
}
