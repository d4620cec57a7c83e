/** How far quantities of a plan can reach: everything at once on every store, whatever the placement. */
import { addTimes } from './tariffs.ts';
import type { BookParts } from '../../pricing/totals/book-parts.ts';
import { vectorRoom } from '../../vector-room.ts';
import type { PlanContext } from '../context/types.ts';
import type { PlanTariffs, Vector } from './tariffs.ts';

/** Stores of a chain. */
const STORES = 3;

const made = new WeakMap<PlanTariffs, BookParts>();

/** The book taken apart for placements in up to three stores. Its lower bounds leave out what nothing can ever count against. */
export function planParts(context: PlanContext, tariffs: PlanTariffs): BookParts {
  const before = made.get(tariffs);
  if (before) return before;
  // Beside the stores, the writer's transfer, copies and CDNs.
  const besides = 1 + context.copies.length + Math.max(0, ...tariffs.months.map(({ cdns }) => cdns.length));
  const parts = tariffs.book.parts(mostUsed(context, tariffs), STORES + besides);
  made.set(tariffs, parts);
  return parts;
}

/** By tariff, the most that any placement puts into each of its meters in a month. */
function mostUsed({ stores, workload }: PlanContext, { book, writer, months }: PlanTariffs): Float64Array[] {
  const { readers, operationsPerDay, jobs, edges, expiryDays, lifeDays } = workload;
  const room = vectorRoom();
  const blank = (index: number) => room(book.tariffs[index]?.meters.length ?? 0);
  const most = book.tariffs.map((_, index) => blank(index));
  const raise = (index: number, vector: Vector | null) => {
    const own = most[index];
    if (own && vector) for (let i = 0; i < own.length; i += 1) own[i] = Math.max(own[i] ?? 0, vector[i] ?? 0);
  };
  for (const { month, population, stores: vectors, cdns } of months) {
    const ages = expiryDays === null ? edges : [...edges, expiryDays];
    const crossing = Math.max(population.arrivals, ...ages.map((age) => population.reaching(age)));
    const hours = (population.objectDaysBelow(lifeDays) + population.standing.objects * month.days) * 24;
    // Two stores of a chain are written at arrival at the most, and every copy.
    const sending = writer === null ? null : blank(writer);
    const sent = writer === null ? null : blank(writer);
    for (const [s, own] of vectors.entries()) {
      const sum = blank(s);
      addTimes(sum, own.arrival, crossing);
      addTimes(sum, own.transitionIn, crossing);
      for (const vector of [own.holding, ...own.holdingUnread]) addTimes(sum, vector, hours);
      addTimes(sum, own.exit(0, true), crossing);
      const isCopy = s >= stores.length;
      if (!isCopy) {
        for (const [q, { share }] of readers.entries()) addTimes(sum, own.reads[q], share * population.reads);
        for (const [i, { perDay }] of operationsPerDay.entries())
          addTimes(sum, own.operations[i], perDay * month.days);
        for (const [i, { perMonth }] of jobs.entries()) addTimes(sum, own.jobs[i], perMonth);
        for (const vector of new Set(stores.map((to) => own.copyOut(to)))) addTimes(sum, vector, crossing);
      }
      raise(s, sum);
      if (!own.writerEgress || !sending || !sent) continue;
      if (isCopy) addTimes(sent, own.writerEgress, population.arrivals);
      else
        for (const [i, value] of own.writerEgress.entries())
          sending[i] = Math.max(sending[i] ?? 0, 2 * value * population.arrivals);
    }
    if (writer !== null && sending && sent) {
      addTimes(sending, sent, 1);
      raise(writer, sending);
    }
    for (const { index, vector } of cdns) raise(index, vector);
  }
  return most;
}
