/** Bytes moving and copies dropped along one object's life, each with what it adds to the month's bill. */
import { bill } from '../pricing/bill.ts';
import type { Usage } from '../pricing/usage.ts';
import type { Move, Segment } from '../report/plan-types.ts';
import type { PlanContext } from './plan-context.ts';
import { hotShares } from './candidate-latency.ts';
import type { Policy } from './policy.ts';
import { movesByLifecycle } from './store-parts.ts';
import { usagesOf } from './usages.ts';

/** Billed with and without the egress and requests of each move, in the first month of the plan. */
export function movesOf(context: PlanContext, policy: Policy): Move[] {
  const first = context.workload.months[0];
  const [hot, cold] = [context.stores[policy.hot], context.stores[policy.cold]];
  if (!first || !hot || !cold || context.workload.edges.length === 0) return [];
  const { population, month } = first;
  const bytes = (objects: number) => objects * context.workload.meanSizeBytes;
  const usages = usagesOf(context, policy, month, population);
  const total = bill(usages, context.archive, context.billing).total;
  const without = (change: (usage: Usage, index: number) => Usage) => total - bill(usages.map(change), context.archive, context.billing).total;
  const puts = context.workload.classes.flatMap((one) => one.put.map((request) => request.operation));
  const isPut = (usage: Usage) => usage.requests.filter((request) => !puts.includes(request.operation));
  const isCopy = (objects: number) => (usage: Usage): Usage['requests'] => usage.requests.map((request) =>
    request.operation === 'GetObject' && context.workload.classes.some((one) => one.sizeBytes === request.bytesEach)
      ? { ...request, count: Math.max(0, request.count - objects * (context.workload.classes.find((one) => one.sizeBytes === request.bytesEach)?.share ?? 0)) }
      : request);

  const writerUsage = (usage: Usage) => usage.store.endsWith('/transfer');
  const moves: Move[] = [{
    atDays: 0,
    kind: 'arrive',
    from: null,
    to: hot.ref,
    bytesPerMonth: bytes(population.arrivals),
    amount: without((usage, i) => (i === 0 ? { ...usage, requests: isPut(usage) } : writerUsage(usage) && policy.entry !== 'dual' ? { ...usage, egress: [] } : usage)),
  }];
  if (policy.thresholdDays !== null) {
    const leaving = population.reaching(policy.thresholdDays);
    if (policy.entry === 'dual') {
      moves.push({
        atDays: 0, kind: 'arrive', from: null, to: cold.ref, bytesPerMonth: bytes(population.arrivals),
        amount: without((usage, i) => (i === 1 ? { ...usage, requests: isPut(usage) } : writerUsage(usage) ? { ...usage, egress: [] } : usage)),
      });
      moves.push({ atDays: policy.thresholdDays, kind: 'drop', from: hot.ref, to: null, bytesPerMonth: bytes(leaving), amount: without((usage, i) => (i === 0 ? { ...usage, deletedEarly: [] } : usage)) });
    } else {
      const lifecycle = movesByLifecycle(hot, cold);
      const copied = isCopy(leaving);
      const copyEgress = egressOfCopy(context, policy, leaving);
      moves.push({
        atDays: policy.thresholdDays, kind: 'copy', from: hot.ref, to: cold.ref, bytesPerMonth: bytes(leaving),
        amount: without((usage, i) => {
          if (i === 0) return lifecycle ? { ...usage, deletedEarly: [] } : { ...usage, requests: copied(usage), egress: less(usage.egress, copyEgress), deletedEarly: [] };
          return i === 1 ? { ...usage, requests: isPut(usage), transitionsIn: 0 } : usage;
        }),
      });
    }
  }
  if (context.workload.expiryDays !== null) {
    const last = policy.thresholdDays === null ? 0 : 1;
    moves.push({
      atDays: context.workload.expiryDays, kind: 'expire', from: cold.ref, to: null, bytesPerMonth: bytes(population.reaching(context.workload.expiryDays)),
      amount: without((usage, i) => (i === last ? { ...usage, deletedEarly: [] } : usage)),
    });
  }
  return moves;
}

function egressOfCopy(context: PlanContext, policy: Policy, objects: number): { to: Usage['egress'][number]['to']; bytes: number } {
  const [hot, cold] = [context.stores[policy.hot], context.stores[policy.cold]];
  const egress = hot && cold ? hot.parts.copyOut(cold).egress[0] : undefined;
  return { to: egress?.to ?? 'internet', bytes: (egress?.bytes ?? 0) * objects };
}

function less(egress: Usage['egress'], copy: { to: Usage['egress'][number]['to']; bytes: number }): Usage['egress'] {
  return egress.map((one) => (JSON.stringify(one.to) === JSON.stringify(copy.to) ? { ...one, bytes: Math.max(0, one.bytes - copy.bytes) } : one));
}

/** What the egress of tiering alone adds to the month's bill. */
export function tieringEgress(context: PlanContext, policy: Policy): { amount: number; bytes: number } {
  const first = context.workload.months[0];
  if (!first || policy.entry !== 'tier' || policy.thresholdDays === null) return { amount: 0, bytes: 0 };
  const [hot, cold] = [context.stores[policy.hot], context.stores[policy.cold]];
  if (!hot || !cold || movesByLifecycle(hot, cold)) return { amount: 0, bytes: 0 };
  const copy = egressOfCopy(context, policy, first.population.reaching(policy.thresholdDays));
  const usages = usagesOf(context, policy, first.month, first.population);
  const spared = usages.map((usage, i) => (i === 0 ? { ...usage, egress: less(usage.egress, copy) } : usage));
  return { amount: bill(usages, context.archive, context.billing).total - bill(spared, context.archive, context.billing).total, bytes: copy.bytes };
}

export function segmentsOf(context: PlanContext, policy: Policy, youngShare: number): Segment[] {
  const { lifeDays, readers } = context.workload;
  const [hot, cold] = [context.stores[policy.hot]?.ref ?? '', context.stores[policy.cold]?.ref ?? ''];
  const shares = hotShares(context, policy, 1);
  const all = (ref: string) => Object.fromEntries(readers.map((reader) => [reader.place, ref]));
  if (policy.thresholdDays === null) return [{ fromDays: 0, toDays: lifeDays, holders: [hot], servers: all(hot), readShare: 1 }];
  return [
    {
      fromDays: 0, toDays: policy.thresholdDays, holders: policy.entry === 'dual' ? [hot, cold] : [hot],
      servers: Object.fromEntries(readers.map((reader, q) => [reader.place, shares[q] === 0 ? cold : hot])), readShare: youngShare,
    },
    { fromDays: policy.thresholdDays, toDays: lifeDays, holders: [cold], servers: all(cold), readShare: 1 - youngShare },
  ];
}
