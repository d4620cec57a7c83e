/** What a policy asks of each of its stores in each billed month: bytes kept, bytes to the internet, requests and bytes a second at the peak. */
import type { Demand } from '../latency/load.ts';
import { memo } from '../memo.ts';
import { isInternet } from '../pricing/usage.ts';
import type { PlanContext } from './plan-context.ts';
import type { Policy } from './policy.ts';
import type { UsagePart } from './usage-parts.ts';

export interface StoreDemand extends Demand {
  storedBytes: number;
  internetBytes: number;
}

export type Role = 'hot' | 'cold';

export function rolesOf(policy: Policy): readonly Role[] {
  return policy.thresholdDays === null ? SINGLE : PAIR;
}

const SINGLE: readonly Role[] = ['hot'];
const PAIR: readonly Role[] = ['hot', 'cold'];

/**
 * Demand by month; the object given is used again for the next month, so take what you need from it. Peak demand is the
 * mean of all operations, copies and metadata included, times the scenario's peak.
 */
export function storeDemand(
  context: Pick<PlanContext, 'stores' | 'workload'>,
): (policy: Policy, role: Role, each: (demand: StoreDemand) => void) => void {
  const { stores, workload } = context;
  const internet = (part: UsagePart) =>
    part.egress.reduce((sum, one) => sum + (isInternet(one.to) ? one.bytes : 0), 0);
  const perRead = stores.map((store) => store.parts.reads.map(internet));
  const repeats = stores.map((store) => store.parts.repeats);
  const perCopy = stores.map((store) => stores.map((to) => internet(store.parts.copyOut(to))));
  const shares = workload.readers.map((reader) => reader.share);
  const missRatio = workload.readers.map((reader) => (reader.via ? 1 - reader.hitRatio : 1));
  const readBytes = workload.classes.reduce((sum, one) => sum + one.share * one.readBytes, 0);
  const putsEach = workload.classes.reduce(
    (sum, one) => sum + one.share * one.put.reduce((puts, request) => puts + request.count, 0),
    0,
  );
  const operations = workload.operationsPerDay.reduce((sum, one) => sum + one.perDay, 0);
  const splitAt = memo((age: number) =>
    workload.months.map(({ month, population }) => ({
      days: month.days,
      arrivals: population.arrivals,
      below: population.objectDaysBelow(age) / month.days,
      all: population.objectDaysBelow(workload.lifeDays) / month.days,
      reaching: population.reaching(age),
      young: population.readShareBelow(age),
      reads: population.reads,
      standing: population.standing.objects,
    })),
  );
  const demand: StoreDemand = {
    storedBytes: 0,
    internetBytes: 0,
    readsPerSecond: 0,
    writesPerSecond: 0,
    readBytesPerSecond: 0,
    writeBytesPerSecond: 0,
  };

  return (policy, role, each) => {
    const { thresholdDays, entry } = policy;
    const single = thresholdDays === null;
    const isHot = role === 'hot';
    const s = isHot ? policy.hot : policy.cold;
    for (const month of splitAt(thresholdDays ?? workload.lifeDays)) {
      const young = single ? month.all : month.below;
      const objects = isHot ? young : month.all - (entry === 'dual' ? 0 : month.below);
      const written = isHot || entry === 'dual' ? month.arrivals : month.reaching;
      const copied = isHot && entry === 'tier' ? month.reaching : 0;
      let [reads, bodies] = [0, 0];
      let internetBytes = copied * (perCopy[s]?.[policy.cold] ?? 0);
      for (let q = 0; q < shares.length; q += 1) {
        const fromHot = single ? 1 : entry === 'dual' && policy.coldServes[q] ? 0 : month.young;
        const asked = month.reads * (shares[q] ?? 0) * (isHot ? fromHot : 1 - fromHot);
        const { requests = 1, bytes = 1 } = repeats[s]?.[q] ?? {};
        reads += asked * (missRatio[q] ?? 1) * requests;
        bodies += asked * (missRatio[q] ?? 1) * bytes;
        internetBytes += asked * (perRead[s]?.[q] ?? 0);
      }
      const perSecond = workload.peak / (month.days * 86_400);
      demand.storedBytes = (objects + (!isHot || single ? month.standing : 0)) * workload.meanSizeBytes;
      demand.internetBytes = internetBytes;
      demand.readsPerSecond = (reads + copied + (isHot ? operations * month.days : 0)) * perSecond;
      demand.writesPerSecond = written * putsEach * perSecond;
      demand.readBytesPerSecond = (bodies * readBytes + copied * workload.meanSizeBytes) * perSecond;
      demand.writeBytesPerSecond = written * workload.meanSizeBytes * perSecond;
      each(demand);
    }
  };
}
