/** Values of inputs and switch points as sentences. */
import { inputFigure } from '../../report/input-figure.ts';
import type { SwitchPoint } from '../../report/switch-types.ts';
import { overviewMoney } from '../../text/money.ts';
import { formatCount } from '../../units.ts';
import { namesOfContext } from '../context/names.ts';
import type { PlanContext } from '../context/types.ts';
import { meterWords } from '../../answer/words/meters.ts';
import type { NameOf } from '../../answer/words/names.ts';
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

export function switchWords(context: PlanContext, knob: Knob, told: Told): string {
  const { value, below, above, unproven, currency } = told;
  const { placement: nameOf } = namesOfContext(context);
  const upwards = knob.now !== null && knob.now <= value;
  const [here, there] = upwards ? [below, above] : [above, below];
  const now = knob.now === null ? '' : ` (now ${valueWords(context, knob, knob.now, 'short')})`;
  // "Above 99.9%": a share that rounds to all is more than that by itself.
  const at = valueWords(context, knob, value).replace(/^[<>] /, '');
  const where = `${upwards ? 'Above' : 'Below'} ${at}${now}`;
  if (!there)
    return here
      ? `${where}, nothing meets the requirements. Until then: ${nameOf(here.id)}, ${monthly(here, currency)}.`
      : '';
  if (!here)
    return `${where}, ${nameOf(there.id)} meets the requirements, at ${monthly(there, currency)}. Until then nothing does.`;
  const totals = [there, here].map((one) => monthly(one, currency));
  const cost = totals[0] === totals[1] ? `at ${totals[0]}` : `at ${totals[0]} instead of ${totals[1]}`;
  const fails = unproven !== null && here === (unproven === 'below' ? below : above);
  return `${where}: ${nameOf(there.id)}, ${cost}.${fails ? ' The placement before misses a requirement or a limit there.' : ''}`;
}

const monthly = ({ judged: { low, high } }: Standing, currency: string) =>
  `${overviewMoney(low, currency, high !== low)}/month`;

/** `short`: the figure alone. */
export function valueWords(
  context: PlanContext,
  { input, unit, path }: Pick<Knob, 'input' | 'unit' | 'path'>,
  value: number,
  style: 'short' | 'full' = 'full',
): string {
  const figure = inputFigure(unit, value);
  return style === 'short' ? figure : FULL[input](figure, { context, value, path });
}

/** A figure with what it is of. */
const FULL: Record<
  Knob['input'],
  (figure: string, of: { context: PlanContext; value: number; path: string }) => string
> = {
  reads: (figure, { context, value }) => {
    const each = value * readsEach(context);
    return `${figure} reads a day${each > 0 ? `, ${formatCount(each)} per object-month` : ''}`;
  },
  arrivals: (figure) => `${figure} new objects a day`,
  size: (figure) => `a mean size of ${figure}`,
  standing: (figure) => `${figure} of standing objects`,
  retention: (figure) => `a retention of ${figure}`,
  'hot-share': (figure, { context }) =>
    `${figure} of reads in the first ${inputFigure('days', context.scenario.workload.reads.byAge?.[0]?.ageDays ?? 0)}`,
  'outside-share': (figure, { context }) => `${figure} of reads from outside ${context.writer.site.provider}`,
  'cache-share': (figure) => `a cache hit ratio of ${figure}`,
  'read-p99': (figure) => `a required p99 of ${figure}`,
  'first-byte-p99': (figure) => `a required first byte p99 of ${figure}`,
  price: (figure, { context, path }) => `${figure} for ${priceWords(path, namesOfContext(context).store)}`,
};

/** `aws/s3-standard@us-east-1 requests.get` → `GET requests of S3 Standard`. */
function priceWords(path: string, nameOf: NameOf): string {
  const [ref = '', meter = ''] = path.split(' ');
  return `${meterWords(meter)} of ${nameOf(ref)}`;
}

/** Reads that an object has in a month where one read a day is all there are. */
function readsEach({ workload }: PlanContext): number {
  const [first] = workload.months;
  if (!first) return 0;
  const { month, population } = first;
  const objects = population.objectDaysBelow(workload.lifeDays) / month.days + population.standing.objects;
  return objects > 0 ? month.days / objects : 0;
}
