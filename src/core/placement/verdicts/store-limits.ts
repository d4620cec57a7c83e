/** Limits a plan must keep to or scale out past: fair use, object size, and operations or bytes a second. */
import type { EvidenceBase } from '../../latency/evidence-base.ts';
import { grantedAt, loadOn } from '../../latency/load/load.ts';
import { reachedShares } from '../../latency/load/reached-shares.ts';
import type { LatencyFinding } from '../../findings/latency-findings.ts';
import type { Limit } from '../../pricing/editions/edition.ts';
import type { Violation } from '../../report/verdict.ts';
import { chainOf, storesOf } from '../chain.ts';
import type { Chain } from '../chain.ts';
import { singleStore } from '../policy.ts';
import { holdsObject, largestOf, sizeViolations } from '../judge/object-size.ts';
import { busiest, useViolations } from './passed-limits.ts';
import { storeDemand } from './store-demand.ts';
import type { StoreLimits, PlanContext } from '../context/types.ts';

const SLACK = 1 + 1e-9;

export function storeLimits(
  context: Pick<PlanContext, 'stores' | 'workload'>,
  evidence: EvidenceBase,
): StoreLimits {
  const { stores, workload } = context;
  const demand = storeDemand(context);
  const largest = largestOf(workload);
  const limits = stores.map((store) => store.edition.limits);
  const fairUse = stores.map((store) => store.edition.rules.egress?.fairUseTimesStored);
  const isRead = workload.months.some(({ population }) => population.reads > 0);
  const tooLarge = stores.map(
    (store) => holdsObject(store, largest) === 'no' || (isRead && store.edition.restoreHours !== undefined),
  );
  const rated = limits.map((own) => own.some((limit) => limit.quantity !== 'object-size'));
  const subscribed = limits.map((own) => own.some((limit) => limit.scope === 'subscription'));
  const opsShare = reachedShares(evidence);
  const indexOf = ({ stays }: Chain, stay: number) => stays[stay]?.store ?? -1;
  const loads = (chain: Chain, stay: number) => {
    const s = indexOf(chain, stay);
    const store = stores[s];
    const found: LatencyFinding[] = [];
    if (!store || !rated[s]) return found;
    demand(chain, stay, (month) =>
      found.push(...loadOn(store.ref, limits[s] ?? [], month, opsShare(store.store)).findings),
    );
    return found;
  };
  const egressRatio = (chain: Chain, stay: number): number => {
    let worst = 0;
    demand(chain, stay, ({ internetBytes, storedBytes }) => {
      if (internetBytes > worst * storedBytes) worst = internetBytes / storedBytes;
    });
    return worst;
  };
  const overUse = (s: number, chain: Chain, stay: number): number | null => {
    const allowed = fairUse[s];
    if (allowed === undefined) return null;
    const ratio = egressRatio(chain, stay);
    return ratio > allowed * SLACK ? ratio : null;
  };
  /** Operations a second past which a store cannot be scaled out. */
  const ceilings = limits.map((own, s) => ceilingsOf(own, opsShare(stores[s]?.store ?? '')));
  const keepsTo = (ceiling: Ceilings, chain: Chain, stay: number): boolean => {
    let within = true;
    demand(chain, stay, (month) => {
      within =
        month.readsPerSecond <= ceiling.reads &&
        month.writesPerSecond <= ceiling.writes &&
        month.readsPerSecond + month.writesPerSecond <= ceiling.operations &&
        month.readBytesPerSecond + month.writeBytesPerSecond <= ceiling.bytes;
      return within;
    });
    return within;
  };
  /** Stores that no placement can overload: it asks at most every write and read of the busiest month, and a copy per write. */
  const neverPassed = ceilings.map((ceiling, s) => {
    if (!ceiling) return true;
    let [operations, bytes] = [0, 0];
    demand(chainOf(singleStore(s, workload.readers.length)), 0, (month) => {
      operations = Math.max(operations, month.readsPerSecond + month.writesPerSecond);
      bytes = Math.max(bytes, month.readBytesPerSecond + month.writeBytesPerSecond);
    });
    return (
      2 * operations <= Math.min(ceiling.reads, ceiling.writes, ceiling.operations) &&
      2 * bytes <= ceiling.bytes
    );
  });
  const free = stores.map((_, s) => !tooLarge[s] && neverPassed[s] === true && fairUse[s] === undefined);
  const stayWithin = (chain: Chain, stay: number): boolean => {
    const s = indexOf(chain, stay);
    const ceiling = ceilings[s];
    return (
      free[s] === true ||
      (!tooLarge[s] &&
        (!ceiling || neverPassed[s] === true || keepsTo(ceiling, chain, stay)) &&
        (fairUse[s] === undefined || overUse(s, chain, stay) === null))
    );
  };

  return {
    opsShare,
    within(placement) {
      if (storesOf(placement).every((s) => free[s])) return true;
      const chain = chainOf(placement);
      return chain.stays.every((_, stay) => stayWithin(chain, stay));
    },
    stayWithin: (placement, stay) => stayWithin(chainOf(placement), stay),
    isFree: (store) => free[store] === true,
    subscriptions(placement, stay) {
      if (!subscribed[storesOf(placement)[stay] ?? -1]) return 1;
      const scoped = loads(chainOf(placement), stay).filter(
        (one) => one.code === 'rate-limit' && one.scope === 'subscription',
      );
      return Math.max(1, ...scoped.map((one) => (one.code === 'rate-limit' ? (one.units ?? 1) : 1)));
    },
    violations(placement) {
      const chain = chainOf(placement);
      return chain.stays.flatMap(({ store: s }, stay): Violation[] => {
        const store = stores[s];
        if (!store) return [];
        const over = overUse(s, chain, stay);
        return [
          ...sizeViolations([store], workload),
          ...useViolations(store, over, busiest(loads(chain, stay))),
        ];
      });
    },
    findings(placement) {
      const chain = chainOf(placement);
      return chain.stays.flatMap((_, stay) => busiest(loads(chain, stay)));
    },
  };
}

interface Ceilings {
  reads: number;
  writes: number;
  operations: number;
  bytes: number;
}

/** The limits of bucket and account, which more of them do not raise; null where there is none. */
function ceilingsOf(limits: readonly Limit[], opsShare: number): Ceilings | null {
  const fixed = limits.filter(
    (limit) => limit.quantity !== 'object-size' && (limit.scope === 'bucket' || limit.scope === 'account'),
  );
  if (fixed.length === 0) return null;
  const least = (quantity: Limit['quantity'], applies: Limit['applies']) =>
    Math.min(
      Infinity,
      ...fixed
        .filter((limit) => limit.quantity === quantity && limit.applies === applies)
        .map((limit) => grantedAt(limit) * (quantity === 'operations' ? opsShare : 1)),
    );
  return {
    reads: least('operations', 'read'),
    writes: least('operations', 'write'),
    operations: least('operations', 'any'),
    bytes: least('bytes', 'any'),
  };
}
