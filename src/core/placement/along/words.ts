/** Placements, values of inputs and switch points as sentences. */
import { itemAt } from '../../at.ts';
import type { SwitchPoint } from '../../report/switch-types.ts';
import { formatUnitPrice, overviewMoney } from '../../text/money.ts';
import { percent } from '../../text/numbers.ts';
import { listing } from '../../text/words.ts';
import { formatBytes, formatCount, formatDays, formatMs } from '../../units.ts';
import type { PlacedPopulation } from '../context/populations.ts';
import type { PlanContext } from '../context/types.ts';
import type { Placement, Timeline } from '../placement.ts';
import type { Knob } from './knobs.ts';
import type { Standing } from './known.ts';

/** What a switch point is said of. */
export interface Told {
  value: number;
  below: Standing | null;
  above: Standing | null;
  unproven: SwitchPoint['unproven'];
  currency: string;
}

/** `context`: of the scenario as it is now; where sizes are turned, as it is there. */
export function switchWords(context: PlanContext, knob: Knob, told: Told): string {
  const { value, below, above, unproven, currency } = told;
  const upwards = knob.now !== null && knob.now <= value;
  const [here, there] = upwards ? [below, above] : [above, below];
  const now = knob.now === null ? '' : ` (now ${valueWords(context, knob, knob.now, 'short')})`;
  const where = `${upwards ? 'Above' : 'Below'} ${valueWords(context, knob, value)}${now}`;
  const placed = (one: Standing) => placedWords(context, one.placement);
  if (!there)
    return here
      ? `${where}, nothing meets the requirements. Up to there ${placed(here)} costs ${monthly(here, currency)}.`
      : '';
  if (!here)
    return `${where}, ${placed(there)} meets the requirements, at ${monthly(there, currency)}. Up to there nothing does.`;
  const totals = [there, here].map((one) => monthly(one, currency));
  const cost = totals[0] === totals[1] ? `at ${totals[0]}` : `at ${totals[0]} instead of ${totals[1]}`;
  const fails = unproven !== null && here === (unproven === 'below' ? below : above);
  return `${where}, ${placed(there)} is recommended instead of ${placed(here)}, ${cost}.${fails ? ` There ${placed(here)} fails a requirement or a limit.` : ''}`;
}

const monthly = ({ judged: { low, high } }: Standing, currency: string) =>
  `${overviewMoney(low, currency, high !== low)} a month`;

/** `everything in A`; `A for 7 days, then B`; `new objects: A and B for 7 days, then B; standing objects: C`. */
export function placedWords(
  { stores, populations, workload }: PlanContext,
  { timelines }: Placement,
): string {
  // Copies that the scenario demands are no news.
  const held = (holders: readonly number[]) => listing(holders.flatMap((store) => stores[store]?.ref ?? []));
  const words = (timeline: Timeline) =>
    timeline
      .map(({ holders }, i) => {
        const next = timeline[i + 1];
        const until = !next
          ? ''
          : i === 0
            ? ` for ${formatDays(next.fromDays)}`
            : ` to ${formatDays(next.fromDays)}`;
        return `${held(holders)}${until}`;
      })
      .join(', then ');
  const alike = Map.groupBy(populations, (_, p) => words(itemAt(timelines, p)));
  if (alike.size === 1) {
    const [only = ''] = alike.keys();
    return timelines.every((one) => one.length === 1) ? `everything in ${only}` : only;
  }
  return [...alike]
    .map(([where, own]) => `${objectsWords(own, populations, workload.classes)}: ${where}`)
    .join('; ');
}

/** Which objects these populations are: of one stream, or of sizes. */
function objectsWords(
  own: readonly PlacedPopulation[],
  all: readonly PlacedPopulation[],
  classes: readonly { sizeBytes: number }[],
): string {
  const streams = [...new Set(own.map(({ stream }) => stream))];
  const which = streams.length > 1 ? 'objects' : streams[0] === 'new' ? 'new objects' : 'standing objects';
  if (
    streams.every(
      (stream) =>
        own.filter((one) => one.stream === stream).length ===
        all.filter((one) => one.stream === stream).length,
    )
  )
    return which;
  if (own.some(({ slice }) => slice !== null)) return `${which} (${listing(own.map(({ name }) => name))})`;
  const sizes = [...new Set(own.map(({ sizeClass }) => itemAt(classes, sizeClass).sizeBytes))];
  return `${which} of ${listing(sizes.map((bytes) => formatBytes(bytes)))}`;
}

/** `short`: the figure alone. */
export function valueWords(
  context: PlanContext,
  { input, unit, path }: Pick<Knob, 'input' | 'unit' | 'path'>,
  value: number,
  style: 'short' | 'full' = 'full',
): string {
  const isFull = style === 'full';
  const figure = figureOf(unit, value);
  if (!isFull) return figure;
  switch (input) {
    case 'reads': {
      const each = value * readsEach(context);
      return `${figure} reads a day${each > 0 ? `, ${formatCount(each)} per object-month` : ''}`;
    }
    case 'arrivals':
      return `${figure} new objects a day`;
    case 'size':
      return `a mean size of ${figure}`;
    case 'standing':
      return `${figure} of standing objects`;
    case 'retention':
      return `a retention of ${figure}`;
    case 'hot-share':
      return `${figure} of reads in the first ${figureOf('days', context.scenario.workload.reads.byAge?.[0]?.ageDays ?? 0)}`;
    case 'outside-share':
      return `${figure} of reads from outside ${context.writer.site.provider}`;
    case 'cache-share':
      return `a cache hit ratio of ${figure}`;
    case 'read-p99':
      return `a required p99 of ${figure}`;
    case 'first-byte-p99':
      return `a required first byte p99 of ${figure}`;
    case 'price':
      return `${figure} for ${path}`;
  }
}

function figureOf(unit: string, value: number): string {
  switch (unit) {
    case '/day':
      return formatCount(value);
    case 'B':
      return formatBytes(value);
    case 'days':
      return formatDays(value >= 1 ? Number(value.toPrecision(3)) : value);
    case 'share':
      return percent(value, { figures: 3 });
    case 'ms':
      return formatMs(value);
    default:
      return rateWords(unit, value);
  }
}

/** Reads that an object has in a month where one read a day is all there are. */
function readsEach({ workload }: PlanContext): number {
  const [first] = workload.months;
  if (!first) return 0;
  const { month, population } = first;
  const objects = population.objectDaysBelow(workload.lifeDays) / month.days + population.standing.objects;
  return objects > 0 ? month.days / objects : 0;
}

/** `$0.0102 a GiB-month`; requests by the million, as people say it. */
export function rateWords(unit: string, value: number): string {
  const [currency = '', per = ''] = unit.split('/');
  const [times, each] = per === 'request' ? [1e6, 'million'] : [1, per];
  return `${formatUnitPrice(Number((value * times).toPrecision(3)), currency)} a ${each}`;
}
