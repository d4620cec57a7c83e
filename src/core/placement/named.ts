/** The placement that an id calls so. */
import { itemAt } from '../at.ts';
import { placementIdOf } from '../report/placement-id.ts';
import { SECONDS } from '../rereads/caches/cache-codes.ts';
import { cacheFlows } from '../rereads/caches/flows.ts';
import { heldStores } from './bill/parts.ts';
import { chainPlacement, placed, singlePlacement } from './build.ts';
import type { Held } from './build.ts';
import { shareCode, sizeCode } from './context/populations.ts';
import type { PlacedPopulation } from './context/populations.ts';
import type { PlanContext } from './context/types.ts';
import type { FullDesk } from './desk.ts';
import { isCalled, sharedStages } from './ids.ts';
import type { Cache, Placement } from './placement.ts';
import type { Serve } from './serve.ts';
import { sizeOf } from './shape.ts';

type NamedBy = NonNullable<ReturnType<typeof placementIdOf>>;

/** Null for what is no id of a placement of the plan's stores. */
export function namedPlacement({ context, serve, rooms }: FullDesk, id: string): Placement | null {
  const found = placementOfId(context, id, serve);
  return found && rooms.some(({ cdn }) => cdn === found.cdn) ? found : null;
}

/** Null for an id of another kind, or one that names a store, a size or objects that the plan has not. */
export function placementOfId(context: PlanContext, id: string, serve?: Serve): Placement | null {
  const own = placementIdOf(id);
  const found = own && heldAs(context, own, serve);
  const served = found && servedBy(context, found, own.by);
  return served && own.via !== null ? { ...served, cdn: own.via } : served;
}

function heldAs(context: PlanContext, own: NamedBy, serve?: Serve): Placement | null {
  const indexOf = (ref: string) => context.stores.findIndex((store) => store.ref === ref);
  const stores = own.stores.map(indexOf);
  const [a = -1, b = -1] = stores;
  if (stores.includes(-1)) return null;
  const cut = (isFirst: (one: PlacedPopulation) => boolean) =>
    context.populations.some(isFirst)
      ? placed(context, (one) => [{ fromDays: 0, holders: [isFirst(one) ? a : b] }], serve)
      : null;
  switch (own.kind) {
    case 'single':
      return singlePlacement(context, a, serve);
    case 'copies':
      return placed(context, () => [{ fromDays: 0, holders: stores }], serve);
    case 'age': {
      const steps = own.codes.map((code, i) => ({
        leftDays: daysOf(code),
        entry: own.how[i] === 'dual' ? ('dual' as const) : ('tier' as const),
      }));
      return steps.length === stores.length - 1 ? chainPlacement(context, stores, steps, serve) : null;
    }
    case 'size':
      return cut(bySize(context, own.codes[0]));
    case 'popular':
      return cut(byPopularity(context, own.codes[0]));
    case 'mix': {
      const parts = context.populations.map((one) =>
        own.parts.find(({ names }) => names.some((name) => isCalled(one, name))),
      );
      const stagesOf = (p: number): Held[] =>
        (parts[p]?.stages ?? []).map(({ holders, from }, k) => ({
          fromDays: k === 0 ? 0 : from === null ? NaN : daysOf(from),
          holders: holders.map(indexOf),
        }));
      const all = parts.map((_, p) => stagesOf(p));
      return all.some(
        (stages) => stages.length === 0 || stages.some(({ fromDays }) => Number.isNaN(fromDays)),
      )
        ? null
        : placed(context, (one) => itemAt(all, context.populations.indexOf(one)), serve);
    }
    case 'cache': {
      const cache = cacheFlows(context) && cacheOfCodes(a, own.codes[0], own.how, context);
      return cache && b >= 0 ? { ...singlePlacement(context, b, serve), cache } : null;
    }
  }
}

/** Null where the codes are not of this placement. */
function servedBy(context: PlanContext, placement: Placement, codes: readonly string[]): Placement | null {
  if (codes.length === 0) return placement;
  const shared = sharedStages(context, placement);
  const mayRead = heldStores(context).map(({ restore }) => restore !== 'never');
  if (![1, shared.length].includes(codes.length)) return null;
  const told = new Map(
    shared.map(({ stage }, i) => {
      const code = [...((codes.length === 1 ? codes[0] : codes[i]) ?? '')];
      const servers = code.map((digit) => stage.holders[Number.parseInt(digit, 36) - 1] ?? -1);
      return [stage, { ...stage, servers }];
    }),
  );
  const isServed = [...told].every(
    ([stage, { servers }]) =>
      servers.length === stage.servers.length &&
      servers.every((store, asker) =>
        store < 0 ? itemAt(stage.servers, asker) < 0 : mayRead[store] === true,
      ),
  );
  if (!isServed) return null;
  const timelines = placement.timelines.map((timeline) => timeline.map((stage) => told.get(stage) ?? stage));
  return { ...placement, timelines };
}

function bySize({ populations }: PlanContext, code: string | undefined): (one: PlacedPopulation) => boolean {
  const upTo = populations.map(sizeOf).find((bytes) => sizeCode(bytes) === code);
  return (one) => upTo !== undefined && sizeOf(one) <= upTo;
}

function byPopularity(
  { populations }: PlanContext,
  code: string | undefined,
): (one: PlacedPopulation) => boolean {
  const upTo = populations.find((one) => one.slice !== null && shareCode(one.upTo) === code)?.upTo;
  return (one) => upTo !== undefined && one.slice !== null && one.upTo <= upTo;
}

function daysOf(code: string): number {
  return Number(code.slice(0, -1)) / (code.endsWith('h') ? 24 : 1);
}

/** Null for codes of no cache of these objects. */
function cacheOfCodes(
  hot: number,
  ttl: string | undefined,
  how: readonly string[],
  { workload: { classes } }: PlanContext,
): Cache | null {
  const [, count, unit] = /^([\d.]+)(d|h|min|s)$/.exec(ttl ?? '') ?? [];
  if (count === undefined || unit === undefined) return null;
  const ttlHours = (Number(count) * SECONDS[unit as keyof typeof SECONDS]) / SECONDS.h;
  let copied = classes.map((_, k) => k);
  for (const one of how.filter((word) => word !== 'through')) {
    const [end, code] = [one.slice(0, 4), one.slice(5)];
    const bytes = classes.find(({ sizeBytes }) => sizeCode(sizeBytes) === code)?.sizeBytes;
    if (bytes === undefined || (end !== 'upto' && end !== 'from')) return null;
    copied = copied.filter((k) => {
      const size = classes[k]?.sizeBytes ?? NaN;
      return end === 'upto' ? size <= bytes : size >= bytes;
    });
  }
  return {
    hot,
    ttlHours,
    writes: how.includes('through') ? 'through' : 'around',
    classes: copied.length === classes.length ? null : copied,
  };
}
