/** Whether a placement keeps to the limits and the facts that a scenario asks for, and what of that still has to come true. */
import { itemAt } from '../../at.ts';
import { memo } from '../../memo.ts';
import { isCopied } from '../../rereads/caches/cache-codes.ts';
import type { NameOf } from '../../answer/words/names.ts';
import type { Candidate } from '../../report/plan-types.ts';
import { formatDays } from '../../units.ts';
import { heldStores } from '../bill/parts.ts';
import { storeNamesOf } from '../context/store-names.ts';
import type { PlanContext } from '../context/types.ts';
import { livedStages } from '../placement.ts';
import { needsRouter } from '../routing.ts';
import type { Placement, Stage } from '../placement.ts';
import { cdnTermsOf } from './cdn-terms.ts';
import { isTogether, keepsOf } from './keeps.ts';
import type { Keeps, Short } from './keeps.ts';
import { limitVerdicts } from './limit-verdicts.ts';
import type { Verdict } from './limit-verdicts.ts';
import { isTakenElsewhere } from '../vain-reads.ts';
import { servedOf } from './served.ts';

export interface Judgement extends Verdict {
  keeps: Candidate['keeps'];
}

/** Latency, budget and bills are judged elsewhere. */
export function judgeOf(context: PlanContext): (placement: Placement) => Judgement {
  const keeps = keepsOf(context);
  const ofLimits = limitVerdicts(context);
  const termsOf = cdnTermsOf(context);
  const served = servedOf(context, false);
  const held = heldStores(context);
  const called = storeNamesOf(context);
  const within = context.scenario.requirements.restoreWithin;
  /** Nobody answers reads of objects that have to be restored first, or not in time. */
  const ofUnserved = (placement: Placement): Verdict => {
    const readers = context.workload.readers.length;
    if (!context.populations.some(({ reads }) => reads > 0)) return NOTHING;
    const isOpen = ({ servers }: Stage) => servers.slice(0, readers).includes(-1);
    if (!placement.timelines.some((timeline) => timeline.some(isOpen))) return NOTHING;
    const unserved = served.stages(placement).filter(({ stage, reads }) => reads > ROUNDING && isOpen(stage));
    const names = [...new Set(unserved.flatMap(({ stage }) => stage.holders))].map((s) =>
      called(itemAt(held, s).ref),
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

  const ofShort = (short: Short) => verdictOfShort(short, called);

  return (placement) => {
    const { timelines, cache } = placement;
    const verdicts = [ofUnserved(placement)];
    if (context.scenario.router === 'none' && needsRouter(context, placement)) verdicts.push(UNTOLD);
    if (isTakenElsewhere(context, placement)) verdicts.push(ELSEWHERE);
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
    verdicts.push(...ofLimits(placement, used));
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

const ELSEWHERE: Verdict = {
  violations: [
    {
      requirement: 'router',
      required: 'a router that knows which copy is to answer',
      found: 'it takes an object from the first store that has it',
    },
  ],
  conditions: [],
};

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

/** What sums may leave of none. */
const ROUNDING = 1e-9;

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
