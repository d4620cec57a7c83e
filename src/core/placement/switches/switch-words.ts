/** A switch point as a sentence. */
import { formatUnitPrice, overviewMoney } from '../../text/money.ts';
import type { SwitchPoint, SwitchSide } from '../../report/switch-types.ts';
import { percent } from '../../text/numbers.ts';
import { formatBytes, formatCount, formatDays, formatMs } from '../../units.ts';
import { isBetweenEdges } from '../ages/near.ts';
import { chainOf, stepsOf } from '../chain.ts';
import { stepsWords } from '../../report/step-words.ts';
import { copiedSizes, isByAge, largestOf } from '../not-by-age/placement.ts';
import type { AnyPlacement, NotByAge } from '../not-by-age/placement.ts';
import { popularityCode } from '../partitions/cuts.ts';
import type { PlanContext } from '../context/types.ts';
import type { Knob } from '../along/knobs.ts';

/** One side of a switch point with the placement behind it. */
export interface Side extends SwitchSide {
  placement: AnyPlacement | null;
}

/** `context`: of the scenario as it is now; where sizes are turned, as it is there. */
export function switchWords(
  context: PlanContext,
  knob: Knob,
  point: Pick<SwitchPoint, 'value' | 'kind' | 'unproven' | 'turns'> & { below: Side; above: Side },
  currency: string,
): string {
  const { value, below, above } = point;
  const upwards = knob.now !== null && knob.now <= value;
  const [here, there] = upwards ? [below, above] : [above, below];
  const now = knob.now === null ? '' : ` (now ${valueWords(context, knob, knob.now, 'short')})`;
  const where = `${upwards ? 'Above' : 'Below'} ${valueWords(context, knob, value)}${now}`;
  const turns = point.turns ? ` ${turnsWords(context, knob, point.turns, [below, above])}` : '';
  const fallen =
    (point.unproven === 'below' && here === below) || (point.unproven === 'above' && here === above);
  const because = fallen && there.placement ? ` There ${placed(context, here.placement)} is not proven.` : '';
  return `${where}, ${changeWords(context, point, here, there, currency)}.${because}${turns}`;
}

function changeWords(
  context: PlanContext,
  { kind, unproven }: Pick<SwitchPoint, 'kind' | 'unproven'>,
  here: Side,
  there: Side,
  currency: string,
): string {
  if (!there.placement)
    return `no plan is proven any more; up to there ${placed(context, here.placement)} is best${at(here, currency)}`;
  const name = placed(context, there.placement);
  if (!here.placement) return `${name} is proven${at(there, currency)}; up to there nothing is`;
  const totals = totalsWords(here, there, currency);
  if (kind === 'age' && !isByAge(there.placement))
    return `${boundWords(context, there.placement)} instead of ${boundWords(context, here.placement, 'short')}${totals}`;
  if (kind === 'age') {
    const ages = [there.placement, here.placement].map((one) => agesOf(one).map((age) => formatDays(age)));
    const moves = ages[0]?.length === 1 ? 'the move comes' : 'the moves come';
    return `${moves} at ${ages.map((own) => own.join(' and ')).join(' instead of ')}${totals}`;
  }
  return unproven === null
    ? `${name} is best instead of ${placed(context, here.placement)}${totals}`
    : `${name} is the best that is proven${totals}`;
}

/** At which stores are left. */
function agesOf(placement: AnyPlacement): number[] {
  return !isByAge(placement) ? [] : chainOf(placement).stays.flatMap(({ toDays }) => toDays ?? []);
}

/** What changes in it where its stores stay: a TTL, or which objects the first store has. */
function boundWords(context: PlanContext, placement: AnyPlacement, style: 'short' | 'full' = 'full'): string {
  if (isByAge(placement)) return '';
  const short = style === 'short';
  if (placement.kind === 'split') {
    const ref = context.stores[placement.stores[0]]?.ref ?? '';
    return `${short ? '' : `${ref} has `}${partWords(context, placement)}`;
  }
  const time = formatDays(placement.ttlHours / 24);
  const sizes = sizesWords(context, placement);
  return short
    ? `${time}${sizes && ` ${sizes}`}`
    : `copies ${sizes && `${sizes} `}are kept ${time} after each read`;
}

/** `the 10 % of objects read most`, `objects up to 64 KiB`: in the first store of a split. */
function partWords(context: PlanContext, { at }: NotByAge & { kind: 'split' }): string {
  return at.by === 'popularity'
    ? `the ${popularityCode(context, at).replace('%', ' %')} of objects read most`
    : `objects up to ${formatBytes(largestOf(at.classes, context))}`;
}

/** Empty where all are copied. */
function sizesWords(context: PlanContext, placement: NotByAge & { kind: 'cache' }): string {
  const { fromBytes, upToBytes } = copiedSizes(placement, context);
  if (upToBytes !== null) return `of objects up to ${formatBytes(upToBytes)}`;
  return fromBytes === null ? '' : `of objects from ${formatBytes(fromBytes)} on`;
}

/** Sizes as they are in the scenario of `context`. */
function placedNotByAge(context: PlanContext, placement: NotByAge): string {
  const ref = (s: number) => context.stores[s]?.ref ?? '';
  if (placement.kind === 'split')
    return `${partWords(context, placement)} in ${ref(placement.stores[0])}, all others in ${ref(placement.stores[1])}`;
  const { hot, cold, ttlHours, writes } = placement;
  const sizes = sizesWords(context, placement);
  return `everything in ${ref(cold)}, with copies ${sizes && `${sizes} `}in ${ref(hot)} for ${formatDays(ttlHours / 24)} after each ${writes === 'through' ? 'read or write' : 'read'}`;
}

/** `aws/… for 7 days, then cloudflare/…` */
export function placed(context: PlanContext, placement: AnyPlacement | null): string {
  if (!placement) return 'nothing';
  if (!isByAge(placement)) return placedNotByAge(context, placement);
  const { stores } = context;
  const chain = chainOf(placement);
  const [step, next] = stepsOf(stores, chain);
  if (!step) return `everything in ${stores[chain.stays[0]?.store ?? -1]?.ref ?? ''}`;
  return stepsWords(step, next);
}

function at({ total, atLeast }: SwitchSide, currency: string): string {
  return total === null ? '' : ` at ${money(total, currency, atLeast)} a month`;
}

function totalsWords(here: SwitchSide, there: SwitchSide, currency: string): string {
  if (here.total === null || there.total === null) return '';
  const [before, after] = [here, there].map((side) => money(side.total ?? 0, currency, side.atLeast));
  return before === after ? `, at ${after} a month` : `: ${after} a month against ${before} just before`;
}

const money = (amount: number, currency: string, atLeast: boolean) =>
  overviewMoney(amount, currency, atLeast);

function turnsWords(
  context: PlanContext,
  knob: Knob,
  [low, high]: [number, number],
  sides: readonly Side[],
): string {
  const [from, to] = [low, high].map((value) => valueWords(context, knob, value, 'short'));
  const near = from === to ? `Close to ${from}` : `Between ${from} and ${to}`;
  const isBetween = sides.some(
    ({ placement }) => placement && isByAge(placement) && isBetweenEdges(context.workload, placement),
  );
  return `${near} whole billed units${isBetween ? ', hours and days' : ''} decide, and the two may take turns.`;
}

/** `short`: the figure alone. */
export function valueWords(
  context: PlanContext,
  knob: Knob,
  value: number,
  style: 'short' | 'full' = 'full',
): string {
  const full = style === 'full';
  switch (knob.input) {
    case 'reads': {
      const each = value * readsEach(context);
      return full
        ? `${formatCount(value)} reads a day${each > 0 ? `, ${formatCount(each)} per object-month` : ''}`
        : formatCount(value);
    }
    case 'arrivals':
      return full ? `${formatCount(value)} new objects a day` : formatCount(value);
    case 'size':
      return full ? `a mean size of ${formatBytes(value)}` : formatBytes(value);
    case 'standing':
      return full ? `${formatBytes(value)} of standing objects` : formatBytes(value);
    case 'retention':
      return full ? `a retention of ${days(value)}` : days(value);
    case 'hot-share':
      return full
        ? `${percent(value, { figures: 3 })} of reads in the first ${days(context.scenario.workload.reads.byAge?.[0]?.ageDays ?? 0)}`
        : percent(value, { figures: 3 });
    case 'outside-share':
      return full
        ? `${percent(value, { figures: 3 })} of reads from outside ${context.writer.site.provider}`
        : percent(value, { figures: 3 });
    case 'cache-share':
      return full ? `a cache hit ratio of ${percent(value, { figures: 3 })}` : percent(value, { figures: 3 });
    case 'read-p99':
      return full ? `a required p99 of ${formatMs(value)}` : formatMs(value);
    case 'first-byte-p99':
      return full ? `a required first byte p99 of ${formatMs(value)}` : formatMs(value);
    case 'price':
      return full ? `${rateWords(knob.unit, value)} for ${knob.path}` : rateWords(knob.unit, value);
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

/** Fractions of days to three figures. */
function days(value: number): string {
  return value >= 1 ? formatDays(Number(value.toPrecision(3))) : formatDays(value);
}
