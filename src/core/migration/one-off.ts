/**
 * The one-off cost of a move: in each month it touches, the bill with the move less the bill without it, so that bulk bytes
 * go through the same tiers and allowances as all others. The old placement serves until the copy and the double running
 * are over, the new one from then on.
 */
import { linesOf } from '../placement/bill/lines.ts';
import type { PlacedStore, PlanContext } from '../placement/context/types.ts';
import { BACKFILL_ASKS } from '../placement/movers.ts';
import { bill } from '../pricing/bills/bill.ts';
import type { BillLine } from '../pricing/bills/bill-types.ts';
import type { Usage } from '../pricing/bills/usage.ts';
import type { CopyTime, MigrationStep, MovedBytes, OneOff } from '../report/time-types.ts';
import { copyTime } from './copy-time.ts';
import type { Copied } from './copy-time.ts';
import { moveEvents } from './events.ts';
import type { MoveEvent } from './events.ts';
import { parcelsOf, usagesOfParts } from './part.ts';
import type { PlacementPart } from './part.ts';
import { addUp, eventUsages } from './usage-sums.ts';

export interface Move {
  oneOff: OneOff;
  moved: MovedBytes;
  copy: CopyTime;
  /** Days from the start of the first month until the new placement serves alone. */
  untilDays: number;
}

/** `context` gives workload, billing and the scenario's wishes; parts may come from others over the same workload. */
export function moveBetween(
  context: PlanContext,
  from: readonly PlacementPart[],
  to: readonly PlacementPart[],
): Move {
  const { workload, scenario, opsShare } = context;
  const { migration } = scenario;
  const copied: Copied[] = [];
  const moved: MovedBytes = { objects: 0, standing: 0, arrived: 0, byRule: 0 };
  const all: Record<'copies' | 'held' | 'daily' | 'leaving', MoveEvent[]> = {
    copies: [],
    held: [],
    daily: [],
    leaving: [],
  };
  const sourceOf = cheapestSource(context);
  for (const one of from)
    for (const other of to)
      for (const parcel of parcelsOf(context, one, other)) {
        const events = moveEvents(parcel, sourceOf);
        const share = one.share * other.share;
        const shared = (of: readonly MoveEvent[]) =>
          of.map((event) => ({ ...event, objects: event.objects * share }));
        for (const key of ['copies', 'held', 'daily', 'leaving'] as const)
          all[key].push(...shared(events[key]));
        copied.push({ workload: parcel.workload, copies: shared(events.copies) });
        moved.objects += (events.moved.standing + events.moved.arrived) * share;
        for (const key of ['standing', 'arrived', 'byRule'] as const)
          moved[key] += events.moved[key] * share * parcel.workload.meanSizeBytes;
      }
  const copy = copyTime(copied, migration, opsShare);
  const months = workload.horizon.map(({ month }) => month);
  const horizonDays = months.reduce((sum, { days }) => sum + days, 0);
  const copyDays = Math.min(copy.days ?? 0, horizonDays);
  const untilDays = Math.min(copyDays + (migration?.doubleRunning ?? 0), horizonDays);
  const waived = migration?.egressWaived ?? [];

  const lines: OneOff['lines'] = [];
  for (const [m, { month }] of workload.horizon.entries()) {
    const [start, end] = [month.startDay, month.startDay + month.days];
    if (start > 0 && start >= untilDays) break;
    const both = overlap(0, untilDays, start, end);
    const ends = untilDays <= end && (untilDays > start || m === 0);
    const steps: { step: MigrationStep; usages: Usage[] }[] = [
      {
        step: 'copy',
        usages: eventUsages(
          context,
          all.copies,
          month,
          copyDays === 0 ? (m === 0 ? 1 : 0) : overlap(0, copyDays, start, end) / copyDays,
          waived,
        ),
      },
      {
        step: 'double-running',
        usages: [
          ...eventUsages(context, all.held, month, heldDays(copyDays, untilDays, start, end)),
          ...eventUsages(context, all.daily, month, both),
        ],
      },
      { step: 'leaving', usages: eventUsages(context, all.leaving, month, ends ? 1 : 0) },
    ];
    let running = addUp([
      { usages: usagesOfParts(from, m), times: both / month.days },
      { usages: usagesOfParts(to, m), times: 1 - both / month.days },
    ]);
    let before = billLines(context, running);
    for (const { step, usages: more } of steps) {
      if (more.length === 0) continue;
      running = addUp([{ usages: [...running, ...more], times: 1 }]);
      const after = billLines(context, running);
      lines.push(...addedLines(before, after).map((line) => ({ ...line, step })));
      before = after;
    }
  }
  const merged = mergeLines(lines);
  const atLeast = merged.some(({ amount }) => amount === null);
  return {
    oneOff: { total: merged.reduce((sum, { amount }) => sum + (amount ?? 0), 0), atLeast, lines: merged },
    moved,
    copy,
    untilDays,
  };
}

function overlap(a: number, b: number, c: number, d: number): number {
  return Math.max(0, Math.min(b, d) - Math.max(a, c));
}

/** Days, of a month, that the copies are held besides the originals: while the copy runs, as many of them as are there. */
function heldDays(copyDays: number, untilDays: number, start: number, end: number): number {
  const whole = overlap(copyDays, untilDays, start, end);
  const [a, b] = [Math.min(start, copyDays), Math.min(end, copyDays)];
  return whole + (copyDays > 0 ? (b * b - a * a) / (2 * copyDays) : 0);
}

type Line = BillLine & { store: string };

function billLines(context: PlanContext, usages: readonly Usage[]): Line[] {
  return linesOf(bill(usages, context.archive, context.billing), context.scenario.fx);
}

const keyOf = ({ store, region, meter, unit, unitPrice, edition }: Line) =>
  JSON.stringify([store, region, meter, unit, unitPrice, edition]);

/** Lines of one bill less those of another: quantities and amounts; what did not change is left out. */
function addedLines(before: readonly Line[], after: readonly Line[]): Line[] {
  const less = mergeLines(before).map((line) => ({
    ...line,
    quantity: -line.quantity,
    amount: line.amount === null ? null : -line.amount,
  }));
  return mergeLines([...mergeLines(after), ...less])
    .map((line) => ({
      ...line,
      quantity: significant(line.quantity),
      amount: line.amount === null ? null : significant(line.amount),
    }))
    .filter(({ quantity, amount }) => Math.abs(quantity) > 1e-9 || Math.abs(amount ?? 0) > 1e-9);
}

/** What a difference of large sums is exact to. */
const significant = (value: number) => Number(value.toPrecision(12));

function mergeLines<T extends Line & { step?: MigrationStep }>(lines: readonly T[]): T[] {
  const merged = new Map<string, T>();
  for (const line of lines) {
    const key = `${line.step ?? ''} ${keyOf(line)}`;
    const known = merged.get(key);
    if (!known) merged.set(key, { ...line });
    else {
      known.quantity += line.quantity;
      known.amount = known.amount === null || line.amount === null ? null : known.amount + line.amount;
    }
  }
  return [...merged.values()];
}

/** Of several holders, the one whose copies cost least at list price, a million objects in a month on their own. */
function cheapestSource(context: PlanContext) {
  const known = new Map<string, PlacedStore>();
  const month = context.workload.horizon[0]?.month;
  return (holders: readonly PlacedStore[], to: PlacedStore): PlacedStore | undefined => {
    if (holders.length < 2 || !month) return holders[0];
    const key = [...holders.map(({ ref }) => ref), to.ref].join(' ');
    const found = known.get(key);
    if (found) return found;
    const costs = holders.map((from) => {
      const events: MoveEvent[] = [{ kind: 'copy', from, to, objects: 1e6, asks: BACKFILL_ASKS }];
      const usages = eventUsages(context, events, month, 1, context.scenario.migration?.egressWaived);
      return bill(usages, context.archive, context.billing).total;
    });
    const best = holders[costs.indexOf(Math.min(...costs))];
    if (best) known.set(key, best);
    return best;
  };
}
