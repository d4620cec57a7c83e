/** A cache with a TTL after each touch, request by request: nothing of the product but the shapes it is compared by. */
import { gapHistogram } from '#core/rereads/gaps.ts';
import type { GapCell, Gaps } from '#core/rereads/gaps.ts';
import type { CachePrices, Touches, WritePolicy } from '#core/rereads/ttl-cost.ts';

export interface Touch {
  atHours: number;
  object: number;
  kind: 'read' | 'write' | 'delete';
}

/** Dollars spent until the last copy has left; touches in order of time. */
export function simulated(
  touches: readonly Touch[],
  prices: CachePrices,
  ttlHours: number,
  writes: WritePolicy,
): number {
  const copies = new Map<number, { since: number; until: number }>();
  let dollars = 0;
  const leave = (object: number, now: number) => {
    const copy = copies.get(object);
    if (!copy) return;
    dollars += (Math.min(copy.until, now) - copy.since) * prices.rentPerHour;
    copies.delete(object);
  };
  for (const { atHours, object, kind } of touches) {
    const copy = copies.get(object);
    const alive = copy !== undefined && atHours <= copy.until;
    if (kind === 'read' && alive) {
      dollars += prices.hit;
      copy.until = atHours + ttlHours;
      continue;
    }
    leave(object, atHours);
    if (kind === 'read') dollars += prices.pass + prices.fill;
    if (kind === 'write' && writes === 'through') dollars += prices.writeFill;
    if (kind === 'read' || (kind === 'write' && writes === 'through'))
      copies.set(object, { since: atHours, until: atHours + ttlHours });
  }
  for (const object of [...copies.keys()]) leave(object, Infinity);
  return dollars;
}

/** What the touches are to the formulas; gaps in cells between the edges, each with its mean, or one by one. */
export function countedTouches(touches: readonly Touch[], edgesHours: readonly number[] = []): Touches {
  const gaps: Record<string, number[]> = {};
  const last = new Map<number, Touch>();
  let writes = 0;
  let firstReads = 0;
  for (const touch of touches) {
    const before = last.get(touch.object);
    if (touch.kind === 'write') writes += 1;
    if (!before || before.kind === 'delete') firstReads += touch.kind === 'read' ? 1 : 0;
    else (gaps[`${before.kind} ${touch.kind === 'read'}`] ??= []).push(touch.atHours - before.atHours);
    last.set(touch.object, touch);
  }
  const ends = [...last.values()];
  const of = (key: string) => binned(gaps[key] ?? [], edgesHours);
  return {
    afterRead: of('read true'),
    afterWrite: of('write true'),
    endedAfterRead: of('read false'),
    endedAfterWrite: of('write false'),
    writes,
    firstReads,
    lastReads: ends.filter((one) => one.kind === 'read').length,
    lastWrites: ends.filter((one) => one.kind === 'write').length,
  };
}

export function binned(hours: readonly number[], edges: readonly number[]): Gaps {
  const cells = new Map<string, GapCell & { sum: number }>();
  for (const gap of hours) {
    const next = edges.findIndex((edge) => gap <= edge);
    // A cell has what is above its lower edge: no gap at all is in none, and stands alone.
    const alone = next < 0 || gap === 0;
    const [fromHours, toHours] = alone ? [gap, gap] : [edges[next - 1] ?? 0, edges[next] ?? gap];
    const key = `${fromHours} ${toHours}`;
    const cell = cells.get(key) ?? { fromHours, toHours, count: 0, sum: 0 };
    cells.set(key, { ...cell, count: cell.count + 1, sum: cell.sum + gap });
  }
  return gapHistogram(
    [...cells.values()].map(({ sum, ...cell }) => ({ ...cell, meanHours: sum / cell.count })),
  );
}
