/** What a placement asks of each of its stores in each billed month: bytes kept, bytes to the internet, requests and bytes a second at the peak. */
import type { Demand } from '../../latency/load/load.ts';
import { memo } from '../../memo.ts';
import { isInternet } from '../../pricing/bills/usage.ts';
import { serverOf, sourceOf } from '../chain.ts';
import type { Chain } from '../chain.ts';
import type { PlanContext } from '../context/types.ts';
import { secondOf } from '../worked/served.ts';
import type { UsagePart } from '../costs/usage-parts.ts';

interface StoreDemand extends Demand {
  storedBytes: number;
  internetBytes: number;
}

interface AgeInMonth {
  objects: number;
  reaching: number;
  young: number;
}

interface AskedOfStretch {
  /** By month, of the age at which it ends; null: it does not. */
  through: readonly AgeInMonth[] | null;
  requests: number;
  bodies: number;
  internetBytes: number;
}

/**
 * Demand on one stay of a chain by month, until `each` answers false; the object given is used again for the next month, so
 * take what you need from it. Peak demand is the mean of all operations, copies and metadata included, times the scenario's peak.
 */
export function storeDemand(
  context: Pick<PlanContext, 'stores' | 'workload'>,
): (chain: Chain, stay: number, each: (demand: StoreDemand) => unknown) => void {
  const { stores, workload } = context;
  const internet = (part: UsagePart) =>
    part.egress.reduce((sum, one) => sum + (isInternet(one.to) ? one.bytes : 0), 0);
  const perRead = stores.map((store) => store.parts.reads.map(internet));
  const perCopy = stores.map((store) => stores.map((to) => internet(store.parts.copyOut(to))));
  const repeats = stores.map((store) => store.parts.repeats);
  const away = stores.map((store) => store.parts.away);
  const hedges = away.some((own) => own.some(({ requests }) => requests > 0));
  const shares = workload.readers.map((reader) => reader.share);
  const missRatio = workload.readers.map((reader) => (reader.via ? 1 - reader.hitRatio : 1));
  const readBytes = workload.classes.reduce((sum, one) => sum + one.share * one.readBytes, 0);
  const putsEach = workload.classes.reduce(
    (sum, one) => sum + one.share * one.put.reduce((puts, request) => puts + request.count, 0),
    0,
  );
  const operations = workload.operationsPerDay.reduce((sum, one) => sum + one.perDay, 0);
  const months = workload.months.map(({ month, population }) => ({
    days: month.days,
    arrivals: population.arrivals,
    reads: population.reads,
    standing: population.standing.objects,
  }));
  const at = memo((age: number) =>
    workload.months.map(({ month, population }): AgeInMonth => ({
      objects: population.objectDaysBelow(age) / month.days,
      reaching: population.reaching(age),
      young: population.readShareBelow(age),
    })),
  );
  /** Of one read on an object in each stretch, whatever the month: of the stay in hand. */
  const asked: AskedOfStretch[] = [];
  const demand: StoreDemand = {
    storedBytes: 0,
    internetBytes: 0,
    readsPerSecond: 0,
    writesPerSecond: 0,
    readBytesPerSecond: 0,
    writeBytesPerSecond: 0,
  };

  return (chain, index, each) => {
    const { stays, stretches } = chain;
    const stay = stays[index];
    if (!stay) return;
    const enters = at(stay.fromDays);
    const leaves = at(stay.toDays ?? workload.lifeDays);
    const isLast = index === stays.length - 1;
    const into = stays.findIndex((next, j) => next.fromDays > 0 && sourceOf(chain, j) === index);
    const copyingAt = into >= 0 ? at(stays[into]?.fromDays ?? 0) : null;
    const bytesPerCopy = perCopy[stay.store]?.[stays[into]?.store ?? -1] ?? 0;
    for (let k = 0; k < stretches.length; k += 1) {
      const stretch = stretches[k];
      const one = (asked[k] ??= { through: null, requests: 0, bodies: 0, internetBytes: 0 });
      if (!stretch) continue;
      let requests = 0;
      let bodies = 0;
      let internetBytes = 0;
      for (let q = 0; q < shares.length; q += 1) {
        const first = serverOf(stretch, q);
        // Reads it serves, and second requests of those that another holder was asked for first.
        const multiple =
          first === index
            ? repeats[stay.store]?.[q]
            : hedges && secondOf(stretch, q) === index
              ? away[stays[first]?.store ?? -1]?.[q]
              : undefined;
        if (!multiple || multiple.requests === 0) continue;
        const reaching = (shares[q] ?? 0) * (missRatio[q] ?? 1);
        requests += reaching * multiple.requests;
        bodies += reaching * multiple.bytes;
        internetBytes +=
          (shares[q] ?? 0) * (first === index ? 1 : multiple.bytes) * (perRead[stay.store]?.[q] ?? 0);
      }
      one.through = stretch.toDays === null ? null : at(stretch.toDays);
      one.requests = requests;
      one.bodies = bodies;
      one.internetBytes = internetBytes;
    }
    for (let m = 0; m < months.length; m += 1) {
      const month = months[m];
      if (!month) continue;
      const objects = (leaves[m]?.objects ?? 0) - (stay.fromDays === 0 ? 0 : (enters[m]?.objects ?? 0));
      const written = stay.fromDays === 0 ? month.arrivals : (enters[m]?.reaching ?? 0);
      const copied = copyingAt?.[m]?.reaching ?? 0;
      let reads = 0;
      let bodies = 0;
      let internetBytes = copied * bytesPerCopy;
      let below = 0;
      for (let k = 0; k < stretches.length; k += 1) {
        const one = asked[k];
        if (!one) continue;
        const through = one.through === null ? 1 : (one.through[m]?.young ?? 1);
        const share = month.reads * (through - below);
        reads += share * one.requests;
        bodies += share * one.bodies;
        internetBytes += share * one.internetBytes;
        below = through;
      }
      const perSecond = workload.peak / (month.days * 86_400);
      demand.storedBytes = (objects + (isLast ? month.standing : 0)) * workload.meanSizeBytes;
      demand.internetBytes = internetBytes;
      demand.readsPerSecond = (reads + copied + (index === 0 ? operations * month.days : 0)) * perSecond;
      demand.writesPerSecond = written * putsEach * perSecond;
      demand.readBytesPerSecond = (bodies * readBytes + copied * workload.meanSizeBytes) * perSecond;
      demand.writeBytesPerSecond = written * workload.meanSizeBytes * perSecond;
      if (each(demand) === false) return;
    }
  };
}
