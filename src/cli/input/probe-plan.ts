/** A probe plan from a file, or from flags that name one measurement. */
import { findPlace, placeOfStore } from '#core/places.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { present } from '#core/present.ts';
import { checkStoreRef } from '#core/scenario/check-stores.ts';
import { SINGLE_OPERATIONS } from '#probe/plan/cell.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import type { PlanFileText, ProbePlan, ProbeTarget } from '#probe/plan/plan-file.ts';
import { PRESET_NAMES } from '#probe/plan/presets.ts';
import { zoneOf } from '#core/s3-addresses.ts';
import { CLIENTS } from '#stores/clients.ts';
import type { Args } from '../args.ts';
import { PLAN_FLAGS } from '../flags.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, within } from '../failures.ts';
import { readInput } from './read-input.ts';

export interface NamedPlan {
  /** For messages: the file, or `--store …`. */
  name: string;
  /** As the file has it. */
  value: unknown;
  plan: ProbePlan;
}

/**
 * Hosts that may have the person's keys: those of `--trust-endpoint`, and that of an `--endpoint` that the person gave, not a
 * plan. Throws `Misunderstood` for what is no host.
 */
export function trustedHosts(args: Args): string[] {
  const hosts = args.list('trust-endpoint').map((text) => {
    if (!/^([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i.test(text))
      throw new Misunderstood(`--trust-endpoint "${text}" is not a host, such as 10.0.0.7:9000`);
    return text.toLowerCase();
  });
  const own = args.text('endpoint') ?? '';
  return URL.canParse(own) ? [...hosts, new URL(own).host] : hosts;
}

/** Throws `Misunderstood` for a plan that is not understood, or of stores that are not known. */
export async function readPlan(args: Args, deps: Deps): Promise<NamedPlan> {
  const [file] = args.operands;
  const flags = args.among(Object.keys(PLAN_FLAGS));
  if (file !== undefined && flags.length > 0)
    throw new Misunderstood(`a plan file says all; leave out ${flags.map((flag) => `--${flag}`).join(' ')}`);
  if (file === undefined && !args.has('store'))
    throw new Misunderstood(
      'name a plan file, or say what to measure: --store aws/s3-standard@us-east-1 --from aws/us-east-1',
    );
  const name = file ?? `--store ${args.text('store')}`;
  const value = withRepeat(file === undefined ? planFromFlags(args) : await onlyValue(file, deps), args);
  const plan = await within(name, () => {
    const parsed = parseProbePlan(value);
    for (const target of parsed.targets) if (!target.unpriced) checkTarget(target, deps.catalog.archive);
    return parsed;
  });
  return { name, value, plan };
}

/** `--every` and `--for` repeat a plan that says nothing of it. */
function withRepeat(value: unknown, args: Args): unknown {
  const [every, time] = [args.text('every'), args.text('for')];
  if (every === undefined && time === undefined) return value;
  if (every === undefined || time === undefined)
    throw new Misunderstood('say both how often and how long, such as --every 1h --for 24h');
  if (typeof value !== 'object' || value === null) return value;
  if ('repeat' in value)
    throw new Misunderstood('the plan says when it repeats; leave out --every and --for');
  return { ...value, repeat: { every, for: time } };
}

async function onlyValue(file: string, deps: Deps): Promise<unknown> {
  const [first, second] = await readInput(file, deps, { split: false });
  if (!first || second) throw new Misunderstood(`${file}: holds more than one plan; give one at a time`);
  return first.value;
}

function planFromFlags(args: Args): PlanFileText {
  const from = args.text('from');
  if (from === undefined)
    throw new Misunderstood(
      'say where this machine is: --from aws/us-east-1, --from internet/europe, or --from unknown',
    );
  // What a probe measures, it measures of both.
  args.choice('metric', ['total', 'first_byte']);
  return present<PlanFileText>({
    probe: 1,
    from,
    runtime: args.text('runtime'),
    client: args.choice('client', CLIENTS),
    workers: args.text('workers') === 'auto' ? 'auto' : wholeNumber(args, 'workers'),
    targets: [
      present({
        store: args.text('store') ?? '',
        bucket: args.text('bucket'),
        endpoint: args.text('endpoint'),
        profile: args.text('profile'),
        pathStyle: args.has('path-style') ? true : undefined,
        unpriced: args.has('unpriced') ? true : undefined,
      }),
    ],
    ...whatToMeasure(args),
  });
}

/** Flags that a preset leaves nothing to say about. */
const MEASURE_FLAGS = [
  'op',
  'size',
  'range',
  'requests',
  'concurrency',
  'rate',
  'objects',
  'warmup',
] as const;

function whatToMeasure(args: Args): Pick<PlanFileText, 'measure' | 'preset'> {
  const preset = args.choice('preset', PRESET_NAMES);
  const others = MEASURE_FLAGS.filter((flag) => args.has(flag));
  if (preset !== undefined && others.length > 0)
    throw new Misunderstood(`a preset says all; leave out ${others.map((flag) => `--${flag}`).join(' ')}`);
  if (preset !== undefined) return { preset };
  const whole = (flag: string) => wholeNumber(args, flag);
  return {
    measure: [
      present({
        op: args.choice('op', SINGLE_OPERATIONS) ?? 'GET',
        size: args.text('size'),
        range: args.text('range'),
        requests: args.text('requests') ?? 1000,
        concurrency: whole('concurrency'),
        rate: args.text('rate'),
        objects: whole('objects'),
        warmup: whole('warmup'),
      }),
    ],
  };
}

export function wholeNumber(args: Args, flag: string): number | undefined {
  const text = args.text(flag);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Misunderstood(`--${flag} "${text}" is not a whole number`);
  return Number(text);
}

function checkTarget({ store, region }: ProbeTarget, archive: Archive): void {
  checkStoreRef({ store, ...(region === null ? {} : { region }) }, archive);
}

/** Id of the place where a target keeps its objects; null where nobody knows. */
export function placeOfTarget(
  { store, region, bucket }: Pick<ProbeTarget, 'store' | 'region' | 'bucket'>,
  archive: Archive,
): string | null {
  if (region === null) return null;
  const zone = zoneOf(bucket ?? '');
  const zonal = zone === null ? undefined : findPlace(`aws/${region}/${zone}`);
  if (zonal) return zonal.id;
  const named = findPlace(`${store.split('/')[0]}/${region}`);
  if (named) return named.id;
  const edition = archive.editions(store).at(-1);
  return edition ? placeOfStore(edition, region) : null;
}
