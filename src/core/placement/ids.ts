/** Placements by name: what each is called, and the placement that an id calls so. */
import { itemAt } from '../at.ts';
import type { Candidate } from '../report/plan-types.ts';
import { idEnd, placementIdOf } from '../report/placement-id.ts';
import { cacheCode, cacheOfCodes } from '../rereads/caches/cache-codes.ts';
import { cacheFlows } from '../rereads/caches/flows.ts';
import { heldStores } from './bill/parts.ts';
import { chainPlacement, placed, serversOf, singlePlacement } from './build.ts';
import type { Held } from './build.ts';
import { shareCode, sizeCode } from './context/populations.ts';
import type { PlacedPopulation } from './context/populations.ts';
import type { PlanContext } from './context/types.ts';
import { livedStages } from './placement.ts';
import type { Cache, Placement } from './placement.ts';
import { cheapestServe } from './serve.ts';
import type { Serve } from './serve.ts';
import { partsOf, shapeOf, sizeOf } from './shape.ts';
import type { Shape } from './shape.ts';

type NamedBy = NonNullable<ReturnType<typeof placementIdOf>>;

export { agePlacement, chainPlacement, singlePlacement, withinLife } from './build.ts';

/** `serve`: who answers where the id does not say it; the cheapest unless told. */
export function placementId(
  context: PlanContext,
  placement: Placement,
  serve: Serve = cheapestServe(context),
): string {
  return (
    named(context, shapeOf(context, placement), true) +
    idEnd(serversBy(context, placement, serve), placement.cdn)
  );
}

/** Stages with several holders, by population: those that an id may have to say who answers of. */
function sharedStages({ populations }: PlanContext, { timelines }: Placement) {
  return timelines.flatMap((timeline, p) =>
    livedStages(timeline, itemAt(populations, p).workload.lifeDays)
      .filter(({ holders }) => holders.length > 1)
      .map((stage) => ({ p, stage })),
  );
}

function serversBy(context: PlanContext, placement: Placement, serve: Serve): string[] {
  const shared = sharedStages(context, placement);
  const isUsual = shared.every(({ p, stage: { holders, servers } }) => {
    const usual = serversOf(context, p, holders, serve);
    return servers.every((store, asker) => store === usual[asker]);
  });
  if (isUsual) return [];
  const codes = shared.map(({ stage: { holders, servers } }) =>
    servers.map((store) => (holders.indexOf(store) + 1).toString(36)).join(''),
  );
  return new Set(codes).size === 1 ? codes.slice(0, 1) : codes;
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

/** The id without its ages: what stays when only a move comes earlier or later. */
export function arrangementOf(context: PlanContext, placement: Placement): string {
  const shape = shapeOf(context, placement);
  const end = idEnd([], placement.cdn);
  if (shape.kind !== 'mixed') return named(context, shape, false) + end;
  const parts = partsOf(context, placement, (stages) => JSON.stringify(stages.map(({ holders }) => holders)));
  return named(context, { kind: 'mixed', parts }, false) + end;
}

export function kindOf(context: PlanContext, placement: Placement): Candidate['kind'] {
  return shapeOf(context, placement).kind;
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

const throughCode = ({ writes }: Cache) => (writes === 'through' ? ':through' : '');

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

function named(context: PlanContext, shape: Shape, withAges: boolean): string {
  const ref = (store: number) => itemAt(context.stores, store).ref;
  const ages = (days: readonly number[]) => (withAges ? days.map((one) => `@${ageCode(one)}`).join('') : '');
  switch (shape.kind) {
    case 'single':
      return `single:${shape.stores.map(ref).join()}`;
    case 'cache':
      return `cache:${shape.stores.map(ref).join('>')}${withAges ? cacheCode(shape.cache, context) : throughCode(shape.cache)}`;
    case 'copies':
      return `copies:${shape.stores.map(ref).join('+')}`;
    case 'size':
    case 'popularity':
      return `${shape.kind === 'size' ? 'size' : 'popular'}:${shape.stores.map(ref).join('>')}@${shape.code}`;
    case 'age': {
      const { stores, steps } = shape;
      // Of two stores, what the provider's rule does is a tier as well.
      const how = steps.map(({ entry }) => (entry === 'life' && steps.length === 1 ? 'tier' : entry));
      return `age:${stores.map(ref).join('>')}${ages(steps.map(({ leftDays }) => leftDays))}:${how.join()}`;
    }
    case 'mixed':
      return `mix:${shape.parts
        .map(({ populations, stages }) => {
          const at = stages.map(({ holders }) => holders.map(ref).join('+')).join('>');
          return `${namesOf(context, populations).join()}=${at}${ages(stages.slice(1).map(({ fromDays }) => fromDays))}`;
        })
        .join(';')}`;
  }
}

/** The names of populations, those that share a beginning by it where no other has it. */
export function namesOf(
  { populations }: Pick<PlanContext, 'populations'>,
  own: readonly PlacedPopulation[],
): string[] {
  const names = new Set<string>();
  for (const one of own) {
    const size =
      one.slice === null ? one.name : one.name.slice(0, one.name.lastIndexOf(`.${shareCode(one.upTo)}`));
    const whole = [one.stream, size].find((name) =>
      populations.every((other) => !isCalled(other, name) || own.includes(other)),
    );
    names.add(whole ?? one.name);
  }
  return [...names];
}

function isCalled({ name }: PlacedPopulation, part: string): boolean {
  return part === 'all' || name === part || name.startsWith(`${part}.`);
}

function daysOf(code: string): number {
  return Number(code.slice(0, -1)) / (code.endsWith('h') ? 24 : 1);
}

/** `7d`, `12h`, `38h`: the shortest exact code of an age. */
export function ageCode(days: number): string {
  const hours = days * 24;
  const inDays = Number(days.toFixed(4));
  const isExact = days >= 1 && Math.abs(days - inDays) < 1e-9;
  return !isExact && Math.abs(hours - Math.round(hours)) < 1e-9 ? `${Math.round(hours)}h` : `${inDays}d`;
}
