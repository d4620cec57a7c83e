/** Whether a placement keeps to the limits and the facts that a scenario asks for, and what of that still has to come true. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { isCopied } from '../../rereads/caches/cache-codes.ts';
import { limitAmount } from '../../answer/words/limit.ts';
import type { NameOf } from '../../answer/words/names.ts';
import type { Candidate, Condition } from '../../report/plan-types.ts';
import type { Violation } from '../../report/verdict.ts';
import { formatDays } from '../../units.ts';
import { percent } from '../../text/numbers.ts';
import { isOfHeld } from '../../pricing/editions/limit.ts';
import { demandOf } from '../bill/demand.ts';
import type { StoreDemand } from '../bill/demand.ts';
import { heldStores } from '../bill/parts.ts';
import { storeNamesOf } from '../context/store-names.ts';
import type { PlacedStore, PlanContext } from '../context/types.ts';
import { livedStages } from '../placement.ts';
import { needsRouter } from '../routing.ts';
import type { Placement, Stage } from '../placement.ts';
import { cdnTermsOf } from './cdn-terms.ts';
import { isTogether, keepsOf } from './keeps.ts';
import type { Keeps, Short } from './keeps.ts';
import { countedBy, limitsOf } from './limits.ts';
import type { FairUse, OneLimit } from './limits.ts';
import { servedOf } from './served.ts';

export interface Judgement {
  violations: Violation[];
  conditions: Condition[];
  keeps: Candidate['keeps'];
}

type Verdict = Pick<Judgement, 'violations' | 'conditions'>;

/** Of the exact busiest month, with headroom. Latency, budget and bills are judged elsewhere. */
export function judgeOf(context: PlanContext): (placement: Placement) => Judgement {
  const keeps = keepsOf(context);
  const limits = limitsOf(context);
  const termsOf = cdnTermsOf(context);
  const served = servedOf(context, false);
  const held = heldStores(context);
  const called = storeNamesOf(context);
  const nameOf = ({ ref }: PlacedStore) => called(ref);
  const within = context.scenario.requirements.restoreWithin;
  /** Nobody answers reads of objects that have to be restored first, or not in time. */
  const ofUnserved = (placement: Placement): Verdict => {
    const readers = context.workload.readers.length;
    if (!context.populations.some(({ reads }) => reads > 0)) return NOTHING;
    const isOpen = ({ servers }: Stage) => servers.slice(0, readers).includes(-1);
    if (!placement.timelines.some((timeline) => timeline.some(isOpen))) return NOTHING;
    const unserved = served
      .stages(placement)
      .filter(({ stage, reads }) => reads > SLACK - 1 && isOpen(stage));
    const names = [...new Set(unserved.flatMap(({ stage }) => stage.holders))].map((s) =>
      nameOf(itemAt(held, s)),
    );
    if (names.length === 0) return NOTHING;
    const required =
      within === undefined
        ? 'objects that are read answer at once'
        : `objects that are read are restored within ${formatDays(within)}`;
    return {
      violations: [{ requirement: 'restore', required, found: `${names.join(' + ')} restores them first` }],
      conditions: [],
    };
  };

  /** The least over all holders that an object has at some age. */
  const kept = memo((key: string) => keeps.together(key.split(',').map(Number)));
  const shorts = memo((key: string) => {
    const [size = '', holders = ''] = key.split(' ');
    return keeps.shorts(holders.split(',').map(Number), Number(size));
  });

  /** Of the stores that share a limit, the first that the placement uses. */
  const firstUsed = (stores: readonly number[], months: readonly ReadonlyMap<number, StoreDemand>[]) =>
    itemAt(held, stores.find((s) => months.some((month) => month.has(s))) ?? itemAt(stores, 0));

  const askedOf = ({ limit, stores }: OneLimit, months: readonly ReadonlyMap<number, StoreDemand>[]) =>
    Math.max(0, ...months.map((month) => sumOver(stores, month, (demand) => countedBy(limit, demand))));
  const ofFixed = (of: OneLimit, months: readonly ReadonlyMap<number, StoreDemand>[]): Verdict => {
    const { limit, stores, published, granted } = of;
    const asked = askedOf(of, months);
    const needed = asked * (1 + limits.headroom);
    if (needed <= published * SLACK) return NOTHING;
    const named = firstUsed(stores, months);
    const amount = (value: number) => limitAmount(limit, value);
    const figure = `${amount(asked)} in the ${isOfHeld(limit) ? 'fullest' : 'busiest'} month${withHeadroom(limits.headroom)}`;
    return needed <= granted * SLACK
      ? {
          violations: [],
          conditions: [
            {
              code: isSpread(of) ? 'several-buckets' : 'limit-raised',
              store: named.ref,
              words: isSpread(of)
                ? `if objects are spread over ${Math.ceil(needed / published)} buckets: one of ${nameOf(named)} holds ${amount(limit.value)}, the plan needs ${figure}`
                : `if ${nameOf(named)} raises its limit of ${amount(limit.value)}: the plan needs ${figure}`,
            },
          ],
        }
      : {
          violations: [
            {
              requirement: isOfHeld(limit) ? 'capacity' : 'rate limit',
              required: `≤ ${amount(granted)} for ${limit.scope === 'account' ? 'an account' : `a ${limit.scope}`} of ${nameOf(named)}`,
              found: figure,
            },
          ],
          conditions: [],
        };
  };
  /** Buckets that are enough by what fills them first are enough by the rest. */
  const isFuller = (one: OneLimit, other: OneLimit, months: readonly ReadonlyMap<number, StoreDemand>[]) =>
    isSpread(one) &&
    isSpread(other) &&
    one.stores.join() === other.stores.join() &&
    askedOf(one, months) / one.published > askedOf(other, months) / other.published;
  const ofFairUse = (
    { stores, timesStored }: FairUse,
    months: readonly ReadonlyMap<number, StoreDemand>[],
  ): Verdict => {
    const ratios = months.map((month) => {
      const sent = sumOver(stores, month, ({ internetBytes }) => internetBytes);
      return sent > 0 ? sent / sumOver(stores, month, ({ storedBytes }) => storedBytes) : 0;
    });
    const most = Math.max(0, ...ratios);
    if (most * (1 + limits.headroom) <= timesStored * SLACK) return NOTHING;
    const store = firstUsed(stores, months);
    const found = `egress is ${Number(most.toPrecision(3))} × stored${withHeadroom(limits.headroom)}`;
    const required = `≤ ${timesStored} × stored in ${nameOf(store)}`;
    return { violations: [{ requirement: 'fair use', required, found }], conditions: [] };
  };
  const ofShort = (short: Short) => verdictOfShort(short, called);

  return (placement) => {
    const { timelines, cache } = placement;
    const verdicts = [ofUnserved(placement)];
    if (context.scenario.router === 'none' && needsRouter(context, placement)) verdicts.push(UNTOLD);
    const used = new Set<number>(cache ? [cache.hot] : []);
    let least: Keeps | null = null;
    for (const [p, timeline] of timelines.entries()) {
      const { workload } = itemAt(context.populations, p);
      for (const { holders, servers } of livedStages(timeline, workload.lifeDays)) {
        verdicts.push({ violations: [], conditions: servers.flatMap((s, q) => termsOf(q, s) ?? []) });
        const key = holders.join();
        verdicts.push(...shorts(`${workload.meanSizeBytes} ${key}`).map(ofShort));
        least = least === null ? kept(key) : lesser(least, kept(key));
        for (const s of holders) used.add(s);
      }
    }
    // Nothing relies on a cache's copies to be kept: they have to be allowed there, and to fit.
    for (const [k, { sizeBytes, share }] of context.workload.classes.entries())
      if (cache && share > 0 && isCopied(cache, k))
        verdicts.push(
          ...shorts(`${sizeBytes} ${cache.hot}`)
            .filter((short) => !isTogether(short))
            .map(ofShort),
        );
    const isUsed = ({ stores }: { stores: readonly number[] }) => stores.some((s) => used.has(s));
    const [fixed, fair] = [limits.fixed.filter(isUsed), limits.fairUse.filter(isUsed)];
    if (fixed.length + fair.length > 0) {
      const months = demandOf(context, placement);
      verdicts.push(
        ...fixed
          .filter((one) => !fixed.some((other) => isFuller(other, one, months)))
          .map((one) => ofFixed(one, months)),
        ...fair.map((one) => ofFairUse(one, months)),
      );
    }
    return {
      violations: distinct(verdicts.flatMap(({ violations }) => violations)),
      conditions: distinct(verdicts.flatMap(({ conditions }) => conditions)),
      keeps: least ?? { zones: null, durability: null, availability: null },
    };
  };
}

/** A condition of each store where nobody knows, and a violation of all of them where it is known. */
export function verdictOfShort({ what, required, found, stores }: Short, nameOf: NameOf): Verdict {
  const names = stores.map(({ ref }) => nameOf(ref));
  if (found !== null)
    return {
      violations: [{ requirement: what, required, found: foundWords(what, found, names) }],
      conditions: [],
    };
  const conditions = stores.map(({ ref }) => ({
    code: 'fact-unknown' as const,
    store: ref,
    words: factWords(what, required, nameOf(ref)),
  }));
  return { violations: [], conditions };
}

const UNTOLD: Verdict = {
  violations: [
    {
      requirement: 'router',
      required: 'one bucket for each reader',
      found: 'several',
    },
  ],
  conditions: [],
};

const NOTHING: Verdict = { violations: [], conditions: [] };

const isSpread = ({ limit }: OneLimit) => isOfHeld(limit) && limit.scope === 'bucket';

/** What rounding may add to sums. */
const SLACK = 1 + 1e-9;

function sumOver(
  stores: readonly number[],
  month: ReadonlyMap<number, StoreDemand>,
  of: (demand: StoreDemand) => number,
): number {
  return stores.reduce((sum, s) => {
    const demand = month.get(s);
    return demand ? sum + of(demand) : sum;
  }, 0);
}

function withHeadroom(headroom: number): string {
  return headroom > 0 ? ` plus ${percent(headroom, { figures: 3 })} headroom` : '';
}

function lesser(a: Keeps, b: Keeps): Keeps {
  const least = (one: number | null, other: number | null) =>
    one === null || other === null ? null : Math.min(one, other);
  return {
    zones: least(a.zones, b.zones),
    durability: least(a.durability, b.durability),
    availability: least(a.availability, b.availability),
  };
}

function factWords(what: Short['what'], required: string, name: string): string {
  switch (what) {
    case 'zones':
      return `if ${name} keeps each object in ${required} zones`;
    case 'features':
      return `if its provider says yes (ask ${name}: ${required})`;
    case 'features in part':
      return `if what is there in part is enough (${name}: ${required})`;
    case 'residency':
      return `if ${name} keeps objects in ${required}`;
    case 'object size':
      return `if ${name} takes objects of ${required}`;
    default:
      return `if the ${what} of ${name} is ${required}`;
  }
}

function foundWords(what: Short['what'], found: string, stores: readonly string[]): string {
  if (what === 'object size') return found;
  const names = stores.join(' + ');
  return what === 'zones' ? `${found} (${names})` : `${found}: ${names}`;
}

function distinct<T>(list: readonly T[]): T[] {
  return [...new Map(list.map((one) => [JSON.stringify(one), one])).values()];
}
