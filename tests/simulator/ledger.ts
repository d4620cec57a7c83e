/** What one store was seen doing in one month, event by event. */
import { destinationKey } from '#core/pricing/bills/usage.ts';
import type { Destination, Period, Usage } from '#core/pricing/bills/usage.ts';

/** One entry per kind of request, destination, size or exit: counts, bytes and hours by a readable key. */
export class Ledger {
  readonly store: string;
  readonly region: string;
  byteHours = 0;
  transitionsIn = 0;
  readonly objectHours = new Map<number, number>();
  readonly requests = new Map<string, Usage['requests'][number]>();
  readonly egress = new Map<string, { to: Destination; bytes: number }>();
  /** Byte-hours of what was deleted and is kept for so long, by its age on deletion. */
  readonly kept = new Map<number, { byteHours: number; keptHours: number }>();
  /** By access tier and size. */
  readonly unread = new Map<string, { tier: string; sizeBytes: number; byteHours: number }>();
  readonly exits = new Map<string, { sizeBytes: number; ageHours: number; bytes: number }>();

  constructor(store: string, region: string) {
    this.store = store;
    this.region = region;
  }

  hold(objects: number, sizeBytes: number, hours: number): void {
    if (!(objects * hours > 0)) return;
    this.byteHours += objects * sizeBytes * hours;
    this.objectHours.set(sizeBytes, (this.objectHours.get(sizeBytes) ?? 0) + objects * hours);
  }

  /** `answer`: the status of requests that find nothing. */
  request(operation: string, count: number, bytesEach: number, answer?: number): void {
    if (!(count > 0)) return;
    const key = `${operation} of ${bytesEach} B ${answer ?? ''}`;
    const before = this.requests.get(key)?.count ?? 0;
    const failed = answer === undefined ? {} : { answer };
    this.requests.set(key, { operation, bytesEach, ...failed, count: before + count });
  }

  send(to: Destination, bytes: number): void {
    if (!(bytes > 0)) return;
    const key = destinationKey(to);
    const entry = this.egress.get(key) ?? { to, bytes: 0 };
    entry.bytes += bytes;
    this.egress.set(key, entry);
  }

  /** Objects that left at an age counted from their arrival in this store. */
  leave(objects: number, sizeBytes: number, ageDays: number): void {
    if (!(objects > 0)) return;
    const ageHours = ageDays * 24;
    const key = `${sizeBytes} B at ${ageHours} h`;
    const entry = this.exits.get(key) ?? { sizeBytes, ageHours, bytes: 0 };
    entry.bytes += objects * sizeBytes;
    this.exits.set(key, entry);
  }

  /** Objects in a tier for what nobody reads. */
  lie(tier: string, sizeBytes: number, objectHours: number): void {
    if (!(objectHours > 0)) return;
    const key = `${tier} of ${sizeBytes} B`;
    const byteHours = (this.unread.get(key)?.byteHours ?? 0) + objectHours * sizeBytes;
    this.unread.set(key, { tier, sizeBytes, byteHours });
  }

  keep(byteHours: number, ageDays: number, keptHours: number): void {
    if (!(byteHours > 0)) return;
    const entry = this.kept.get(ageDays * 24) ?? { byteHours: 0, keptHours };
    entry.byteHours += byteHours;
    this.kept.set(ageDays * 24, entry);
  }

  usage(asOf: string, period: Period): Usage {
    return {
      store: this.store,
      region: this.region,
      asOf,
      period,
      byteHours: this.byteHours,
      held: [...this.objectHours].map(([sizeBytes, objectHours]) => ({ sizeBytes, objectHours })),
      requests: [...this.requests.values()],
      egress: [...this.egress.values()],
      deletedEarly: [...this.exits.values()].map(({ bytes, sizeBytes, ageHours }) => ({
        bytes,
        sizeBytes,
        ageHours,
      })),
      transitionsIn: this.transitionsIn,
      ...(this.unread.size > 0 ? { accessTiers: [...this.unread.values()] } : {}),
      ...(this.kept.size > 0
        ? {
            softDeleted: [...this.kept].map(([ageHours, { byteHours, keptHours }]) => ({
              bytes: byteHours / keptHours,
              ageHours,
              keptHours,
            })),
          }
        : {}),
    };
  }
}
