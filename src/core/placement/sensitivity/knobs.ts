/** The inputs of a scenario that can be turned: where each stands, how far it goes, and the scenario at any other value. */
import type { Axis } from '../../report/switch-types.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Estimate } from '../../units.ts';
import { siteOfPlace } from '../costs/usage-parts.ts';

export const KNOB_NAMES = [
  'reads',
  'size',
  'arrivals',
  'standing',
  'retention',
  'hot-share',
  'outside-share',
  'cache-share',
  'read-p99',
  'first-byte-p99',
] as const;
export type KnobName = (typeof KNOB_NAMES)[number];

/** Turned alone where there is no time to turn them all. */
export const KEY_INPUTS: readonly KnobName[] = ['reads', 'read-p99'];

/** Those that alerts watch: requirements do not drift. */
export const WATCHED_INPUTS: readonly KnobName[] = ['reads'];

export interface Knob extends Axis {
  input: KnobName | 'price';
  scale: 'log' | 'linear';
  at(value: number): Scenario;
}

type WorkloadPart = Partial<Scenario['workload']>;

/** How far a quantity is turned each way where nothing else ends it. */
const FAR = 100;
const LONGEST_DAYS = 36_525;
const JUST_PAST = 1 + 1e-6;
/** Latencies that anyone would ask for, where the scenario asks for none. */
const ANY_MS = [1, 60_000] as const;

/** Those that the scenario has, in the order of `KNOB_NAMES`. */
export function knobsOf(scenario: Scenario): Knob[] {
  return KNOB_NAMES.flatMap((name) => MAKERS[name](scenario) ?? []);
}

export function knobNamed(scenario: Scenario, name: KnobName): Knob | null {
  return MAKERS[name](scenario);
}

const MAKERS: Record<KnobName, (scenario: Scenario) => Knob | null> = {
  reads: (scenario) => {
    const { reads } = scenario.workload;
    const set = (rate: Estimate) => withWorkload(scenario, { reads: { ...reads, rate } });
    return quantity('reads', 'workload.reads.rate', '/day', reads.rate, set);
  },
  size: (scenario) => {
    const { size } = scenario.workload.objects;
    const mean = size.reduce((sum, one) => sum + one.share * one.size.value, 0);
    const set = ({ value }: Estimate) =>
      withObjects(scenario, {
        size: size.map((one) => ({ ...one, size: { value: (one.size.value * value) / mean } })),
      });
    return quantity('size', 'workload.objects.size', 'B', { value: mean }, set);
  },
  arrivals: (scenario) => {
    const set = (arrivals: Estimate) => withObjects(scenario, { arrivals });
    return quantity('arrivals', 'workload.objects.arrivals', '/day', scenario.workload.objects.arrivals, set);
  },
  standing: (scenario) => {
    const set = (standing: Estimate) => withObjects(scenario, { standing });
    return quantity('standing', 'workload.objects.standing', 'B', scenario.workload.objects.standing, set);
  },
  retention: (scenario) => {
    const { retention, arrivals } = scenario.workload.objects;
    if (retention === 'forever' || !arrivals?.value) return null;
    const set = (days: Estimate) => withObjects(scenario, { retention: days });
    const knob = quantity('retention', 'workload.objects.retention', 'days', retention, set);
    const lastRead = scenario.workload.reads.byAge?.at(-1)?.ageDays ?? 0;
    return (
      knob && {
        ...knob,
        low: Math.max(knob.low, lastRead * JUST_PAST),
        high: Math.min(knob.high, LONGEST_DAYS),
      }
    );
  },
  'hot-share': (scenario) => {
    const { reads, objects } = scenario.workload;
    const [first] = reads.byAge ?? [];
    if (!reads.byAge || !first || !(first.share < 1) || !objects.arrivals?.value || !reads.rate.value)
      return null;
    const points = reads.byAge;
    return {
      ...share('hot-share', `workload.reads.byAge[${daysKey(first.ageDays)}]`, first.share),
      // What falls on older objects keeps its proportions.
      at: (value) =>
        withWorkload(scenario, {
          reads: {
            ...reads,
            byAge: points.map((point) => ({
              ...point,
              share: 1 - ((1 - point.share) * (1 - value)) / (1 - first.share),
            })),
          },
        }),
    };
  },
  'outside-share': (scenario) => {
    const { readers, writer } = scenario.workload;
    const home = siteOfPlace(writer).provider;
    const isOutside = (place: string) => siteOfPlace(place).provider !== home;
    const now = readers.reduce((sum, one) => sum + (isOutside(one.at) ? one.share : 0), 0);
    if (!(now > 0 && now < 1) || home === 'internet' || !scenario.workload.reads.rate.value) return null;
    return {
      ...share('outside-share', 'workload.readers[].share', now),
      at: (value) =>
        withWorkload(scenario, {
          readers: readers.map((one) => ({
            ...one,
            share: one.share * (isOutside(one.at) ? value / now : (1 - value) / (1 - now)),
          })),
        }),
    };
  },
  'cache-share': (scenario) => {
    const { readers, reads } = scenario.workload;
    const cached = readers.filter((one) => one.via !== undefined);
    const all = cached.reduce((sum, one) => sum + one.share, 0);
    if (!(all > 0) || !reads.rate.value) return null;
    const now = cached.reduce((sum, one) => sum + one.share * (one.hitRatio?.value ?? 0), 0) / all;
    return {
      ...share('cache-share', 'workload.readers[].hitRatio', now),
      at: (value) =>
        withWorkload(scenario, {
          readers: readers.map((one) => (one.via === undefined ? one : { ...one, hitRatio: { value } })),
        }),
    };
  },
  'read-p99': (scenario) => latency(scenario, 'read-p99', 'readP99'),
  'first-byte-p99': (scenario) =>
    scenario.requirements.firstByteP99 === undefined
      ? null
      : latency(scenario, 'first-byte-p99', 'firstByteP99'),
};

function withWorkload(scenario: Scenario, part: WorkloadPart): Scenario {
  return { ...scenario, workload: { ...scenario.workload, ...part } };
}

function withObjects(scenario: Scenario, part: Partial<Scenario['workload']['objects']>): Scenario {
  return withWorkload(scenario, { objects: { ...scenario.workload.objects, ...part } });
}

function quantity(
  input: KnobName,
  path: string,
  unit: string,
  now: Estimate | undefined,
  set: (value: Estimate) => Scenario,
): Knob | null {
  if (!now?.value) return null;
  const { value, perMonth } = now;
  const at = (changed: number) => set({ value: changed, ...(perMonth ? { perMonth } : {}) });
  return { input, path, unit, now: value, low: value / FAR, high: value * FAR, scale: 'log', at };
}

function share(input: KnobName, path: string, now: number): Omit<Knob, 'at'> {
  return { input, path, unit: 'share', now, low: 0, high: 1, scale: 'linear' };
}

function latency(scenario: Scenario, input: KnobName, requirement: 'readP99' | 'firstByteP99'): Knob | null {
  if (!scenario.workload.reads.rate.value) return null;
  const now = scenario.requirements[requirement];
  const [low, high] = now === undefined ? ANY_MS : [now / FAR, now * FAR];
  return {
    input,
    path: `requirements.${requirement}`,
    unit: 'ms',
    now: now ?? null,
    low,
    high,
    scale: 'log',
    at: (value) => ({ ...scenario, requirements: { ...scenario.requirements, [requirement]: value } }),
  };
}

function daysKey(days: number): string {
  return `${Number(days.toPrecision(6))} days`;
}
