/** Where most of the money goes: a meter, and who bills it where no store of the placement does. */
import { bump } from '../../at.ts';
import { meterWords } from '../../answer/words/meters.ts';
import type { Archive } from '../../pricing/archive.ts';
import { providerOf } from '../../pricing/sheets/resolve.ts';
import type { Candidate, Reason } from '../../report/plan-types.ts';
import { overviewMoney } from '../../text/money.ts';
import { percent } from '../../text/numbers.ts';
import { capital } from '../../text/words.ts';

/** Empty where a bill has an open price: no line says how much of it is the open one. */
export function largestMeter(archive: Pick<Archive, 'facts'>, chosen: Candidate): Reason[] {
  const { total, currency, atLeast } = chosen.monthly;
  const [largest] = metersOf(chosen);
  if (!largest || total <= 0 || atLeast) return [];
  const { meter, amount } = largest;
  const by = billedBy(meter, chosen, archive);
  const who = by === undefined ? '' : `, billed by ${by},`;
  const is = meter.startsWith('requests') ? 'are' : 'is';
  return [
    {
      code: 'largest-meter',
      words: `${capital(meterWords(meter))}${who} ${is} ${percent(amount / total)} of the bill: ${overviewMoney(amount, currency)}/month.`,
    },
  ];
}

function metersOf({ monthly }: Candidate): { meter: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { meter, amount } of monthly.lines) if (amount !== null) bump(sums, asOne(meter), amount);
  return [...sums]
    .map(([meter, amount]) => ({ meter, amount }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount);
}

/** Tiers of storage are one, as in the bill's chapter. */
const asOne = (meter: string) => meter.replace(/^storage\..*/, 'storage');

/** Who bills all of a meter, where none of the holders' providers does: the writer's cloud, a CDN. */
function billedBy(
  meter: string,
  { monthly, stores }: Candidate,
  archive: Pick<Archive, 'facts'>,
): string | undefined {
  const lines = monthly.lines.filter((line) => asOne(line.meter) === meter && line.amount);
  const isOwn = ({ store }: { store: string }) => stores.some((ref) => providerOf(ref) === providerOf(store));
  return lines.some(isOwn) ? undefined : archive.facts(lines[0]?.store ?? '')?.short;
}
