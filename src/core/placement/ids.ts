/** What each placement is called; `named.ts` reads such ids. */
import { itemAt } from '../at.ts';
import { cacheCode } from '../rereads/caches/cache-codes.ts';
import { serversOf } from './build.ts';
import { shareCode } from './context/populations.ts';
import type { PlacedPopulation } from './context/populations.ts';
import type { PlanContext } from './context/types.ts';
import { livedStages } from './placement.ts';
import type { Cache, Placement } from './placement.ts';
import { cheapestServe } from './serve.ts';
import type { Serve } from './serve.ts';
import { partsOf, shapeOf } from './shape.ts';
import type { Shape } from './shape.ts';

export { agePlacement, chainPlacement, singlePlacement } from './build.ts';

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
export function sharedStages({ populations }: PlanContext, { timelines }: Placement) {
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

/** `~by=112.221~via=aws/cloudfront`; empty where the cheapest in time answers, and no CDN is chosen. */
function idEnd(by: readonly string[], via: string | undefined): string {
  return (by.length > 0 ? `~by=${by.join('.')}` : '') + (via === undefined ? '' : `~via=${via}`);
}

/** The id without its ages: what stays when only a move comes earlier or later. */
export function arrangementOf(context: PlanContext, placement: Placement): string {
  const shape = shapeOf(context, placement);
  const end = idEnd([], placement.cdn);
  if (shape.kind !== 'mixed') return named(context, shape, false) + end;
  const parts = partsOf(context, placement, (stages) => JSON.stringify(stages.map(({ holders }) => holders)));
  return named(context, { kind: 'mixed', parts }, false) + end;
}

const throughCode = ({ writes }: Cache) => (writes === 'through' ? ':through' : '');

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

export function isCalled({ name }: PlacedPopulation, part: string): boolean {
  return part === 'all' || name === part || name.startsWith(`${part}.`);
}

/** `7d`, `12h`, `38h`: the shortest exact code of an age. */
export function ageCode(days: number): string {
  const hours = days * 24;
  const inDays = Number(days.toFixed(4));
  const isExact = days >= 1 && Math.abs(days - inDays) < 1e-9;
  return !isExact && Math.abs(hours - Math.round(hours)) < 1e-9 ? `${Math.round(hours)}h` : `${inDays}d`;
}
